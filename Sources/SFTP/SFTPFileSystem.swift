package import Files
import Transport
import Words

/// An account on an SFTP server as a `FileSystem`. Connects on first use and again after a loss;
/// belongs to one worker.
package final class SFTPFileSystem {
    package let interrupt: @Sendable () -> Void
    private let connection: Connection

    /// `opener` starts what carries the packets; `connection` numbers the connection in the log, from
    /// 1; `refusals` remembers what servers refuse, and `notes` keeps what they show of themselves.
    /// `obstacle` is why it may not connect at all, thrown by whatever would.
    package init(
        site: Site, opener: any CarrierOpener, connection number: Int,
        refusals memory: any RefusalMemory = TransientRefusals(),
        notes: any ServerNotes = NoNotes(), log sink: @escaping ExchangeSink,
        obstacle: FileSystemError? = nil
    ) {
        let log = ConnectionLog(number, sink)
        let interrupter = Interrupter()
        interrupt = { interrupter.interrupt() }
        connection = Connection(
            site, opener, Refusals(of: site, in: memory, log: log), notes, log: log,
            interrupter: interrupter, obstacle: obstacle)
    }

    /// What of a listing is kept.
    package var listingLimits: DirectoryBuilder.Limits {
        get { connection.listingLimits }
        set { connection.listingLimits = newValue }
    }
}

// MARK: The connection

extension SFTPFileSystem: FileSystem {
    package var site: Site { connection.site }

    package var isConnected: Bool { connection.isOpen }

    /// What another program than ssh does on the way is not known here.
    package var security: ConnectionSecurity? {
        guard site.scheme == .sftp, site[SFTPOptions.command] == nil, isConnected else {
            return nil
        }
        return .ssh
    }

    package var capabilities: Capabilities {
        var all: Capabilities = [.write, .exactTimes]
        // rclone empties a file that is opened for writing, whatever is asked for; of another
        // server that does so it is learnt.
        if !site.scheme.namesRemote, connection.allows(.resume) { all.insert(.resumeUpload) }
        if connection.allows(.setStatus) { all.insert(.setModified) }
        return all
    }

    package func home() throws(FileSystemError) -> Path {
        try connection.findHome() ?? .root
    }

    package func close() {
        connection.close()
    }

    // MARK: What is there

    package func list(
        _ directory: Path, progress: (_ count: Int) -> Void
    ) throws(FileSystemError) -> Directory {
        try connection.perform { session throws(FileSystemError) in
            try Lister(session: session, limits: connection.listingLimits).list(directory, progress)
        }
    }

    package func entry(at path: Path) throws(FileSystemError) -> Entry? {
        try connection.perform { session throws(FileSystemError) in
            try EntryLookup(session: session).entry(at: path)
        }
    }

    package func details(of files: [Path]) throws(FileSystemError) -> [Entry?] {
        try connection.perform { session throws(FileSystemError) in
            try EntryLookup(session: session).details(of: files)
        }
    }

    package func fingerprints(
        of files: [Path]
    ) throws(FileSystemError) -> [Path: FileFingerprint] {
        try connection.perform { session throws(FileSystemError) in
            try EntryLookup(session: session).fingerprints(of: files)
        }
    }

    // MARK: Files' bytes

    package func open(
        _ file: Path, from offset: UInt64
    ) throws(FileSystemError) -> any FileSource {
        try connection.perform { session throws(FileSystemError) in
            try session.readAhead.opened(file, from: offset)
        }
    }

    package func create(
        _ file: Path, as id: PartID, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        try connection.perform { session throws(FileSystemError) in
            try Uploader(session: session).create(file, as: id, creation)
        }
    }

    package func resume(
        _ part: Part, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        try connection.perform { session throws(FileSystemError) in
            try Uploader(session: session).resume(part, creation)
        }
    }

    package func prepare(_ next: [Upcoming]) {
        connection.prepare(next)
    }

    package func commit(
        _ parts: [PendingCommit], note: (Part) throws(FileSystemError) -> Void
    ) -> CommitResults {
        Committer(connection: connection).commit(parts, note: note)
    }

    package func discard(_ part: Part, root: Path?) throws(FileSystemError) {
        try connection.perform { session throws(FileSystemError) in
            try Remover(session: session).discard(part)
        }
    }

    // MARK: Changes

    package func makeDirectory(
        _ directory: Path, mode: UInt16?, root: Path?
    ) throws(FileSystemError) {
        guard !directory.isRoot else {
            throw FileSystemError(.exists, path: directory, detail: tr("/ already exists."))
        }
        try connection.once { session throws(FileSystemError) in
            try NameMaker(session: session).makeDirectory(NewDirectory(directory, mode: mode))
        }
    }

    package func removeFiles(_ files: [Path], root: Path?) -> [Result<Void, FileSystemError>] {
        connection.answers(files.count) { Remover(session: $0).removeFiles(files) }
    }

    package func removeDirectories(
        _ directories: [Path], root: Path?
    ) -> [Result<Void, FileSystemError>] {
        connection.answers(directories.count) {
            Remover(session: $0).removeDirectories(directories)
        }
    }

    package func rename(
        _ source: Path, to target: Path, replacement: RenameReplacement?
    ) throws(FileSystemError) {
        try connection.once { session throws(FileSystemError) in
            try Renamer(session: session).rename(source, to: target, replacement)
        }
    }
}

// MARK: What it can besides

extension SFTPFileSystem: HoldingManyFiles {
    package var openFileLimit: Int { connection.openFileLimit }
}

extension SFTPFileSystem: ListingManyDirectories {
    package func list(
        _ directories: [Path], limit: Int, progress: (_ count: Int) -> Void
    ) -> [Path: Result<Directory, FileSystemError>] {
        var limits = connection.listingLimits
        limits.entries = min(limits.entries, limit)
        do throws(FileSystemError) {
            return try connection.perform { [limits] session throws(FileSystemError) in
                try Lister(session: session, limits: limits).list(directories, progress)
            }
        } catch {
            return Dictionary(directories.map { ($0, .failure(error)) }) { first, _ in first }
        }
    }
}

extension SFTPFileSystem: MakingManyDirectories {
    package func makeDirectories(
        _ directories: [NewDirectory], root: Path?
    ) -> [Path: Result<Void, FileSystemError>] {
        do throws(FileSystemError) {
            return NameMaker(session: try connection.ready()).makeDirectories(directories)
        } catch {
            return Dictionary(directories.map { ($0.path, .failure(error)) }) { first, _ in first }
        }
    }
}

extension SFTPFileSystem: SettingTimes {
    package func setModified(
        _ times: [(path: Path, time: Timestamp)]
    ) -> [Result<Void, FileSystemError>] {
        connection.answers(times.count) { AttributeSetter(session: $0).setModified(times) }
    }
}

extension SFTPFileSystem: SettingLinkTimes {
    package func setModified(_ time: Timestamp, ofLink link: Path) throws(FileSystemError) {
        try connection.perform { session throws(FileSystemError) in
            try AttributeSetter(session: session).setModified(time, ofLink: link)
        }
    }
}

extension SFTPFileSystem: SettingModes {
    /// rclone says that it has done it, and has not.
    package var setsModes: Bool {
        connection.allows(.setStatus) && !site.scheme.namesRemote
    }

    package func setModes(
        _ modes: [(path: Path, mode: UInt16)], root: Path?
    ) -> [Path: Result<Void, FileSystemError>] {
        let answers = connection.answers(modes.count) {
            AttributeSetter(session: $0).setModes(modes)
        }
        return Dictionary(answers, of: modes.map(\.path))
    }
}

extension SFTPFileSystem: MakingLinks {
    package var makesLinks: Bool { !site.scheme.namesRemote }

    package func makeLink(
        _ link: Path, to target: [UInt8], root: Path?
    ) throws(FileSystemError) {
        try connection.once { session throws(FileSystemError) in
            try NameMaker(session: session).makeLink(link, to: target)
        }
    }
}

extension SFTPFileSystem: ResolvingPaths {
    package func resolved(_ paths: [Path]) throws(FileSystemError) -> [Path?] {
        try connection.perform { session throws(FileSystemError) in
            try PathResolver(session: session).resolved(paths)
        }
    }
}

extension SFTPFileSystem: FindingHomes {
    package func home(of user: [UInt8]) throws(FileSystemError) -> Path {
        try connection.perform { session throws(FileSystemError) in
            try HomeQuestion(channel: session.channel).home(of: user)
        }
    }
}

extension SFTPFileSystem: TellingSpace {
    package func spaceOfListing(
        _ directory: Path
    ) -> (free: UInt64, total: UInt64)? {
        guard let listed = connection.session?.listedSpace, listed.directory == directory else {
            return nil
        }
        return listed.space
    }

    package func space(
        at directory: Path
    ) throws(FileSystemError) -> (free: UInt64, total: UInt64)? {
        try connection.perform { session throws(FileSystemError) in
            try session.space(at: directory)
        }
    }

    package func askSpace(at directory: Path?) {
        connection.askSpace(at: directory)
    }
}

extension SFTPFileSystem: RemovingTrees {
    package var treeRemovalDelay: Double? {
        guard let shell = connection.session?.shell, shell.mayHelp else { return nil }
        return shell.delay
    }

    package func removeContents(
        of directory: Path, isStopped: () -> Bool, progress: (_ count: Int) -> Void
    ) throws(FileSystemError) -> Bool {
        try connection.once { session throws(FileSystemError) in
            try TreeRemover(session: session).removeContents(
                of: directory, isStopped: isStopped, progress: progress)
        }
    }
}

extension SFTPFileSystem: ListingTrees {
    package var treeListingDelay: Double? { treeRemovalDelay }

    package func listTree(
        below directory: Path, known: Directory, isStopped: () -> Bool,
        _ take: (TreeFinding) -> Void
    ) throws(FileSystemError) -> Bool {
        try connection.once { session throws(FileSystemError) in
            try TreeLister(session: session).listTree(
                below: directory, known: known, isStopped: isStopped, take)
        }
    }
}

extension SFTPFileSystem: Checksumming {
    /// CRC-32 is nothing that a shell has a program for.
    package var checksumAlgorithms: Set<ChecksumAlgorithm> {
        let isPossible = site[SFTPOptions.shell] && connection.allows(.shell)
        return isPossible ? [.md5, .sha1, .sha256, .sha512] : []
    }

    package func checksums(
        of files: [Path], _ algorithm: ChecksumAlgorithm
    ) throws(FileSystemError) -> [Path: Checksum] {
        try connection.perform { session throws(FileSystemError) in
            try ChecksumQuestion(session: session).checksums(of: files, algorithm)
        }
    }
}

extension SFTPFileSystem: SearchingFiles {
    package func search(
        _ files: [Path], for text: [UInt8], foldsCase: Bool, isStopped: () -> Bool
    ) throws(FileSystemError) -> [Path: Bool] {
        try connection.perform { session throws(FileSystemError) in
            try TextQuestion(session: session).search(
                files, for: text, foldsCase: foldsCase, isStopped: isStopped)
        }
    }
}

extension SFTPFileSystem: LeavingOutNames {
    /// rclone lists no links.
    package var unlistedNames: UnlistedNames? { site.scheme.namesRemote ? .links : nil }
}
