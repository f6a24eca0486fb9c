import ArgumentParser
import Engine
import Files
import Glibc
import HTTP

struct Raw: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "raw",
        abstract: "Send a request or FTP commands as they are; print the replies as they come.",
        discussion: """
            For http:// and https:// an HTTP request, or several in a row, on stdin goes out byte by \
            byte, except that lines of its head end in CRLF. The replies' heads and bodies of text \
            go to stdout. For FTP each line on stdin is a command.
            """)

    @Flag(help: "Print a GET request for the URL, ready to be edited, and send nothing.")
    var template = false

    @Flag(help: "Leave the line ends of a request's head as they are.")
    var asIs = false

    @Flag(help: "Keep every body as a file here, under a name that fits it.")
    var keep = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write the bodies to FILE; - writes them, and nothing else, to stdout.",
            valueName: "FILE|-"))
    var output: ArgumentBytes?

    @OptionGroup var options: ConnectionOptions

    @Argument(help: "An FTP or HTTP URL.")
    var url: ArgumentBytes

    func validate() throws {
        if keep, output != nil { throw ValidationError("Give either --keep or -o, not both.") }
    }

    func run() throws {
        let place = try Place(url, options)
        guard !place.site.isLocal else {
            throw Failure.usage(
                "'\(url.text)' is no server: write ftp://host/ or http://host/.")
        }
        if place.site.scheme.isHTTP { return try exchange(place) }
        if template || asIs || keep || output != nil {
            throw Failure.usage(
                "--template, --as-is, --keep and -o are for http:// and https:// only.")
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
                "Type the request for \(site.text): a line such as 'GET / HTTP/1.1', its fields, an "
                    + "empty line, a body if any; Ctrl-D sends it.")
        }
        guard let bytes = try StandardInput.readAll(limit: RawRequest.limit) else {
            throw Failure.usage(
                "A request has at most 64 MiB here; larger bodies are for 'ferry put' and 'ferry post'."
            )
        }
        guard let request = RawRequest(typed: bytes, isAsItIs: asIs) else {
            throw Failure.usage(
                "There is no request on stdin; 'ferry raw --template \(site.text)/' prints one.")
        }
        return request
    }
}
