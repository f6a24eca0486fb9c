import Words

/// What is known of a file system that may become known only with time; an operation may still be
/// refused. What only some can do at all, their type says (`MakingLinks`, `TellingSpace`, …).
package struct Capabilities: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let write = Capabilities(rawValue: 1 << 0)
    package static let resumeUpload = Capabilities(rawValue: 1 << 1)
    package static let setModified = Capabilities(rawValue: 1 << 2)
    /// Listings give times to the second in UTC, so no further question is needed for them.
    package static let exactTimes = Capabilities(rawValue: 1 << 3)
}

/// A file that will be opened next on the same connection, so that what can be sent ahead is.
package struct Upcoming: Hashable, Sendable {
    package enum Direction: Sendable { case read, write }

    package var path: Path
    package var direction: Direction
    package var offset: UInt64
    /// Bytes, where known.
    package var size: UInt64?
    /// Under which it will be written; nil for the file's own name.
    package var part: PartID?
    /// Of a new file that will be written: as in `Creation`.
    package var mode: UInt16?

    package init(
        path: Path, direction: Direction, offset: UInt64 = 0, size: UInt64? = nil,
        part: PartID? = nil, mode: UInt16? = nil
    ) {
        self.path = path
        self.part = part
        self.mode = mode
        self.direction = direction
        self.offset = offset
        self.size = size
    }
}

/// How a file is to be made.
package struct Creation: Hashable, Sendable {
    /// Where the bytes go until the file is whole.
    package enum Placement: Hashable, Sendable {
        /// Beside it where the place allows that, else into the file itself.
        case beside
        /// Beside it or not at all: `.unsupported`, before anything of the file is touched.
        case besideOnly
        /// Into the file itself.
        case inPlace
    }

    /// Where the first byte to be written belongs: `resume` continues the part there, `create`
    /// begins with so many bytes of the file of that name.
    package var offset: UInt64
    /// The size that it will have, where known.
    package var size: UInt64?
    package var modified: Timestamp?
    /// The permissions that it gets in the end, 0…0o7777; nil for those that the place gives to new
    /// files. Until then nobody may do more with it, under whatever name. On this machine a file that
    /// is replaced hands its own on instead.
    package var mode: UInt16?
    /// Whose it is to be, where that is allowed; nil for whoever makes it.
    package var owner: FileOwner?
    /// Replace an existing file when committed; false refuses with `.exists`.
    package var replaces: Bool
    /// The directory that the user chose: on this machine nothing outside it is ever written, and
    /// no link below it is followed. Nil trusts the path itself.
    package var root: Path?
    package var placement: Placement
    /// Whether `resume` leaves what is behind the offset where it is.
    package var keepsRest: Bool

    package init(
        offset: UInt64 = 0, size: UInt64? = nil, modified: Timestamp? = nil, mode: UInt16? = nil,
        owner: FileOwner? = nil, replaces: Bool = true, root: Path? = nil,
        placement: Placement = .beside, keepsRest: Bool = false
    ) {
        self.offset = offset
        self.size = size
        self.modified = modified
        self.mode = mode
        self.owner = owner
        self.replaces = replaces
        self.root = root
        self.placement = placement
        self.keepsRest = keepsRest
    }
}

/// How a file makes way for another that gets its name, on a server that cannot do both in one: it
/// is put aside under the name of `id`, which `note` writes down first.
package struct RenameReplacement {
    package let id: PartID
    package let note: (Part) throws(FileSystemError) -> Void

    package init(id: PartID, note: @escaping (Part) throws(FileSystemError) -> Void) {
        self.id = id
        self.note = note
    }
}

/// A place that holds files. Not Sendable: it belongs to one worker, which is the only one to
/// touch it, save for `interrupt`. Connections are made on first use and made again after a loss.
package protocol FileSystem: AnyObject {
    var site: Site { get }
    /// Best known after the first successful operation.
    var capabilities: Capabilities { get }
    /// Wakes a blocked call at once, from any thread; the connection is dropped, never used again
    /// (the next operation makes a new one).
    var interrupt: @Sendable () -> Void { get }
    /// Whether a connection is open and in a usable state.
    var isConnected: Bool { get }
    /// How the connection is protected; nil without one, and where there is none to protect.
    var security: ConnectionSecurity? { get }

    /// Connects and logs in if need be; the directory where the user starts.
    func home() throws(FileSystemError) -> Path
    /// `progress` hears now and then how many entries have come in so far.
    func list(
        _ directory: Path, progress: (_ count: Int) -> Void
    ) throws(FileSystemError) -> Directory
    /// What `path` is; nil where there is nothing of that name.
    func entry(at path: Path) throws(FileSystemError) -> Entry?
    /// Exact size and time of many files in as few round trips as the protocol allows; nil for
    /// each of which nothing could be learnt.
    func details(of files: [Path]) throws(FileSystemError) -> [Entry?]

    /// Opens for reading at `offset` bytes. One handle at a time is open on a file system, save
    /// for `HoldingManyFiles`.
    func open(_ file: Path, from offset: UInt64) throws(FileSystemError) -> any FileSource
    /// The same of one version of the file, as `FileSource.version` named it: `.changed` where the
    /// server holds another by now, so that the bytes of two are never mixed.
    func open(
        _ file: Path, from offset: UInt64, version: String?
    ) throws(FileSystemError) -> any FileSource
    /// Opens a new part of `file` for writing, under the name of `id` where the place allows it
    /// (`FileSink.part` says). The file is final only once `commit` has said so. `.exists` with the
    /// part's own path where that name is taken: another number is free.
    func create(
        _ file: Path, as id: PartID, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink
    /// Goes on with a part at `creation.offset`; what is behind it is cut off, unless
    /// `creation.keepsRest` and the system is one of `FillingPieces`. `.busy` where another
    /// process is writing it.
    func resume(_ part: Part, _ creation: Creation) throws(FileSystemError) -> any FileSink
    /// Bytes that are there of a part; nil where it is gone. `root` as in `Creation`.
    func size(of part: Part, root: Path?) throws(FileSystemError) -> UInt64?
    /// Opens a part for reading at `offset`, so that its end can be compared with the source's.
    func open(
        _ part: Part, root: Path?, from offset: UInt64
    ) throws(FileSystemError) -> any FileSource
    /// Makes parts final: their size is compared, they are on the disk, they have their name, time
    /// and mode. Takes many at a time, so that round trips and syncs are shared. `note` writes down
    /// what a crash must not forget, before it is done; where it throws, that is not done. It also
    /// takes a replaced file that could not be removed: one beside whose own path is its `file`.
    func commit(
        _ parts: [PendingCommit], note: (Part) throws(FileSystemError) -> Void
    ) -> CommitResults
    /// Throws a part away, and nothing else: one in place stays, and what is gone is as wanted.
    func discard(_ part: Part, root: Path?) throws(FileSystemError)
    /// A hint: these come next, in this order, on this connection.
    func prepare(_ next: [Upcoming])

    /// `.exists` where there is one already. `mode`: its permissions, 0…0o777, as far as the place
    /// takes them at once; nobody gets more. Nil for those that the place gives to new directories.
    /// `root` as in `Creation`.
    func makeDirectory(_ directory: Path, mode: UInt16?, root: Path?) throws(FileSystemError)
    /// What tells each file from any other of its name, now; nil for each of which nothing could be
    /// learnt.
    func fingerprints(of files: [Path]) throws(FileSystemError) -> [Path: FileFingerprint]
    /// Removes files and links (not directories), each with its answer in their order. Below `root`
    /// no link is followed on this machine.
    func removeFiles(_ files: [Path], root: Path?) -> [Result<Void, FileSystemError>]
    /// Removes empty directories, in the order given.
    func removeDirectories(_ directories: [Path], root: Path?) -> [Result<Void, FileSystemError>]
    /// `.exists` where the target exists and the system can tell, unless there is a `replacement`
    /// for it: then the target is there, old or new, whatever happens.
    func rename(
        _ source: Path, to target: Path, replacement: RenameReplacement?
    ) throws(FileSystemError)
    /// Says good-bye, waiting two seconds at most.
    func close()
}

extension FileSystem {
    package var security: ConnectionSecurity? { nil }

    package func list(_ directory: Path) throws(FileSystemError) -> Directory {
        try list(directory) { _ in }
    }

    /// For systems that tell no versions.
    package func open(
        _ file: Path, from offset: UInt64, version: String?
    ) throws(FileSystemError) -> any FileSource {
        try open(file, from: offset)
    }

    package func makeDirectory(_ directory: Path, root: Path?) throws(FileSystemError) {
        try makeDirectory(directory, mode: nil, root: root)
    }

    package func rename(_ source: Path, to target: Path) throws(FileSystemError) {
        try rename(source, to: target, replacement: nil)
    }

    package func removeFiles(_ files: [Path]) -> [Result<Void, FileSystemError>] {
        removeFiles(files, root: nil)
    }

    package func removeDirectories(_ directories: [Path]) -> [Result<Void, FileSystemError>] {
        removeDirectories(directories, root: nil)
    }

    /// For systems that tell files apart by size and time.
    package func fingerprints(
        of files: [Path]
    ) throws(FileSystemError) -> [Path: FileFingerprint] {
        let entries = try details(of: files)
        var found: [Path: FileFingerprint] = [:]
        for (index, file) in files.enumerated() where entries.indices.contains(index) {
            guard let entry = entries[index] else { continue }
            found[file] = FileFingerprint(size: entry.size, modified: entry.modified)
        }
        return found
    }

    /// For parts that lie where their path says.
    package func size(of part: Part, root: Path?) throws(FileSystemError) -> UInt64? {
        try details(of: [part.path]).first.flatMap { $0?.size }
    }

    package func open(
        _ part: Part, root: Path?, from offset: UInt64
    ) throws(FileSystemError) -> any FileSource {
        try open(part.path, from: offset)
    }

    /// Makes an empty file where there is none yet: `.exists`.
    package func makeEmptyFile(_ file: Path) throws(FileSystemError) {
        let creation = Creation(size: 0, replaces: false, placement: .inPlace)
        guard try entry(at: file) == nil else {
            throw FileSystemError(
                .exists, path: file, detail: tr("\(file.text) already exists; choose another name.")
            )
        }
        let sink = try create(file, as: PartID(token: PartID.newToken(), number: 1), creation)
        try sink.finish()
        let part = sink.part
        let results = commit([PendingCommit(part: part, creation: creation, size: 0)]) { _ in }
        guard let result = results[part.id] else { throw FileSystemError.unanswered(file) }
        _ = try result.get()
    }
}

/// An open file being read. After `read` gave 0, `finish` must be called to learn whether all went
/// well; else `cancel`.
package protocol FileSource: AnyObject {
    /// The whole file's size in bytes, where the server says it.
    var size: UInt64? { get }
    /// What tells this version of the file from others, for `FileSystem.open`: HTTP's ETag or
    /// Last-Modified (RFC 9110 section 8.8); nil where there is nothing. At most 1 KiB.
    var version: String? { get }
    /// Which file was read, and in which state; nil where only a listing tells.
    var fingerprint: FileFingerprint? { get }
    /// Its permissions now, 0…0o7777; nil where only a listing tells.
    var mode: UInt16? { get }
    /// Whose it is, by this machine's numbers; nil where these mean nothing here.
    var owner: FileOwner? { get }
    /// Whether `read` gives something without waiting for the server; asked only where several
    /// files are open on one connection (`HoldingManyFiles`).
    var isReady: Bool { get }
    /// Blocks for at least one byte; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int
    /// Reads the final reply. Throws `.truncated` where fewer bytes came than were promised.
    func finish() throws(FileSystemError)
    /// Ends early, in the protocol's own way (ABOR); never throws, may drop the connection.
    func cancel()
}

extension FileSource {
    package var version: String? { nil }
    package var fingerprint: FileFingerprint? { nil }
    package var mode: UInt16? { nil }
    package var owner: FileOwner? { nil }
    package var isReady: Bool { true }
}

/// What takes bytes.
package protocol ByteSink: AnyObject {
    /// Writes all of `buffer`.
    func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError)
}

/// An open part being written. `finish` after the last byte, else `cancel`.
package protocol FileSink: ByteSink {
    /// What is being written, and where. Where it changes under way, what changed holds from the
    /// next `write` on, so that it can be written down before.
    var part: Part { get }
    /// What the user should know of the way it is written, as a sentence; nil for the usual way.
    var remark: String? { get }
    /// Whether `write` takes a block without waiting for the server; as in `FileSource`.
    var isReady: Bool { get }
    /// No more is written: what is left to do goes on by itself, and `isReady` says whether `finish`
    /// would still wait for it.
    func endWriting()
    /// All bytes have arrived; the part still waits for `commit`.
    func finish() throws(FileSystemError)
    /// Keeps what was written as a part to resume, where the system can; never throws.
    func cancel()
}

extension FileSink {
    package var remark: String? { nil }
    package var isReady: Bool { true }
    package func endWriting() {}
}
