import ArgumentParser
import Engine
import Files
import Jobs
import Sync
import Words

struct Mirror: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mirror",
        abstract: tr("Make what is inside one directory the same as what is inside another."),
        discussion: tr(
            """
            New and changed files are copied from SOURCE to TARGET. Nothing is deleted without \
            --delete, nor below a directory that could not be read. 'ferry undo' takes back what \
            was new, and with --backup everything.
            """))

    @Flag(
        help: ArgumentHelp(
            tr("Delete what the source does not have, and replace directories by files.")))
    var delete = false

    @Flag(help: ArgumentHelp(tr("With --delete, delete only once everything was copied.")))
    var deleteAfter = false

    @Flag(help: ArgumentHelp(tr("Never replace a file that is newer than its source.")))
    var update = false

    @Option(
        help: ArgumentHelp(
            tr("Files that --delete may delete: a number, or a share such as 20%."),
            discussion: tr(
                """
                By default half of the target's files, but 10 in any case. If there are more, \
                nothing is deleted. If the source is empty, nothing is deleted without 100%.
                """), valueName: "N|N%"))
    var maxDelete: String?

    @Option(
        help: ArgumentHelp(
            tr("Move what is deleted or replaced here, by date: a path inside TARGET."),
            valueName: "DIR"))
    var backup: String?

    @Flag(
        help: ArgumentHelp(
            tr("Copy what links lead to instead of the links."),
            discussion: tr("Links that lead nowhere, or to a directory above, stay links.")))
    var follow = false

    @Flag(
        help: ArgumentHelp(
            tr("Copy whatever changes, until it is stopped."),
            discussion: tr(
                """
                Changes on this machine go over half a second after the last of them. A source \
                elsewhere is checked every 30 seconds. If the connection is lost, Ferry tries again.
                """)))
    var watch = false

    @Flag(
        help: ArgumentHelp(
            tr("Replace TARGET as a whole: nobody sees it half done."),
            discussion: tr(
                """
                All of SOURCE is copied beside TARGET. Then both change names. With --backup the \
                old directory is kept as it was.
                """)))
    var swap = false

    @OptionGroup var common: PlanOptions

    @OptionGroup var options: ConnectionOptions

    @Argument(
        help: ArgumentHelp(tr("The directory to copy from: a URL or a path."), valueName: "SOURCE"))
    var source: ArgumentBytes?

    @Argument(
        help: ArgumentHelp(tr("The directory to change: a URL or a path."), valueName: "TARGET"))
    var target: ArgumentBytes?

    func validate() throws {
        try wishes.validate()
        if watch, common.dryRun || common.plan != nil || common.savePlan != nil {
            throw ValidationError(
                tr("--watch goes with none of --dry-run, --plan and --save-plan."))
        }
        if swap, update || watch || common.isPartial || common.usesFile {
            throw ValidationError(
                tr(
                    "--swap goes with none of --update, --existing, --missing, --watch, --save-plan "
                        + "and --plan."))
        }
        if common.plan == nil {
            guard source != nil, target != nil else {
                throw ValidationError(tr("Name the SOURCE and the TARGET."))
            }
        } else if source != nil || common.savePlan != nil || wishes != MirrorWishes() {
            throw ValidationError(
                tr("--plan takes the places and the options from its file; name no others."))
        }
    }

    /// What the options say.
    private var wishes: MirrorWishes {
        var wishes = common.wishes
        wishes.deletes = delete
        wishes.deletesLast = deleteAfter
        wishes.update = update
        wishes.maxDelete = maxDelete
        wishes.backup = backup
        wishes.follow = follow
        return wishes
    }

    func run() throws {
        guard watch else { return try EventLines.telling(common.json) { try run($0) } }
        let (session, named) = try begin(nil)
        defer { session.close() }
        guard let source = named.first else { return }
        let place = try session.resolved(source)
        let isLocal = !place.site.isRemote
        let trees = isLocal ? try ComparedTrees(named, session, makesSecond: true) : nil
        let store = Path(Array(session.settings.storePath.utf8))
        try MirrorWatch(
            source: trees?.places.first.path, excluded: [store.parent], isIncomplete: follow
        ).run {
            // An idle connection would only be lost.
            defer { session.closeKept() }
            try EventLines.telling(common.json) { try mirror(named, session, nil, $0) }
        }
    }

    private func run(_ events: EventLines?) throws {
        let file = try common.plan.map { try PlanFile(reading: $0, of: .mirror) }
        let (session, named) = try begin(file)
        defer { session.close() }
        try mirror(named, session, file, events)
    }

    private func begin(_ file: PlanFile?) throws -> (HeadlessSession, [Place]) {
        guard let source = file?.source ?? source, let target = file?.target ?? target else {
            throw Failure.usage(tr("Name the SOURCE and the TARGET."))
        }
        try (file?.wishes ?? wishes).validate()
        let named = [try Place(source, options), try Place(target, options)]
        return (try HeadlessSession(options, named), named)
    }

    /// Once.
    private func mirror(
        _ named: [Place], _ session: HeadlessSession, _ file: PlanFile?, _ events: EventLines?
    ) throws {
        let wishes = file?.wishes ?? wishes
        try HeadlessSession.checkWords(of: try session.resolved(named))
        let trees = try ComparedTrees(named, session, makesSecond: true)
        try session.checkApart(trees.places.first, trees.places.second)
        let memory = session.memory(of: trees.places)
        var rules = try wishes.comparing(trees)
        rules.memory = memory.load()
        // All is copied, what is the same as well.
        if swap { rules.agreed = SyncMemory() }
        var comparer = TreeComparer(trees.places, rules, session)
        comparer.areThere.second = trees.hasSecond
        comparer.connections = common.connections
        comparer.readsIgnoreLists = wishes.ignoreFiles
        let outcome = try comparer.run()
        let isSourceWhole = !outcome.failures.contains {
            $0.side == .first && ($0.error.endsConnection || $0.path == trees.places.first.path)
        }
        var planned = MirrorPlan(
            outcome.comparison, wishes.mirroring, isSourceWhole: isSourceWhole)
        if let file { planned = try file.fitting(planned) }
        if let savePlan = common.savePlan {
            try PlanFile(planned, wishes, trees.places).write(to: savePlan)
        }
        let steps = MirrorSteps(
            planned, directories: outcome.comparison.directories.first, comparer.rules,
            trees.places, aside: try wishes.aside?.dated)
        let report = MirrorReport(
            trees: trees, outcome: outcome, steps: steps, events: events, wishes: wishes,
            isVerbose: options.verbose)
        try report.show(isDry: common.dryRun)
        if !swap, common.dryRun || common.savePlan != nil { return try report.endDry() }
        let host = HeadlessPlanHost(
            session: session, places: trees.places, events: events, checksum: wishes.checksum,
            connections: common.connections)
        if swap { return try replace(report, comparer.rules, memory, host) }
        var run = MirrorRun(steps, comparer.rules, memory, host)
        run.hasTarget = trees.hasSecond
        run.deletesLast = wishes.deletesLast
        run.isWhole = outcome.failures.isEmpty
        let lines = report.troubles + (try HeadlessPlanHost.running { try run.run() })
        if !lines.isEmpty { throw Failure(lines) }
        if events == nil, !planned.rows.isEmpty {
            StandardError.say("ferry: \(report.summary(isDone: true))")
            if let loss = report.loss { StandardError.say("ferry: \(loss)") }
        }
    }
}
