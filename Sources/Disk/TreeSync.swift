package import Files
import Glibc

/// Brings a whole tree to the disk, file by file: for file systems that cannot do it at once.
package enum TreeSync {
    /// Directories within directories.
    private static let depthLimit = 256

    /// `name` is a file or a directory; of links and devices there is nothing to be synced. The name
    /// itself is its directory's.
    package static func sync(
        _ name: Name, in directory: DirectoryHandle
    ) throws(DiskError) {
        try sync(name, in: directory, depth: 1)
    }

    private static func sync(
        _ name: Name, in directory: DirectoryHandle, depth: Int
    ) throws(DiskError) {
        guard depth <= depthLimit else { throw DiskError(.sync, ELOOP) }
        guard let status = try directory.status(of: name) else { return }
        if status.isRegularFile {
            let file = try directory.openFile(name, O_RDONLY)
            for answer in Durability.sync([file]) { _ = try answer.get() }
        } else if status.isDirectory {
            let inner = try directory.directory(name)
            for name in try inner.names() { try sync(name, in: inner, depth: depth + 1) }
            for answer in Durability.sync(names: [inner]) { _ = try answer.get() }
        }
    }
}
