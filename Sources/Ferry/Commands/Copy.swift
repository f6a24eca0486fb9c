import ArgumentParser
import Engine
import Files
import Glibc
import Jobs
import Words

struct Copy: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cp",
        abstract: tr("Copy files between any two places; with -r, directories too."),
        discussion: tr(
            """
            If the last argument is an existing directory, files are copied into it. Otherwise it \
            is the new name, in an existing directory. Files between two servers go through this \
            machine's memory; with --fxp they go directly. Within one server, the server copies \
            them itself if it can.
            """))

    @OptionGroup var transfer: TransferOptions

    @OptionGroup var options: ConnectionOptions

    @Flag(
        help: ArgumentHelp(
            tr("Send files directly between FTP servers, if both support it."),
            discussion: tr(
                """
                Files that cannot go directly go through this machine in the same job, as do all \
                files with --limit-rate. Between the servers, data is encrypted if both \
                connections are.
                """)))
    var fxp = false

    @Argument(
        help: ArgumentHelp(
            tr("Files to copy, then the target: URLs or paths."), valueName: "A… B"))
    var arguments: [ArgumentBytes]

    func run() throws {
        try EventLines.telling(transfer.json) { try run($0) }
    }

    private func run(_ events: EventLines?) throws {
        guard arguments.count >= 2, let last = arguments.last else {
            throw Failure.usage(tr("Name at least one file to copy, and the target."))
        }
        let named = try arguments.map { try Place($0, options) }
        let session = try HeadlessSession(options, named)
        defer { session.close() }
        for place in named {
            if let refusal = session.session.refusal(of: place.site) {
                throw Failure.usage(refusal.message)
            }
        }
        let found = try session.expanded(named.dropLast())
        let place = try session.expanded(
            target: named[named.count - 1], names: found.compactMap(\.path?.name))
        let places = found + [place]
        try HeadlessSession.checkWords(of: places)
        let (sources, missing) = try look(at: found, session)
        guard !sources.isEmpty else { throw Failure(missing) }
        let target: CopyTarget
        do {
            target = try CopyTarget(last, place, count: places.count - 1, session)
        } catch let failure as Failure where !missing.isEmpty {
            // What is wrong with the sources would not be said any more.
            throw Failure(all: [Failure(missing), failure]) ?? failure
        }
        try copy(sources, to: target, session, after: missing, events)
    }

    /// What is there, and a sentence for each that is not.
    private func look(
        at places: [Place], _ session: HeadlessSession
    ) throws -> (sources: [GetSource], missing: [String]) {
        var sources: [GetSource] = []
        var directory: GetSource?
        let recursive = transfer.recursive
        let missing = try Grouped.failures(places, session) {
            (place, files) throws(FileSystemError) in
            var source = try GetSource(place, on: files, session)
            var isDirectory = source.entry.kind == .directory
            if source.entry.kind == .link, !recursive || transfer.links.follow {
                // What is named is what the link leads to, as long as no tree is asked for.
                isDirectory = try files.leadsToDirectory(source.location.path)
                source.entry = Entry(
                    name: source.entry.name, kind: isDirectory ? .directory : .file)
            }
            if isDirectory, !recursive { directory = source }
            sources.append(source)
        }
        if let directory {
            throw Failure.usage(
                tr("\(directory.location.text) is a directory; add -r to copy it."))
        }
        return (sources, missing)
    }

    private func copy(
        _ sources: [GetSource], to target: CopyTarget, _ session: HeadlessSession,
        after missing: [String], _ events: EventLines?
    ) throws {
        var requests: [JobRequest] = []
        var streams: [(source: GetSource, target: LocalTarget)] = []
        for source in sources {
            switch try target.end(of: source) {
            case .location(let location): requests.append(request(source, location))
            case .stream(.descriptor(STDOUT_FILENO)) where transfer.json:
                throw Failure.usage(tr("With --json, events go to stdout; name another target."))
            case .stream(let stream): streams.append((source, stream))
            }
        }
        if !streams.isEmpty { try transfer.checkStream() }
        try session.checkCopies(requests)
        var ends = try Failure.caught {
            try HeadlessTransfers(session, transfer, goesStraight: fxp, telling: events)
                .run(requests, after: missing)
        }
        for (source, target) in streams {
            ends += try Failure.caught {
                try pass(source, into: target, session, events)
            }
        }
        if let failure = Failure(all: ends) { throw failure }
    }

    private func pass(
        _ source: GetSource, into target: LocalTarget, _ session: HeadlessSession,
        _ events: EventLines?
    ) throws {
        let (site, path) = (source.location.site, source.location.path)
        func pass() throws {
            try session.use(site) { files in
                try Stream(limit: session.limit).copy(path, from: files) { try target.open() }
            }
        }
        if let events { try events.stream(source.location, pass) } else { try pass() }
    }

    private func request(_ source: GetSource, _ target: Location) -> JobRequest {
        JobRequest(
            operation: .copy, source: source.location, entry: source.entry, target: target,
            root: target.path.parent, policy: transfer.policy, links: transfer.links.policy,
            modes: transfer.modes.policy)
    }
}
