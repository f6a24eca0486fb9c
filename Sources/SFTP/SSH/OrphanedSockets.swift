import Disk
import Files
import Glibc

/// Directories of sockets that were left by a Ferry that was killed. Whose maker lives holds a lock on
/// its mark; one without a mark, or with anything in it that Ferry does not make, is not touched.
enum OrphanedSockets {
    /// Names of the parent that are looked at, at most.
    private static let limit = 20_000

    /// Removes those in `parent`, an absolute path. What cannot be looked at, or removed, stays: the
    /// next start tries again.
    static func remove(in parent: String) {
        guard let folder = try? DirectoryHandle(at: Path(parent)), let names = try? folder.names()
        else { return }
        for name in names.prefix(limit) where PrivateDirectory.isName(name.bytes) {
            try? remove(name, in: folder)
        }
    }

    private static func remove(_ name: Name, in folder: DirectoryHandle) throws(DiskError) {
        let directory = try folder.directory(name)
        let status = try directory.descriptor.status()
        guard status.st_uid == geteuid(), status.st_mode & 0o7777 == 0o700 else { return }
        let contents = try directory.names()
        guard contents.count <= PrivateDirectory.contentLimit,
            let own = Name(PrivateDirectory.mark), contents.contains(own)
        else { return }
        for content in contents {
            guard let found = try directory.status(of: content),
                isOwn(found, isMark: content == own)
            else {
                return
            }
        }
        let mark = try directory.openFile(own, O_RDONLY)
        guard try FileLock.take(mark) == .taken else { return }
        for content in contents where content != own {
            try directory.removeFile(content)
        }
        try directory.removeFile(own)
        // Removes an empty one only, whatever has the name by now.
        try folder.removeDirectory(name)
    }

    /// Whether it is a socket, or the mark, as Ferry makes them.
    private static func isOwn(_ status: stat, isMark: Bool) -> Bool {
        guard status.st_uid == geteuid() else { return false }
        let kind = status.st_mode & S_IFMT
        return isMark
            ? kind == S_IFREG && status.st_size == 0 : kind == S_IFSOCK
    }
}
