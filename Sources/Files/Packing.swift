/// Makes archives, each while it is read.
package protocol Packing: Sendable {
    /// The archive of what `order` names, from its first byte on. Nothing is read of `files` before the
    /// archive is, and `files` is used for nothing else meanwhile.
    func pack(
        _ order: PackOrder, from files: any FileSystem
    ) throws(FileSystemError) -> any PackedSource
    /// Bytes of all files that the archive would hold.
    func measure(_ order: PackOrder, in files: any FileSystem) throws(FileSystemError) -> UInt64
}

/// What goes into an archive.
package struct PackOrder {
    /// The directory that holds the entries; its own name is not in the archive.
    package var directory: Path
    /// Which of its entries go, and what is below them.
    package var entries: Directory
    package var format: PackFormat
    /// What the archive is to be, for messages.
    package var archive: Path
    /// Which names are passed over, wherever they are.
    package var isSkipped: (Name) -> Bool
    /// Asked often, whether it is to end.
    package var isStopped: () -> Bool
    /// Hears of each entry that cannot be packed, as a sentence.
    package var leaveOut: (String) -> Void

    package init(
        _ entries: Directory, in directory: Path, as format: PackFormat, to archive: Path,
        isSkipped: @escaping (Name) -> Bool = { _ in false }, isStopped: @escaping () -> Bool,
        leaveOut: @escaping (String) -> Void
    ) {
        self.entries = entries
        self.directory = directory
        self.format = format
        self.archive = archive
        self.isSkipped = isSkipped
        self.isStopped = isStopped
        self.leaveOut = leaveOut
    }
}

/// An archive that is made while it is read.
package protocol PackedSource: FileSource {
    /// Bytes of files that are in it so far.
    var packedBytes: UInt64 { get }
}
