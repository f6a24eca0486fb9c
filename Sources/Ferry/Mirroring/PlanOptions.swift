import ArgumentParser
import Engine
import Words

/// What mirror and sync both take.
struct PlanOptions: ParsableArguments {
    @Flag(help: ArgumentHelp(tr("Print what would be done and why, and do nothing.")))
    var dryRun = false

    @Flag(help: ArgumentHelp(tr("Compare contents, before and after copying.")))
    var checksum = false

    @Flag(help: ArgumentHelp(tr("Compare sizes, and no times.")))
    var sizeOnly = false

    @Flag(help: ArgumentHelp(tr("Copy only what both sides have, in another state.")))
    var existing = false

    @Flag(help: ArgumentHelp(tr("Copy only what the other side does not have.")))
    var missing = false

    @OptionGroup var filter: FilterOptions

    @Flag(help: ArgumentHelp(tr("Neither compare nor copy permissions.")))
    var noMode = false

    @Option(
        name: .customShort("j", allowingJoined: true),
        help: ArgumentHelp(
            tr("Connections to each server (1…16; default: as many as are useful)."), valueName: "N"
        ))
    var connections: Int?

    @Flag(help: ArgumentHelp(tr("Print one JSON object per line: the plan, then what happens.")))
    var json = false

    @Option(
        help: ArgumentHelp(
            tr("Write the plan to a file, and do nothing else. Lines can be removed from it."),
            valueName: "FILE"))
    var savePlan: ArgumentBytes?

    @Option(
        help: ArgumentHelp(
            tr("Do what such a file says, if both places are still as they were."),
            valueName: "FILE"))
    var plan: ArgumentBytes?

    func validate() throws {
        if let connections, !(1...16).contains(connections) {
            throw ValidationError(tr("-j takes a number from 1 to 16, not \(connections)."))
        }
    }

    /// Whether some of what differs is not to be copied.
    var isPartial: Bool { existing || missing }

    /// Whether the plan comes from a file, or goes to one.
    var usesFile: Bool { plan != nil || savePlan != nil }

    /// What these say of how a plan is made.
    var wishes: MirrorWishes {
        MirrorWishes(
            checksum: checksum, sizeOnly: sizeOnly, existing: existing, missing: missing,
            filter: filter.lines, ignoreFiles: filter.ignoreFiles, noMode: noMode)
    }
}
