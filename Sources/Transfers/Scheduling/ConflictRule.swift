import Files
import Jobs
import Words

/// What a policy makes of a name that is taken.
enum ConflictRule {
    enum Decision: Hashable {
        case ask, overwrite, resume, keepBoth
        /// Left out, and why.
        case skip(String)
    }

    static func decide(
        _ policy: ConflictPolicy, size: UInt64?, modified: Timestamp?, target: Entry
    ) -> Decision {
        switch policy {
        case .ask: return .ask
        case .overwrite: return .overwrite
        case .resume: return .resume
        case .keepBoth: return .keepBoth
        case .skip: return .skip(tr("Skipped, because the target already exists."))
        case .newerWins:
            guard let modified, let theirs = target.modified,
                let order = Timestamp.order(modified, theirs)
            else { return .ask }
            return order > 0 ? .overwrite : .skip(tr("Skipped, because the target is not older."))
        case .largerWins:
            guard let size, let theirs = target.size else { return .ask }
            return size > theirs
                ? .overwrite : .skip(tr("Skipped, because the target is not smaller."))
        }
    }

    /// Whether the target is what this copy would make: of the same size and time.
    static func isSame(size: UInt64?, modified: Timestamp?, target: Entry) -> Bool {
        guard target.kind == .file, let size, size == target.size, let modified,
            let theirs = target.modified
        else { return false }
        return Timestamp.order(modified, theirs) == 0
    }
}
