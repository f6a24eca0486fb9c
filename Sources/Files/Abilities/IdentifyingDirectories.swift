/// A file system that can tell whether two paths lead to one directory.
package protocol IdentifyingDirectories: FileSystem {
    /// Which directory it is that `path` is, or leads to; nil where there is none, or nobody may
    /// look.
    func identity(of path: Path) -> DirectoryIdentity?
    /// The path on which no name is a link; nil where there is nothing, or nobody may look.
    func canonical(_ path: Path) -> Path?
}

/// What tells a directory from any other, by whatever path it is reached.
package struct DirectoryIdentity: Hashable, Sendable {
    package var device: UInt64
    package var inode: UInt64

    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}
