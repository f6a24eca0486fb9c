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

    @Flag(
        help: ArgumentHelp(
            "Compare each file with its source before it takes its name.",
            discussion: """
                By digests that servers tell, else by reading it once more. A file that differs fails, and \
                what was there before stays. With -c, what is there and looks whole is compared as well, \
                and copied anew where it differs.
                """))
    var checksum = false

    @OptionGroup var links: LinkOptions

    @OptionGroup var modes: ModeOptions

    func validate() throws {
        if let connections, !(1...16).contains(connections) {
            throw ValidationError("-j takes a number from 1 to 16, not \(connections).")
        }
    }

    /// Throws wrong usage where what goes straight into a device, a pipe or stdout was to be compared:
    /// nobody can read it there again.
    func checkStream() throws(Failure) {
        guard checksum else { return }
        throw Failure.usage(
            "What goes into a device, a pipe or stdout cannot be compared; leave --checksum out.")
    }

    var policy: ConflictPolicy { resume ? .resume : .overwrite }
}
