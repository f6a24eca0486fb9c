import ArgumentParser
import Engine
import Files
import Glibc
import HTTP
import Words

struct Raw: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "raw",
        abstract: tr("Send an HTTP request or FTP commands unchanged; print the replies."),
        discussion: tr(
            """
            For http:// and https://, stdin holds one or more HTTP requests, sent byte for byte; \
            only header lines get CRLF line ends. Reply headers and text bodies go to stdout. For \
            FTP, each line of stdin is a command.
            """))

    @Flag(help: ArgumentHelp(tr("Print a GET request for the URL to edit; send nothing.")))
    var template = false

    @Flag(help: ArgumentHelp(tr("Keep the line ends of request headers as they are.")))
    var asIs = false

    @Flag(help: ArgumentHelp(tr("Save every body as a local file, under a suitable name.")))
    var keep = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            tr("Write only the bodies, to FILE, or to stdout for -."),
            valueName: "FILE|-"))
    var output: ArgumentBytes?

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("An FTP or HTTP URL.")))
    var url: ArgumentBytes

    func validate() throws {
        if keep, output != nil { throw ValidationError(tr("Give either --keep or -o, not both.")) }
    }

    func run() throws {
        let place = try Place(url, options)
        guard !place.site.isLocal else {
            throw Failure.usage(
                tr("'\(url.text)' is not a server; write ftp://host/ or http://host/."))
        }
        if place.site.scheme.isHTTP { return try exchange(place) }
        if template || asIs || keep || output != nil {
            throw Failure.usage(
                tr("--template, --as-is, --keep and -o are for http:// and https:// only."))
        }
        let session = try HeadlessSession(options, [place])
        defer { session.close() }
        try session.use(place.site) { files in
            let commands = try files.takingCommands()
            _ = try files.home()
            var (lines, output) = (InputLines(), Output.standard)
            while let line = try lines.next() {
                if line.isEmpty { continue }
                for reply in try commands.raw(line) { try output.append(line: reply) }
                try output.flush()
            }
        }
    }

    // MARK: HTTP

    private func exchange(_ place: Place) throws {
        if template {
            let request = ReadyRequest.get(
                place.site, place.path, isDirectory: place.isDirectory)
            return try Output.standard.write(Array(request.utf8))
        }
        let request = try readRequest(place.site)
        for remark in request.remarks { StandardError.say("ferry: \(remark)") }
        let session = try HeadlessSession(options, [place])
        defer { session.close() }
        while true {
            let printer = RawPrinter(
                request, place: output.map { .file($0) } ?? (keep ? .kept : .shown))
            do throws(FileSystemError) {
                let exchange = try session.session.rawExchange(for: place.site)
                try exchange.run(request) { event throws(FileSystemError) in
                    try printer.take(event)
                }
                try printer.finish()
            } catch {
                if let failure = printer.outputFailure { throw failure }
                if let question = error.question,
                    TrustPrompt.settles(question, error, place.site, session)
                {
                    continue
                }
                throw Failure(error, on: place.site)
            }
            if !printer.faults.isEmpty { throw Failure(printer.faults) }
            return
        }
    }

    private func readRequest(_ site: Site) throws -> RawRequest {
        if isatty(STDIN_FILENO) == 1 {
            StandardError.say(
                tr(
                    "Type the request for \(site.text): a line such as 'GET / HTTP/1.1', its header "
                        + "fields, an empty line and any body. End with Ctrl-D."))
        }
        guard let bytes = try StandardInput.readAll(limit: RawRequest.limit) else {
            throw Failure.usage(
                tr(
                    "A request can have at most 64 MiB; send larger bodies with 'ferry put' or 'ferry "
                        + "post'.")
            )
        }
        guard let request = RawRequest(typed: bytes, isAsItIs: asIs) else {
            throw Failure.usage(
                tr("stdin holds no request; 'ferry raw --template \(site.text)/' prints one."))
        }
        return request
    }
}
