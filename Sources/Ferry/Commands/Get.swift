import ArgumentParser
import Engine
import Files
import Jobs

struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Download files; with -r, directories.")

    @OptionGroup var transfer: TransferOptions

    @Option(
        name: .short, help: ArgumentHelp("Name of the file here; - is stdout.", valueName: "PATH"))
    var output: String?

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp("URLs, then the directory to put them in.", valueName: "URL…"))
    var arguments: [String]

    func run() throws {
        var sources = arguments
        var directory = Place.workingDirectory()
        if sources.count > 1, let last = sources.last, !SiteURL.looksLikeURL(last) {
            directory = Place.localPath(last)
            sources.removeLast()
        }
        let places = try sources.map { try Place($0, options) }
        if let output {
            guard places.count == 1, let place = places.first else {
                throw Failure.usage("-o names one file, but \(places.count) URLs were given.")
            }
            if output == "-" { return try Cat.write(place, options) }
        }
        let session = try HeadlessSession(options, places)
        let requests = try places.map { place in
            try request(for: place, into: directory, session)
        }
        try HeadlessTransfers(session, transfer).run(requests)
    }

    private func request(
        for place: Place, into directory: Path, _ session: HeadlessSession
    ) throws -> JobRequest {
        if let refusal = session.session.refusal(of: place.site) {
            throw Failure.usage(refusal.message)
        }
        let isDirectory = place.path?.isRoot != false || place.isDirectory
        guard transfer.recursive || !isDirectory else {
            throw Failure.usage(
                "\(place.site.text)\(place.path?.text ?? "/") is a directory: add -r to get it whole."
            )
        }
        let entry: Entry
        let path: Path
        if transfer.recursive {
            (path, entry) = try session.use(place.site) { (files) throws(FileSystemError) in
                try found(place, on: files, session)
            }
        } else {
            path = place.path ?? .root
            guard let name = path.name else { throw Failure.usage("The URL names no file.") }
            entry = Entry(name: name, kind: .file)
        }
        let target: Path
        if let output {
            target = Place.localPath(output)
        } else {
            target =
                path.name.map { directory.appending($0.carried(from: place.site, to: .local)) }
                ?? directory
        }
        return JobRequest(
            operation: .copy, source: Location(site: place.site, path: path), entry: entry,
            target: Location(site: .local, path: target), root: target.parent,
            policy: transfer.policy)
    }

    private func found(
        _ place: Place, on files: any FileSystem, _ session: HeadlessSession
    ) throws(FileSystemError) -> (Path, Entry) {
        let path = try session.path(of: place, on: files)
        guard let name = path.name else {
            // The root has no name of its own; the job needs one only to be shown.
            guard let host = Name(place.site.host) ?? Name("root") else {
                throw FileSystemError(.badName, path: path, detail: "The URL names no directory.")
            }
            return (path, Entry(name: host, kind: .directory))
        }
        if place.isDirectory { return (path, Entry(name: name, kind: .directory)) }
        guard let entry = try files.entry(at: path) else {
            throw FileSystemError(
                .notFound, path: path,
                detail: "There is no \(path.text) on \(place.site.text); check the name.")
        }
        return (path, entry)
    }
}
