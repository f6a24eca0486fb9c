/// All that a mirror or a sync is to do, as the queue keeps it: whoever carries it out can read it.
package struct PlanScript: Hashable, Sendable {
    package let bytes: [UInt8]
    /// Files to copy and to delete.
    package let files: Int
    /// Bytes to copy.
    package let size: UInt64

    package init(_ bytes: [UInt8], files: Int, size: UInt64) {
        self.bytes = bytes
        self.files = files
        self.size = size
    }
}
