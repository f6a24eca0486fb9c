import Files
import Jobs
import Sync
import Transfers

// What becomes of the old directory.
extension SwapRun {
    func retire() throws -> [String] {
        guard let old = swap.old else { return [] }
        var failures: [String] = []
        for below in old.along {
            var others: [String] = []
            failures += try host.caught {
                try makePrivate(names.target.below(below).parent)
                others = try moved(names.old.below(below), to: names.target.below(below))
            }
            failures += others
        }
        guard failures.isEmpty else { return failures + [kept(names.old)] }
        guard let backup = old.backup else { return try remove() }
        var late: [[Name]] = []
        failures = try host.caught { late = try use { try changes(in: names.old, on: $0) } }
        var place = backup
        var others: [String] = []
        let refused = try host.caught {
            try makePrivate(backup.parent)
            others = try moved(names.old, to: backup)
        }
        others += refused
        if !others.isEmpty { place = names.old }
        failures += others
        let sentences = late.map { below in
            "\(text(names.target.below(below))) was changed meanwhile; it is in "
                + "\(text(place.below(below)))."
        }
        guard others.isEmpty else { return sentences + failures + [kept(names.old)] }
        tellRemoved { _ in true }
        guard !failures.isEmpty else { return sentences }
        return failures + [
            "\(text(names.target)) was replaced, but nobody has seen whether something changed meanwhile; "
                + "the old directory is in \(text(backup))."
        ]
    }

    private func kept(_ path: Path) -> String {
        "\(text(names.target)) was replaced, and the old directory was kept as \(text(path))"
            + "\(hint("brings it back"))."
    }

    private func makePrivate(_ directory: Path) throws {
        try use { files in
            try PrivateDirectories(files) { undo.keep(UndoStep($0, .madeDirectory)) }
                .make(directory)
        }
    }

    /// Why something has not got its new place.
    private func moved(_ path: Path, to other: Path) throws -> [String] {
        switch try rename(path, to: other) {
        case .done: []
        case .refused(let sentences), .unsure(let sentences): sentences
        }
    }

    private func tellRemoved(_ isGone: (MirrorPlan.Row) -> Bool) {
        // By the paths that everybody knows.
        let steps = MirrorSteps(
            swap.plan, directories: [:], swap.rules, swap.places, aside: nil)
        for row in swap.plan.rows where row.action == .delete && isGone(row) {
            host.note(removed: row, nil, by: steps)
        }
    }

    // MARK: - Removing

    /// Deletes the old directory, as far as it is as it was seen.
    private func remove() throws -> [String] {
        // From the first removal on it cannot come back whole, which is known before.
        undo.keep(lost: lostCount)
        let place = MirrorSteps(
            swap.plan, directories: [:], swap.rules,
            Pair(swap.places.first, Location(site: site, path: names.old)), aside: nil)
        var kept: Set<[Name]> = []
        var failures: [String] = []
        var hasBegun = false
        func begin() {
            if !hasBegun { forget() }
            hasBegun = true
        }
        let others = try host.caught {
            try use { files in
                do {
                    try remove(contents.leaving, in: names.old, on: files) { row, error in
                        guard let error else { return }
                        kept.insert(row.difference.names.second)
                        failures.append(error.message)
                        host.note(removed: row, error, by: place)
                    } note: { step in
                        if step == nil { begin() }
                    }
                    begin()
                } catch let error as FileSystemError where error.kind == .notEmpty {
                    failures.append(error.message)
                }
            }
        }
        let isDone = failures.isEmpty && others.isEmpty
        if isDone {
            // Nothing is left that it could be asked about.
            undo.restart(lost: lostCount) { steps in steps.filter { $0.path != names.old } }
            tellRemoved { _ in true }
            return []
        }
        if hasBegun {
            tellRemoved { !kept.contains($0.difference.names.second) }
            return failures + others + [
                "\(text(names.target)) was replaced; the rest of the old directory is in "
                    + "\(text(names.old)); delete it."
            ]
        }
        // What has failed without an answer may have been done all the same.
        if others.isEmpty { undo.restart(lost: 0) { $0 } }
        return failures + others + [self.kept(names.old)]
    }

    /// Files and directories that nobody can bring back.
    private var lostCount: Int {
        swap.plan.rows.count { $0.action == .delete || $0.action == .replace }
    }

    /// From now on the old directory cannot come back: what can be undone is what only the new one has.
    /// Where something of the old one is left is known until it is gone.
    private func forget() {
        var others = [UndoStep(names.old, .madeDirectory)]
        for row in swap.plan.rows where row.action == .setMode {
            others.append(
                UndoStep(
                    names.target.below(row.difference.names.second),
                    .changed(
                        mode: row.difference.entries.second?.mode.map { $0 & 0o7777 },
                        modified: nil)))
        }
        undo.restart(lost: lostCount) { steps in
            others
                + steps.compactMap { step in
                    guard let below = step.path.components(below: names.new),
                        let name = below.last,
                        contents.seen[Array(below.dropLast())]?[name] == nil
                    else { return nil }
                    return UndoStep(names.target.below(below), step.what)
                }
        }
    }

    /// Takes rows from a directory, and that itself where nothing is left in it.
    private func remove(
        _ rows: [MirrorPlan.Row], in top: Path, on files: any FileSystem,
        ended: @escaping (MirrorPlan.Row, FileSystemError?) -> Void,
        note: @escaping (UndoStep?) -> Void = { _ in }
    ) throws {
        var removal = MirrorRemoval(
            rows, in: top, on: files, aside: nil, ended: ended, note: note)
        try removal.run()
        // Some servers remove a directory with all that is in it.
        guard try files.list(top).count == 0 else {
            throw FileSystemError(
                .notEmpty, path: top,
                detail: "\(top.text) was kept, because it is not empty; check what is in it.")
        }
        for answer in files.removeDirectories([top], root: nil) { try answer.get() }
    }

    // MARK: - Giving up

    /// Removes what was written, where it does not come into the target's place; a sentence for each that
    /// stays.
    func discard() throws -> [String] {
        var failures: [String] = []
        var doubts: [String] = []
        let others = try host.caught {
            try use { files in
                doubts = [try doubt(on: files)].compactMap(\.self)
                guard doubts.isEmpty, try files.entry(at: names.new) != nil else { return }
                var found: [(names: [Name], entry: Entry)] = []
                var walk = TreeWalk(files, below: names.new) { entry, below in
                    found.append((below, entry))
                }
                try walk.run()
                try remove(SwapLeavings(contents.copied).rows(found), in: names.new, on: files) {
                    if let error = $1 { failures.append(error.message) }
                }
            }
        }
        guard doubts.isEmpty else { return doubts }
        failures += others
        guard failures.isEmpty else {
            return failures + ["\(text(names.new)) was left behind\(hint("removes it"))."]
        }
        undo.restart(lost: 0) { _ in [] }
        return []
    }
}
