import CLinux
import Disk
package import Files
import Glibc
import Synchronization

/// This machine's files. New ones are written beside their place under a part's name and get their
/// own when they are committed: synced, and of the size they must have.
package final class LocalFileSystem: FileSystem, MakingLinks, SettingModes, SettingTimes,
    TellingSpace
{
    package let site = Site.local
    package let capabilities: Capabilities = [
        .write, .resumeUpload, .setModified, .exactTimes,
    ]
    package let makesLinks = true
    package let setsModes = true
    package let interrupt: @Sendable () -> Void
    package let isConnected = true

    var folders = Folders()
    /// Parts whose bytes have all arrived, still open, so that no other file is taken for them.
    var written: [PartID: NewFile] = [:]
    private var accounts = Accounts()
    private let stop = StopFlag()

    package init() {
        let stop = stop
        interrupt = { stop.set() }
    }

    /// The user's home directory; the root where there is none.
    package func home() throws(FileSystemError) -> Path {
        guard let home = getenv("HOME") else { return .root }
        return Path(String(cString: home))
    }

    package func list(
        _ directory: Path, progress: (_ count: Int) -> Void
    ) throws(FileSystemError) -> Directory {
        stop.clear()
        let number = directory.bytes.withCString {
            ferry_openat(AT_FDCWD, $0, O_RDONLY | O_DIRECTORY, 0)
        }
        guard number >= 0 else { throw SystemFailure.error(errno, directory, "read") }
        guard let stream = fdopendir(number) else {
            let reason = errno
            Glibc.close(number)
            throw SystemFailure.error(reason, directory, "read")
        }
        defer { closedir(stream) }
        var builder = DirectoryBuilder()
        while true {
            errno = 0
            guard let item = readdir(stream) else { break }
            if builder.directory.count & 0x3FF == 0 {
                if stop.isSet { throw LocalFileSystem.interrupted(directory) }
                progress(builder.directory.count)
            }
            append(item, in: number, to: &builder)
        }
        guard errno == 0 else { throw SystemFailure.error(errno, directory, "read") }
        return builder.directory
    }

    private func append(
        _ item: UnsafeMutablePointer<dirent>, in directory: CInt, to builder: inout DirectoryBuilder
    ) {
        withUnsafePointer(to: &item.pointee.d_name) { tuple in
            tuple.withMemoryRebound(to: UInt8.self, capacity: 256) { bytes in
                let name = UnsafeBufferPointer(start: bytes, count: strnlen(bytes, 256))
                guard Name.isComponent(name) else { return }
                var status = stat()
                let isKnown = bytes.withMemoryRebound(to: CChar.self, capacity: 256) {
                    fstatat(directory, $0, &status, AT_SYMLINK_NOFOLLOW) == 0
                }
                guard isKnown else {
                    // Gone meanwhile, or not ours to look at: the name is still there to be seen.
                    builder.append(
                        name: name, kind: .other, size: nil, modified: nil, mode: nil, owner: 0,
                        group: 0, target: UnsafeBufferPointer(start: nil, count: 0))
                    return
                }
                let kind = LocalFileSystem.kind(status)
                var target: [UInt8] = []
                if kind == .link { target = readLink(bytes, in: directory) }
                target.withUnsafeBufferPointer { target in
                    builder.append(
                        name: name, kind: kind,
                        size: kind == .file ? UInt64(clamping: status.st_size) : nil,
                        modified: Timestamp(seconds: Int64(status.st_mtim.tv_sec)),
                        mode: UInt16(status.st_mode & 0o7777),
                        owner: builder.number(of: accounts.user(status.st_uid)),
                        group: builder.number(of: accounts.group(status.st_gid)), target: target)
                }
            }
        }
    }

    private func readLink(_ name: UnsafePointer<UInt8>, in directory: CInt) -> [UInt8] {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = name.withMemoryRebound(to: CChar.self, capacity: 256) {
            readlinkat(directory, $0, &buffer, buffer.count)
        }
        return count > 0 ? buffer[..<count].map { UInt8(bitPattern: $0) } : []
    }

    /// Of a link, the link itself.
    package func entry(at path: Path) throws(FileSystemError) -> Entry? {
        var status = stat()
        guard
            path.bytes.withCString({
                fstatat(AT_FDCWD, $0, &status, AT_SYMLINK_NOFOLLOW)
            }) == 0
        else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw SystemFailure.error(errno, path, "looked at")
        }
        guard let name = path.name ?? Name("root") else { return nil }
        let kind = LocalFileSystem.kind(status)
        let target =
            kind == .link
            ? (path.bytes + [0]).withUnsafeBufferPointer { bytes in
                bytes.baseAddress.map { readLink($0, in: AT_FDCWD) }
            } : nil
        return Entry(
            name: name, kind: kind, size: kind == .file ? UInt64(clamping: status.st_size) : nil,
            modified: Timestamp(seconds: Int64(status.st_mtim.tv_sec)),
            mode: UInt16(status.st_mode & 0o7777), owner: accounts.user(status.st_uid),
            group: accounts.group(status.st_gid), target: target)
    }

    /// Of a link, what it leads to: these are the facts of the bytes that will be read.
    package func details(of files: [Path]) throws(FileSystemError) -> [Entry?] {
        files.map { path in
            var status = stat()
            guard let name = path.name, path.bytes.withCString({ stat($0, &status) }) == 0
            else { return nil }
            let kind = LocalFileSystem.kind(status)
            return Entry(
                name: name, kind: kind,
                size: kind == .file ? UInt64(clamping: status.st_size) : nil,
                modified: Timestamp(seconds: Int64(status.st_mtim.tv_sec)),
                mode: UInt16(status.st_mode & 0o7777))
        }
    }

    /// Of a link, the link itself: that is what would be removed.
    package func fingerprints(
        of files: [Path]
    ) throws(FileSystemError) -> [Path: FileFingerprint] {
        var found: [Path: FileFingerprint] = [:]
        for path in files {
            var status = stat()
            let isThere = path.bytes.withCString {
                fstatat(AT_FDCWD, $0, &status, AT_SYMLINK_NOFOLLOW) == 0
            }
            if isThere { found[path] = status.fingerprint }
        }
        return found
    }

    package func open(
        _ file: Path, from offset: UInt64
    ) throws(FileSystemError) -> any FileSource {
        stop.clear()
        let number = file.bytes.withCString {
            ferry_openat(AT_FDCWD, $0, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0)
        }
        guard number >= 0 else { throw SystemFailure.error(errno, file, "read") }
        return try LocalSource(Descriptor(number), file, from: offset, stop)
    }

    /// Nothing is to be sent ahead: the disk is here.
    package func prepare(_ next: [Upcoming]) {}

    package func close() {
        folders = Folders()
        written = [:]
    }

    var stopFlag: StopFlag { stop }

    /// The process's file mode creation mask, read once: the system has no way to ask for it but
    /// to set it.
    static let umask: mode_t = {
        let mask = Glibc.umask(0o077)
        _ = Glibc.umask(mask)
        return mask
    }()

    static func kind(_ status: stat) -> Entry.Kind {
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .directory
        case S_IFLNK: .link
        default: .other
        }
    }

    static func interrupted(_ path: Path) -> FileSystemError {
        FileSystemError(.cancelled, path: path, detail: "\(path.text) was left: cancelled.")
    }
}

/// Says from any thread that the running operation is to end.
final class StopFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }
    func set() { flag.store(true, ordering: .relaxed) }
    func clear() { flag.store(false, ordering: .relaxed) }
}
