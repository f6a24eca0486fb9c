/// A file system that may tell how much room there is.
package protocol TellingSpace: FileSystem {
    /// Free and total bytes for the user in `directory`; nil where that is not told.
    func space(at directory: Path) throws(FileSystemError) -> (free: UInt64, total: UInt64)?
    /// Asks that of `directory` together with what is asked next, where that saves a round trip: `space` of
    /// it has the answer then. Neither waits nor connects. Nil: an answer that nobody has taken is forgotten.
    func askSpace(at directory: Path?)
    /// The same as far as it is known right after `list` of that directory, without asking anybody.
    func spaceOfListing(_ directory: Path) -> (free: UInt64, total: UInt64)?
}

extension TellingSpace {
    package func askSpace(at directory: Path?) {}

    package func spaceOfListing(_ directory: Path) -> (free: UInt64, total: UInt64)? { nil }
}
