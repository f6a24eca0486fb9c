package import Files
import Glibc

extension DirectoryHandle {
    /// Directories in one another: each keeps a descriptor.
    private static let depthLimit = 200

    /// Removes what has the name, with all that is in it, by descriptors: no link is followed. Nothing
    /// of that name is as wanted; ENAMETOOLONG where directories are nested too deeply.
    package func removeTree(_ name: Name) throws(DiskError) {
        try removeTree(name, depth: 0)
    }

    private func removeTree(_ name: Name, depth: Int) throws(DiskError) {
        guard let status = try status(of: name) else { return }
        guard status.isDirectory else { return try removeFile(name) }
        guard depth < DirectoryHandle.depthLimit else { throw DiskError(.remove, ENAMETOOLONG) }
        let inner = try directory(name)
        for below in try inner.names() { try inner.removeTree(below, depth: depth + 1) }
        try removeDirectory(name)
    }
}
