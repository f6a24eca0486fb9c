import CLinux
package import Files
import Glibc

// Making files: beside, synced, then named.
extension LocalFileSystem {
    package func create(
        _ file: Path, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        stopFlag.clear()
        let name = try leaf(of: file)
        let folder = try folders.descriptor(
            of: file.parent, root: creation.root, action: "written")
        let part = PartName.of(name).cString
        if creation.offset > 0 {
            return try continued(file, part, folder, creation)
        }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
        var number = ferry_openat(folder.number, part, flags, 0o600)
        if number < 0, errno == EEXIST, unlinkat(folder.number, part, 0) == 0 {
            number = ferry_openat(folder.number, part, flags, 0o600)
        }
        guard number >= 0 else { throw SystemFailure.error(errno, file, "written") }
        let descriptor = Descriptor(number)
        PartVersion.set(creation.version, of: descriptor)
        return LocalSink(descriptor, file, stopFlag)
    }

    /// Goes on in the part; where there is none, in a copy of the shorter file that is there, so
    /// that the file itself stays until the whole one replaces it.
    private func continued(
        _ file: Path, _ part: [CChar], _ folder: Descriptor, _ creation: Creation
    ) throws(FileSystemError) -> LocalSink {
        var number = ferry_openat(folder.number, part, O_WRONLY | O_NOFOLLOW, 0)
        if number < 0, errno == ENOENT {
            number = try copyOfStart(file, part, folder, creation.offset)
        }
        guard number >= 0 else { throw SystemFailure.error(errno, file, "continued") }
        let descriptor = Descriptor(number)
        var status = stat()
        guard fstat(number, &status) == 0, LocalFileSystem.kind(status) == .file,
            UInt64(clamping: status.st_size) >= creation.offset,
            let start = off_t(exactly: creation.offset), ftruncate(number, start) == 0,
            lseek(number, start, SEEK_SET) == start
        else {
            throw FileSystemError(
                .truncated, path: file,
                detail: "The part of \(file.text) is shorter than \(creation.offset) bytes; "
                    + "start it again.")
        }
        PartVersion.set(creation.version, of: descriptor)
        return LocalSink(descriptor, file, from: start, stopFlag)
    }

    private func copyOfStart(
        _ file: Path, _ part: [CChar], _ folder: Descriptor, _ length: UInt64
    ) throws(FileSystemError) -> CInt {
        let existing = ferry_openat(
            folder.number, try leaf(of: file).bytes.cString,
            O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0)
        guard existing >= 0 else { throw SystemFailure.error(errno, file, "continued") }
        let source = Descriptor(existing)
        let number = ferry_openat(
            folder.number, part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
        guard number >= 0 else { throw SystemFailure.error(errno, file, "continued") }
        var left = length
        while left > 0, !stopFlag.isSet {
            let count = ferry_copy_file_range(source.number, number, Int(min(left, 64 << 20)))
            guard count > 0 else { break }
            left -= UInt64(count)
        }
        return number
    }

    package func partialSize(
        of file: Path, root: Path?
    ) throws(FileSystemError) -> UInt64 {
        let name = try leaf(of: file)
        guard let folder = try existingFolder(of: file, root) else { return 0 }
        var status = stat()
        guard
            fstatat(
                folder.number, PartName.of(name).cString, &status, AT_SYMLINK_NOFOLLOW) == 0,
            LocalFileSystem.kind(status) == .file
        else { return 0 }
        return UInt64(clamping: status.st_size)
    }

    package func partialVersion(of file: Path, root: Path?) -> String? {
        guard let name = file.name, let folder = try? existingFolder(of: file, root) else {
            return nil
        }
        let number = ferry_openat(
            folder.number, PartName.of(name).cString, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0)
        return number < 0 ? nil : PartVersion.get(of: Descriptor(number))
    }

    /// The part; where there is none, the file of that name, which may be its beginning.
    package func openPartial(
        of file: Path, root: Path?, from offset: UInt64
    ) throws(FileSystemError) -> any FileSource {
        stopFlag.clear()
        let name = try leaf(of: file)
        let folder = try folders.descriptor(of: file.parent, root: root, action: "read")
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
        var number = ferry_openat(folder.number, PartName.of(name).cString, flags, 0)
        if number < 0, errno == ENOENT {
            number = ferry_openat(folder.number, name.bytes.cString, flags, 0)
        }
        guard number >= 0 else { throw SystemFailure.error(errno, file, "read") }
        return try LocalSource(Descriptor(number), file, from: offset, stopFlag)
    }

    package func settle(_ files: [Settlement]) -> [Result<Void, FileSystemError>] {
        var results = files.map { _ in Result<Void, FileSystemError>.success(()) }
        var written: [(index: Int, folder: Descriptor, part: Descriptor, name: Name)] = []
        for (index, file) in files.enumerated() {
            do throws(FileSystemError) {
                let (folder, part, name) = try complete(file)
                written.append((index, folder, part, name))
            } catch {
                results[index] = .failure(error)
            }
        }
        sync(written.map(\.part))
        var touched: [Descriptor] = []
        for (index, folder, _, name) in written {
            do throws(FileSystemError) {
                try give(name, to: files[index], in: folder)
                if touched.last !== folder { touched.append(folder) }
            } catch {
                results[index] = .failure(error)
            }
        }
        // The names themselves: without this a crash could bring the part names back.
        if touched.count == 1 { fsync(touched[0].number) } else { sync(touched) }
        return results
    }

    /// Checks a part's size, and gives it its time and mode.
    private func complete(
        _ file: Settlement
    ) throws(FileSystemError) -> (Descriptor, Descriptor, Name) {
        let name = try leaf(of: file.path)
        let folder = try folders.descriptor(
            of: file.path.parent, root: file.creation.root, action: "written")
        let number = ferry_openat(
            folder.number, PartName.of(name).cString, O_WRONLY | O_NOFOLLOW, 0)
        guard number >= 0 else { throw SystemFailure.error(errno, file.path, "finished") }
        let part = Descriptor(number)
        var status = stat()
        guard fstat(number, &status) == 0 else {
            throw SystemFailure.error(errno, file.path, "finished")
        }
        guard UInt64(clamping: status.st_size) == file.size else {
            throw FileSystemError(
                .truncated, path: file.path,
                detail: "\(file.path.text) has \(status.st_size) bytes instead of \(file.size); "
                    + "it was not given its name.")
        }
        if let mode = file.creation.mode {
            // Neither set-user-ID nor what the umask forbids comes from a stranger.
            fchmod(number, mode_t(mode & 0o777) & ~LocalFileSystem.umask)
        } else {
            fchmod(number, 0o666 & ~LocalFileSystem.umask)
        }
        if file.creation.version != nil { PartVersion.set(nil, of: part) }
        if let modified = file.creation.modified {
            _ = ferry_set_open_modified(number, modified.seconds)
        }
        return (folder, part, name)
    }

    private func give(
        _ name: Name, to file: Settlement, in folder: Descriptor
    ) throws(FileSystemError) {
        let part = PartName.of(name).cString
        let final = name.bytes.cString
        let outcome =
            file.creation.replaces
            ? renameat(folder.number, part, folder.number, final)
            : ferry_rename_new(folder.number, part, folder.number, final)
        guard outcome == 0 else { throw SystemFailure.error(errno, file.path, "named") }
    }

    /// One file costs one sync; many share one of their whole file system.
    private func sync(_ files: [Descriptor]) {
        guard let first = files.first else { return }
        if files.count == 1 {
            fdatasync(first.number)
            return
        }
        var devices: Set<dev_t> = []
        for file in files {
            var status = stat()
            guard fstat(file.number, &status) == 0, devices.insert(status.st_dev).inserted else {
                continue
            }
            if ferry_syncfs(file.number) != 0 { fdatasync(file.number) }
        }
    }

    package func discard(_ file: Path, root: Path?) throws(FileSystemError) {
        let name = try leaf(of: file)
        guard let folder = try existingFolder(of: file, root) else { return }
        if unlinkat(folder.number, PartName.of(name).cString, 0) != 0, errno != ENOENT {
            throw SystemFailure.error(errno, file, "discarded")
        }
    }

    private func existingFolder(
        of file: Path, _ root: Path?
    ) throws(FileSystemError) -> Descriptor? {
        do {
            return try folders.descriptor(of: file.parent, root: root, action: "read")
        } catch {
            if error.kind == .notFound || error.kind == .notDirectory { return nil }
            throw error
        }
    }

    func leaf(of file: Path) throws(FileSystemError) -> Name {
        guard let name = file.name else {
            throw FileSystemError(
                .isDirectory, path: file, detail: "/ is a directory; name a file in it.")
        }
        return name
    }

    /// The process's file mode creation mask, read once: the system has no way to ask for it but
    /// to set it.
    static let umask: mode_t = {
        let mask = Glibc.umask(0o077)
        _ = Glibc.umask(mask)
        return mask
    }()
}
