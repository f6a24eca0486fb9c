import Files

/// Lists links as what they lead to. Those that lead nowhere, or back to a directory above, stay what they
/// are.
struct FollowedLinks {
    private let files: any FileSystem

    init(_ files: any FileSystem) {
        self.files = files
    }

    /// The listing of a directory so. A link that is followed keeps its text.
    func follow(_ listing: Directory, of directory: Path) throws(FileSystemError) -> Directory {
        let links = (0..<listing.count).filter { listing.kind(at: $0) == .link }
        guard !links.isEmpty else { return listing }
        var followed: [Int: Entry] = [:]
        let entries = links.compactMap { listing.entry(at: $0) }
        guard entries.count == links.count else { throw .unanswered(directory) }
        let paths = entries.map { directory.appending($0.name) }
        let details = try files.details(of: paths)
        for (position, index) in links.enumerated() {
            let found = details.indices.contains(position) ? details[position] : nil
            followed[index] = try follow(entries[position], found, paths[position], from: directory)
        }
        var builder = DirectoryBuilder()
        builder.reserve(count: listing.count, bytes: listing.count * 16)
        for index in 0..<listing.count {
            guard let entry = followed[index] ?? listing.entry(at: index) else {
                throw .unanswered(directory)
            }
            builder.append(entry)
        }
        if listing.isCut { builder.cut() }
        for _ in 0..<listing.droppedCount { builder.drop() }
        for _ in 0..<listing.unreadCount { builder.passOver() }
        return builder.directory
    }

    /// What it leads to, under its own name; nil where it stays a link.
    private func follow(
        _ link: Entry, _ found: Entry?, _ path: Path, from directory: Path
    ) throws(FileSystemError) -> Entry? {
        var entry = link
        entry.target = link.target ?? []
        switch found?.kind {
        case .directory: entry.kind = .directory
        case .file where files.site.isLocal || found?.size != nil: entry.kind = .file
        case nil where files.site.isLocal: return nil
        case .other: return nil
        // Of a directory servers tell no size.
        case .file, .link, nil:
            entry.kind = try files.leadsToDirectory(path) ? .directory : .file
            if found == nil, entry.kind == .file { return nil }
        }
        if entry.kind == .directory, try leadsUp(path, from: directory) { return nil }
        entry.size = entry.kind == .file ? found?.size : nil
        entry.modified = found?.modified
        entry.mode = found?.mode
        return entry
    }

    /// Whether a link leads to the directory that it is in, or to one above.
    private func leadsUp(_ link: Path, from directory: Path) throws(FileSystemError) -> Bool {
        if let files = files as? any IdentifyingDirectories {
            guard let end = files.canonical(link), let own = files.canonical(directory) else {
                return false
            }
            return own == end || own.isInside(end)
        }
        guard let files = files as? any ResolvingPaths else { return false }
        let found = try files.resolved([link, directory])
        guard found.count == 2, let end = found[0], let own = found[1] else { return false }
        return own == end || own.isInside(end)
    }
}
