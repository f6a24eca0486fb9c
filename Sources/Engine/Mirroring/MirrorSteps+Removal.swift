package import Files
package import Jobs
package import Sync
import Words

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

    /// Those of what is deleted, or makes room for something of another kind, for which the source has
    /// another reason by now; with why they stay. What goes with the directory that holds it does so by
    /// that one's word.
    func changed(
        among rows: [MirrorPlan.Row], on files: any FileSystem
    ) throws(FileSystemError) -> [(row: MirrorPlan.Row, error: FileSystemError)] {
        let top = places.first.path.components
        let going = Set(
            rows.lazy.filter { $0.action == .delete }.map(\.difference.names.second))
        let rows = rows.filter { !going.contains($0.difference.names.second.dropLast()) }
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
                    guard let name = row.difference.names.first.last else { return nil }
                    let entry = table.index(of: name, in: listing).flatMap { listing.entry(at: $0) }
                    let isSame =
                        row.action == .delete
                        ? entry == nil && listing.isWhole
                        : entry?.kind == row.difference.entries.first?.kind
                    return isSame ? nil : (row, isOther(row, directory.appending(name)))
                }
            case .failure(let error):
                if try files.isNoDirectory(directory, after: error) { continue }
                found += rows.map { ($0, error) }
            }
        }
        return found
    }

    private func isOther(_ row: MirrorPlan.Row, _ source: Path) -> FileSystemError {
        FileSystemError(
            .changed, path: target(row),
            detail:
                tr(
                    "\(target(row).text) was kept, because \(source.text) may have changed since you "
                        + "looked. Compare again."))
    }
}
