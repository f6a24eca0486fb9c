package import Glibc

/// What the disk says of a file or folder.
package struct FileStatus: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case file, directory, link
        /// A device, a pipe, a socket: never opened.
        case other
    }

    package var kind: Kind
    /// Bytes.
    package var size: UInt64
    /// Seconds since the epoch, UTC, and the nanoseconds after them.
    package var modified: Int64
    package var nanoseconds: Int64
    package var inode: UInt64
    package var device: UInt64

    package init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .directory
        case S_IFLNK: kind = .link
        default: kind = .other
        }
        size = UInt64(clamping: status.st_size)
        modified = Int64(status.st_mtim.tv_sec)
        nanoseconds = Int64(status.st_mtim.tv_nsec)
        inode = UInt64(status.st_ino)
        device = UInt64(status.st_dev)
    }

    /// Whether both are of the same file or folder, whatever became of it meanwhile.
    func isSame(as other: FileStatus) -> Bool { inode == other.inode && device == other.device }

    /// A strong validator with its quotes (RFC 9110, section 8.8.3): another file, another length
    /// or another time of modification, another tag.
    package var entityTag: String {
        let parts = [inode, size, UInt64(bitPattern: modified), UInt64(bitPattern: nanoseconds)]
        return "\"" + parts.map { String($0, radix: 16) }.joined(separator: "-") + "\""
    }
}
