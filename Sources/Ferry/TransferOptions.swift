import ArgumentParser
import Jobs
import Words

/// Options of the commands that move files.
struct TransferOptions: ParsableArguments {
    @Flag(name: .short, help: ArgumentHelp(tr("Include directories and everything in them.")))
    var recursive = false

    @Flag(name: .customShort("c"), help: ArgumentHelp(tr("Resume partial files.")))
    var resume = false

    @Option(
        name: .customShort("j", allowingJoined: true),
        help: ArgumentHelp(
            tr("Number of connections (1…16; default: as many as are useful)."), valueName: "N"))
    var connections: Int?

    @Flag(
        help: ArgumentHelp(
            tr("Print events to stdout, one JSON object per line."),
            discussion: tr(
                """
                Each object has an event: queued, began, moved, asks, done or failed. The last one \
                is total, with files, bytes, failed and seconds.
                """)))
    var json = false

    @Flag(
        help: ArgumentHelp(
            tr("Compare each file with its source before renaming it into place."),
            discussion: tr(
                """
                Uses checksums from the servers if possible; otherwise Ferry reads the file again. \
                If a file differs, the transfer fails and the previous file stays. With -c, files \
                that look complete are compared too, and copied again if they differ.
                """)))
    var checksum = false

    @OptionGroup var links: LinkOptions

    @OptionGroup var modes: ModeOptions

    func validate() throws {
        if let connections, !(1...16).contains(connections) {
            throw ValidationError(tr("-j takes a number from 1 to 16, not \(connections)."))
        }
    }

    /// Throws wrong usage where what goes straight into a device, a pipe or stdout was to be compared:
    /// nobody can read it there again.
    func checkStream() throws(Failure) {
        guard checksum else { return }
        throw Failure.usage(
            tr("Devices, pipes and stdout cannot be compared; leave out --checksum."))
    }

    var policy: ConflictPolicy { resume ? .resume : .overwrite }
}
