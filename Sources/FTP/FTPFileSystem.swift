package import Files
import Transport
import Words

/// An account on an FTP server as a `FileSystem`. Connects on first use and again after a loss;
/// belongs to one worker.
package final class FTPFileSystem {
    package let interrupt: @Sendable () -> Void
    private let connection: Connection
    private let lookahead = Lookahead()

    /// `connection` numbers the connection in the log, from 1; `trust` judges certificates, and
    /// remembers which sites have TLS; `commands` remembers how servers take theirs, and `notes` what
    /// they show of themselves. `password` is asked when the server asks, on the worker's own thread, and may block; `proxyPassword` in the
    /// same way where the site's proxy has a user, and `account` where the server wants one and the
    /// site names none.
    /// `obstacle` is why it may not connect at all, thrown by whatever would.
    package init(
        site: Site, connection number: Int, trust: TrustPolicy,
        commands: any CommandMemory = TransientCommands(), notes: any ServerNotes = NoNotes(),
        log sink: @escaping ExchangeSink,
        password: @escaping @Sendable (Site) -> Secret?,
        proxyPassword: (@Sendable (Proxy) -> Secret?)? = nil,
        account: @escaping @Sendable (Site) -> Secret? = { _ in nil },
        obstacle: FileSystemError? = nil
    ) {
        let log = ExchangeLog(connection: number, site: site, sink: sink)
        let interrupter = Interrupter()
        interrupt = { interrupter.interrupt() }
        connection = Connection(
            SessionOpener(
                site: site, memory: ServerMemory(of: site, in: commands, notes),
                encryption: Encryption(site, trust, log), log: log, interrupter: interrupter,
                password: password, account: account, proxyPassword: proxyPassword),
            obstacle: obstacle)
    }

    private var memory: ServerMemory { connection.memory }

    /// How long it waits; a change holds for connections made afterwards.
    package var timeouts: Timeouts {
        get { connection.timeouts }
        set { connection.timeouts = newValue }
    }

    /// What of a listing is kept; a change holds for connections made afterwards.
    package var listingLimits: DirectoryBuilder.Limits {
        get { connection.listingLimits }
        set { connection.listingLimits = newValue }
    }
}

// MARK: The connection

extension FTPFileSystem: SendingSegments {
    package var distance: Double? { connection.session?.control.stream.socket.roundTrip }
}

extension FTPFileSystem: FileSystem {
    package var site: Site { connection.site }

    package var isConnected: Bool { connection.isOpen }

    package var security: ConnectionSecurity? { connection.security }

    package var capabilities: Capabilities {
        var all: Capabilities = [.write, .resumeUpload]
        if memory.listsFacts, memory.features?.listsTimes ?? false { all.insert(.exactTimes) }
        if TimeSetter(connection: connection).isPossible { all.insert(.setModified) }
        return all
    }

    package func home() throws(FileSystemError) -> Path {
        _ = try connection.perform(.always) { _ throws(FileSystemError) in }
        return memory.home ?? .root
    }

    package func close() {
        connection.close()
    }

    // MARK: What is there

    package func list(
        _ directory: Path, progress: (_ count: Int) -> Void
    ) throws(FileSystemError) -> Directory {
        try connection.perform(.always) { session throws(FileSystemError) in
            try Lister(session: session).list(directory, progress)
        }
    }

    package func entry(at path: Path) throws(FileSystemError) -> Entry? {
        try EntryLookup.entry(at: path, over: connection)
    }

    package func details(of files: [Path]) throws(FileSystemError) -> [Entry?] {
        try DetailReader.details(of: files, over: connection)
    }

    // MARK: Files' bytes

    package func open(
        _ file: Path, from offset: UInt64
    ) throws(FileSystemError) -> any FileSource {
        try Downloader(connection: connection, lookahead: lookahead).open(file, from: offset)
    }

    package func create(
        _ file: Path, as id: PartID, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        try Uploader(connection: connection, lookahead: lookahead).create(file, as: id, creation)
    }

    package func resume(
        _ part: Part, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        try Uploader(connection: connection, lookahead: lookahead).resume(part, creation)
    }

    package func prepare(_ next: [Upcoming]) {
        lookahead.prepare(next)
    }

    package func commit(
        _ parts: [PendingCommit], note: (Part) throws(FileSystemError) -> Void
    ) -> CommitResults {
        Committer(connection: connection).commit(parts, note: note)
    }

    package func discard(_ part: Part, root: Path?) throws(FileSystemError) {
        try Remover(connection: connection).discard(part)
    }

    // MARK: Changes

    package func makeDirectory(
        _ directory: Path, mode: UInt16?, root: Path?
    ) throws(FileSystemError) {
        guard !directory.isRoot else {
            throw FileSystemError(.exists, path: directory, detail: tr("/ already exists."))
        }
        try connection.perform(.unanswered) { session throws(FileSystemError) in
            try DirectoryMaker(session: session).make(directory)
        }
        DirectoryWindow(connection: connection).close([NewDirectory(directory, mode: mode)])
    }

    package func removeFiles(_ files: [Path], root: Path?) -> [Result<Void, FileSystemError>] {
        Remover(connection: connection).removeFiles(files)
    }

    package func removeDirectories(
        _ directories: [Path], root: Path?
    ) -> [Result<Void, FileSystemError>] {
        Remover(connection: connection).removeDirectories(directories)
    }

    package func rename(
        _ source: Path, to target: Path, replacement: RenameReplacement?
    ) throws(FileSystemError) {
        try Renamer(connection: connection).rename(source, to: target, replacement)
    }
}

// MARK: What it can besides

extension FTPFileSystem: MakingManyDirectories {
    package func makeDirectories(
        _ directories: [NewDirectory], root: Path?
    ) -> [Path: Result<Void, FileSystemError>] {
        let window = DirectoryWindow(connection: connection)
        let results = window.make(directories.map(\.path))
        window.close(
            directories.filter { directory in
                if case .success? = results[directory.path] { true } else { false }
            })
        return results
    }
}

extension FTPFileSystem: SettingTimes {
    package func setModified(
        _ times: [(path: Path, time: Timestamp)]
    ) -> [Result<Void, FileSystemError>] {
        TimeSetter(connection: connection).set(times)
    }
}

extension FTPFileSystem: SettingModes {
    package var setsModes: Bool { memory.knows(.setMode) || memory.knows(.setModeByFact) }

    /// MKD gives what the server likes.
    package var makesWithModes: Bool { false }

    package func setModes(
        _ modes: [(path: Path, mode: UInt16)], root: Path?
    ) -> [Path: Result<Void, FileSystemError>] {
        Dictionary(ModeSetter(connection: connection).set(modes), of: modes.map(\.path))
    }
}

extension FTPFileSystem: TellingModes {
    package func modes(of files: [Path]) throws(FileSystemError) -> [Path: UInt16] {
        try connection.perform(.always) { session throws(FileSystemError) in
            try ModeReader(session: session).modes(of: files)
        }
    }
}

extension FTPFileSystem: Checksumming {
    package var checksumAlgorithms: Set<ChecksumAlgorithm> {
        guard memory.knows(.checksum) else { return [] }
        // What FEAT says is known once there is a connection.
        guard let features = memory.features else { return Set(ChecksumAlgorithm.allCases) }
        return Set(
            ChecksumAlgorithm.allCases.filter { ChecksumCommand.known($0, features) != nil })
    }

    package func checksums(
        of files: [Path], _ algorithm: ChecksumAlgorithm
    ) throws(FileSystemError) -> [Path: Checksum] {
        try connection.perform(.always) { session throws(FileSystemError) in
            try ChecksumReader(session: session).checksums(of: files, algorithm)
        }
    }
}

extension FTPFileSystem: CopyingOnSite {
    package var copiesOnSite: Bool { memory.knows(.copyOnSite) }

    /// Those of a small one are here before the server has answered both commands.
    package var leastOnSite: UInt64 { 256 << 10 }

    package func copyOnSite(
        _ file: Path, size: UInt64, to target: Path, as id: PartID, _ creation: Creation
    ) throws(FileSystemError) -> Part? {
        // What the server makes is as open as it likes.
        if let mode = creation.mode, mode & 0o044 != 0o044, setsModes { return nil }
        return try SiteCopier(connection: connection, lookahead: lookahead).copy(
            file, size: size, to: target, as: id)
    }
}

extension FTPFileSystem: TakingFromServers {
    package func take(
        _ file: Path, from source: any FileSystem, into part: Part, _ creation: Creation
    ) -> (any StraightTransfer)? {
        guard let source = source as? FTPFileSystem else { return nil }
        return StraightExchange(
            file, from: source.connection,
            to: Uploader(connection: connection, lookahead: lookahead), part, creation)
    }

    package func mayTake(from source: any FileSystem) -> Bool { source is FTPFileSystem }
}

extension FTPFileSystem: MakingLinks {
    /// SITE SYMLINK writes another target than it is given, and links to nothing that is not there yet:
    /// no way for copies of links.
    package var makesLinks: Bool { false }

    package func makeLink(
        _ link: Path, to target: [UInt8], root: Path?
    ) throws(FileSystemError) {
        try connection.perform(.unanswered) { session throws(FileSystemError) in
            try LinkMaker(session: session).make(link, to: target)
        }
    }
}

extension FTPFileSystem: DiscerningLinks {
    package var listsLinksAsDirectories: Bool { memory.listsFacts && memory.style == .unix }

    package func natures(
        of names: Set<Name>, in directory: Path
    ) throws(FileSystemError) -> [Name: DirectoryNature] {
        do throws(FileSystemError) {
            return try connection.perform(.always) { session throws(FileSystemError) in
                try LinkDiscerner(session: session).natures(of: names, in: directory)
            }
        } catch {
            switch error.kind {
            case .connection, .timeout, .cancelled, .login, .security: throw error
            default:
                if error.isTransient { throw error }
                return [:]
            }
        }
    }
}

extension FTPFileSystem: TakingCommands {
    package func raw(_ line: String) throws(FileSystemError) -> [String] {
        let raw = try RawCommand(line)
        let reply = try connection.perform(.unanswered) { session throws(FileSystemError) in
            try raw.send(on: session)
        }
        if raw.command.verb == "QUIT" || reply.code == 421 { connection.drop() }
        return reply.lines.map { VisibleText.make($0) }
    }
}

extension FTPFileSystem: CountingLogins {
    package var loginCount: Int { connection.sessionCount }
}

extension FTPFileSystem: LeavingOutNames {
    package var unlistedNames: UnlistedNames? { memory.listsHidden == false ? .hidden : nil }
}
