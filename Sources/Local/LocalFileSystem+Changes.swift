import CLinux
import Disk
package import Files
import Glibc

// Directories, names, times and modes.
extension LocalFileSystem {
    package func makeDirectory(_ directory: Path, root: Path?) throws(FileSystemError) {
        let name = try leaf(of: directory)
        let folder = try folders.handle(of: directory.parent, root: root, action: "made")
        do throws(DiskError) {
            try folder.makeDirectory(name)
        } catch {
            throw SystemFailure.error(error.code, directory, "made")
        }
    }

    package func makeLink(
        _ link: Path, to target: [UInt8], root: Path?
    ) throws(FileSystemError) {
        let name = try leaf(of: link)
        let folder = try folders.handle(of: link.parent, root: root, action: "made")
        do throws(DiskError) {
            try folder.makeLink(name, to: target)
            if case .failure(let error)? = Durability.sync(names: [folder]).first { throw error }
        } catch {
            throw SystemFailure.error(error.code, link, "made")
        }
    }

    package func removeFiles(_ files: [Path], root: Path?) -> [Result<Void, FileSystemError>] {
        files.map { file in
            remove(file, root) { (folder, name) throws(DiskError) in try folder.removeFile(name) }
        }
    }

    package func removeDirectories(
        _ directories: [Path], root: Path?
    ) -> [Result<Void, FileSystemError>] {
        directories.map { directory in
            folders.forget(below: directory)
            return remove(directory, root) { (folder, name) throws(DiskError) in
                try folder.removeDirectory(name)
            }
        }
    }

    private func remove(
        _ path: Path, _ root: Path?,
        _ body: (DirectoryHandle, Name) throws(DiskError) -> Void
    ) -> Result<Void, FileSystemError> {
        Result { () throws(FileSystemError) in
            let name = try leaf(of: path)
            let folder = try folders.handle(of: path.parent, root: root, action: "deleted")
            do throws(DiskError) {
                try body(folder, name)
            } catch {
                throw SystemFailure.error(error.code, path, "deleted")
            }
        }
    }

    /// Over an existing file only with a `replacement`; `.unsupported` where the target is on another
    /// file system.
    package func rename(
        _ source: Path, to target: Path, replacement: RenameReplacement?
    ) throws(FileSystemError) {
        folders.forget(below: source)
        let (old, new) = (try leaf(of: source), try leaf(of: target))
        let from = try folders.handle(of: source.parent, root: nil, action: "renamed")
        let into = try folders.handle(of: target.parent, root: nil, action: "renamed")
        do throws(DiskError) {
            if replacement == nil {
                try Naming.giveFree(new, in: into, to: old, in: from)
            } else {
                try Naming.give(new, in: into, to: old, in: from)
                // What was there is gone: only what is on the disk may take its place.
                if case .failure(let error)? = Durability.sync(names: [into]).first { throw error }
            }
        } catch {
            throw error.code == EEXIST
                ? SystemFailure.error(EEXIST, target, "the new name")
                : SystemFailure.error(error.code, source, "renamed to \(target.text)")
        }
    }

    package func setModified(
        _ times: [(path: Path, time: Timestamp)]
    ) -> [Result<Void, FileSystemError>] {
        times.map { path, time in
            let isSet = path.bytes.withCString {
                ferry_set_modified(AT_FDCWD, $0, time.seconds) == 0
            }
            if isSet { return .success(()) }
            return .failure(SystemFailure.error(errno, path, "given its time"))
        }
    }

    package func setMode(_ mode: UInt16, of path: Path) throws(FileSystemError) {
        let isSet = path.bytes.withCString {
            fchmodat(AT_FDCWD, $0, mode_t(mode & 0o7777), 0) == 0
        }
        guard isSet else {
            throw SystemFailure.error(errno, path, "given its mode")
        }
    }

    package func space(
        at directory: Path
    ) throws(FileSystemError) -> (free: UInt64, total: UInt64)? {
        do throws(DiskError) {
            return try FileSpace.at(directory)
        } catch {
            // A file system that does not tell has nothing to tell.
            return nil
        }
    }
}
