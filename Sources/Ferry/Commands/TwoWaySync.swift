import ArgumentParser
import Engine
import Files
import Sync
import UI
import Words

struct TwoWaySync: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: tr("Make what is inside two directories the same, both ways."),
        discussion: tr(
            """
            What is new, changed, renamed or deleted in one of them becomes so in the other. Ferry \
            remembers what both had when they were last synchronised. The first time nothing is \
            deleted. What is deleted or replaced is kept in .ferry-trash of that directory, and \
            'ferry undo' brings it back.
            """))

    @Option(
        help: ArgumentHelp(
            tr("What becomes of a file that was changed on both sides: \(choices)."),
            discussion: tr(
                """
                By default both are kept, and B's file gets a name with .conflict-DATE in it. With \
                newer, too, both are kept if nothing says which is newer. With skip, both stay as \
                they are.
                """), valueName: "WHAT"))
    var conflict = ConflictChoice.keepBoth

    @Flag(help: ArgumentHelp(tr("Never replace a file that is newer than the other.")))
    var update = false

    @Option(
        help: ArgumentHelp(
            tr("Files that may be deleted on a side: a number, or a share such as 20%."),
            discussion: tr(
                """
                By default half of the files there, but 10 in any case. If there are more, nothing \
                is deleted there. If one side is empty, or holds none of the files of the last sync, \
                nothing is deleted without 100%.
                """), valueName: "N|N%"))
    var maxDelete: String?

    @Option(
        help: ArgumentHelp(
            tr("Move what is deleted or replaced here, by date: a path inside both places."),
            discussion: tr("Without it, .ferry-trash is used."), valueName: "DIR"))
    var backup: String?

    @Flag(help: ArgumentHelp(tr("Keep nothing of what is deleted or replaced.")))
    var noBackup = false

    @OptionGroup var common: PlanOptions

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("The first directory: a URL or a path."), valueName: "A"))
    var first: ArgumentBytes?

    @Argument(help: ArgumentHelp(tr("The second directory: a URL or a path."), valueName: "B"))
    var second: ArgumentBytes?

    private static let choices = ConflictChoice.allCases.map(\.rawValue).joined(separator: ", ")

    func validate() throws {
        try wishes.validate()
        if common.plan == nil {
            guard first != nil, second != nil else {
                throw ValidationError(tr("Name the two directories."))
            }
        } else if first != nil || common.savePlan != nil || wishes != SyncWishes() {
            throw ValidationError(
                tr("--plan takes the places and the options from its file; name no others."))
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
        try HeadlessSession.checkWords(of: try session.resolved(named))
        let trees = try ComparedTrees(named, session, makesSecond: true)
        try session.checkApart(trees.places.first, trees.places.second)
        let agreements = AgreementStore(
            trees.places, storePath: session.settings.storePath)
        let memory = try HeadlessPlanHost.running { try agreements.load() }
        guard trees.hasSecond || memory.time == nil else {
            throw Failure.usage(
                tr(
                    "\(trees.places.second.text) does not exist any more. Create it, or delete what you "
                        + "do not need in \(trees.places.first.text) yourself."))
        }
        let pairs = session.memory(of: trees.places)
        var rules = try wishes.comparing(trees, memory)
        let known = pairs.load()
        rules.memory = known
        var comparer = TreeComparer(trees.places, rules, session)
        comparer.areThere.second = trees.hasSecond
        comparer.connections = common.connections
        comparer.readsIgnoreLists = wishes.common.ignoreFiles
        var outcome = try comparer.run()
        var syncRules = wishes.rules(stamp: stamp)
        let charsets = trees.places.map { $0.site.nameCharset }
        // A name that is written in other bytes there is given by a copy.
        syncRules.findsMoves = charsets.first == charsets.second
        var plan = try SyncPlanner(trees.places, session).plan(&outcome, memory, syncRules)
        let wording = SyncWording(
            trees.places, syncRules, since: memory.time,
            localOffset: { WallClock.localOffset(at: $0) })
        if let file { plan = try file.fitting(plan, wording) }
        if let savePlan = common.savePlan {
            try PlanFile(plan, wishes, wording).write(to: savePlan)
        }
        let report = SyncReport(plan: plan, outcome: outcome, wording: wording)
        try show(report, events)
        if common.dryRun || common.savePlan != nil { return try endDry(report, events) }
        let host = HeadlessPlanHost(
            session: session, places: trees.places, events: events,
            checksum: wishes.common.checksum, connections: common.connections)
        let memories = SyncMemories(
            agreements, memory, pairs, known: known,
            comparesSizesOnly: wishes.common.sizeOnly,
            comparesModes: comparer.rules.comparesModes)
        try HeadlessPlanHost.running { try memories.begin(plan, outcome.comparison) }
        var run = SyncRun(
            plan, outcome.comparison.directories, comparer.rules, trees.places, memories,
            aside: try wishes.aside?.dated, host)
        run.hasSecond = trees.hasSecond
        let lines = report.troubles + (try HeadlessPlanHost.running { try run.run() })
        if !lines.isEmpty { throw Failure(lines) }
        if events == nil, !plan.rows.isEmpty {
            StandardError.say("ferry: \(report.summary(isDone: true))")
        }
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
        if events == nil { StandardError.say("ferry: \(report.summary(isDone: false))") }
        let lines = report.troubles
        if !lines.isEmpty { throw Failure(lines) }
    }
}
