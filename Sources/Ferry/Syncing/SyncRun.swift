import Engine
import Files
import Jobs
import Sync
import UI

/// Does what a plan for two sides says: new names first, then what is in the way goes, then come the copies
/// to both sides, and in the end what is gone from the other.
struct SyncRun {
    let session: HeadlessSession
    let trees: ComparedTrees
    let rules: ComparisonRules
    let outcome: PairWalk.Outcome
    let plan: SyncPlan
    let memories: SyncMemories
    let events: EventLines?
    let wishes: SyncWishes
    let connections: Int?
    /// Names below both tops, of this run alone.
    let aside: [Name]?

    /// Throws what failed.
    func run(after troubles: [String]) throws {
        var lines = troubles
        let undo = undoKeepers
        defer { for side in ComparedSide.allCases { undo[side].finish() } }
        try makeSecond(undo.second)
        try memories.begin(plan, outcome.comparison)
        var renamed: Set<Int> = []
        for side in ComparedSide.allCases {
            lines += try rename(on: side, undo[side], &renamed)
        }
        let work = Pair(
            steps(to: .first, renamed, undo.first), steps(to: .second, renamed, undo.second))
        let removals = work.map { $0.steps.removals(last: true) }
        for side in ComparedSide.allCases {
            lines += try remove(removals[side].first, work[side], side)
        }
        for side in [ComparedSide.second, .first] {
            lines += try copy(work[side], to: side)
        }
        for side in ComparedSide.allCases {
            lines += try remove(removals[side].last, work[side], side)
        }
        if !lines.isEmpty { throw Failure(lines) }
    }

    /// On one site there is one account of what was done.
    private var undoKeepers: Pair<RunningUndo> {
        let places = trees.places
        let twins = UndoTwins()
        let first = RunningUndo(.sync, on: places.first.site, session, with: twins)
        guard places.first.site != places.second.site else { return Pair(first, first) }
        return Pair(first, RunningUndo(.sync, on: places.second.site, session, with: twins))
    }

    private func makeSecond(_ undo: RunningUndo) throws {
        guard !trees.hasSecond else { return }
        let place = trees.places.second
        undo.keep(UndoStep(place.path, .madeDirectory))
        try session.use(place.site, keeps: true) { files in
            try files.makeDirectory(place.path, root: nil)
        }
    }

    private func steps(
        to side: ComparedSide, _ renamed: Set<Int>, _ undo: RunningUndo
    ) -> PlanSteps {
        let steps = MirrorSteps(
            plan.mirror(to: side, renamed: renamed),
            directories: outcome.comparison.directories[side.other], rules,
            Pair(trees.places[side.other], trees.places[side]), aside: aside)
        return PlanSteps(
            session: session, steps: steps, comparesModes: rules.comparesModes, events: events,
            undo: undo, checksum: wishes.common.checksum, connections: connections)
    }

    /// A line for each that did not get its name, and is not copied instead.
    private func rename(
        on side: ComparedSide, _ undo: RunningUndo, _ renamed: inout Set<Int>
    ) throws -> [String] {
        let wanted = plan.renamings(on: side)
        guard !wanted.isEmpty else { return [] }
        let place = trees.places[side]
        var lines: [String] = []
        var done: Set<Int> = []
        let failures = try Failure.caught {
            try session.use(place.site, keeps: true) { files in
                var renaming = SideRenaming(in: place.path, on: files) { index, error in
                    guard let error else {
                        done.insert(index)
                        return
                    }
                    // A move that did not succeed becomes a copy.
                    if case .move = plan.rows[index].action { return }
                    events?.append(
                        failed: DifferenceLine(places: trees.places).failed(
                            error.path ?? place.path, side, error.message), error.message)
                    lines.append(error.message)
                } note: {
                    undo.keep($0)
                }
                try renaming.run(wanted)
            }
        }
        renamed.formUnion(done)
        try memories.noteMoves(done.sorted().map { plan.rows[$0] }.filter { $0.origin != nil })
        return lines + failures.flatMap { $0.lines.map(PlanSteps.bare) }
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

    private func copy(_ work: PlanSteps, to side: ComparedSide) throws -> [String] {
        let (copied, failures) = try work.copy()
        let modes = try work.setModes(after: copied)
        let unset = failures + modes.failures
        // What was copied is there, whether it can be remembered or not.
        let lost = try Failure.caught {
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
        for failure in lost { for line in failure.lines { StandardError.say(line) } }
        return unset
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
