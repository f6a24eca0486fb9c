/// A file system whose parts can be written at several places at once, by as many connections.
package protocol FillingPieces: FileSystem {
    /// Another way into a part that is being written, from `offset` on: nothing is cut off, and what
    /// lies between is not there until somebody writes it. `root` as in `Creation`.
    func openPiece(
        of part: Part, root: Path?, from offset: UInt64
    ) throws(FileSystemError) -> any ByteSink
    /// Has the disk take all that was written to the part so far, by whomever.
    func syncPieces(of part: Part, root: Path?) throws(FileSystemError)
}
