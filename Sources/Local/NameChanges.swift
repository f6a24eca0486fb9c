import Disk
import Files
import Glibc

/// Makes, renames and removes names in directories.
struct NameChanges {
    let folders: Folders

    func makeDirectory(
        _ directory: Path, mode: UInt16?, root: Path?
    ) throws(FileSystemError) {
        let (folder, name) = try folders.place(of: directory, root: root, attempt: .create)
        do throws(DiskError) {
            try folder.makeDirectory(name, mode: UInt32(mode ?? 0o777))
        } catch {
            throw SystemFailure.error(error.code, directory, .create)
        }
    }

    func makeLink(
        _ link: Path, to target: [UInt8], root: Path?
    ) throws(FileSystemError) {
        let (folder, name) = try folders.place(of: link, root: root, attempt: .create)
        do throws(DiskError) {
            try folder.makeLink(name, to: target)
            if case .failure(let error)? = Durability.sync(names: [folder]).first { throw error }
        } catch {
            throw SystemFailure.error(error.code, link, .create)
        }
    }

    func removeFiles(_ files: [Path], root: Path?) -> [Result<Void, FileSystemError>] {
        files.map { file in
            remove(file, root) { (folder, name) throws(DiskError) in try folder.removeFile(name) }
        }
    }

    func removeDirectories(
        _ directories: [Path], root: Path?
    ) -> [Result<Void, FileSystemError>] {
        directories.map { directory in
            folders.forget(below: directory)
            return remove(directory, root) { (folder, name) throws(DiskError) in
                try folder.removeDirectory(name)
            }
        }
    }

    /// Of a link, what it leads to gets the mode, unless there is a `root`.
    func setMode(_ mode: UInt16, of path: Path, root: Path?) -> Result<Void, FileSystemError> {
        Result { () throws(FileSystemError) in
            guard let root else {
                let isSet = path.bytes.withCString {
                    fchmodat(AT_FDCWD, $0, mode_t(mode & 0o7777), 0) == 0
                }
                guard isSet else {
                    throw SystemFailure.error(errno, path, .setPermissions)
                }
                return
            }
            let (folder, name) = try folders.place(
                of: path, root: root, attempt: .setPermissions)
            do throws(DiskError) {
                try folder.setMode(mode, of: name)
            } catch {
                throw SystemFailure.error(error.code, path, .setPermissions)
            }
        }
    }

    private func remove(
        _ path: Path, _ root: Path?,
        _ body: (DirectoryHandle, Name) throws(DiskError) -> Void
    ) -> Result<Void, FileSystemError> {
        Result { () throws(FileSystemError) in
            let (folder, name) = try folders.place(of: path, root: root, attempt: .delete)
            do throws(DiskError) {
                try body(folder, name)
            } catch {
                throw SystemFailure.error(error.code, path, .delete)
            }
        }
    }

    /// Over an existing file only where `isReplacing`; `.unsupported` where the target is on another
    /// file system.
    func rename(
        _ source: Path, to target: Path, isReplacing: Bool
    ) throws(FileSystemError) {
        folders.forget(below: source)
        let (from, old) = try folders.place(of: source, root: nil, attempt: .rename)
        let (into, new) = try folders.place(of: target, root: nil, attempt: .rename)
        do throws(DiskError) {
            if isReplacing {
                try Naming.give(new, in: into, to: old, in: from)
                // What was there is gone: only what is on the disk may take its place.
                if case .failure(let error)? = Durability.sync(names: [into]).first { throw error }
            } else {
                try Naming.giveFree(new, in: into, to: old, in: from)
            }
        } catch {
            throw error.code == EEXIST
                ? SystemFailure.error(EEXIST, target, .create)
                : SystemFailure.error(error.code, source, .renameTo(target.text))
        }
    }
}
