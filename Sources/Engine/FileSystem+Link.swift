import Files
import Words

extension FileSystem {
    /// Makes a link, or says that it cannot.
    func makeLink(_ location: Location, to target: [UInt8]) throws(FileSystemError) {
        guard let linking = self as? any MakingLinks, !location.site.scheme.namesRemote else {
            throw FileSystemError(
                .unsupported, path: location.path,
                detail: tr("Links cannot be created over \(location.site.scheme.rawValue)://."))
        }
        try linking.makeLink(location.path, to: target, root: nil)
    }
}
