import ArgumentParser
import Engine
import Files
import Jobs
import Local

struct Put: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "put", abstract: "Upload files; with -r, directories.")

    @OptionGroup var transfer: TransferOptions

    @OptionGroup var options: ConnectionOptions

    @Argument(
        help: ArgumentHelp("Files, then the URL to put them to.", valueName: "FILE… URL"))
    var arguments: [String]

    func run() throws {
        guard arguments.count >= 2, let last = arguments.last else {
            throw Failure.usage("Name at least one file, and the URL to put it to.")
        }
        let target = try Place(last, options)
        let sources = try arguments.dropLast().map { text in
            let place = try Place(text, options)
            guard place.site.isLocal else {
                throw Failure.usage("'\(text)' is no file of this machine; use ferry mv or get.")
            }
            return place
        }
        let session = try HeadlessSession(options, [target])
        if let refusal = session.session.refusal(of: target.site) {
            throw Failure.usage(refusal.message)
        }
        let entries = try sources.map { try localEntry($0) }
        let isInto = try isDirectory(target, for: entries, session)
        var requests: [JobRequest] = []
        for (place, entry) in zip(sources, entries) {
            guard let source = place.path else { continue }
            let path = target.path ?? .root
            let name = entry.name.carried(from: .local, to: target.site)
            requests.append(
                JobRequest(
                    operation: .copy, source: Location(site: .local, path: source), entry: entry,
                    target: Location(
                        site: target.site, path: isInto ? path.appending(name) : path),
                    root: isInto ? path : path.parent, policy: transfer.policy))
        }
        try HeadlessTransfers(session, transfer).run(requests)
    }

    private func localEntry(_ place: Place) throws -> Entry {
        let path = place.path ?? .root
        let found: Entry?
        do {
            found = try LocalFileSystem().entry(at: path)
        } catch {
            throw Failure(error)
        }
        guard let entry = found else {
            throw Failure(["There is no \(path.text) here; check the name."])
        }
        guard entry.kind != .directory || transfer.recursive else {
            throw Failure.usage("\(path.text) is a directory: add -r to put it whole.")
        }
        return entry
    }

    /// Whether the target is a directory to put into, not the new name itself. One that is spelt
    /// out costs no question.
    private func isDirectory(
        _ target: Place, for entries: [Entry], _ session: HeadlessSession
    ) throws -> Bool {
        guard let path = target.path, let name = path.name else { return true }
        if target.isDirectory || entries.count > 1 { return true }
        if name == entries.first?.name, entries.first?.kind != .directory { return false }
        let entry = try session.use(target.site) { (files) throws(FileSystemError) in
            try files.entry(at: path)
        }
        return entry?.kind == .directory
    }
}
