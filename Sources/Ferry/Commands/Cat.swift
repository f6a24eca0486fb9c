import ArgumentParser
import Files
import Words

struct Cat: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cat", abstract: tr("Print a file to stdout."))

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("A URL or a path.")))
    var url: ArgumentBytes

    func run() throws {
        let place = try Place(url, options)
        try Cat.write(place, options)
    }

    /// Streams a file to stdout.
    static func write(_ place: Place, _ options: any ConnectionChoices) throws {
        let session = try HeadlessSession(options, [place])
        defer { session.close() }
        try write(session.resolved(place), session) { Output.standard }
    }

    /// Streams a file into what `open` gives.
    static func write(
        _ place: Place, _ session: HeadlessSession, into open: () throws -> Output
    ) throws {
        guard let path = place.path, !path.isRoot else {
            throw Failure.usage(tr("\(place.site.text)/ is a directory; name a file."))
        }
        try session.use(place.site) { files in
            try Stream(limit: session.limit).copy(path, from: files, into: open)
        }
    }
}
