import Files

/// The names that a target directory holds already.
final class ExistingNames: Sendable {
    let listing: Directory
    private let indices: [Name: Int32]

    init(_ listing: Directory) {
        self.listing = listing
        var indices: [Name: Int32] = [:]
        indices.reserveCapacity(listing.count)
        for index in 0..<listing.count {
            if let name = Name(listing.nameBytes(at: index)) { indices[name] = Int32(index) }
        }
        self.indices = indices
    }

    func entry(named name: Name) -> Entry? {
        indices[name].flatMap { listing.entry(at: Int($0)) }
    }

    func state(of name: Name) -> ExistingTarget {
        entry(named: name).map { .entry($0) } ?? .none
    }
}
