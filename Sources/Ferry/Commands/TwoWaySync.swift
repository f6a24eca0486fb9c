import ArgumentParser
import Engine
import Files
import Sync

struct TwoWaySync: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Make what is inside two directories the same, both ways.",
        discussion: """
            What is new, changed, renamed or deleted in one of them becomes so in the other. Ferry \
            remembers what both had when they were last synchronised. The first time nothing is \
            deleted. What is deleted or replaced is kept in .ferry-trash of that directory, and \
            'ferry undo' brings it back.
            """)

    @Option(
        help: ArgumentHelp(
            "What becomes of a file that was changed on both sides: \(choices).",
            discussion: """
                By default both are kept, and B's file gets a name with .conflict-DATE in it. With \
                newer, too, both are kept if nothing says which is newer. With skip, both stay as \
                they are.
                """, valueName: "WHAT"))
    var conflict = ConflictChoice.keepBoth

    @Flag(help: "Never replace a file that is newer than the other.")
    var update = false

    @Option(
        help: ArgumentHelp(
            "Files that may be deleted on a side: a number, or a share such as 20%.",
            discussion: """
                By default half of the files there, but 10 in any case. If there are more, nothing \
                is deleted there. If one side is empty, nothing is deleted without 100%.
                """, valueName: "N|N%"))
    var maxDelete: String?

    @Option(
        help: ArgumentHelp(
            "Move what is deleted or replaced here, by date: a path inside both places.",
            discussion: "Without it, .ferry-trash is used.", valueName: "DIR"))
    var backup: String?

    @Flag(help: "Keep nothing of what is deleted or replaced.")
    var noBackup = false

    @OptionGroup var common: PlanOptions

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp("The first directory: a URL or a path.", valueName: "A"))
    var first: ArgumentBytes?

    @Argument(help: ArgumentHelp("The second directory: a URL or a path.", valueName: "B"))
    var second: ArgumentBytes?

    private static let choices = ConflictChoice.allCases.map(\.rawValue).joined(separator: ", ")

    func validate() throws {
        try wishes.validate()
        if common.plan == nil {
            guard first != nil, second != nil else {
                throw ValidationError("Name the two directories.")
            }
        } else if first != nil || common.savePlan != nil || wishes != SyncWishes() {
            throw ValidationError(
                "--plan takes the places and the options from its file; name no others.")
        }
    }

    /// What the options say.
    private var wishes: SyncWishes {
        var common = common.wishes
        common.update = update
        common.maxDelete = maxDelete
        common.backup = backup
        return SyncWishes(
            common: common, choices: SyncWishes.Choices(conflict: conflict, noBackup: noBackup))
    }

    func run() throws {
        try EventLines.telling(common.json) { try run($0) }
    }

    private func run(_ events: EventLines?) throws {
        let file = try common.plan.map { try PlanFile(reading: $0, of: .sync) }
        guard let first = file?.source ?? first, let second = file?.target ?? second else {
            return
        }
        var wishes = file?.syncWishes ?? wishes
        try wishes.validate()
        let stamp = wishes.choices.stamp ?? TwoWaySync.stamp
        wishes.choices.stamp = stamp
        let named = [try Place(first, options), try Place(second, options)]
        let session = try HeadlessSession(options, named)
        defer { session.close() }
        try SelfCopyCheck.check(try session.resolved(named))
        let trees = try ComparedTrees(named, session, makesSecond: true)
        try trees.checkApart(session)
        let agreements = AgreementStore(trees.places, session)
        let memory = try agreements.load()
        guard trees.hasSecond || memory.time == nil else {
            throw Failure.usage(
                "\(trees.places.second.text) does not exist any more. Create it, or delete what you "
                    + "do not need in \(trees.places.first.text) yourself.")
        }
        let pairs = MirrorMemory(trees.places, session)
        var rules = try wishes.comparing(trees, memory)
        let known = pairs.load()
        rules.memory = known
        var comparer = TreeComparer(trees.places, rules, session)
        comparer.areThere.second = trees.hasSecond
        comparer.connections = common.connections
        comparer.readsIgnoreLists = wishes.common.ignoreFiles
        var outcome = try comparer.run()
        let areWhole = Pair(isWhole(.first, outcome, trees), isWhole(.second, outcome, trees))
        let unread = try settleDoubts(&outcome, trees, session)
        var syncRules = wishes.rules(stamp: stamp)
        let charsets = trees.places.map { $0.site.nameCharset }
        // A name that is written in other bytes there is given by a copy.
        syncRules.findsMoves = charsets.first == charsets.second
        var plan = SyncPlan(
            outcome.comparison, memory, syncRules, unread: unread, areWhole: areWhole)
        var refuted: Set<Int> = []
        while true {
            // What was another's place may be taken for that of the next.
            let more = try unmoved(plan, trees, session)
            if more.isEmpty { break }
            refuted.formUnion(more)
            plan = SyncPlan(
                outcome.comparison, memory, syncRules, unread: unread, unmoved: refuted,
                areWhole: areWhole)
        }
        let wording = SyncWording(trees.places, syncRules, since: memory.time)
        if let file { plan = try file.fitting(plan, wording) }
        if let savePlan = common.savePlan {
            try PlanFile(plan, wishes, wording).write(to: savePlan)
        }
        let report = SyncReport(plan: plan, outcome: outcome, wording: wording)
        try show(report, events)
        if common.dryRun || common.savePlan != nil { return try endDry(report, events) }
        let run = SyncRun(
            session: session, trees: trees, rules: comparer.rules, outcome: outcome, plan: plan,
            memories: SyncMemories(
                agreements: agreements, memory: memory, pairs: pairs, known: known,
                comparesSizesOnly: wishes.common.sizeOnly,
                comparesModes: comparer.rules.comparesModes),
            events: events, wishes: wishes, connections: common.connections,
            aside: try wishes.aside?.dated)
        try run.run(after: report.troubles)
        if events == nil, !plan.rows.isEmpty { StandardError.say("ferry: \(report.summary)") }
    }

    /// `20261127-113405`, on this machine's clock.
    private static var stamp: String {
        let now = Int64(WallClock.now())
        let text = ISOTime.text(seconds: now + Int64(WallClock.localOffset(at: now)))
        return text.filter { $0.isNumber || $0 == "T" }.replacing("T", with: "-")
    }

    private func show(_ report: SyncReport, _ events: EventLines?) throws {
        if let events {
            report.append(to: events)
        } else if common.dryRun || options.verbose {
            try report.printPlan()
        }
        CompareNotes.say(report.outcome.comparison)
        for line in report.skipped { StandardError.say("ferry: \(line)") }
    }

    /// Throws what would fail.
    private func endDry(_ report: SyncReport, _ events: EventLines?) throws {
        if events == nil { StandardError.say("ferry: \(report.summary)") }
        let lines = report.troubles
        if !lines.isEmpty { throw Failure(lines) }
    }

    private func isWhole(
        _ side: ComparedSide, _ outcome: PairWalk.Outcome, _ trees: ComparedTrees
    ) -> Bool {
        !outcome.failures.contains {
            $0.side == side && ($0.error.endsConnection || $0.path == trees.places[side].path)
        }
    }

    /// Reads files that only seem to differ; gives the indices of those that could not be read.
    private func settleDoubts(
        _ outcome: inout PairWalk.Outcome, _ trees: ComparedTrees, _ session: HeadlessSession
    ) throws -> Set<Int> {
        let doubts = SyncPlan.doubts(outcome.comparison).compactMap { index in
            outcome.comparison.differences[index].files.map { (index: index, files: $0) }
        }
        guard !doubts.isEmpty else { return [] }
        var same: Set<Int> = []
        var unread = Set(doubts.map { $0.files.names })
        try ContentComparer(trees.places, session).compare(
            doubts.map(\.files)
        ) { position, result in
            let (index, files) = doubts[position]
            switch result {
            case .success(let areSame):
                unread.remove(files.names)
                if areSame { same.insert(index) }
            case .failure(let error):
                outcome.failures.append(PairWalk.Failure(files, trees.places, error))
            }
        }
        outcome.comparison.noteSame(same)
        return Set(
            outcome.comparison.differences.indices.filter {
                unread.contains(outcome.comparison.differences[$0].names)
            })
    }

    /// Bytes of a file that is read to find out whether it has another name, and of one that is where only
    /// its directory has. Of larger ones size and time tell: to read them takes as long as to copy them.
    private static let (named, placed): (UInt64, UInt64) = (16 << 20, 1 << 20)

    /// What only looks as if it had had another name, by its index.
    private func unmoved(
        _ plan: SyncPlan, _ trees: ComparedTrees, _ session: HeadlessSession
    ) throws -> Set<Int> {
        let moves = plan.moves.filter { _, files in
            let hasOtherName = files.names.first.last != files.names.second.last
            let limit = hasOtherName ? TwoWaySync.named : TwoWaySync.placed
            return files.entries.first.size.map { $0 < limit } ?? true
        }
        var unmoved = Set(moves.map(\.index))
        try ContentComparer(trees.places, session).compare(
            moves.map(\.files)
        ) { position, result in
            // What cannot be read is copied, and says then why it cannot be.
            if case .success(true) = result { unmoved.remove(moves[position].index) }
        }
        return unmoved
    }
}
