import CLinux
import Files
import Glibc

/// A file on its way into the share: written without a name, or where the file system cannot do that
/// under a hidden one beside its place, and given its name when it is whole. What is not settled is
/// gone with its last holder.
final class IncomingFile {
    /// What to do where the name is taken.
    enum Collision {
        case replace, keepBoth, refuse
    }

    /// Bytes that are copied at once.
    private static let copyStep = 64 << 20
    /// What file systems say that cannot copy by themselves.
    private static let cannotCopy = [EINVAL, EXDEV, ENOSYS, EOPNOTSUPP]
    private static let hiddenStart = Array(".ferry-upload-".utf8)

    private let directory: Descriptor
    /// Nil once it is put by.
    private var file: Descriptor?
    private let hiddenName: [UInt8]
    private(set) var size: UInt64 = 0
    /// Whether it has its hidden name, which is to be removed.
    private var hasHiddenName: Bool
    private var isComplete = false
    /// Whether it has the permissions that it is to keep, whatever it replaces.
    private var hasPermissions = false

    /// Without a name nothing stays behind whatever becomes of Ferry; `isNamed` does without that.
    init(in directory: Descriptor, isNamed: Bool = false) throws(Refusal) {
        self.directory = directory
        hiddenName = IncomingFile.newHiddenName()
        if !isNamed, let nameless = IncomingFile.openNameless(directory) {
            file = nameless
            hasHiddenName = false
            return
        }
        let number = SharedFolder.withCString(hiddenName) {
            ferry_openat(
                directory.number, $0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o666)
        }
        guard number >= 0 else { throw SharedFolder.refusal(errno) }
        file = Descriptor(number)
        hasHiddenName = true
    }

    /// -1 once it is put by.
    private var number: CInt { file?.number ?? -1 }

    deinit {
        if hasHiddenName { remove() }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(Refusal) {
        var rest = bytes
        while let start = rest.baseAddress, !rest.isEmpty {
            let count = Glibc.write(number, start, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SharedFolder.refusal(count < 0 ? errno : EIO) }
            size += UInt64(count)
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// All of a file of the share, its permissions and its time.
    func copy(_ source: OpenFile) throws(Refusal) {
        // First, so that nobody else reads what comes. Another disk may have no permissions.
        if let permissions = Permissions.of(source.descriptor.number) {
            hasPermissions = Permissions.give(permissions, to: number) == 0
        }
        while true {
            let count = ferry_copy_file_range(
                source.descriptor.number, number, IncomingFile.copyStep)
            if count > 0 {
                size += UInt64(count)
                continue
            }
            // Some file systems whose lengths are unknown say 0 at once where there is something.
            if count == 0, size > 0 { break }
            guard count == 0 || size == 0 && IncomingFile.cannotCopy.contains(errno) else {
                throw SharedFolder.refusal(errno)
            }
            try copySlowly(source)
            break
        }
        // Where that fails the copy is as old as it is.
        _ = setModified(source.status.modified)
    }

    /// For file systems that do not copy by themselves.
    private func copySlowly(_ source: OpenFile) throws(Refusal) {
        while true {
            let bytes = try source.read(at: size, count: 1 << 20)
            if bytes.isEmpty { return }
            try bytes.withUnsafeBufferPointer { (bytes) throws(Refusal) in
                try write(UnsafeRawBufferPointer(bytes))
            }
        }
    }

    /// Seconds since the epoch; whether the file has that time now.
    func setModified(_ seconds: Int64) -> Bool {
        ferry_set_open_modified(number, seconds) == 0
    }

    /// Brings the bytes to the disk, and gives them the name: it, or with `.keepBoth` another that
    /// is free. A folder, a link or a device is never replaced; of a file that is, the permissions
    /// stay, unless this is a copy. Without `syncs` the caller sees to the disk.
    func settle(
        as name: Name, _ collision: Collision, syncs: Bool = true
    ) throws(Refusal) -> (name: Name, hasReplaced: Bool) {
        try complete(syncs: syncs)
        var given = name
        var hasReplaced = false
        if collision == .replace {
            hasReplaced = try replace(name)
        } else {
            var code = NewPlace.give(hiddenName, in: directory, to: name.bytes, in: directory)
            var number = 1
            while code == EEXIST, collision == .keepBoth, number < 10_000 {
                given = SecondName.make(of: name, number: number)
                code = NewPlace.give(hiddenName, in: directory, to: given.bytes, in: directory)
                number += 1
            }
            guard code == 0 else { throw SharedFolder.refusal(code) }
        }
        hasHiddenName = false
        // The name itself: the bytes are safe already, so that a failure here loses nothing.
        if syncs { fsync(directory.number) }
        return (given, hasReplaced)
    }

    /// Closes the file, which is whole: many of them may wait to be settled.
    func putBy() throws(Refusal) {
        try complete()
        file = nil
    }

    /// Brings the bytes to the disk, which may take seconds; to settle them takes no time then.
    /// Nothing is to be written after it.
    func complete(syncs: Bool = true) throws(Refusal) {
        if isComplete { return }
        guard !syncs || fdatasync(number) == 0 else { throw SharedFolder.refusal(errno) }
        try giveHiddenName()
        isComplete = true
    }

    /// The entity tag that the file has now.
    var entityTag: String? {
        var status = stat()
        return fstat(number, &status) == 0 ? FileStatus(status).entityTag : nil
    }

    private static func openNameless(_ directory: Descriptor) -> Descriptor? {
        // O_TMPFILE's own bit, which Swift's Glibc hides. The name is given by way of /proc later.
        let flags = O_WRONLY | O_DIRECTORY | 0o20_000_000
        guard access("/proc/self/fd", X_OK) == 0 else { return nil }
        let number = ferry_openat(directory.number, ".", flags, 0o666)
        return number >= 0 ? Descriptor(number) : nil
    }

    /// Because nothing can be replaced by what has no name.
    private func giveHiddenName() throws(Refusal) {
        if hasHiddenName { return }
        let code = SharedFolder.withCString(hiddenName) {
            linkat(
                AT_FDCWD, "/proc/self/fd/\(number)", directory.number, $0, AT_SYMLINK_FOLLOW)
        }
        guard code == 0 else { throw SharedFolder.refusal(errno) }
        hasHiddenName = true
    }

    private func replace(_ name: Name) throws(Refusal) -> Bool {
        var status = stat()
        let code = SharedFolder.withCString(name.bytes) {
            fstatat(directory.number, $0, &status, AT_SYMLINK_NOFOLLOW)
        }
        if code == 0, FileStatus(status).kind != .file {
            throw Refusal(.conflict, "There is something else of that name, which is no file.")
        }
        if code == 0, !hasPermissions { try takePermissions(status.st_mode) }
        let outcome = NewPlace.replace(hiddenName, in: directory, with: name.bytes, in: directory)
        guard outcome == 0 else { throw SharedFolder.refusal(outcome) }
        return code == 0
    }

    private func takePermissions(_ mode: mode_t) throws(Refusal) {
        var code: CInt
        if let file {
            code = Permissions.give(mode & 0o777, to: file.number)
        } else {
            // It was put by. Not by its name: somebody may have put a link there.
            let number = SharedFolder.withCString(hiddenName) {
                ferry_openat(directory.number, $0, O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0)
            }
            guard number >= 0 else { throw SharedFolder.refusal(errno) }
            let file = Descriptor(number)
            code = Permissions.give(mode & 0o777, to: file.number)
        }
        guard code == 0 else { throw SharedFolder.refusal(code) }
    }

    /// A name that nothing has yet, and that is hidden.
    static func newHiddenName() -> [UInt8] {
        hiddenStart + Array(String(UInt64.random(in: .min ... .max), radix: 16).utf8)
    }

    /// Whether the name is such a one, of an upload that goes on or was cut off by a power failure.
    static func isHiddenName(_ name: Name) -> Bool {
        name.bytes.starts(with: hiddenStart)
    }

    private func remove() {
        SharedFolder.withCString(hiddenName) { _ = unlinkat(directory.number, $0, 0) }
    }
}
