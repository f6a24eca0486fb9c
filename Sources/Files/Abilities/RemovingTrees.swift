/// A file system that may remove all that is in a directory in one exchange, however much that is.
package protocol RemovingTrees: FileSystem {
    /// Seconds that it takes beside the removing itself, so that what is walked sooner is walked; nil
    /// where it cannot be had, as far as is known.
    var treeRemovalDelay: Double? { get }
    /// Removes what is in `directory`, which must be no link; follows no link, and goes into no other
    /// file system where that can be told. True where all of it is gone, and only the directory itself
    /// is left; false where something is left, or nothing was done at all: a walk finds out. `isStopped`
    /// is asked now and then, and ends it; `progress` hears of files that are gone, how many more each
    /// time. Throws `.cancelled`, and what lost the connection.
    func removeContents(
        of directory: Path, isStopped: () -> Bool, progress: (_ count: Int) -> Void
    ) throws(FileSystemError) -> Bool
}
