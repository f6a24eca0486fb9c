import Disk
import Files
import Glibc

/// Removes something from the trash for good, by descriptors: no link is followed.
enum TrashRemoval {
    /// Directories in one another: each keeps a descriptor.
    private static let depth = 200

    /// Removes what has the name, with all that is in it.
    static func remove(
        _ name: Name, in directory: DirectoryHandle, depth: Int = 0
    ) throws(DiskError) {
        guard let status = try directory.status(of: name) else { return }
        guard status.isDirectory else { return try directory.removeFile(name) }
        guard depth < TrashRemoval.depth else { throw DiskError(.remove, ENAMETOOLONG) }
        let inner = try directory.directory(name)
        for below in try inner.names() { try remove(below, in: inner, depth: depth + 1) }
        try directory.removeDirectory(name)
    }
}
