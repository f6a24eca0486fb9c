package import Files
package import Jobs
package import Sync
import Words

/// Gives files of one side other names: each only where it is as it was seen, and nothing has the new name.
package struct SideRenaming {
    private let files: any FileSystem
    private let top: Path
    private let note: (UndoStep) -> Void
    private let proceed: () throws(FileSystemError) -> Void
    private let ended: (Int, FileSystemError?) -> Void
    /// Whether some may have got their names in an earlier run.
    private let isAgain: Bool
    /// Names that were given.
    private var given: Set<Path> = []
    /// Directories as they were listed; nil for one that is not there.
    private var listings: [Path: (listing: Directory, names: NameTable)?] = [:]

    /// `ended` hears of each row how it went; `note` of each step before it is done. `proceed` throws where
    /// nothing more is to be done.
    package init(
        in top: Path, on files: any FileSystem, isAgain: Bool = false,
        ended: @escaping (Int, FileSystemError?) -> Void,
        note: @escaping (UndoStep) -> Void,
        proceed: @escaping () throws(FileSystemError) -> Void = {}
    ) {
        self.proceed = proceed
        self.isAgain = isAgain
        self.top = top
        self.files = files
        self.ended = ended
        self.note = note
    }

    /// Throws what ends the connection, or concerns all of them.
    package mutating func run(_ wanted: [SyncPlan.Renaming]) throws(FileSystemError) {
        // Those of one directory after one another: each is listed once.
        for renaming in wanted {
            try proceed()
            do throws(FileSystemError) {
                try rename(renaming)
                ended(renaming.row, nil)
            } catch {
                if error.endsConnection || error.question != nil { throw error }
                ended(renaming.row, error)
            }
        }
    }

    private func path(_ names: [Name]) -> Path { Path(components: top.components + names) }

    private mutating func rename(_ renaming: SyncPlan.Renaming) throws(FileSystemError) {
        let (from, to) = (path(renaming.from), path(renaming.to))
        let found = try entry(at: from)
        if isAgain, found == nil, let present = try self.entry(at: to),
            !present.isOther(than: renaming.entry)
        {
            return
        }
        guard let entry = found, !entry.isOther(than: renaming.entry) else {
            throw FileSystemError(
                .changed, path: from,
                detail:
                    tr(
                        "\(from.text) was changed since you looked, and kept its name. Run it again."
                    ))
        }
        let present = try self.entry(at: to)
        guard present == nil, !given.contains(to) else {
            throw FileSystemError(
                .exists, path: to,
                detail:
                    tr(
                        "\(to.text) was created since you looked, so \(from.text) kept its name. Run "
                            + "it again."))
        }
        try makeDirectory(to.parent)
        note(UndoStep(to, .renamed(from: from)))
        given.insert(to)
        try files.rename(from, to: to)
    }

    /// Nil where there is nothing of that name.
    private mutating func entry(at path: Path) throws(FileSystemError) -> Entry? {
        guard let name = path.name, let (listing, names) = try listing(of: path.parent) else {
            return nil
        }
        guard let index = names.index(of: name, in: listing) else {
            return listing.isWhole ? nil : try files.entry(at: path)
        }
        return listing.entry(at: index)
    }

    /// Nil where the directory is not there.
    private mutating func listing(
        of directory: Path
    ) throws(FileSystemError) -> (listing: Directory, names: NameTable)? {
        if let known = listings[directory] { return known }
        let found: (Directory, NameTable)?
        do throws(FileSystemError) {
            let listing = try LinkSight(files, discernsFiles: false)
                .showLinks(in: try files.list(directory), of: directory)
            found = (listing, NameTable(listing))
        } catch {
            guard directory != top, try files.isNoDirectory(directory, after: error) else {
                throw error
            }
            found = nil
        }
        listings[directory] = .some(found)
        return found
    }

    private mutating func makeDirectory(_ directory: Path) throws(FileSystemError) {
        guard directory != top, try listing(of: directory) == nil else { return }
        try makeDirectory(directory.parent)
        note(UndoStep(directory, .madeDirectory))
        try files.makeDirectory(directory, root: top)
        listings[directory] = .some((Directory(), NameTable(Directory())))
    }
}
