/// What tells a file, and the state it was in, from any other that may get its name.
package struct FileFingerprint: Hashable, Sendable {
    /// Bytes.
    package var size: UInt64?
    package var modified: Timestamp?
    /// On this machine: the device, the file's number on it, and the time's nanoseconds.
    package var node: Node?

    package struct Node: Hashable, Sendable {
        package var device: UInt64
        package var inode: UInt64
        package var nanoseconds: Int64

        package init(device: UInt64, inode: UInt64, nanoseconds: Int64) {
            self.device = device
            self.inode = inode
            self.nanoseconds = nanoseconds
        }
    }

    package init(size: UInt64?, modified: Timestamp?, node: Node? = nil) {
        self.size = size
        self.modified = modified
        self.node = node
    }

    /// Whether nothing says that `other` is another file or state. At least the size must be known
    /// of both.
    package func isSame(as other: FileFingerprint) -> Bool {
        guard let size, size == other.size else { return false }
        if let node, let theirs = other.node, node != theirs { return false }
        guard let modified, let theirs = other.modified else { return true }
        // Clocks that cannot be compared tell nothing.
        return Timestamp.order(modified, theirs).map { $0 == 0 } ?? true
    }
}
