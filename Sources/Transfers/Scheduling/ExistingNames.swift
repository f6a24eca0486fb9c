import Files

/// The names that a target directory holds already.
final class ExistingNames: Sendable {
    let listing: Directory
    private let indices: [Name: Int32]
    /// Hashes of the names as a file system has them that folds them.
    private let folded: Set<Int>

    init(_ listing: Directory) {
        self.listing = listing
        var indices: [Name: Int32] = [:]
        indices.reserveCapacity(listing.count)
        var folded: Set<Int> = []
        folded.reserveCapacity(listing.count)
        for index in 0..<listing.count {
            guard let name = Name(listing.nameBytes(at: index)) else { continue }
            indices[name] = Int32(index)
            folded.insert(FoldedPath.hash(of: name.bytes))
        }
        self.indices = indices
        self.folded = folded
    }

    func entry(named name: Name) -> Entry? {
        indices[name].flatMap { listing.entry(at: Int($0)) }
    }

    /// Unknown where there is a name that the directory may not tell from this one: it is to be
    /// asked.
    func state(of name: Name) -> ExistingTarget {
        if let entry = entry(named: name) { return .entry(entry) }
        return folded.contains(FoldedPath.hash(of: name.bytes)) ? .unknown : .none
    }
}
