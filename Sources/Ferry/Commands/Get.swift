import ArgumentParser
import Engine
import Files
import Glibc
import Jobs
import Words

struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: tr("Download files; with -r, directories too."))

    @OptionGroup var transfer: TransferOptions

    @Option(
        name: .short,
        help: ArgumentHelp(tr("Name of the local file; - is stdout."), valueName: "PATH"))
    var output: ArgumentBytes?

    @OptionGroup var options: ConnectionOptions

    @Argument(
        help: ArgumentHelp(
            tr("URLs, then the target directory, or the new name of a single file."),
            valueName: "URL…"))
    var arguments: [ArgumentBytes]

    func validate() throws {
        if output?.bytes.isEmpty == true || arguments.contains(where: \.bytes.isEmpty) {
            throw ValidationError(tr("An argument is empty; leave it out."))
        }
    }

    func run() throws {
        try EventLines.telling(transfer.json) { try run($0) }
    }

    private func run(_ events: EventLines?) throws {
        var sources = arguments
        var target: ArgumentBytes?
        if sources.count > 1, let last = sources.last, !last.looksLikeURL,
            try SiteReference(last, options) == nil
        {
            target = last
            sources.removeLast()
        }
        let places = try sources.map { try Place($0, options) }
        if let output {
            guard places.count == 1, let place = places.first else {
                throw Failure.usage(tr("-o names one file, but \(places.count) URLs were given."))
            }
            guard target == nil else {
                throw Failure.usage(tr("Give either -o or a directory, not both."))
            }
            if output.isStandard {
                guard events == nil else { throw Get.taken }
                guard !transfer.resume else {
                    throw Failure.usage(
                        tr("-c cannot resume stdout; leave it out, or name a file."))
                }
                try transfer.checkStream()
                return try Get.print(place, options)
            }
        }
        // Looked at before anything of Ferry's own is open, also for the case that patterns match several files.
        let written = target
        func destination(_ count: Int) -> Result<GetDestination, any Error> {
            Result { try GetDestination(output: output, target: written, count: count) }
        }
        let (one, several) = (destination(places.count), destination(max(2, places.count)))
        try fetch(places, to: { try ($0 > 1 ? several : one).get() }, events)
    }

    /// To stdout; of what a pattern matches just one.
    private static func print(_ place: Place, _ options: any ConnectionChoices) throws {
        let session = try HeadlessSession(options, [place])
        defer { session.close() }
        let places = try session.expanded([place])
        guard places.count == 1, let only = places.first else {
            throw Failure.usage(tr("-o names one file, but \(places.count) files match."))
        }
        try Cat.write(only, session) { Output.standard }
    }

    /// Two files must not become one.
    private static func checkTargets(of requests: [JobRequest]) throws {
        var sources: [Path: Location] = [:]
        for request in requests {
            guard let target = request.target?.path else { continue }
            let source = request.source
            if let other = sources[target], other != source {
                throw Failure.usage(
                    tr(
                        "\(other.text) and \(source.text) would both become \(target.text); download "
                            + "them separately."))
            }
            sources[target] = source
        }
    }

    private static let taken = Failure.usage(
        tr("With --json, events go to stdout; name another target."))

    private func fetch(
        _ named: [Place], to destination: (Int) throws -> GetDestination, _ events: EventLines?
    ) throws {
        let hasPattern = named.contains { $0.glob != nil }
        // What is wrong with it is said before anybody is connected to.
        if !hasPattern { _ = try destination(named.count) }
        let session = try HeadlessSession(options, named)
        defer { session.close() }
        var places = try session.expanded(named)
        if output != nil, places.count > 1 {
            throw Failure.usage(tr("-o names one file, but \(places.count) files match."))
        }
        let destination = try destination(places.count)
        for place in places { try refuse(place, session) }
        var failures: [String] = []
        if !transfer.recursive {
            failures = places.filter { $0.entry?.kind == .directory }.map(Get.isDirectory)
            places.removeAll { $0.entry?.kind == .directory }
            if places.isEmpty { throw Failure(failures) }
        }
        var requests: [JobRequest] = []
        var streams: [(place: Place, target: LocalTarget)] = []
        func take(_ place: Place, _ source: GetSource) throws(FileSystemError) {
            switch try destination.target(of: source) {
            case .file(let path), .directory(let path): requests.append(request(source, path))
            case let node: streams.append((place, node))
            }
        }
        if transfer.recursive {
            // Only with -r is the server asked what a name is.
            failures += try Grouped.failures(places, session) {
                (place, files) throws(FileSystemError) in
                try take(place, try GetSource(place, on: files, session))
            }
        } else {
            for place in places { try take(place, try GetSource(file: place)) }
        }
        if hasPattern { try Get.checkTargets(of: requests) }
        if !streams.isEmpty { try transfer.checkStream() }
        if transfer.resume {
            let refusals = streams.compactMap(\.target.refusalToResume)
            if !refusals.isEmpty { throw Failure(refusals) }
        }
        var ends = try Failure.caught {
            try HeadlessTransfers(session, transfer, telling: events)
                .run(requests, after: failures)
        }
        for (place, target) in streams {
            ends += try Failure.caught {
                try write(place, into: target, session, events)
            }
        }
        if let failure = Failure(all: ends) { throw failure }
    }

    private static func isDirectory(_ place: Place) -> String {
        tr("\(place.path?.text(on: place.site) ?? "/") is a directory; add -r to download it.")
    }

    private func write(
        _ place: Place, into target: LocalTarget, _ session: HeadlessSession,
        _ events: EventLines?
    ) throws {
        if case .descriptor(STDOUT_FILENO) = target, events != nil { throw Get.taken }
        func write() throws {
            try Cat.write(place, session) { try target.open() }
        }
        guard let events, let path = place.path else { return try write() }
        try events.stream(Location(site: place.site, path: path), write)
    }

    private func request(_ source: GetSource, _ path: Path) -> JobRequest {
        JobRequest(
            operation: .copy, source: source.location, entry: source.entry,
            target: Location(site: .local, path: path), root: path.parent, policy: transfer.policy,
            links: transfer.links.policy,
            modes: transfer.modes.policy)
    }

    /// What is known to be impossible before anything is fetched.
    private func refuse(_ place: Place, _ session: HeadlessSession) throws {
        if let refusal = session.session.refusal(of: place.site) {
            throw Failure.usage(refusal.message)
        }
        let isDirectory = place.path?.isRoot != false || place.isDirectory
        guard transfer.recursive || !isDirectory else {
            throw Failure.usage(
                tr(
                    "\(place.site.text)\(place.path?.text ?? "/") is a directory; add -r to download "
                        + "it.")
            )
        }
    }
}
