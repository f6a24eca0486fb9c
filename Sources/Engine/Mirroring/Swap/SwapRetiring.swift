import Files
import Jobs
import Sync
import Transfers
import Words

// What becomes of the old directory.
extension SwapRun {
    /// What became of it, and a sentence for each thing that the user must know.
    enum Retired {
        case deleted
        case kept(Path, [String])
        /// Something failed; what there is of it is there.
        case left(Path, [String])

        var sentences: [String] {
            switch self {
            case .deleted: []
            case .kept(_, let sentences), .left(_, let sentences): sentences
            }
        }

        /// Where it is.
        var place: Path? {
            switch self {
            case .deleted: nil
            case .kept(let path, _), .left(let path, _): path
            }
        }
    }

    func retire() throws -> Retired {
        guard let old = swap.old else { return .deleted }
        var failures: [String] = []
        for below in old.along {
            var others: [String] = []
            failures += try host.caught {
                try makePrivate(names.target.below(below).parent)
                others = try moved(names.old.below(below), to: names.target.below(below))
            }
            failures += others
        }
        guard failures.isEmpty else { return .left(names.old, failures + [kept(names.old)]) }
        guard let backup = old.backup else { return try remove() }
        var late: [(names: [Name], change: Change)] = []
        let blind = try host.caught { late = try use { try changes(in: names.old, on: $0) } }
        var others: [String] = []
        failures = try host.caught {
            try makePrivate(backup.parent)
            others = try moved(names.old, to: backup)
        }
        failures += others
        let place = failures.isEmpty ? backup : names.old
        let sentences = late.map { told($0.change, $0.names, in: place) } + blind
        guard failures.isEmpty else {
            return .left(place, sentences + failures + [kept(names.old)])
        }
        tellRemoved { _ in true }
        guard !blind.isEmpty else { return .kept(place, sentences) }
        return .kept(
            place,
            sentences + [
                tr(
                    "\(text(names.target)) was replaced, but nobody has seen whether something changed "
                        + "meanwhile; the old directory is in \(text(place)).")
            ])
    }

    /// That something of the old directory is not as it was seen.
    private func told(_ change: Change, _ below: [Name], in place: Path) -> String {
        let path = text(names.target.below(below))
        return switch change {
        case .changed: tr("\(path) was changed meanwhile; it is in \(text(place.below(below))).")
        case .added: tr("\(path) was added meanwhile; it is in \(text(place.below(below))).")
        case .gone: tr("\(path) was deleted meanwhile.")
        }
    }

    private func kept(_ path: Path) -> String {
        canBeUndone
            ? tr(
                "\(text(names.target)) was replaced, and the old directory was kept as "
                    + "\(text(path)); 'ferry undo' brings it back.")
            : tr(
                "\(text(names.target)) was replaced, and the old directory was kept as "
                    + "\(text(path)).")
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
    private func remove() throws -> Retired {
        // From the first removal on it cannot come back whole, which is known before.
        guard forget() else {
            let failure = undo.takeFailure()
            return .left(names.old, [failure].compactMap(\.self) + [kept(names.old)])
        }
        var gone: Set<[Name]> = []
        var failed: [(names: [Name], error: FileSystemError)] = []
        var added: [Name] = []
        let others = try host.caught {
            added = try use { files in
                try remove(contents.leaving, in: names.old, on: files) { row, error in
                    let below = row.difference.names.second
                    if let error { failed.append((below, error)) } else { gone.insert(below) }
                }
            }
        }
        tellRemoved { gone.contains($0.difference.names.second) }
        let failures = told(failed) + others
        guard !failures.isEmpty || !added.isEmpty else { return .deleted }
        let known = contents.seen[[], default: [:]]
        return .left(
            names.old,
            failures
                + added.filter { known[$0] == nil }.map { told(.added, [$0], in: names.old) }
                + [
                    tr(
                        "\(text(names.target)) was replaced; what is left of the old directory is in "
                            + "\(text(names.old)); take what you need, then delete it.")
                ])
    }

    /// Why something was not deleted. What is kept only for what is in it needs no word.
    private func told(_ failed: [(names: [Name], error: FileSystemError)]) -> [String] {
        var holders: Set<[Name]> = []
        for (below, _) in failed {
            var above = below.dropLast()
            while holders.insert(Array(above)).inserted, !above.isEmpty { above.removeLast() }
        }
        return failed.compactMap { below, error in
            switch error.kind {
            case .notEmpty where holders.contains(below): nil
            case .changed, .notEmpty: told(.changed, below, in: names.old)
            default: error.message
            }
        }
    }

    /// Files and directories that nobody can bring back.
    private var lostCount: Int {
        swap.plan.rows.count { $0.action == .delete || $0.action == .replace }
    }

    /// From now on the old directory cannot come back: what can be undone is what only the new one has. That
    /// the target was replaced stays known, and where something of the old one may be left. Whether that is
    /// written down.
    private func forget() -> Bool {
        var others = [
            UndoStep(names.target, .renamed(from: names.new)), UndoStep(names.old, .madeDirectory),
        ]
        for row in swap.plan.rows where row.action == .setMode {
            others.append(
                UndoStep(
                    names.target.below(row.difference.names.second),
                    .changed(
                        mode: row.difference.entries.second?.mode.map { $0 & 0o7777 },
                        modified: nil)))
        }
        return undo.restart(lost: lostCount) { steps in
            others
                + steps.filter { step in
                    guard let below = step.path.components(below: names.new),
                        let name = below.last
                    else { return false }
                    return contents.seen[Array(below.dropLast())]?[name] == nil
                }
        }
    }

    /// Takes rows from a directory, and that itself where nothing is left in it; else gives what is left.
    private func remove(
        _ rows: [MirrorPlan.Row], in top: Path, on files: any FileSystem,
        ended: @escaping (MirrorPlan.Row, FileSystemError?) -> Void
    ) throws -> [Name] {
        var removal = MirrorRemoval(
            rows, in: top, on: files, aside: nil, ended: ended, note: { _ in })
        try removal.run()
        // Some servers remove a directory with all that is in it.
        let left = try files.list(top)
        guard left.count == 0 else { return left.entries.map(\.name) }
        guard left.isWhole else { throw FileSystemError.unlisted(top, on: files.site) }
        for answer in files.removeDirectories([top], root: nil) { try answer.get() }
        return []
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
                failures += walk.failures.map(\.message)
                try open(found, on: files)
                let rows = SwapLeavings(contents.copied).rows(found)
                let left = try remove(rows, in: names.new, on: files) {
                    if let error = $1 { failures.append(error.message) }
                }
                guard !left.isEmpty else { return }
                let own = Set(rows.map(\.difference.names.second))
                failures += found.map(\.names).filter { !own.contains($0) }.map {
                    tr("\(text(names.new.below($0))) was kept, because it is not what was copied.")
                }
            }
        }
        guard doubts.isEmpty else { return doubts }
        failures += others
        guard failures.isEmpty else {
            return failures + [
                canBeUndone
                    ? tr(
                        "\(text(names.new)) was left behind; 'ferry undo' removes what was copied.")
                    : tr("\(text(names.new)) was left behind.")
            ]
        }
        _ = undo.restart(lost: 0) { _ in [] }
        return []
    }

    /// Lets the user remove what is in directories in which nobody may write.
    private func open(
        _ found: [(names: [Name], entry: Entry)], on files: any FileSystem
    ) throws {
        guard let setter = files as? any SettingModes, setter.setsModes else { return }
        let closed = found.filter(\.entry.isClosed).map {
            (path: names.new.below($0.names), mode: Entry.openMode)
        }
        // What could not be set is told by what cannot be removed then.
        if !closed.isEmpty { _ = setter.setModes(closed, root: names.new) }
    }
}
