import Files
import Listing

/// Lists names alone (NLST), and finds out what they are.
struct NameLister: SessionPart {
    let session: Session

    /// Names of which more is asked, one by one.
    private static let describedNames = 2_000

    /// What NLST gives, for servers without LIST and listings that nobody understands: names, and
    /// what SIZE, MDTM and CWD tell of each. Nil where it gives none either.
    func list(
        _ directory: Path, insteadOf unread: FetchedListing?, _ progress: (Int) -> Void
    ) throws(FileSystemError) -> Directory? {
        guard
            case .listing(let listed) = try ListingFetcher(session: session).fetch(
                "NLST", directory, form: .names, progress)
        else { return nil }
        let names = listed.directory
        guard let unread else { return try describe(names, in: directory) }
        // Nothing there: the lines that were not understood said so, or say something all the same.
        if names.isEmpty { return unread.directory }
        // The same lines again are no names.
        if let first = unread.firstUnread, Array(names.nameBytes(at: 0)).starts(with: first) {
            return nil
        }
        return try describe(names, in: directory)
    }

    /// Finds out which of the names are files, how large and how old they are, and which are
    /// directories.
    private func describe(
        _ names: Directory, in directory: Path
    ) throws(FileSystemError) -> Directory {
        var entries = names.entries
        // With a size or a time the lines were more than names.
        guard entries.count <= NameLister.describedNames, entries.count == names.count,
            entries.allSatisfy({ $0.size == nil && $0.modified == nil })
        else { return names }
        let paths = entries.map { directory.appending($0.name) }
        let described = try DetailReader(session: session).details(of: paths)
        for (index, entry) in described.enumerated() {
            entries[index].size = entry?.size
            entries[index].modified = entry?.modified
        }
        try findDirectories(among: &entries, paths)
        var builder = DirectoryBuilder(limits: session.listingLimits)
        for entry in entries { builder.append(entry) }
        return builder.directory
    }

    /// What has no size and can be entered is a directory.
    private func findDirectories(
        among entries: inout [Entry], _ paths: [Path]
    ) throws(FileSystemError) {
        // Elsewhere directories are entered one by one, or their names tell.
        guard !memory.style.prefersNames else { return }
        var asked: [Int] = []
        var commands: [Command] = []
        for index in entries.indices where entries[index].size == nil {
            guard
                let command = try? Command(
                    "CWD", memory.style.directory(paths[index]), path: paths[index])
            else { continue }
            asked.append(index)
            commands.append(command)
        }
        guard !commands.isEmpty else { return }
        session.directory.forget()
        for (index, result) in zip(asked, control.window(commands)) {
            if try result.get().isSuccess { entries[index].kind = .directory }
        }
        if let loss = control.loss { throw loss }
    }
}
