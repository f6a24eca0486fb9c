import ArgumentParser
import Jobs

/// Options of the commands that move files.
struct TransferOptions: ParsableArguments {
    @Flag(name: .short, help: "Directories too, with all that is in them.")
    var recursive = false

    @Flag(name: .customShort("c"), help: "Continue files that are there in part.")
    var resume = false

    @Option(
        name: .customShort("j", allowingJoined: true),
        help: ArgumentHelp(
            "Connections at once (1…16; default: as many as are of use).", valueName: "N"))
    var connections: Int?

    @Flag(
        help: ArgumentHelp(
            "Tell on stdout what happens, one JSON object a line.",
            discussion: """
                Each has an event: queued, began, moved, asks, done, failed, and at the end total, with \
                files, bytes, failed and seconds.
                """))
    var json = false

    @OptionGroup var links: LinkOptions

    func validate() throws {
        if let connections, !(1...16).contains(connections) {
            throw ValidationError("-j takes a number from 1 to 16, not \(connections).")
        }
    }

    var policy: ConflictPolicy { resume ? .resume : .overwrite }
}
