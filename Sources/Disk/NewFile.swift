import CLinux
package import Files
import Glibc

/// A file that is being made under a name of its own, and gets the name it is for once it is whole.
/// Nobody else opens it: it is locked where the file system has locks. Left to itself it stays.
package final class NewFile {
    /// Bytes given to the system in one call. The file system takes memory in pieces as large as
    /// the call, and large pieces measured twice the processor time.
    private static let piece = 64 << 10
    /// Bytes after which the disk is told to begin with them: what it writes while more arrives,
    /// the sync at the end need not wait for.
    private static let stretch: Int64 = 8 << 20

    package let directory: DirectoryHandle
    package let name: Name
    package private(set) var descriptor: Descriptor
    private var isNameless = false
    private var position: Int64
    /// Where the bytes begin that the disk has not been told of.
    private var untold: Int64

    private init(
        _ descriptor: Descriptor, _ name: Name, in directory: DirectoryHandle, at position: Int64
    ) {
        self.descriptor = descriptor
        self.name = name
        self.directory = directory
        self.position = position
        untold = position
    }

    /// Makes it; EEXIST where something has the name.
    package convenience init(
        named name: Name, in directory: DirectoryHandle, mode: UInt32 = 0o600
    ) throws(DiskError) {
        let file = try directory.open(name, O_RDWR | O_CREAT | O_EXCL, mode: mode)
        self.init(file, name, in: directory, at: 0)
        // Nobody can have opened it before: an addition, for those who meet it later.
        _ = try FileLock.take(file)
    }

    /// Makes it without a name as yet, so that nothing stays of it whatever becomes of Ferry; nil
    /// where the file system cannot.
    package static func nameless(
        _ name: Name, in directory: DirectoryHandle, mode: UInt32 = 0o600
    ) -> NewFile? {
        // O_TMPFILE's own bit, which Swift's Glibc hides. The name is given by way of /proc later.
        let flags = O_RDWR | O_DIRECTORY | 0o20_000_000
        guard access("/proc/self/fd", X_OK) == 0 else { return nil }
        let number = ferry_openat(directory.descriptor.number, ".", flags, mode)
        guard number >= 0 else { return nil }
        let file = NewFile(Descriptor(number), name, in: directory, at: 0)
        file.isNameless = true
        return file
    }

    /// Gives it its own name where it has none yet; EEXIST where something has that.
    package func takeName() throws(DiskError) {
        guard isNameless else { return }
        do throws(DiskError) {
            _ = try Call.retrying(.name) {
                name.withCString {
                    linkat(
                        AT_FDCWD, "/proc/self/fd/\(descriptor.number)", directory.descriptor.number,
                        $0, AT_SYMLINK_FOLLOW)
                }
            }
        } catch {
            // Whoever guards this machine may forbid links.
            guard Call.isUnknown(error.code) || [EPERM, EACCES, ENOENT].contains(error.code) else {
                throw error
            }
            try takeNameAsCopy()
        }
        isNameless = false
    }

    private func takeNameAsCopy() throws(DiskError) {
        let status = try descriptor.status()
        let copy = try NewFile(
            named: name, in: directory, mode: UInt32(status.st_mode & 0o7777))
        do throws(DiskError) {
            _ = try Call.retrying(.read) { Int(lseek(descriptor.number, 0, SEEK_SET)) }
            try copy.copy(first: status.size, of: descriptor, stop: { false })
            _ = try Call.retrying(.describe) {
                fchmod(copy.descriptor.number, status.st_mode & 0o7777)
            }
            _ = try Call.retrying(.describe) {
                futimens(copy.descriptor.number, [status.st_atim, status.st_mtim])
            }
            _ = try Durability.sync([copy.descriptor])[0].get()
        } catch {
            try? copy.discard()
            throw error
        }
        descriptor = copy.descriptor
    }

    /// Goes on with one that was made earlier, from `offset` on: what is behind it is cut off, or left
    /// where it is. EBUSY where another process has it, EINVAL where it is no file, ERANGE where it is
    /// shorter.
    package static func continuing(
        named name: Name, in directory: DirectoryHandle, from offset: UInt64, cutting: Bool = true
    ) throws(DiskError) -> NewFile {
        let file = try directory.openFile(name, O_RDWR)
        if try FileLock.take(file) == .heldByAnother { throw DiskError(.lock, EBUSY) }
        guard let start = Int64(exactly: offset), try file.status().size >= offset else {
            throw DiskError(.open, ERANGE)
        }
        if cutting { _ = try Call.retrying(.truncate) { ftruncate(file.number, off_t(start)) } }
        _ = try Call.retrying(.truncate) { Int(lseek(file.number, off_t(start), SEEK_SET)) }
        return NewFile(file, name, in: directory, at: start)
    }

    /// Another way into one that is being written, from `offset` on, which may lie behind its end.
    /// ENOENT where nothing has the name, EINVAL where it is no file.
    package static func beside(
        named name: Name, in directory: DirectoryHandle, from offset: UInt64
    ) throws(DiskError) -> NewFile {
        let file = try directory.openFile(name, O_RDWR)
        guard let start = Int64(exactly: offset) else { throw DiskError(.open, ERANGE) }
        _ = try Call.retrying(.truncate) { Int(lseek(file.number, off_t(start), SEEK_SET)) }
        return NewFile(file, name, in: directory, at: start)
    }

    /// Writes all of `buffer`; `stop` is asked between pieces, and ends it with ECANCELED.
    package func write(
        _ buffer: UnsafeRawBufferPointer, stop: () -> Bool = { false }
    ) throws(DiskError) {
        var rest = buffer
        while !rest.isEmpty {
            if stop() { throw DiskError(.write, ECANCELED) }
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(NewFile.piece))
            try descriptor.write(piece)
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
            advance(by: piece.count)
        }
    }

    /// Counts bytes that the kernel moved past Ferry.
    package func advance(by count: Int) {
        position += Int64(count)
        guard position - untold >= NewFile.stretch else { return }
        // A hint only: where it fails, the sync at the end does the work and reports the error.
        _ = ferry_start_writing(descriptor.number, untold, position - untold)
        untold = position
    }

    /// Copies the first `length` bytes of `source` to where this file is, within the kernel where it
    /// can; `stop` is asked now and then, and ends it with ECANCELED. ERANGE where there are fewer.
    package func copy(
        first length: UInt64, of source: Descriptor, stop: () -> Bool
    ) throws(DiskError) {
        let count = try copy(upTo: length, of: source, stop: stop)
        guard count == length else { throw DiskError(.copy, ERANGE) }
    }

    /// Copies `source` from where it stands to its end, which need not be known; how many bytes.
    package func copyRest(of source: Descriptor) throws(DiskError) -> UInt64 {
        try copy(upTo: .max, of: source, stop: { false })
    }

    private func copy(
        upTo length: UInt64, of source: Descriptor, stop: () -> Bool
    ) throws(DiskError) -> UInt64 {
        var done: UInt64 = 0
        while done < length {
            if stop() { throw DiskError(.copy, ECANCELED) }
            let count: Int
            do throws(DiskError) {
                count = try Call.retrying(.copy) {
                    ferry_copy_file_range(
                        source.number, descriptor.number, Int(min(length - done, 64 << 20)))
                }
            } catch {
                guard Call.isUnknown(error.code) || [EXDEV, EBADF].contains(error.code) else {
                    throw error
                }
                return try done + copySlowly(length - done, of: source, stop: stop)
            }
            // Some file systems say 0 at once where there is something: a read tells.
            if count == 0 { return try done + copySlowly(length - done, of: source, stop: stop) }
            done += UInt64(count)
            advance(by: count)
        }
        return done
    }

    private func copySlowly(
        _ length: UInt64, of source: Descriptor, stop: () -> Bool
    ) throws(DiskError) -> UInt64 {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { block.deallocate() }
        var done: UInt64 = 0
        while done < length {
            let wanted = Int(min(length - done, UInt64(block.count)))
            let count = try Call.retrying(.read) {
                Glibc.read(source.number, block.baseAddress, wanted)
            }
            if count == 0 { break }
            try write(UnsafeRawBufferPointer(rebasing: block[..<count]), stop: stop)
            done += UInt64(count)
        }
        return done
    }

    /// Whether what has its name is still this very file.
    package func isNamed() throws(DiskError) -> Bool {
        guard let found = try directory.status(of: name) else { return false }
        let own = try descriptor.status()
        return found.st_dev == own.st_dev && found.st_ino == own.st_ino
    }

    /// Gives it the name that it was made for, in place of a file that has it, or only where none
    /// has: EEXIST. ESTALE where its own name belongs to something else by now. The directory is not
    /// synced.
    package func give(_ final: Name, replacing: Bool) throws(DiskError) {
        try takeName()
        guard try isNamed() else { throw DiskError(.name, ESTALE) }
        if replacing {
            try Naming.give(final, in: directory, to: name, in: directory)
        } else {
            try Naming.giveFree(final, in: directory, to: name, in: directory)
        }
    }

    /// Throws it away, where what has its name is still this very file.
    package func discard() throws(DiskError) {
        if try isNamed() { try directory.removeFile(name) }
    }
}
