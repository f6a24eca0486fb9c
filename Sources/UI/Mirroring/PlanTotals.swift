import Files
import Sync

/// What all ticked rows of a plan come to, by the side that changes.
struct PlanTotals: Hashable, Sendable {
    struct Flow: Hashable, Sendable {
        /// Files and links that are new there, and those that are replaced.
        var created = 0
        var replaced = 0
        /// Of both.
        var bytes: UInt64 = 0
        var deletedFiles = 0
        var deletedDirectories = 0
        var madeDirectories = 0
        var modes = 0
        var renamed = 0

        var copied: Int { created + replaced }
        var deleted: Int { deletedFiles + deletedDirectories }
        var others: Int { madeDirectories + modes + renamed }
        /// Whether something that is there now is gone afterwards.
        var destroys: Bool { deleted + replaced > 0 }
    }

    var sides = Pair(Flow(), Flow())
    /// What both sides keep in both versions.
    var keptTwice = 0

    /// Counts a row that is ticked, or with -1 one that is not any more.
    mutating func count(_ row: PlanRow, by step: Int) {
        for side in ComparedSide.allCases {
            if let entry = row.copied(to: side) { count(entry, row, to: side, by: step) }
        }
        if row.deed == .keepBoth { keptTwice += step }
        guard let target = row.target else { return }
        switch row.deed {
        case .delete, .replace:
            guard row.deed == .delete || row.replacesKind else { break }
            if row.takesDirectory {
                sides[target].deletedDirectories += step
            } else {
                sides[target].deletedFiles += step
            }
        case .changeMode: sides[target].modes += step
        case .rename: sides[target].renamed += step
        default: break
        }
    }

    private mutating func count(
        _ entry: Entry, _ row: PlanRow, to side: ComparedSide, by step: Int
    ) {
        // What is of another kind is deleted first, and then it is new.
        if row.deed == .replace, !row.replacesKind {
            sides[side].replaced += step
        } else if entry.kind == .directory {
            sides[side].madeDirectories += step
        } else {
            sides[side].created += step
        }
        guard entry.kind == .file, let size = entry.size else { return }
        // Wraps rather than stops: what is taken away again leads back to the right number.
        sides[side].bytes =
            step > 0 ? sides[side].bytes &+ size : sides[side].bytes &- size
    }

    /// Of both sides.
    var all: Flow {
        var all = sides.first
        all.created += sides.second.created
        all.replaced += sides.second.replaced
        all.bytes &+= sides.second.bytes
        all.deletedFiles += sides.second.deletedFiles
        all.deletedDirectories += sides.second.deletedDirectories
        all.madeDirectories += sides.second.madeDirectories
        all.modes += sides.second.modes
        all.renamed += sides.second.renamed
        return all
    }
}
