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
    var output: ArgumentBytes?

    @OptionGroup var options: ConnectionOptions

    @Argument(
        help: ArgumentHelp(
            "URLs, then the directory to put them in, or the new name of a single one.",
            valueName: "URL…"))
    var arguments: [ArgumentBytes]

    func validate() throws {
        if output?.bytes.isEmpty == true || arguments.contains(where: \.bytes.isEmpty) {
            throw ValidationError("An empty argument names nothing; leave it out.")
        }
    }

    func run() throws {
        var sources = arguments
        var target: ArgumentBytes?
        if sources.count > 1, let last = sources.last, !last.looksLikeURL {
            target = last
            sources.removeLast()
        }
        let places = try sources.map { try Place($0, options) }
        if let output {
            guard places.count == 1, let place = places.first else {
                throw Failure.usage("-o names one file, but \(places.count) URLs were given.")
            }
            guard target == nil else {
                throw Failure.usage("Name either a file with -o, or a directory; not both.")
            }
            if output.isStandard { return try Cat.write(place, options) }
        }
        try fetch(places, to: try destination(target, count: places.count))
    }

    /// Looked at before anything of Ferry's own is open.
    private func destination(_ target: ArgumentBytes?, count: Int) throws -> GetDestination {
        do throws(FileSystemError) {
            return try GetDestination(output: output, target: target, count: count)
        } catch {
            throw Failure(error)
        }
    }

    private func fetch(_ places: [Place], to destination: GetDestination) throws {
        let session = try HeadlessSession(options, places)
        let fetched = try places.map { (place: $0, source: try source($0, session)) }
        var requests: [JobRequest] = []
        var streams: [(place: Place, target: LocalTarget)] = []
        do throws(FileSystemError) {
            for (place, source) in fetched {
                switch try destination.target(of: source) {
                case .file(let path), .directory(let path):
                    requests.append(request(source, path))
                case let node: streams.append((place, node))
                }
            }
        } catch {
            throw Failure(error)
        }
        var failures: [Failure] = []
        if !requests.isEmpty {
            failures += try Failure.caught {
                try HeadlessTransfers(session, transfer).run(requests)
            }
        }
        for (place, target) in streams {
            failures += try Failure.caught {
                try Cat.write(place, session) { try target.open() }
            }
        }
        if let failure = Failure(all: failures) { throw failure }
    }

    private func request(_ source: GetSource, _ path: Path) -> JobRequest {
        JobRequest(
            operation: .copy, source: source.location, entry: source.entry,
            target: Location(site: .local, path: path), root: path.parent, policy: transfer.policy)
    }

    /// What is to be fetched; only with -r is the server asked what it is.
    private func source(_ place: Place, _ session: HeadlessSession) throws -> GetSource {
        if let refusal = session.session.refusal(of: place.site) {
            throw Failure.usage(refusal.message)
        }
        let isDirectory = place.path?.isRoot != false || place.isDirectory
        guard transfer.recursive || !isDirectory else {
            throw Failure.usage(
                "\(place.site.text)\(place.path?.text ?? "/") is a directory: add -r to get it whole."
            )
        }
        if transfer.recursive {
            return try session.use(place.site) { try GetSource(place, on: $0, session) }
        }
        guard let path = place.path, let name = path.name else {
            throw Failure.usage("The URL names no file.")
        }
        return GetSource(
            location: Location(site: place.site, path: path), entry: Entry(name: name, kind: .file))
    }
}
