import Files

/// The names that a target directory holds already.
final class ExistingNames: Sendable {
    let listing: Directory
    private let names: NameTable
    /// Hashes of the names as a file system has them that folds them.
    private let folded: HashSet

    init(_ listing: Directory) {
        self.listing = listing
        names = NameTable(listing)
        var folded = HashSet(count: listing.count)
        for index in 0..<listing.count {
            folded.insert(FoldedPath.hash(of: listing.nameBytes(at: index)))
        }
        self.folded = folded
    }

    func entry(named name: Name) -> Entry? {
        names.index(of: name, in: listing).flatMap { listing.entry(at: $0) }
    }

    /// Whether there is that very name.
    func holds(_ name: Name) -> Bool { names.index(of: name, in: listing) != nil }

    /// Unknown where there is a name that the directory may not tell from this one: it is to be
    /// asked.
    func state(of name: Name) -> ExistingTarget {
        if let entry = entry(named: name) { return .entry(entry) }
        return folded.contains(FoldedPath.hash(of: name.bytes)) ? .unknown : .none
    }
}
