import ArgumentParser
import Files
import Jobs
import Words

struct Move: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mv", abstract: tr("Rename or move files, also between servers."))

    @OptionGroup var links: LinkOptions

    @OptionGroup var modes: ModeOptions

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("File to move: a URL or a path.")))
    var source: ArgumentBytes

    @Argument(help: ArgumentHelp(tr("New name, or the directory to move it into.")))
    var target: ArgumentBytes

    func run() throws {
        let named = try [source, target].map { try Place($0, options) }
        if source.endsInDots {
            throw Failure.usage(
                tr(
                    "'\(named[0].text)' ends in '.' or '..' and is not moved; write the directory's own "
                        + "name."))
        }
        if named[0].namesHome {
            throw Failure.usage(
                tr(
                    "'\(named[0].text)' is an entire home directory and is not moved; name something in "
                        + "it."))
        }
        let session = try HeadlessSession(options, named)
        defer { session.close() }
        let sources = try session.expandedAndCounted([named[0]])
        let to = try session.expanded(target: named[1], names: sources.compactMap(\.path?.name))
        guard sources.count > 1 else { return try move(sources[0], to: to, session) }
        let isDirectory = try session.use(to.site, keeps: true) { files in
            if case .into = try session.destination(to, on: files) { true } else { false }
        }
        guard isDirectory else {
            throw Failure.usage(
                tr(
                    "'\(to.text)' is not a directory, so \(sources.count) files cannot be moved "
                        + "into it."))
        }
        var ends: [Failure] = []
        for from in sources { ends += try Failure.caught { try move(from, to: to, session) } }
        if let failure = Failure(all: ends) { throw failure }
    }

    /// Of what a pattern has matched, the others are moved all the same.
    private func refusal(_ sentence: String, _ from: Place) -> Failure {
        from.entry == nil ? Failure.usage(sentence) : Failure([sentence])
    }

    private func move(_ from: Place, to: Place, _ session: HeadlessSession) throws {
        guard let fromPath = from.path, let name = fromPath.name else {
            throw Failure.usage(tr("'\(from.text)' does not name a file that can be moved."))
        }
        let destination = try session.use(to.site, keeps: true) {
            try session.destination(to, on: $0)
        }
        let place = destination.path(for: name.carried(from: from.site, to: to.site))
        if from.site == to.site {
            let shown = from.entry == nil ? quoted(from.text) : fromPath.text(on: from.site)
            guard place != fromPath else {
                throw refusal(tr("\(shown) is the same file; nothing was moved."), from)
            }
            guard !place.isInside(fromPath) else {
                throw refusal(tr("\(shown) cannot be moved into itself."), from)
            }
            // What links are to be followed for, the queue looks for.
            let isRenamed = try session.use(from.site, keeps: true) { files in
                if links.follow { return false }
                do {
                    try files.rename(fromPath, to: place)
                    return true
                } catch let error as FileSystemError {
                    // On another file system of this machine it has to be copied.
                    guard error.kind == .unsupported, from.site.isLocal else { throw error }
                    return false
                }
            }
            if isRenamed { return }
        }
        let entry = try session.use(from.site, keeps: true) { files in
            guard let entry = try files.entry(at: fromPath) else {
                throw FileSystemError(
                    .notFound, path: fromPath,
                    detail: tr("\(fromPath.text) does not exist; check the name."))
            }
            return entry
        }
        let request = JobRequest(
            operation: .move, source: Location(site: from.site, path: fromPath), entry: entry,
            target: Location(site: to.site, path: place), root: destination.root, policy: .skip,
            links: links.policy, modes: modes.policy)
        try HeadlessTransfers(session, TransferOptions.parse([])).run([request])
    }
}
