import ArgumentParser
import Files
import Glibc
import HTTP
import Words

struct Post: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "post",
        abstract: tr("Send files as a web form (multipart/form-data) and print the response."))

    @Option(help: ArgumentHelp(tr("Name of the form's file field."), valueName: "NAME"))
    var field = ArgumentBytes("file")

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            tr("Another form field, sent before the files; may be repeated."),
            valueName: "NAME=VALUE"))
    var data: [ArgumentBytes] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(tr("Write the response to FILE, or to stdout."), valueName: "FILE|-"))
    var output: ArgumentBytes?

    @OptionGroup var options: ConnectionOptions

    @Argument(
        help: ArgumentHelp(tr("Files, then the URL to send them to."), valueName: "FILE… URL"))
    var arguments: [ArgumentBytes]

    func validate() throws {
        for pair in data where !pair.bytes.contains(0x3D) {
            throw ValidationError(
                tr("--data takes NAME=VALUE, not '\(pair.text)'."))
        }
    }

    func run() throws {
        guard let last = arguments.last, arguments.count > 1 || !data.isEmpty else {
            throw Failure.usage(tr("Name at least one file, and the URL to send it to."))
        }
        let place = try Place(last, options)
        guard place.site.scheme.isHTTP else {
            throw Failure.usage(
                tr("'\(last.text)' is not an http:// or https:// URL; forms need one.")
            )
        }
        let parts = try parts()
        let session = try HeadlessSession(options, [place])
        defer { session.close() }
        let printer = PostPrinter(output)
        try session.use(place.site) { files in
            guard let files = files as? any WebFileSystem else {
                throw FileSystemError(
                    .unsupported, detail: tr("\(place.site.text) does not accept forms."))
            }
            let body = try MultipartBody(parts)
            let path = place.path ?? .root
            let line = PostProgress(of: body.length)
            let pace = Pace(session.limit)
            defer { line.clear() }
            let reply = try files.post(
                body, to: path, isDirectory: place.isDirectory || path.isRoot
            ) { sent in
                line.show(sent)
                pace.keep(sent)
            }
            line.clear()
            try printer.take(reply)
        }
        if let refusal = printer.refusal {
            throw Failure([tr("\(place.site.text) answered \(refusal).")])
        }
    }

    private func parts() throws -> [FormPart] {
        let texts = data.map { pair in
            let name = pair.bytes.prefix { $0 != 0x3D }
            return FormPart.text(
                name: Array(name), value: Array(pair.bytes.dropFirst(name.count + 1)))
        }
        let files = try arguments.dropLast().map { file in
            guard !file.looksLikeURL else {
                throw Failure.usage(tr("'\(file.text)' is not a local file; download it first."))
            }
            return FormPart.file(field: field.bytes, path: try file.localPath())
        }
        return texts + files
    }
}
