import Jobs
import Synchronization

/// Counts what jobs came to since it was last told.
final class RunTally: Sendable {
    private let counts = Mutex(RunCounts())

    var isNothing: Bool { counts.withLock(\.isNothing) }

    func note(_ job: Job) {
        counts.withLock { $0.note(job) }
    }

    func add(_ more: RunCounts) {
        counts.withLock { $0 += more }
    }

    /// What was counted; from here on it counts anew.
    func take() -> RunCounts {
        counts.withLock { counts in
            defer { counts = RunCounts() }
            return counts
        }
    }
}
