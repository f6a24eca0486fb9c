import CLinux
package import Files
import Glibc

// Directories, names, times and modes.
extension LocalFileSystem {
    package func makeDirectory(_ directory: Path, root: Path?) throws(FileSystemError) {
        let name = try leaf(of: directory)
        let folder = try folders.descriptor(of: directory.parent, root: root, action: "made")
        guard mkdirat(folder.number, name.bytes.cString, 0o777) == 0 else {
            throw SystemFailure.error(errno, directory, "made")
        }
    }

    package func removeFiles(_ files: [Path]) -> [Result<Void, FileSystemError>] {
        files.map { remove($0, flags: 0) }
    }

    package func removeDirectories(_ directories: [Path]) -> [Result<Void, FileSystemError>] {
        directories.map { directory in
            folders.forget(below: directory)
            return remove(directory, flags: AT_REMOVEDIR)
        }
    }

    private func remove(_ path: Path, flags: CInt) -> Result<Void, FileSystemError> {
        if unlinkat(AT_FDCWD, path.bytes.cString, flags) == 0 { return .success(()) }
        return .failure(SystemFailure.error(errno, path, "deleted"))
    }

    /// Never over an existing name; `.unsupported` where the target is on another file system.
    package func rename(_ source: Path, to target: Path) throws(FileSystemError) {
        folders.forget(below: source)
        let (from, to) = (source.bytes.cString, target.bytes.cString)
        var outcome = ferry_rename_new(AT_FDCWD, from, AT_FDCWD, to)
        if outcome != 0, errno == EINVAL, !target.isInside(source) {
            // Some file systems cannot promise it: look first, as well as can be.
            var status = stat()
            if fstatat(AT_FDCWD, to, &status, AT_SYMLINK_NOFOLLOW) == 0 {
                throw SystemFailure.error(EEXIST, target, "the new name")
            }
            outcome = Glibc.rename(from, to)
        }
        guard outcome == 0 else {
            let shown = errno == EEXIST ? target : source
            throw SystemFailure.error(
                errno, shown, errno == EEXIST ? "the new name" : "renamed to \(target.text)")
        }
    }

    package func setModified(
        _ times: [(path: Path, time: Timestamp)]
    ) -> [Result<Void, FileSystemError>] {
        times.map { path, time in
            if ferry_set_modified(AT_FDCWD, path.bytes.cString, time.seconds) == 0 {
                return .success(())
            }
            return .failure(SystemFailure.error(errno, path, "given its time"))
        }
    }

    package func setMode(_ mode: UInt16, of path: Path) throws(FileSystemError) {
        guard fchmodat(AT_FDCWD, path.bytes.cString, mode_t(mode & 0o7777), 0) == 0 else {
            throw SystemFailure.error(errno, path, "given its mode")
        }
    }

    package func space(
        at directory: Path
    ) throws(FileSystemError) -> (free: UInt64, total: UInt64)? {
        var status = statvfs()
        guard statvfs(directory.bytes.cString, &status) == 0 else { return nil }
        let unit = UInt64(status.f_frsize)
        return (
            UInt64(status.f_bavail).multipliedReportingOverflow(by: unit).partialValue,
            UInt64(status.f_blocks).multipliedReportingOverflow(by: unit).partialValue
        )
    }
}
