import Files

/// What transfers came to since the queue had nothing to do: those that stood by themselves, by their
/// ends, and what they moved.
package struct RunCounts: Hashable, Sendable {
    package var done = 0
    package var skipped = 0
    package var failed = 0
    /// Those that need an answer or a password of the user's now.
    package var waiting = 0
    /// Files that were copied, also those below directories, and their bytes.
    package var files = 0
    package var bytes: UInt64 = 0

    package init() {}

    /// Whether no transfer has ended.
    package var isNothing: Bool { done + skipped + failed == 0 }

    /// Takes in a job that has come to its end.
    package mutating func note(_ job: Job) {
        if job.state == .done, job.kind != .directory, !job.operation.isRemoval {
            files += 1
            bytes &+= job.done
        }
        if job.state == .done, job.wentAsTree {
            files += job.filesDone
            bytes &+= job.done
        }
        if job.state == .done, job.operation.isPlan {
            files += max(0, job.filesDone - job.filesDeleted)
            bytes &+= job.done
        }
        guard job.parent == nil else { return }
        switch job.state {
        case .done: done += 1
        case .skipped: skipped += 1
        // What the user has cancelled has not failed.
        case .failed(let error) where error.kind == .cancelled: break
        case .failed: failed += 1
        default: break
        }
    }

    package static func += (left: inout RunCounts, right: RunCounts) {
        left.done += right.done
        left.skipped += right.skipped
        left.failed += right.failed
        // What waits now is known once.
        left.waiting = right.waiting
        left.files += right.files
        left.bytes &+= right.bytes
    }
}
