/// What a file system can do, as far as it is known; an operation may still be refused.
package struct Capabilities: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let write = Capabilities(rawValue: 1 << 0)
    package static let resumeDownload = Capabilities(rawValue: 1 << 1)
    package static let resumeUpload = Capabilities(rawValue: 1 << 2)
    package static let setModified = Capabilities(rawValue: 1 << 3)
    package static let setMode = Capabilities(rawValue: 1 << 4)
    package static let rename = Capabilities(rawValue: 1 << 5)
    /// Listings give times to the second in UTC, so no further question is needed for them.
    package static let exactTimes = Capabilities(rawValue: 1 << 6)
    package static let rawCommands = Capabilities(rawValue: 1 << 7)
}

/// A file that will be opened next on the same connection, so that what can be sent ahead is.
package struct Upcoming: Hashable, Sendable {
    package enum Direction: Sendable { case read, write }

    package var path: Path
    package var direction: Direction
    package var offset: UInt64
    /// Bytes, where known.
    package var size: UInt64?

    package init(path: Path, direction: Direction, offset: UInt64 = 0, size: UInt64? = nil) {
        self.path = path
        self.direction = direction
        self.offset = offset
        self.size = size
    }
}

/// How a file is to be made.
package struct Creation: Hashable, Sendable {
    /// Continue the part that is there already at this offset; 0 starts anew.
    package var offset: UInt64
    /// The size that it will have, where known.
    package var size: UInt64?
    package var modified: Timestamp?
    package var mode: UInt16?
    /// Replace an existing file when settled; false refuses with `.exists` where the system can tell.
    package var replaces: Bool
    /// The directory that the user chose: on this machine nothing outside it is ever written, and
    /// no link below it is followed. Nil trusts the path itself.
    package var root: Path?
    /// The source's version (`FileSource.version`), to be kept with an unfinished file.
    package var version: String?

    package init(
        offset: UInt64 = 0, size: UInt64? = nil, modified: Timestamp? = nil, mode: UInt16? = nil,
        replaces: Bool = true, root: Path? = nil, version: String? = nil
    ) {
        self.offset = offset
        self.size = size
        self.modified = modified
        self.mode = mode
        self.replaces = replaces
        self.root = root
        self.version = version
    }
}

/// A file whose bytes are all written, waiting to be made final by `FileSystem.settle`.
package struct Settlement: Hashable, Sendable {
    package var path: Path
    package var creation: Creation
    /// Bytes that the file must have now, those before `creation.offset` included.
    package var size: UInt64

    package init(path: Path, creation: Creation, size: UInt64) {
        self.path = path
        self.creation = creation
        self.size = size
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

    /// Opens for reading at `offset` bytes. One handle at a time is open on a file system.
    func open(_ file: Path, from offset: UInt64) throws(FileSystemError) -> any FileSource
    /// The same of one version of the file, as `FileSource.version` named it: `.changed` where the
    /// server holds another by now, so that the bytes of two are never mixed.
    func open(
        _ file: Path, from offset: UInt64, version: String?
    ) throws(FileSystemError) -> any FileSource
    /// Opens for writing. The file is final only once `settle` has said so.
    func create(_ file: Path, _ creation: Creation) throws(FileSystemError) -> any FileSink
    /// Bytes of an earlier, unfinished `create` of this file that may be continued; 0 for none.
    func partialSize(of file: Path, root: Path?) throws(FileSystemError) -> UInt64
    /// The `Creation.version` with which what `partialSize` measured was begun; nil where unknown.
    func partialVersion(of file: Path, root: Path?) -> String?
    /// Opens what `partialSize` measured, at `offset`, so that its end can be compared with the
    /// source before it is continued.
    func openPartial(
        of file: Path, root: Path?, from offset: UInt64
    ) throws(FileSystemError) -> any FileSource
    /// Makes written files final: their size is compared, they are on the disk, they have their
    /// name, time and mode. Takes many at a time, so that round trips and syncs are shared.
    func settle(_ files: [Settlement]) -> [Result<Void, FileSystemError>]
    /// Throws an unfinished `create` away.
    func discard(_ file: Path, root: Path?) throws(FileSystemError)
    /// A hint: these come next, in this order, on this connection.
    func prepare(_ next: [Upcoming])

    /// `.exists` where there is one already. `root` as in `Creation`.
    func makeDirectory(_ directory: Path, root: Path?) throws(FileSystemError)
    /// Removes files and links (not directories).
    func removeFiles(_ files: [Path]) -> [Result<Void, FileSystemError>]
    /// Removes empty directories, in the order given.
    func removeDirectories(_ directories: [Path]) -> [Result<Void, FileSystemError>]
    /// `.exists` where the target exists and the system can tell.
    func rename(_ source: Path, to target: Path) throws(FileSystemError)
    func setModified(_ times: [(path: Path, time: Timestamp)]) -> [Result<Void, FileSystemError>]
    func setMode(_ mode: UInt16, of path: Path) throws(FileSystemError)
    /// Sends a line as it is (FTP: one command without its line end) and gives the whole reply's
    /// lines, sanitised. `.unsupported` where there are no raw commands, `.badName` for control bytes.
    func raw(_ line: String) throws(FileSystemError) -> [String]
    /// Free and total bytes for the user in `directory`, where the system tells.
    func space(at directory: Path) throws(FileSystemError) -> (free: UInt64, total: UInt64)?
    /// Keeps an idle connection alive, where the protocol has a way.
    func keepAlive() throws(FileSystemError)
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

    package func partialVersion(of file: Path, root: Path?) -> String? { nil }

    /// For systems that write a file under its own name from the start.
    package func openPartial(
        of file: Path, root: Path?, from offset: UInt64
    ) throws(FileSystemError) -> any FileSource {
        try open(file, from: offset)
    }
}

/// An open file being read. After `read` gave 0, `finish` must be called to learn whether all went
/// well; else `cancel`.
package protocol FileSource: AnyObject {
    /// A plain descriptor whose bytes are the file's, for the kernel to copy from; nil where bytes
    /// have to pass through Ferry.
    var descriptor: CInt? { get }
    /// The whole file's size in bytes, where the server says it.
    var size: UInt64? { get }
    /// What tells this version of the file from others, for `FileSystem.open`: HTTP's ETag or
    /// Last-Modified (RFC 9110 section 8.8); nil where there is nothing. At most 1 KiB.
    var version: String? { get }
    /// Blocks for at least one byte; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int
    /// Counts bytes that the kernel moved past Ferry.
    func didTransfer(_ count: Int)
    /// Reads the final reply. Throws `.truncated` where fewer bytes came than were promised.
    func finish() throws(FileSystemError)
    /// Ends early, in the protocol's own way (ABOR); never throws, may drop the connection.
    func cancel()
}

extension FileSource {
    package var version: String? { nil }
}

/// An open file being written. `finish` after the last byte, else `cancel`.
package protocol FileSink: AnyObject {
    var descriptor: CInt? { get }
    /// Writes all of `buffer`.
    func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError)
    /// Counts bytes that the kernel moved past Ferry.
    func didTransfer(_ count: Int)
    /// All bytes have arrived; the file still waits for `settle`.
    func finish() throws(FileSystemError)
    /// Keeps what was written as a part to resume, where the system can; never throws.
    func cancel()
}
