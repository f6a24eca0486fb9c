/// A file system whose server may copy a directory of its own, with all that is in it, in one exchange.
package protocol CopyingTrees: FileSystem {
    /// Whether that may work, as far as is known.
    var copiesTrees: Bool { get }
    /// Has `directory` copied to the path of `part`, beside its target, and waits for that. `files` and
    /// `bytes` are what is in it. False where the server does not do it: what there may be of the part is
    /// removed by `discard`. Throws what ended the connection.
    func copyTree(
        _ directory: Path, files: Int, bytes: UInt64, into part: Part
    ) throws(FileSystemError) -> Bool
}
