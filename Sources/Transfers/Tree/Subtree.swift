import Files
import Jobs
import Words

/// What the queue knows of what lies below a directory that is copied or moved.
final class Subtree {
    /// How far a directory has become jobs.
    enum Reading: Int, Comparable {
        case unread, listed
        /// Every entry became a job.
        case handedOut
        /// All that is left is its time, or the removal of its source.
        case closing

        static func < (left: Reading, right: Reading) -> Bool { left.rawValue < right.rawValue }
    }

    /// Names anywhere below that did not become what was asked for.
    struct Shortfall {
        /// Failures, and those whose jobs were not kept, because there were too many.
        var failed = 0
        var dropped = 0
        /// Files that were skipped because of what was there.
        var skipped = 0
        /// What could not be copied, and is told in `Job.leftOut`.
        var leftOut = 0
    }

    /// Jobs of the entries of this directory, as far as they are in the queue.
    var children: Set<JobID> = []
    /// Children that have not come to an end.
    var openChildren = 0
    /// Names that had jobs when a lane began to read it again: one that ends meanwhile may still
    /// stand in what the lane has read.
    var presentBefore: Set<Name> = []
    var reading = Reading.unread
    /// Whether it holds too many names to be read together with others.
    var isLarge = false
    var shortfall = Shortfall()
    /// What is left to hand out below a directory that stands by itself.
    var walk: Walk?
    /// The permissions that its target is still to be given, once all that goes into it is there.
    var finalMode: UInt16?
    /// Whether the directories above count it as one that was not read yet.
    var isUnmeasured = false
    /// Whether other jobs put files into this directory's target too.
    var isContested = false
    /// Files below a directory that stands by itself which nothing proves to be whole, and why.
    private var unconfirmed: (count: Int, reason: String) = (0, "")

    func noteUnconfirmed(_ reason: String) {
        unconfirmed = (unconfirmed.count + 1, reason)
    }

    /// A sentence on what nobody knows of the files in it, told once; nil where there is nothing.
    func takeUnconfirmed() -> String? {
        guard unconfirmed.count > 0 else { return nil }
        defer { unconfirmed.count = 0 }
        let files = Plural.count(unconfirmed.count, "file")
        return tr("Copied, but not confirmed: \(files). \(unconfirmed.reason)")
    }

    /// As it was before it was read; its children stay.
    func reset() {
        reading = .unread
        openChildren = 0
        shortfall = Shortfall()
    }
}
