package import Files
package import Jobs
package import Sync
import Words

/// Takes from a target what a plan wants gone: each only where it is still as it was seen, and a directory
/// only where nothing else is in it. What is kept aside gets another name; the rest is deleted.
package struct MirrorRemoval {
    /// Paths, and directories, that are given to the file system together.
    private static let window = 500
    private static let directories = 64

    private let files: any FileSystem
    private let top: Path
    /// What goes, by the directory that holds it.
    private var wanted: [[Name]: [Name: MirrorPlan.Row]] = [:]
    /// Directories among it.
    private var going: Set<[Name]> = []
    /// Directories of which something stays.
    private var kept: Set<[Name]> = []
    /// What is kept aside in the end, where that is wanted.
    private var unchanged: [MirrorPlan.Row] = []
    private let aside: AsideDirectory?
    private let ended: (MirrorPlan.Row, FileSystemError?) -> Void
    private let note: (UndoStep?) -> Void
    private let proceed: () throws(FileSystemError) -> Void

    /// `aside`: where everything goes, below it by its path from `top`; nil deletes it. `ended` hears of
    /// each row how it went, `note` of each step that can be undone, before it is
    /// done, and nil of what cannot. `proceed` throws where nothing more is to go.
    package init(
        _ rows: [MirrorPlan.Row], in top: Path, on files: any FileSystem, aside: Path?,
        ended: @escaping (MirrorPlan.Row, FileSystemError?) -> Void,
        note: @escaping (UndoStep?) -> Void,
        proceed: @escaping () throws(FileSystemError) -> Void = {}
    ) {
        self.files = files
        self.proceed = proceed
        self.top = top
        self.ended = ended
        self.note = note
        self.aside = aside.map { AsideDirectory($0, on: files, note: note) }
        let gone = rows.filter(\.takesAway)
        going = Set(
            gone.lazy.filter { $0.difference.entries.second?.kind == .directory }
                .map(\.difference.names.second))
        for row in gone {
            let names = row.difference.names.second
            guard let name = names.last else { continue }
            wanted[Array(names.dropLast()), default: [:]][name] = row
        }
    }

    /// Throws what ends the connection, or concerns all of it.
    package mutating func run() throws(FileSystemError) {
        // What is deepest goes first, so that directories are empty when they go.
        let levels = Dictionary(grouping: Set(wanted.keys).union(going), by: \.count)
        for depth in levels.keys.sorted(by: >) {
            var rest = levels[depth, default: []][...]
            while !rest.isEmpty {
                try proceed()
                let window = Array(rest.prefix(MirrorRemoval.directories))
                rest = rest.dropFirst(window.count) + (try handle(window))
            }
        }
        if aside != nil { try putAside() }
    }

    // MARK: - Directories

    private func path(_ names: [Name]) -> Path { Path(components: top.components + names) }

    /// Gives back those that were not looked at.
    private mutating func handle(_ places: [[Name]]) throws(FileSystemError) -> [[Name]] {
        let answers = files.answers(about: places.map(path))
        guard answers.count == places.count else { throw .unanswered(path(places.first ?? [])) }
        var later: [[Name]] = []
        var gone: [MirrorPlan.Row] = []
        for (place, answer) in zip(places, answers) {
            switch answer {
            case .listed(let listing): gone += try present(place, listing)
            case .large: gone += try present(place, try files.list(path(place)))
            case .later: later.append(place)
            case .failed(let error): try failed(place, error)
            }
        }
        if later.count == places.count { throw .unanswered(path(later.first ?? [])) }
        if aside != nil { note(seen: gone) } else { try delete(gone) }
        return later
    }

    private mutating func failed(
        _ place: [Name], _ error: FileSystemError
    ) throws(FileSystemError) {
        if error.endsConnection || error.question != nil { throw error }
        let rows = wanted[place, default: [:]].values
        // What is gone already is as wanted, and so is what was in a directory that is none any more.
        let isGone = try files.isNoDirectory(path(place), after: error)
        if !isGone { kept.insert(place) }
        for row in rows { ended(row, isGone ? nil : error) }
    }

    /// Those of what goes from a directory that are there, and as they were seen.
    private mutating func present(
        _ place: [Name], _ listing: Directory
    ) throws(FileSystemError) -> [MirrorPlan.Row] {
        let directory = path(place)
        let listing = try LinkSight(files, discernsFiles: false)
            .showLinks(in: listing, of: directory)
        let rows = wanted[place, default: [:]]
        let table = NameTable(listing)
        var found: [MirrorPlan.Row] = []
        for (name, row) in rows {
            guard let index = table.index(of: name, in: listing),
                let entry = listing.entry(at: index)
            else {
                // A listing that is not whole does not say so.
                if listing.isWhole {
                    ended(row, nil)
                } else {
                    fail(row, MirrorRemoval.changed(directory.appending(name)))
                }
                continue
            }
            guard let seen = row.difference.entries.second, !entry.isOther(than: seen) else {
                fail(row, MirrorRemoval.changed(directory.appending(name)))
                continue
            }
            found.append(row)
        }
        if going.contains(place), holdsOther(listing, than: rows) { kept.insert(place) }
        return found
    }

    private func holdsOther(_ listing: Directory, than rows: [Name: MirrorPlan.Row]) -> Bool {
        guard listing.isWhole else { return true }
        return (0..<listing.count).contains { index in
            guard let name = Name(listing.nameBytes(at: index)) else { return true }
            return rows[name] == nil
        }
    }

    private mutating func fail(_ row: MirrorPlan.Row, _ error: FileSystemError) {
        kept.insert(Array(row.difference.names.second.dropLast()))
        ended(row, error)
    }

    private static func changed(_ path: Path) -> FileSystemError {
        FileSystemError(
            .changed, path: path,
            detail: tr("\(path.text) was changed since you looked, and was kept. Run it again.")
        )
    }

    private static func notEmpty(_ path: Path) -> FileSystemError {
        FileSystemError(
            .notEmpty, path: path,
            detail: tr("\(path.text) was kept, because something in it was. Run it again."))
    }

    // MARK: - Deleting

    private mutating func delete(_ rows: [MirrorPlan.Row]) throws(FileSystemError) {
        let (trees, others) = (rows.filter(isTree), rows.filter { !isTree($0) })
        try each(others) { (files, paths, top) in files.removeFiles(paths, root: top) }
        var empty: [MirrorPlan.Row] = []
        for row in trees {
            let names = row.difference.names.second
            guard kept.contains(names) else {
                empty.append(row)
                continue
            }
            fail(row, MirrorRemoval.notEmpty(path(names)))
        }
        try each(empty) { (files, paths, top) in files.removeDirectories(paths, root: top) }
    }

    private func isTree(_ row: MirrorPlan.Row) -> Bool {
        going.contains(row.difference.names.second)
    }

    private mutating func each(
        _ rows: [MirrorPlan.Row],
        _ remove: (any FileSystem, [Path], Path) -> [Result<Void, FileSystemError>]
    ) throws(FileSystemError) {
        var rest = rows[...]
        while !rest.isEmpty {
            try proceed()
            let window = Array(rest.prefix(MirrorRemoval.window))
            rest = rest.dropFirst(window.count)
            let paths = window.map { path($0.difference.names.second) }
            let answers = remove(files, paths, top)
            for (index, row) in window.enumerated() {
                let answer =
                    answers.indices.contains(index)
                    ? answers[index] : .failure(.unanswered(paths[index]))
                switch answer {
                case .success:
                    note(nil)
                    ended(row, nil)
                case .failure(let error) where error.kind == .notFound: ended(row, nil)
                case .failure(let error):
                    if error.endsConnection || error.question != nil { throw error }
                    fail(row, error)
                }
            }
        }
    }

    // MARK: - Keeping

    /// Keeps what is as it was seen for when all was looked at.
    private mutating func note(seen rows: [MirrorPlan.Row]) {
        for row in rows {
            let names = row.difference.names.second
            unchanged.append(row)
            // What is above it cannot go as a whole either.
            if isTree(row), kept.contains(names) { kept.insert(Array(names.dropLast())) }
        }
    }

    /// What is highest goes first: a directory takes along what is in it, all of which was seen.
    private mutating func putAside() throws(FileSystemError) {
        var moved: Set<[Name]> = []
        let rows = unchanged.sorted {
            $0.difference.names.second.count < $1.difference.names.second.count
        }
        for row in rows {
            try proceed()
            let names = row.difference.names.second
            if MirrorRemoval.isBelow(names, moved) {
                ended(row, nil)
            } else if isTree(row), kept.contains(names) {
                fail(row, MirrorRemoval.notEmpty(path(names)))
            } else if try putAside(row), isTree(row) {
                moved.insert(names)
            }
        }
    }

    private static func isBelow(_ names: [Name], _ places: Set<[Name]>) -> Bool {
        guard !places.isEmpty else { return false }
        var above = names
        while !above.isEmpty {
            above.removeLast()
            if places.contains(above) { return true }
        }
        return false
    }

    /// Whether it is there now.
    private mutating func putAside(_ row: MirrorPlan.Row) throws(FileSystemError) -> Bool {
        guard let aside else { return false }
        let names = row.difference.names.second
        do throws(FileSystemError) {
            try aside.put(path(names), as: names)
            ended(row, nil)
            return true
        } catch {
            if error.endsConnection || error.question != nil { throw error }
            fail(row, error)
            return false
        }
    }
}
