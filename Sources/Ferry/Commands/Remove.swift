import ArgumentParser
import Files
import Jobs

struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm", abstract: "Delete files; with -r, directories.")

    @Flag(name: .short, help: "Directories too, with all that is in them.")
    var recursive = false

    @OptionGroup var options: ConnectionOptions

    @Argument(help: "URLs or paths.")
    var urls: [ArgumentBytes]

    func run() throws {
        let named = try urls.map { try Place($0, options) }
        for url in urls where url.endsInDots {
            throw Failure.usage(
                "'\(url.text)' ends in '.' or '..', which names a directory by another; it is not "
                    + "deleted: write its own name.")
        }
        for place in named where place.path?.isRoot ?? (place.below == nil) {
            throw Failure.usage(
                "\(place.site.text)/ as a whole is not deleted; name what is in it.")
        }
        for (place, url) in zip(named, urls) where place.namesHome {
            throw Failure.usage(
                "'\(url.text)' is a whole home directory and is not deleted; name what is in it.")
        }
        let session = try HeadlessSession(options, named)
        defer { session.close() }
        let places = try session.resolved(named)
        if !recursive {
            return try Grouped.bySite(places, session) { (place, files) throws(FileSystemError) in
                try removeFile(place, on: files)
            }
        }
        var requests: [JobRequest] = []
        let missing = try Grouped.failures(places, session) {
            (place, files) throws(FileSystemError) in
            guard let path = place.path, let entry = try files.entry(at: path) else {
                throw FileSystemError(
                    .notFound, path: place.path,
                    detail: "There is no \(place.path?.text ?? "/") to delete; check the name.")
            }
            requests.append(
                JobRequest(
                    operation: .delete, source: Location(site: place.site, path: path),
                    entry: entry))
        }
        try HeadlessTransfers(session, TransferOptions.parse([])).run(requests, after: missing)
    }

    private func removeFile(_ place: Place, on files: any FileSystem) throws(FileSystemError) {
        guard let path = place.path else { return }
        for result in files.removeFiles([path]) {
            do {
                try result.get()
            } catch {
                if let entry = try? files.entry(at: path), entry.kind == .directory {
                    throw FileSystemError(
                        .isDirectory, path: path, reply: error.reply,
                        detail: "\(path.text) is a directory: add -r to delete it with all in it.")
                }
                throw error
            }
        }
    }
}
