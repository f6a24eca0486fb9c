package import Files
import Jobs
package import Sync

/// Does what a plan for two sides says: new names first, then what is in the way goes, then come the copies
/// to both sides, and in the end what is gone from the other.
package struct SyncRun {
    private let host: any PlanHost
    private let places: Pair<Location>
    private let rules: ComparisonRules
    /// Those of each side that the other has too, as they were listed.
    private let directories: Pair<[[Name]: Entry]>
    private let plan: SyncPlan
    private let memories: SyncMemories
    /// Names below both tops, of this run alone.
    private let aside: [Name]?
    /// Whether the second place's directory is there.
    package var hasSecond = true

    package init(
        _ plan: SyncPlan, _ directories: Pair<[[Name]: Entry]>, _ rules: ComparisonRules,
        _ places: Pair<Location>, _ memories: SyncMemories, aside: [Name]?, _ host: any PlanHost
    ) {
        self.plan = plan
        self.directories = directories
        self.rules = rules
        self.places = places
        self.memories = memories
        self.aside = aside
        self.host = host
    }

    /// Gives a sentence for each that failed.
    package func run() throws -> [String] {
        var sentences: [String] = []
        let undo = undoKeepers
        defer {
            for side in ComparedSide.allCases {
                if let sentence = undo[side].finish() { host.warn(sentence) }
            }
        }
        if !hasSecond { try host.makeTop(places.second, keeping: undo.second) }
        var renamed: Set<Int> = []
        for side in ComparedSide.allCases {
            sentences += try rename(on: side, undo[side], &renamed)
        }
        let work = Pair(
            try steps(to: .first, renamed, undo.first),
            try steps(to: .second, renamed, undo.second))
        let removals = work.map { $0.steps.removals(last: true) }
        for side in ComparedSide.allCases where !host.isStopped {
            sentences += try remove(removals[side].first, work[side], side)
        }
        var copied: Pair<Set<Path>> = Pair([], [])
        for side in [ComparedSide.second, .first] where !host.isStopped {
            let done = try copy(work[side], to: side)
            copied[side] = done.copied
            sentences += done.failures
        }
        for side in ComparedSide.allCases where !host.isStopped {
            let kept = originsKept(on: side, renamed, copied: copied[side])
            let rows = removals[side].last.filter { !kept.contains($0.difference.names.second) }
            sentences += try remove(rows, work[side], side)
        }
        return sentences
    }

    /// The old names, from the top, of files that have got neither the new name nor a copy of it: these are
    /// all that is left of them on that side.
    private func originsKept(
        on side: ComparedSide, _ renamed: Set<Int>, copied: Set<Path>
    ) -> Set<[Name]> {
        var kept: Set<[Name]> = []
        for (index, row) in plan.rows.enumerated() where !renamed.contains(index) {
            guard case .move(on: side) = row.action, let origin = row.origin else { continue }
            let new = Path(
                components: places[side].path.components + row.difference.names[side])
            if !copied.contains(new) { kept.insert(origin.names[side]) }
        }
        return kept
    }

    /// On one site there is one account of what was done.
    private var undoKeepers: Pair<RunningUndo> {
        let twins = UndoTwins()
        func undo(on site: Site) -> RunningUndo {
            RunningUndo(
                .sync, on: site, storePath: host.storePath, batch: host.batch, with: twins)
        }
        let first = undo(on: places.first.site)
        guard places.first.site != places.second.site else { return Pair(first, first) }
        return Pair(first, undo(on: places.second.site))
    }

    private func steps(
        to side: ComparedSide, _ renamed: Set<Int>, _ undo: RunningUndo
    ) throws -> PlanSteps {
        let steps = MirrorSteps(
            plan.mirror(to: side, renamed: renamed),
            directories: directories[side.other], rules,
            Pair(places[side.other], places[side]), aside: aside)
        return try PlanSteps(
            steps, to: side, comparesModes: rules.comparesModes, undo, host)
    }

    /// A line for each that did not get its name, and is not copied instead.
    private func rename(
        on side: ComparedSide, _ undo: RunningUndo, _ renamed: inout Set<Int>
    ) throws -> [String] {
        let place = places[side]
        func path(_ renaming: SyncPlan.Renaming) -> Path {
            Path(components: place.path.components + renaming.to)
        }
        let all = plan.renamings(on: side)
        let wanted = all.filter { !host.journal.holds(.renamed, on: side, at: path($0)) }
        var done = Set(all.map(\.row)).subtracting(wanted.map(\.row))
        guard !wanted.isEmpty else {
            renamed.formUnion(done)
            try memories.noteMoves(moves(done))
            return []
        }
        let paths = Dictionary(wanted.map { ($0.row, path($0)) }) { $1 }
        var lines: [String] = []
        let failures = try host.caught {
            try host.use(place.site, keeps: true) { files in
                var renaming = SideRenaming(
                    in: place.path, on: files, isAgain: host.journal.isAgain
                ) { index, error in
                    guard let error else {
                        done.insert(index)
                        if let path = paths[index] {
                            host.journal.note(.renamed, on: side, at: path)
                        }
                        return
                    }
                    // A move that did not succeed becomes a copy.
                    if case .move = plan.rows[index].action { return }
                    host.note(unnamed: error, at: error.path ?? place.path, side)
                    lines.append(error.message)
                } note: {
                    undo.keep($0)
                } proceed: { () throws(FileSystemError) in
                    try host.proceed()
                }
                try renaming.run(wanted)
            }
        }
        renamed.formUnion(done)
        try memories.noteMoves(moves(done))
        return lines + failures
    }

    /// Those of these rows that have a new place.
    private func moves(_ done: Set<Int>) -> [SyncPlan.Row] {
        done.sorted().map { plan.rows[$0] }.filter { $0.origin != nil }
    }

    private func remove(
        _ rows: [MirrorPlan.Row], _ work: PlanSteps, _ side: ComparedSide
    ) throws -> [String] {
        var gone: [MirrorPlan.Row] = []
        let lines = try work.remove(rows) { gone.append($0) }
        try memories.forget(
            gone.map { side == .second ? $0.difference : $0.difference.reversed })
        return lines
    }

    private func copy(
        _ work: PlanSteps, to side: ComparedSide
    ) throws -> (copied: Set<Path>, failures: [String]) {
        let (copied, failures) = try work.copy()
        let modes = try work.setModes(after: copied)
        let unset = failures + modes.failures
        // What was copied is there, whether it can be remembered or not.
        let lost = try host.caught {
            let standing = SyncRun.untouched(
                try work.standing(of: copied.subtracting(modes.unset).union(modes.set)))
            try memories.note(
                side == .second
                    ? standing
                    : standing.map { item in
                        (
                            Pair(item.names.second, item.names.first),
                            Pair(item.entries.second, item.entries.first)
                        )
                    })
        }
        for sentence in lost { host.warn(sentence) }
        return (copied, unset)
    }

    /// Where a target keeps the times of what it is given, files with other times may have been changed
    /// since by somebody: the next run reads them.
    private static func untouched(
        _ standing: [(names: Pair<[Name]>, entries: Pair<Entry>)]
    ) -> [(names: Pair<[Name]>, entries: Pair<Entry>)] {
        let pairs = RememberedPairs(standing)
        guard !pairs.told.isEmpty, !pairs.needed.isEmpty else { return standing }
        return standing.filter { pairs.needed[PairMemory.key($0.names.first)] == nil }
    }
}
