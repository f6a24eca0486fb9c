import Disk
import Files
import FoundationEssentials
import Glibc

/// The directory of one edit (0700): the copy that the editor works on, what the server had, and what
/// is needed to go on after a crash. It is locked as long as a process works on it.
final class EditDirectory: Sendable {
    /// What is kept in it.
    enum File: String, CaseIterable {
        /// The server's file as it was fetched, or as it was sent last.
        case base
        /// What is being sent, or was when the line broke.
        case sending
        /// The copy as it was at one moment.
        case snapshot
        /// The server's file as it is now.
        case theirs
        /// The server's file that the copy is being merged with.
        case merging = "theirs.merging"
        /// The copy before it was merged, and what the merge has made.
        case before
        case merged = "before.merged"
        case record = "record.json"
        case lock
    }

    /// Bytes of a record at most.
    private static let recordLimit = 256 << 10
    /// The directory that the copy is in, alone with what its editor makes.
    private static let workName = "copy"

    let path: Path
    let token: String
    private let handle: DirectoryHandle
    private let work: DirectoryHandle
    private let lock: Descriptor

    private init(
        _ path: Path, _ token: String, _ handle: DirectoryHandle, _ work: DirectoryHandle,
        _ lock: Descriptor
    ) {
        self.path = path
        self.token = token
        self.handle = handle
        self.work = work
        self.lock = lock
    }

    /// Makes one in `parent`. It is locked before it can be found.
    static func make(
        _ token: String, in parent: DirectoryHandle, at place: Path
    ) throws(DiskError) -> EditDirectory {
        let name = try name(token)
        let first = Name.random(EditDirectory.unfinished)
        try parent.makeDirectory(first, mode: 0o700)
        let handle = try parent.directory(first)
        let lock = try handle.open(
            try self.name(File.lock.rawValue), O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        _ = try FileLock.take(lock)
        try handle.makeDirectory(try self.name(workName), mode: 0o700)
        let work = try handle.directory(try self.name(workName))
        try Naming.giveFree(name, in: parent, to: first, in: parent)
        return EditDirectory(place.appending(name), token, handle, work, lock)
    }

    /// How the name of one begins that is still being made.
    private static let unfinished: StaticString = ".new-"
    /// Seconds after which nobody makes it any more.
    private static let unfinishedAge = 3600

    /// Removes what a process left that ended while it made one.
    static func removeUnfinished(_ name: Name, in parent: DirectoryHandle) throws(DiskError) {
        guard name.bytes.starts(with: Array(unfinished.description.utf8)),
            let status = try parent.status(of: name), status.isDirectory,
            status.st_mtim.tv_sec < time(nil) - unfinishedAge
        else { return }
        try parent.removeTree(name)
    }

    /// Takes over what another process left; nil where one works on it, or it is none.
    static func adopt(
        _ name: Name, in parent: DirectoryHandle, at place: Path
    ) throws(DiskError) -> EditDirectory? {
        let handle = try parent.directory(name)
        let lockName = try self.name(File.lock.rawValue)
        guard try handle.status(of: lockName) != nil else { return nil }
        let lock = try handle.openFile(lockName, O_RDWR)
        guard try FileLock.take(lock) == .taken else { return nil }
        let work = try handle.directory(try self.name(workName))
        let token = String(decoding: name.bytes, as: UTF8.self)
        return EditDirectory(place.appending(name), token, handle, work, lock)
    }

    private static func name(_ text: String) throws(DiskError) -> Name {
        guard let name = Name(text) else { throw DiskError(.open, EINVAL) }
        return name
    }

    // MARK: - What is in it

    func path(of file: File) -> Path {
        Name(file.rawValue).map { path.appending($0) } ?? path
    }

    /// The copy that is called so.
    func path(ofCopy name: Name) -> Path {
        (Name(EditDirectory.workName).map { path.appending($0) } ?? path).appending(name)
    }

    func open(_ file: File) throws(DiskError) -> Descriptor {
        try handle.openFile(try EditDirectory.name(file.rawValue), O_RDONLY)
    }

    func has(_ file: File) throws(DiskError) -> Bool {
        try handle.status(of: try EditDirectory.name(file.rawValue)) != nil
    }

    /// An empty one, in the place of what may be there.
    func make(_ file: File) throws(DiskError) -> Descriptor {
        try remove(file)
        return try handle.open(
            try EditDirectory.name(file.rawValue), O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    }

    func remove(_ file: File) throws(DiskError) {
        do throws(DiskError) {
            try handle.removeFile(try EditDirectory.name(file.rawValue))
        } catch {
            guard error.code == ENOENT else { throw error }
        }
    }

    /// Gives a file, whose bytes are on the disk, the name of another; that is on the disk, too.
    func rename(_ file: File, to other: File) throws(DiskError) {
        try Naming.give(
            try EditDirectory.name(other.rawValue), in: handle,
            to: try EditDirectory.name(file.rawValue), in: handle)
        for answer in Durability.sync(names: [handle]) { _ = try answer.get() }
    }

    // MARK: - The copy

    func openCopy(_ name: Name) throws(DiskError) -> Descriptor {
        try work.openFile(name, O_RDONLY)
    }

    /// Makes the copy from the base.
    func makeCopy(_ name: Name) throws(DiskError) {
        let copy = try work.open(name, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        try copy.append(contentsOf: try open(.base))
        for answer in Durability.sync([copy]) { _ = try answer.get() }
        for answer in Durability.sync(names: [work, handle]) { _ = try answer.get() }
    }

    /// What the copy is at the moment; nil where it is not there.
    func copyStamp(_ name: Name) -> CopyStamp? {
        guard let status = try? work.status(of: name) else { return nil }
        return CopyStamp(status)
    }

    /// When the copy was changed last.
    func copyTime(_ name: Name) -> Timestamp? {
        guard let status = try? work.status(of: name) else { return nil }
        return Timestamp(seconds: Int64(status.st_mtim.tv_sec))
    }

    /// Whether an editor has left something beside the copy.
    func hasMoreThan(_ name: Name) throws(DiskError) -> Bool {
        try work.names().contains { $0 != name }
    }

    // MARK: - The record

    func write(_ record: EditRecord) throws(DiskError) {
        guard let bytes = try? JSONEncoder().encode(record) else { throw DiskError(.write, EINVAL) }
        try WholeFile.write(Array(bytes), to: path(of: .record).bytes, mode: 0o600)
    }

    /// Nil where there is none, or none that this version can read.
    func readRecord() throws(DiskError) -> EditRecord? {
        let file = try open(.record)
        let size = try file.status().st_size
        guard size > 0, size <= EditDirectory.recordLimit else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        // Raw buffers know no typed errors yet.
        let result = bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(DiskError) in try file.read(into: buffer, at: 0) }
        }
        guard try result.get() == bytes.count,
            let record = try? JSONDecoder().decode(EditRecord.self, from: Data(bytes)),
            record.format == 1
        else { return nil }
        return record
    }

    // MARK: - Its end

    /// Removes it and all that is in it: nobody needs it any more.
    func discard() throws(DiskError) {
        // First: what has no record is of no use to anybody.
        try remove(.record)
        // An editor may have made directories, too.
        for name in try work.names() { try work.removeTree(name) }
        try handle.removeDirectory(try EditDirectory.name(EditDirectory.workName))
        for file in File.allCases where file != .lock { try remove(file) }
        try remove(.lock)
        let parent = try DirectoryHandle(at: path.parent)
        try parent.removeDirectory(try EditDirectory.name(token))
    }
}

/// What tells a state of the copy from another.
struct CopyStamp: Hashable, Sendable {
    private let inode: UInt64
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    init(_ status: stat) {
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
