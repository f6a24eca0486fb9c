import ArgumentParser
import Engine
import Files
import Jobs
import Sync

struct Mirror: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mirror",
        abstract: "Make what is inside one directory the same as what is inside another.",
        discussion: """
            New and changed files are copied from SOURCE to TARGET. Nothing is deleted without \
            --delete, nor below a directory that could not be read. 'ferry undo' takes back what \
            was new, and with --backup everything.
            """)

    @Flag(help: "Delete what the source does not have, and replace directories by files.")
    var delete = false

    @Flag(help: "With --delete, delete only once everything was copied.")
    var deleteAfter = false

    @Flag(help: "Print what would be done and why, and do nothing.")
    var dryRun = false

    @Flag(help: "Compare contents, before and after copying.")
    var checksum = false

    @Flag(help: "Compare sizes, and no times.")
    var sizeOnly = false

    @Flag(help: "Never replace a file that is newer than its source.")
    var update = false

    @Flag(help: "Copy only what the target has already, in another state.")
    var existing = false

    @Flag(help: "Copy only what the target does not have.")
    var missing = false

    @OptionGroup var filter: FilterOptions

    @Option(
        help: ArgumentHelp(
            "Files that --delete may delete: a number, or a share such as 20%.",
            discussion: """
                By default half of the target's files, but 10 in any case. If there are more, \
                nothing is deleted. If the source is empty, nothing is deleted without 100%.
                """, valueName: "N|N%"))
    var maxDelete: String?

    @Option(
        help: ArgumentHelp(
            "Move what is deleted or replaced here, by date: a path inside TARGET.",
            valueName: "DIR"))
    var backup: String?

    @Flag(
        help: ArgumentHelp(
            "Copy what links lead to instead of the links.",
            discussion: "Links that lead nowhere, or to a directory above, stay links."))
    var follow = false

    @Flag(help: "Neither compare nor copy permissions.")
    var noMode = false

    @Option(
        name: .customShort("j", allowingJoined: true),
        help: ArgumentHelp(
            "Connections to each server (1…16; default: as many as are useful).", valueName: "N"))
    var connections: Int?

    @Flag(help: "Print one JSON object per line: the plan, then what happens.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Write the plan to a file, and do nothing else. Lines can be removed from it.",
            valueName: "FILE"))
    var savePlan: ArgumentBytes?

    @Option(
        help: ArgumentHelp(
            "Do what such a file says, if both places are still as they were.",
            valueName: "FILE"))
    var plan: ArgumentBytes?

    @OptionGroup var options: ConnectionOptions

    @Argument(
        help: ArgumentHelp("The directory to copy from: a URL or a path.", valueName: "SOURCE"))
    var source: ArgumentBytes?

    @Argument(help: ArgumentHelp("The directory to change: a URL or a path.", valueName: "TARGET"))
    var target: ArgumentBytes?

    func validate() throws {
        try wishes.validate()
        if let connections, !(1...16).contains(connections) {
            throw ValidationError("-j takes a number from 1 to 16, not \(connections).")
        }
        if plan == nil {
            guard source != nil, target != nil else {
                throw ValidationError("Name the SOURCE and the TARGET.")
            }
        } else if source != nil || savePlan != nil || wishes != MirrorWishes() {
            throw ValidationError(
                "--plan takes the places and the options from its file; name no others.")
        }
    }

    /// What the options say.
    private var wishes: MirrorWishes {
        MirrorWishes(
            deletes: delete, deletesLast: deleteAfter, checksum: checksum, sizeOnly: sizeOnly,
            update: update, existing: existing, missing: missing, filter: filter.lines,
            ignoreFiles: filter.ignoreFiles, maxDelete: maxDelete, backup: backup, noMode: noMode,
            follow: follow)
    }

    func run() throws {
        try EventLines.telling(json) { try run($0) }
    }

    private func run(_ events: EventLines?) throws {
        let file = try plan.map { try PlanFile(reading: $0) }
        guard let source = file?.source ?? source, let target = file?.target ?? target else {
            return
        }
        let wishes = file?.wishes ?? wishes
        try wishes.validate()
        let named = [try Place(source, options), try Place(target, options)]
        let session = try HeadlessSession(options, named)
        defer { session.close() }
        try SelfCopyCheck.check(try session.resolved(named))
        let trees = try ComparedTrees(named, session, makesSecond: true)
        try checkApart(trees, session)
        let memory = MirrorMemory(trees.places, session)
        var rules = try wishes.comparing(trees)
        rules.memory = memory.load()
        var comparer = TreeComparer(
            session: session, trees: trees, rules: rules, connections: connections,
            readsIgnoreLists: wishes.ignoreFiles)
        let outcome = try comparer.run()
        let isSourceWhole = !outcome.failures.contains {
            $0.side == .first && ($0.error.endsConnection || $0.path == trees.places.first.path)
        }
        var planned = MirrorPlan(
            outcome.comparison, wishes.mirroring, isSourceWhole: isSourceWhole)
        if let file { planned = try file.fitting(planned) }
        if let savePlan {
            try PlanFile(planned, wishes, trees.places).write(to: savePlan)
        }
        let run = MirrorRun(
            session: session, trees: trees, rules: comparer.rules, outcome: outcome,
            steps: MirrorSteps(
                planned, of: outcome.comparison, comparer.rules, trees.places,
                aside: try wishes.aside?.dated),
            memory: memory, events: events, wishes: wishes, connections: connections,
            isVerbose: options.verbose)
        let isDry = dryRun || savePlan != nil
        try run.show(isDry: dryRun)
        if isDry { try run.endDry() } else { try run.run() }
    }

    /// Throws wrong usage where one of the two is in the other, or is it.
    private func checkApart(_ trees: ComparedTrees, _ session: HeadlessSession) throws {
        let places = trees.places
        guard let name = Name("top") else { return }
        let entry = Entry(name: name, kind: .directory)
        let check = SelfCopyCheck(session: session)
        for (from, to) in [(places.first, places.second), (places.second, places.first)] {
            try check.check([JobRequest(operation: .copy, source: from, entry: entry, target: to)])
        }
    }
}
