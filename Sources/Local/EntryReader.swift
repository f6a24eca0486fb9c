import CLinux
import Disk
import Files
import Glibc

/// Reads directories, and what is known of a name. Owners' names are asked for once each.
struct EntryReader {
    private var accounts = Accounts()
    private let stop: StopFlag

    /// `stop` ends a listing.
    init(_ stop: StopFlag) {
        self.stop = stop
    }

    mutating func list(
        _ directory: Path, progress: (_ count: Int) -> Void
    ) throws(FileSystemError) -> Directory {
        let number = directory.bytes.withCString {
            ferry_openat(AT_FDCWD, $0, O_RDONLY | O_DIRECTORY, 0)
        }
        guard number >= 0 else { throw SystemFailure.error(errno, directory, .read) }
        guard let stream = fdopendir(number) else {
            let reason = errno
            Glibc.close(number)
            throw SystemFailure.error(reason, directory, .read)
        }
        defer { closedir(stream) }
        var builder = DirectoryBuilder()
        while true {
            errno = 0
            guard let item = readdir(stream) else { break }
            if builder.directory.count & 0x3FF == 0 {
                if stop.isSet { throw SystemFailure.interrupted(directory) }
                progress(builder.directory.count)
            }
            append(item, in: number, to: &builder)
        }
        guard errno == 0 else { throw SystemFailure.error(errno, directory, .read) }
        return builder.directory
    }

    private mutating func append(
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
                let kind = status.kind
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
    mutating func entry(at path: Path) throws(FileSystemError) -> Entry? {
        var status = stat()
        guard
            path.bytes.withCString({
                fstatat(AT_FDCWD, $0, &status, AT_SYMLINK_NOFOLLOW)
            }) == 0
        else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw SystemFailure.error(errno, path, .examine)
        }
        guard let name = path.name ?? Name("root") else { return nil }
        let kind = status.kind
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
    func details(of files: [Path]) -> [Entry?] {
        files.map { path in
            var status = stat()
            guard let name = path.name, path.bytes.withCString({ stat($0, &status) }) == 0
            else { return nil }
            let kind = status.kind
            return Entry(
                name: name, kind: kind,
                size: kind == .file ? UInt64(clamping: status.st_size) : nil,
                modified: Timestamp(seconds: Int64(status.st_mtim.tv_sec)),
                mode: UInt16(status.st_mode & 0o7777))
        }
    }

    /// Of a link, the link itself: that is what would be removed.
    func fingerprints(of files: [Path]) -> [Path: FileFingerprint] {
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
}
