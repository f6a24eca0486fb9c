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
    var maxDelete: DeletionLimit?

    @Option(
        help: ArgumentHelp(
            "Move what is deleted or replaced here, by date: a path inside TARGET.",
            valueName: "DIR"))
    var backup: ArgumentBytes?

    @Flag(help: "Neither compare nor copy permissions.")
    var noMode = false

    @Option(
        name: .customShort("j", allowingJoined: true),
        help: ArgumentHelp(
            "Connections to each server (1…16; default: as many as are useful).", valueName: "N"))
    var connections: Int?

    @Flag(help: "Print one JSON object per line: the plan, then what happens.")
    var json = false

    @OptionGroup var options: ConnectionOptions

    @Argument(
        help: ArgumentHelp("The directory to copy from: a URL or a path.", valueName: "SOURCE"))
    var source: ArgumentBytes

    @Argument(help: ArgumentHelp("The directory to change: a URL or a path.", valueName: "TARGET"))
    var target: ArgumentBytes

    func validate() throws {
        if checksum, sizeOnly {
            throw ValidationError("Use either --checksum or --size-only.")
        }
        if existing, missing {
            throw ValidationError("Use either --existing or --missing.")
        }
        if !delete, deleteAfter || maxDelete != nil {
            throw ValidationError(
                "\(deleteAfter ? "--delete-after" : "--max-delete") goes with --delete.")
        }
        if let connections, !(1...16).contains(connections) {
            throw ValidationError("-j takes a number from 1 to 16, not \(connections).")
        }
    }

    func run() throws {
        try EventLines.telling(json) { try run($0) }
    }

    private func run(_ events: EventLines?) throws {
        let aside = try backup.map { try AsideName($0) }
        let named = [try Place(source, options), try Place(target, options)]
        let session = try HeadlessSession(options, named)
        defer { session.close() }
        try SelfCopyCheck.check(try session.resolved(named))
        let trees = try ComparedTrees(named, session, makesSecond: true)
        try checkApart(trees, session)
        var rules = ComparisonRules(
            criterion: checksum ? .contents : sizeOnly ? .size : .sizeAndTime,
            filter: try filter.filter(),
            comparesModes: trees.knowModes && !noMode, umask: ProcessMask.value,
            charsets: trees.places.map { $0.site.nameCharset })
        rules.descendsLone = Pair(!existing, delete)
        rules.aside = aside?.names
        rules.confirmsEmpty = delete
        rules.keepsDirectories = true
        let memory = MirrorMemory(trees.places, session)
        rules.memory = memory.load()
        let mirrorRules = MirrorRules(
            scope: existing ? .existing : missing ? .missing : .all, deletes: delete,
            replacesNewer: !update, limit: maxDelete ?? .usual)
        var comparer = TreeComparer(
            session: session, trees: trees, rules: rules, connections: connections,
            readsIgnoreLists: filter.ignoreFiles)
        let outcome = try comparer.run()
        let isSourceWhole = !outcome.failures.contains {
            $0.side == .first && ($0.error.endsConnection || $0.path == trees.places.first.path)
        }
        let plan = MirrorPlan(outcome.comparison, mirrorRules, isSourceWhole: isSourceWhole)
        let run = MirrorRun(
            session: session, trees: trees, rules: comparer.rules, outcome: outcome,
            steps: MirrorSteps(
                plan, of: outcome.comparison, comparer.rules, trees.places, aside: aside?.dated),
            memory: memory, events: events, deletesLast: deleteAfter, deletes: delete,
            verifies: checksum, connections: connections, isVerbose: options.verbose)
        try run.show(isDry: dryRun)
        if dryRun { try run.endDry() } else { try run.run() }
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

extension DeletionLimit: ExpressibleByArgument {
    package init?(argument: String) {
        self.init(argument)
    }
}

/// Where `--backup` keeps things, below the target.
struct AsideName {
    let names: [Name]

    init(_ argument: ArgumentBytes) throws {
        let path = Path(argument.bytes)
        let words = argument.bytes.split(separator: 0x2F)
        guard argument.bytes.first != 0x2F, !path.isRoot, !words.contains([0x2E, 0x2E]) else {
            throw Failure.usage(
                "--backup takes the path of a directory inside the target, not '\(argument.text)'.")
        }
        names = path.components
    }

    /// The directory of this moment below it: `2026-11-27T08-00-00Z`.
    var dated: [Name] {
        let text = ISOTime.text(seconds: Int64(WallClock.now())).replacing(":", with: "-")
        return names + [Name(text)].compactMap { $0 }
    }
}
