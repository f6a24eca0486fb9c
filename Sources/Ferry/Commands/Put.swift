import ArgumentParser
import Engine
import Files
import Jobs
import Words

struct Put: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "put", abstract: tr("Upload files; with -r, directories too."))

    @OptionGroup var transfer: TransferOptions

    @OptionGroup var options: ConnectionOptions

    @Argument(
        help: ArgumentHelp(tr("Files, then the target URL."), valueName: "FILE… URL"))
    var arguments: [ArgumentBytes]

    func run() throws {
        try EventLines.telling(transfer.json) { try run($0) }
    }

    private func run(_ events: EventLines?) throws {
        guard arguments.count >= 2, let last = arguments.last else {
            throw Failure.usage(tr("Name at least one file, and the target URL."))
        }
        let named = try Place(last, options)
        let sources = try arguments.dropLast().map { argument in
            let place = try Place(argument, options)
            guard place.site.isLocal else {
                throw Failure.usage(
                    tr("'\(place.text)' is not a local file; use ferry mv or ferry get."))
            }
            return place.path ?? .root
        }
        let session = try HeadlessSession(options, [named])
        defer { session.close() }
        if let refusal = session.session.refusal(of: named.site) {
            throw Failure.usage(refusal.message)
        }
        let (files, missing) = try look(at: sources, session)
        let target = try session.expanded(target: named, names: files.map(\.entry.name))
        func put(_ destination: Destination) throws {
            let requests = files.map { path, entry in
                let name = entry.name.carried(from: .local, to: target.site)
                return JobRequest(
                    operation: .copy, source: Location(site: .local, path: path), entry: entry,
                    target: Location(site: target.site, path: destination.path(for: name)),
                    root: destination.root, policy: transfer.policy,
                    links: transfer.links.policy,
                    modes: transfer.modes.policy)
            }
            try HeadlessTransfers(session, transfer, telling: events)
                .run(requests, after: missing)
        }
        // Several can only go into a directory, even where but one of them is there.
        let count = sources.count
        // Whoever hears of each step is to hear of none that is tried only by chance.
        guard events == nil,
            let named = ownName(target, of: files.map(\.entry), count: count)
        else {
            return try put(destination(target, count: count, session))
        }
        do {
            try put(.named(named))
        } catch let failure as Failure {
            // A directory of that name is what it goes into, as with any other name.
            guard !failure.isUnreached,
                case .into(let directory) = try? destination(target, count: count, session)
            else { throw failure }
            try put(.into(directory))
        }
    }

    /// What is there, and a sentence for each that is not.
    private func look(
        at sources: [Path], _ session: HeadlessSession
    ) throws -> (files: [(path: Path, entry: Entry)], missing: [String]) {
        var files: [(path: Path, entry: Entry)] = []
        var missing: [String] = []
        try session.use(.local) { local in
            for path in sources {
                guard let entry = try local.entry(at: path) else {
                    missing.append(
                        tr("\(path.text) does not exist on this machine; check the name."))
                    continue
                }
                let isDirectory =
                    try entry.kind == .directory
                    || (entry.kind == .link && local.leadsToDirectory(path))
                guard !isDirectory || transfer.recursive else {
                    throw Failure.usage(tr("\(path.text) is a directory; add -r to upload it."))
                }
                files.append((path, entry))
            }
        }
        if files.isEmpty { throw Failure(missing) }
        return (files, missing)
    }

    /// A file's new name that is spelt out as the name it has: it costs no question beforehand, as
    /// there is hardly ever a directory of that name.
    private func ownName(_ target: Place, of entries: [Entry], count: Int) -> Path? {
        guard let path = target.path,
            Destination(path, endsInSlash: target.isDirectory, count: count) == nil,
            let only = entries.first, only.kind != .directory, path.name == only.name
        else { return nil }
        return path
    }

    private func destination(
        _ target: Place, count: Int, _ session: HeadlessSession
    ) throws -> Destination {
        if let path = target.path,
            let told = Destination(path, endsInSlash: target.isDirectory, count: count)
        {
            return told
        }
        return try session.use(target.site) { files in
            try session.destination(target, count: count, on: files)
        }
    }
}
