import ArgumentParser
import Engine
import Files
import Sync
import Transfers
import Words

struct Compare: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: tr("Compare what is inside two directories, and say why files differ."),
        discussion: tr(
            """
            Each line has +, - or ~ (only in A, only in B, different), the path and the reason. \
            Files are the same if their sizes and times are, as exactly as both sides tell \
            them. The exit code is 0 for the same, 1 for different, and 2 if something could not \
            be compared.
            """))

    @Flag(
        help: ArgumentHelp(
            tr("Compare contents: by checksums of the servers, or by reading both sides.")))
    var checksum = false

    @Flag(help: ArgumentHelp(tr("Compare sizes, and no times.")))
    var sizeOnly = false

    @OptionGroup var filter: FilterOptions

    @Flag(help: ArgumentHelp(tr("Do not compare permissions.")))
    var noMode = false

    @Option(
        name: .customShort("j", allowingJoined: true),
        help: ArgumentHelp(
            tr("Connections to each server (1…16; default: 8 at most)."), valueName: "N"))
    var connections: Int?

    @Flag(help: ArgumentHelp(tr("Print one JSON object per line.")))
    var json = false

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("The first directory: a URL or a path."), valueName: "A"))
    var first: ArgumentBytes

    @Argument(help: ArgumentHelp(tr("The second directory: a URL or a path."), valueName: "B"))
    var second: ArgumentBytes

    func validate() throws {
        if checksum, sizeOnly {
            throw ValidationError(tr("Use either --checksum or --size-only."))
        }
        if let connections, !(1...16).contains(connections) {
            throw ValidationError(tr("-j takes a number from 1 to 16, not \(connections)."))
        }
    }

    func run() throws {
        let isSame: Bool
        do {
            isSame = try compare()
        } catch let failure as Failure {
            // Only what was compared may be called different.
            throw failure.asTrouble
        }
        if !isSame { throw Failure.silent }
    }

    /// Whether nothing differs.
    private func compare() throws -> Bool {
        let named = [try Place(first, options), try Place(second, options)]
        let session = try HeadlessSession(options, named)
        defer { session.close() }
        let trees = try ComparedTrees(named, session)
        var rules = ComparisonRules(
            criterion: checksum ? .contents : sizeOnly ? .size : .sizeAndTime,
            filter: try filter.filter(),
            comparesModes: trees.knowModes && !noMode, umask: ProcessMask.value,
            charsets: trees.places.map { $0.site.nameCharset })
        rules.asksDetails = true
        rules.tops = trees.places
        rules.memory = session.memory(of: trees.places).load()
        var walk = TreeComparer(trees.places, rules, session)
        walk.connections = connections
        walk.readsIgnoreLists = filter.ignoreFiles
        let outcome = try walk.run()
        try show(outcome, trees)
        return outcome.comparison.differences.isEmpty
    }

    private func show(_ outcome: PairWalk.Outcome, _ trees: ComparedTrees) throws {
        let comparison = outcome.comparison
        var output = DifferenceOutput(trees.places, isJSON: json)
        for difference in comparison.differences { try output.append(difference) }
        try output.finish(comparison, failures: outcome.failures)
        if let offset = comparison.sharedOffset {
            StandardError.say(
                Failure.prefix
                    + tr(
                        "All times differ by \(DifferenceOutput.hours(offset)); they count as equal."
                    )
            )
        }
        if comparison.specialCount > 0 {
            StandardError.say(
                Failure.prefix
                    + tr(
                        comparison.specialCount,
                        one: "\(comparison.specialCount) device, pipe or socket was not compared.",
                        other:
                            "\(comparison.specialCount) devices, pipes and sockets were not compared."
                    ))
        }
        if options.verbose {
            StandardError.say(
                Failure.prefix
                    + tr(
                        "\(comparison.differences.count) different, "
                            + "\(Plural.count(comparison.sameCount, "file")) the same, "
                            + "in \(Plural.count(outcome.directories, "directory"))."))
        }
        if !outcome.failures.isEmpty {
            // One reason may hold for many directories.
            var said: Set<String> = []
            throw Failure(
                outcome.failures.map(\.error.message).filter { said.insert($0).inserted })
        }
    }
}
