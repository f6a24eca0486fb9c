/// A file system that may tell all that lies below a directory in one exchange.
package protocol ListingTrees: FileSystem {
    /// Seconds that it takes beside the listing itself; nil where it cannot be had, as far as is known.
    var treeListingDelay: Double? { get }
    /// Tells what lies below `directory`, deeper than its own entries: these are `known`, just listed,
    /// and prove that both ways see the same. Links are told, never entered; the order is any, but a
    /// directory comes before what is in it. False where it cannot be had: nothing was told then.
    /// `isStopped` is asked now and then. Throws `.cancelled`, and where the listing broke off or is
    /// not whole: what was told until then is true.
    func listTree(
        below directory: Path, known: Directory, isStopped: () -> Bool,
        _ take: (TreeFinding) -> Void
    ) throws(FileSystemError) -> Bool
}

/// What is found in a tree.
package enum TreeFinding: Hashable, Sendable {
    /// Something below the directory; `names` lead to it from there, its own the last.
    case entry(Entry, names: [Name])
    /// A directory that may not be read, which was an entry already: who lists it hears why.
    case unreadable(names: [Name])
}
