/// A file system that may make links.
package protocol MakingLinks: FileSystem {
    /// Whether links are made that say what they are told to, so that copies of links can be; best
    /// known after the first operation.
    var makesLinks: Bool { get }
    /// Makes a link that leads to `target`, as that is written; `.exists` where something has the
    /// name, and nothing is ever replaced. `root` as in `Creation`.
    func makeLink(_ link: Path, to target: [UInt8], root: Path?) throws(FileSystemError)
}

extension FileSystem {
    /// Itself, where it makes links.
    package var makingLinks: (any MakingLinks)? {
        guard let files = self as? any MakingLinks, files.makesLinks else { return nil }
        return files
    }
}
