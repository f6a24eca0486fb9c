import ArgumentParser
import Engine
import Files
import Jobs

struct Put: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "put", abstract: "Upload files; with -r, directories.")

    @OptionGroup var transfer: TransferOptions

    @OptionGroup var options: ConnectionOptions

    @Argument(
        help: ArgumentHelp("Files, then the URL to put them to.", valueName: "FILE… URL"))
    var arguments: [ArgumentBytes]

    func run() throws {
        guard arguments.count >= 2, let last = arguments.last else {
            throw Failure.usage("Name at least one file, and the URL to put it to.")
        }
        let target = try Place(last, options)
        let sources = try arguments.dropLast().map { argument in
            let place = try Place(argument, options)
            guard place.site.isLocal else {
                throw Failure.usage(
                    "'\(argument.text)' is no file of this machine; use ferry mv or get.")
            }
            return place.path ?? .root
        }
        let session = try HeadlessSession(options, [target])
        if let refusal = session.session.refusal(of: target.site) {
            throw Failure.usage(refusal.message)
        }
        let files = try session.use(.local) { files in
            try sources.map { (path: $0, entry: try entry(at: $0, in: files)) }
        }
        let destination = try destination(target, for: files.map(\.entry), session)
        let requests = files.map { path, entry in
            let name = entry.name.carried(from: .local, to: target.site)
            return JobRequest(
                operation: .copy, source: Location(site: .local, path: path), entry: entry,
                target: Location(site: target.site, path: destination.path(for: name)),
                root: destination.root, policy: transfer.policy)
        }
        try HeadlessTransfers(session, transfer).run(requests)
    }

    private func entry(at path: Path, in files: any FileSystem) throws -> Entry {
        guard let entry = try files.entry(at: path) else {
            throw Failure(["There is no \(path.text) here; check the name."])
        }
        guard entry.kind != .directory || transfer.recursive else {
            throw Failure.usage("\(path.text) is a directory: add -r to put it whole.")
        }
        return entry
    }

    /// A file's new name that is spelt out as the name it has costs no question.
    private func destination(
        _ target: Place, for entries: [Entry], _ session: HeadlessSession
    ) throws -> Destination {
        if let path = target.path {
            if let told = Destination(
                path, endsInSlash: target.isDirectory, count: entries.count)
            {
                return told
            }
            if let only = entries.first, only.kind != .directory, path.name == only.name {
                return .named(path)
            }
        }
        return try session.use(target.site) { files in
            try session.destination(target, count: entries.count, on: files)
        }
    }
}
