import Files

/// Tells links in a listing from what they lead to, on servers that list them as directories: a tree that
/// was walked through them might have no end.
struct LinkSight {
    private let files: any FileSystem
    /// Whether what seems to be a file may not be a link either.
    private let discernsFiles: Bool

    init(_ files: any FileSystem, discernsFiles: Bool) {
        self.files = files
        self.discernsFiles = discernsFiles
    }

    /// A directory's listing in which links are shown as such.
    func showLinks(
        in listing: Directory, of path: Path
    ) throws(FileSystemError) -> Directory {
        var directory = listing
        guard let discerning = files as? any DiscerningLinks,
            discerning.listsLinksAsDirectories
        else { return directory }
        let asked = Set(directory.entries.filter { isDoubtful($0.kind) }.map(\.name))
        guard !asked.isEmpty else { return directory }
        let natures = try discerning.natures(of: asked, in: path)
        for index in 0..<directory.count where isDoubtful(directory.kind(at: index)) {
            guard let name = Name(directory.nameBytes(at: index)),
                case .link(let target)? = natures[name]
            else { continue }
            directory.showLink(at: index, to: target)
        }
        return directory
    }

    private func isDoubtful(_ kind: Entry.Kind) -> Bool {
        kind == .directory || (discernsFiles && kind == .file)
    }
}
