import Files
import Jobs
import Sync
import Transfers

/// One run of a swap, step by step. What fails is a sentence.
struct SwapRun {
    /// What came of the two renamings.
    enum Exchange {
        case done
        /// The target is as it was.
        case refused([String])
        /// Nothing has the target's name, and the old directory waits beside it.
        case torn([String])
    }

    private let swap: MirrorSwap
    private let names: SwapNames
    private let undo: RunningUndo
    /// How the source goes into the new directory.
    private let steps: MirrorSteps

    private var host: any PlanHost { swap.host }
    private var site: Site { swap.places.second.site }
    private var contents: SwapContents { swap.contents }

    init(_ swap: MirrorSwap, _ names: SwapNames, _ undo: RunningUndo) {
        self.swap = swap
        self.names = names
        self.undo = undo
        steps = MirrorSteps(
            MirrorPlan(swap.contents.copies), directories: [:], swap.rules,
            Pair(swap.places.first, Location(site: swap.places.second.site, path: names.new)),
            aside: nil)
    }

    private func use<Value>(_ body: (any FileSystem) throws -> Value) throws -> Value {
        try host.use(site, keeps: true, body)
    }

    private func text(_ path: Path) -> String { Location(site: site, path: path).text }

    // MARK: - Writing

    /// Copies the source beside the target. How both stand then, and a sentence for each that failed.
    func write() throws -> (pairs: RememberedPairs, failures: [String]) {
        try host.makeTop(steps.places.second, keeping: undo)
        let work = try PlanSteps(
            steps, to: .second, comparesModes: swap.rules.comparesModes, undo, host)
        let (copied, failures) = try work.copy()
        guard failures.isEmpty else { return (RememberedPairs([]), failures) }
        let sentences = try use { try missing(on: $0) }
        let pairs = RememberedPairs(try work.standing(of: copied))
        try use { try permit(on: $0) }
        return (pairs, sentences)
    }

    /// What a server has taken without keeping it.
    private func missing(on files: any FileSystem) throws(FileSystemError) -> [String] {
        // Some stores have no directory in which nothing is.
        let copied = contents.copied.filter { !$0.value.isEmpty }
        let empty = contents.copies.filter {
            $0.action == .makeDirectory && copied[$0.difference.names.second] == nil
        }
        let unsure = Dictionary(grouping: empty) { $0.difference.names.second.dropLast() }
        var sentences: [String] = []
        for (path, answer) in try steps.answers(about: copied.keys.map(names.new.below), on: files)
        {
            let listing = try answer.get()
            guard let below = path.components(below: names.new) else { continue }
            // Servers may spell names in another way.
            let wanted = (copied[below]?.count ?? 0) - (unsure[below[...]]?.count ?? 0)
            guard listing.count < wanted else { continue }
            sentences.append(
                "\(text(path)) has \(Plural.count(listing.count, "name")) after the copy, not "
                    + "\(wanted); compare it with the source.")
        }
        return sentences
    }

    /// Gives the new directory the permissions of the old one.
    private func permit(on files: any FileSystem) throws(FileSystemError) {
        guard let mode = swap.old?.mode, let setter = files as? any SettingModes,
            setter.setsModes, let present = try files.entry(at: names.new)?.mode,
            present & 0o7777 != mode
        else { return }
        try setter.setMode(mode, of: names.new)
    }

    // MARK: - Looking again

    /// Why the target is not replaced after all: something in it is not as it was seen. Nil for nothing.
    func change() throws -> String? {
        let path = try use { try change(on: $0) }
        return path.map {
            "\(text($0)) was changed since the comparison, so \(text(names.target)) was not "
                + "replaced; run it again."
        }
    }

    private func change(on files: any FileSystem) throws(FileSystemError) -> Path? {
        guard let old = swap.old else {
            return try files.entry(at: names.target) == nil ? nil : names.target
        }
        let places = contents.seen.keys.map(names.target.below)
        for (path, answer) in try steps.answers(about: places, on: files) {
            let listing: Directory
            switch answer {
            case .success(let found): listing = found
            case .failure(let error):
                if try files.isNoDirectory(path, after: error) { return path }
                throw error
            }
            guard let below = path.components(below: names.target),
                let seen = contents.seen[below], !listing.isCut, listing.unreadCount == 0,
                listing.droppedCount == 0
            else { return path }
            var found: Set<Name> = []
            for entry in listing.entries where !old.along.contains(below + [entry.name]) {
                guard let before = seen[entry.name], !entry.isOther(than: before) else {
                    return path.appending(entry.name)
                }
                found.insert(entry.name)
            }
            if let gone = seen.keys.first(where: { !found.contains($0) }) {
                return path.appending(gone)
            }
        }
        return nil
    }

    // MARK: - Renaming

    /// Renames, and makes sure where no answer came.
    private func rename(_ path: Path, to other: Path) throws {
        do {
            try use { try $0.rename(path, to: other) }
        } catch let failure {
            let isDone: Bool
            do {
                isDone = try use { files in
                    try files.entry(at: path) == nil && files.entry(at: other) != nil
                }
            } catch {
                // Where nobody can look either, the first one says why.
                throw failure
            }
            guard isDone else { throw failure }
        }
    }

    /// Has the new directory come into the old one's place.
    func exchange() throws -> Exchange {
        if swap.old != nil {
            let failures = try host.caught { try rename(names.target, to: names.old) }
            guard failures.isEmpty else { return .refused(failures) }
        }
        let failures = try host.caught { try rename(names.new, to: names.target) }
        guard !failures.isEmpty else { return .done }
        guard swap.old != nil else { return .refused(failures) }
        let others = try host.caught { try rename(names.old, to: names.target) }
        guard !others.isEmpty else { return .refused(failures) }
        return .torn(
            failures + others + [
                "\(text(names.target)) is in \(text(names.old)) now; 'ferry undo' brings it back."
            ])
    }

    /// What becomes of the old directory.
    func retire() throws -> [String] {
        guard let old = swap.old else { return [] }
        var failures: [String] = []
        for below in old.along {
            failures += try host.caught {
                try use { files in
                    try PrivateDirectories(files) {
                        undo.keep(UndoStep($0, .madeDirectory))
                    }.make(names.target.below(below).parent)
                }
                try rename(names.old.below(below), to: names.target.below(below))
            }
        }
        guard failures.isEmpty else {
            return failures + [
                "The old directory was kept as \(text(names.old)); 'ferry undo' brings it back."
            ]
        }
        guard let backup = old.backup else { return try remove() }
        failures = try host.caught {
            try use { files in
                // That it is renamed is kept from the first on.
                let aside = AsideDirectory(backup.parent, on: files) { step in
                    if case .madeDirectory = step?.what { undo.keep(step) }
                }
                try aside.put(names.old, as: backup.name.map { [$0] } ?? [])
            }
        }
        if failures.isEmpty { tellRemoved { _ in true } }
        return failures
    }

    private func tellRemoved(_ isGone: (MirrorPlan.Row) -> Bool) {
        for row in swap.plan.rows where row.action == .delete && isGone(row) {
            host.note(removed: row, nil, by: steps)
        }
    }

    // MARK: - Removing

    /// Deletes the old directory, as far as it is as it was seen.
    private func remove() throws -> [String] {
        forget()
        let place = MirrorSteps(
            swap.plan, directories: [:], swap.rules,
            Pair(swap.places.first, Location(site: site, path: names.old)), aside: nil)
        var kept: Set<[Name]> = []
        var failures: [String] = []
        let others = try host.caught {
            try use { files in
                try remove(contents.leaving, in: names.old, on: files) { row, error in
                    guard let error else { return }
                    kept.insert(row.difference.names.second)
                    failures.append(error.message)
                    host.note(removed: row, error, by: place)
                }
            }
        }
        tellRemoved { !kept.contains($0.difference.names.second) }
        return failures + others
    }

    /// From now on the old directory cannot come back: what can be undone is what only the new one has.
    private func forget() {
        var lost = 0
        var modes: [UndoStep] = []
        for row in swap.plan.rows {
            let (path, entry) = (
                names.target.below(row.difference.names.second), row.difference.entries.second
            )
            switch row.action {
            case .delete, .replace: lost += 1
            case .setMode:
                modes.append(
                    UndoStep(path, .changed(mode: entry?.mode.map { $0 & 0o7777 }, modified: nil)))
            case .copy, .makeDirectory, .makeLink, .conflict, .skip: break
            }
        }
        undo.restart(lost: lost) { steps in
            modes
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
        ended: @escaping (MirrorPlan.Row, FileSystemError?) -> Void
    ) throws {
        var removal = MirrorRemoval(
            rows, in: top, on: files, aside: nil, ended: ended, note: { _ in })
        try removal.run()
        // Some servers remove a directory with all that is in it.
        guard try files.list(top).count == 0 else {
            throw FileSystemError(
                .notEmpty, path: top,
                detail: "\(top.text) was kept, because it is not empty; check what is in it.")
        }
        for answer in files.removeDirectories([top], root: nil) { try answer.get() }
    }

    /// Removes what was written, where it does not come into the target's place; a sentence for each that
    /// stays.
    func discard() throws -> [String] {
        let copied = contents.copied
        var failures: [String] = []
        let others = try host.caught {
            try use { files in
                guard try files.entry(at: names.new) != nil else { return }
                var rows: [MirrorPlan.Row] = []
                var walk = TreeWalk(files, below: names.new) { entry, below in
                    // Nobody else knows of this directory; if somebody does, theirs stays.
                    let known = copied[Array(below.dropLast())]
                    guard known?.contains(entry.name) == true || PartID(entry.name) != nil else {
                        return
                    }
                    rows.append(
                        MirrorPlan.Row(
                            .delete,
                            Difference(
                                names: Pair(below, below), entries: Pair(nil, entry),
                                reason: .only(.second))))
                }
                try walk.run()
                try remove(rows, in: names.new, on: files) { _, error in
                    if let error { failures.append(error.message) }
                }
            }
        }
        failures += others
        guard failures.isEmpty else {
            return failures + ["\(text(names.new)) was left behind; 'ferry undo' removes it."]
        }
        undo.restart(lost: 0) { _ in [] }
        return []
    }
}
