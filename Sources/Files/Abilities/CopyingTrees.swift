/// A file system whose server may copy a directory of its own, with all that is in it, in one exchange.
package protocol CopyingTrees: FileSystem {
    /// Whether that may work, as far as is known.
    var copiesTrees: Bool { get }
    /// Has `directory` copied to the path of `part`, beside its target, and waits for that. `files` and
    /// `bytes` are what is in it. What there may be of the part afterwards, or after an error, is removed
    /// by `discard`.
    func copyTree(
        _ directory: Path, files: Int, bytes: UInt64, into part: Part
    ) throws(FileSystemError) -> TreeCopy
}

/// What came of having a server copy a directory.
package enum TreeCopy: Sendable {
    /// It says that all of it is there.
    case copied
    /// It did not do it, or not all of it.
    case refused
    /// It was not asked, because no part may lie there.
    case impossible
}
