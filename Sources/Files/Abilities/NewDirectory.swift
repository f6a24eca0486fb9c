/// A directory that is to be made.
package struct NewDirectory: Hashable, Sendable {
    package let path: Path
    /// As in `FileSystem.makeDirectory`.
    package let mode: UInt16?

    package init(_ path: Path, mode: UInt16? = nil) {
        self.path = path
        self.mode = mode
    }
}
