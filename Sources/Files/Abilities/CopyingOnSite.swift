/// A file system whose server may copy a whole file of its own into a part by itself, in one exchange
/// (`FillingFromSite` is for those that do it piece by piece into an open one).
package protocol CopyingOnSite: FileSystem {
    /// Whether that may work, as far as is known.
    var copiesOnSite: Bool { get }
    /// Bytes of a file from which on that takes less time than to have them come through here.
    var leastOnSite: UInt64 { get }
    /// Has all of `file`, which has `size` bytes, copied into a part of `target` under the name of
    /// `id`, beside it, and waits for that; the part. `creation` as in `create`. Nil where the server does
    /// not do it: then the bytes have to come by `create`. Throws what ended the connection.
    func copyOnSite(
        _ file: Path, size: UInt64, to target: Path, as id: PartID, _ creation: Creation
    ) throws(FileSystemError) -> Part?
}
