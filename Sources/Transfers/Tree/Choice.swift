import Files

/// The names that were chosen in the directory of a job, of which nothing else goes.
struct Choice: Sendable {
    /// Nil where the store has lost them.
    let names: ChosenNames?
    /// The entries as they were chosen: used once, instead of reading the directory.
    var listing: Directory?

    init(_ listing: Directory) {
        names = ChosenNames(listing)
        self.listing = listing
    }

    /// As the store has kept it.
    init(kept names: ChosenNames?) {
        self.names = names
    }

    /// What a lane is to take of the directory now; from the next time on it reads it.
    mutating func take() -> ChosenListing {
        defer { listing = nil }
        return listing.map { .known($0) } ?? .named(names)
    }
}

/// What a lane takes of a directory of which only chosen names go.
enum ChosenListing: Sendable {
    case known(Directory)
    /// These names, of what is in it now; nil where nobody knows them any more.
    case named(ChosenNames?)

    /// What a directory holds of the names that were chosen in it, and what it does not.
    static func named(
        _ names: ChosenNames?, _ listing: Directory, _ directory: Path
    ) throws(FileSystemError) -> (listing: Directory, missing: MissingNames) {
        guard let names else {
            throw FileSystemError(
                .other, path: directory,
                detail: "What was chosen in \(directory) is not known any more; choose it again.")
        }
        return names.found(in: listing)
    }
}
