import Files
import Jobs
import Words

/// The names that were chosen in the directory of a job, of which nothing else goes.
struct Choice: Sendable {
    /// The entries as they were chosen, or their names alone; nil where the store has lost them.
    let listing: Directory?
    /// Whether the listing tells more than names, as far as the server did.
    let hasFacts: Bool
    private let order: [UInt32]?
    /// Whether they are taken as they were chosen, instead of reading the directory: once.
    private var isFresh: Bool

    init(_ entries: ChosenEntries) {
        listing = entries.listing
        hasFacts = true
        order = entries.order
        isFresh = true
    }

    /// As the store has kept it.
    init(kept names: ChosenNames?) {
        listing = names?.listing
        hasFacts = names?.facts.isEmpty == false
        order = nil
        isFresh = false
    }

    /// As the store is to keep it, for a job that does that.
    func names(for operation: Job.Operation) -> ChosenNames? {
        listing.map { ChosenNames($0, withFacts: hasFacts && operation.wantsFacts) }
    }

    /// What a lane is to take of the directory now; from the next time on it reads it.
    mutating func take() -> ChosenListing {
        defer { isFresh = false }
        guard isFresh, let listing else { return .named(listing) }
        return .known(listing, order: order)
    }
}

/// What a lane takes of a directory of which only chosen names go.
enum ChosenListing: Sendable {
    /// These entries, in that order of their positions; nil for their own.
    case known(Directory, order: [UInt32]?)
    /// These names, of what is in it now; nil where nobody knows them any more.
    case named(Directory?)

    /// What can be relied on where the entries are taken away from there: a file system that may show
    /// links as directories tells which only of what it has just read.
    func takenAway(from source: any FileSystem) -> ChosenListing {
        guard case .known(let listing, _) = self, source is any DiscerningLinks else { return self }
        return .named(listing)
    }

    /// What a directory holds of the names that were chosen in it, and what it does not.
    static func named(
        _ names: Directory?, _ listing: Directory, _ directory: Path
    ) throws(FileSystemError) -> (listing: Directory, missing: MissingNames) {
        guard let names else {
            throw FileSystemError(
                .other, path: directory,
                detail: tr("The choice in \(directory) was lost; choose again."))
        }
        return names.found(in: listing)
    }
}

extension Job.Operation {
    /// Whether what was chosen is to be known again after a restart: what has its name by then, and is
    /// another thing, is not deleted.
    var wantsFacts: Bool { isRemoval }
}
