package import Files
package import Jobs
package import Sync

// What goes.
extension MirrorSteps {
    /// What goes before the copies, and what after them: all before, or all after but what is in their
    /// way.
    package func removals(last: Bool) -> (first: [MirrorPlan.Row], last: [MirrorPlan.Row]) {
        let rows = plan.rows.filter(\.takesAway)
        guard last else { return (rows, []) }
        let inTheWay = Set(
            rows.lazy.filter { $0.action == .replace }.map(\.difference.names.second))
        func goesFirst(_ row: MirrorPlan.Row) -> Bool {
            var names = row.difference.names.second
            while !names.isEmpty {
                if inTheWay.contains(names) { return true }
                names.removeLast()
            }
            return false
        }
        return (rows.filter(goesFirst), rows.filter { !goesFirst($0) })
    }

    /// Takes rows away; see `MirrorRemoval`.
    package func remove(
        _ rows: [MirrorPlan.Row], on files: any FileSystem,
        ended: @escaping (MirrorPlan.Row, FileSystemError?) -> Void,
        note: @escaping (UndoStep?) -> Void,
        proceed: @escaping () throws(FileSystemError) -> Void = {}
    ) throws(FileSystemError) {
        var removal = MirrorRemoval(
            rows, in: places.second.path, on: files, aside: aside, ended: ended, note: note,
            proceed: proceed)
        try removal.run()
    }

    /// Those of what is deleted, as a whole, which the source has again by now, with why they stay.
    func returned(
        among rows: [MirrorPlan.Row], on files: any FileSystem
    ) throws(FileSystemError) -> [(row: MirrorPlan.Row, error: FileSystemError)] {
        let top = places.first.path.components
        // What goes with the directory that holds it does so by that one's word.
        let going = Set(rows.lazy.filter(\.takesAway).map(\.difference.names.second))
        let rows = rows.filter {
            $0.action == .delete && !going.contains($0.difference.names.second.dropLast())
        }
        var found: [(row: MirrorPlan.Row, error: FileSystemError)] = []
        let directories = Dictionary(grouping: rows) { row in
            Path(components: top + row.difference.names.first.dropLast())
        }
        for (directory, answer) in try answers(about: Array(directories.keys), on: files) {
            let rows = directories[directory, default: []]
            switch answer {
            case .success(let listing):
                let table = NameTable(listing)
                found += rows.compactMap { row in
                    guard let name = row.difference.names.first.last,
                        listing.isCut || table.index(of: name, in: listing) != nil
                    else { return nil }
                    return (row, MirrorSteps.isBack(directory.appending(name), target(row)))
                }
            case .failure(let error):
                if try isNone(directory, error, on: files) { continue }
                found += rows.map { ($0, error) }
            }
        }
        return found
    }

    /// Whether something that cannot be listed is not there, or no directory: some servers do not say why.
    private func isNone(
        _ directory: Path, _ error: FileSystemError, on files: any FileSystem
    ) throws(FileSystemError) -> Bool {
        if [.notFound, .notDirectory].contains(error.kind) { return true }
        guard !directory.isRoot else { return false }
        switch try files.entry(at: directory)?.kind {
        case nil, .file, .other: return true
        case .directory, .link: return false
        }
    }

    private static func isBack(_ source: Path, _ target: Path) -> FileSystemError {
        FileSystemError(
            .changed, path: target,
            detail: "\(target.text) was kept, because \(source.text) was created since you looked. "
                + "Compare again.")
    }
}
