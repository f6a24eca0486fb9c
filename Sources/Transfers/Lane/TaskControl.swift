import Jobs
import Synchronization
import Work

/// What the scheduler and a lane share about one job while the lane has it.
final class TaskControl: Sendable {
    let id: JobID
    let cancellation = Cancellation()
    /// Bytes that are over, those of an earlier try included.
    let progress: Atomic<UInt64>
    /// Bytes that were there when it was begun.
    private let startBytes = Atomic<UInt64>(0)
    /// Bytes that were moved, without those that were there before.
    private let movedBytes = Atomic<UInt64>(0)
    /// Entries removed so far, and entries found so far; for removals only.
    let removed = Atomic<Int>(0)
    let found = Atomic<Int>(0)
    /// Files that are copied or deleted, and those of them that were deleted; for plans only.
    let handled = Atomic<Int>(0)
    let deleted = Atomic<Int>(0)
    /// Whether what was written in part is not wanted any more.
    let isThrownAway = Atomic<Bool>(false)
    private let spent = Mutex(TimeSpent())
    /// This job's own limit; those of the directories above it come with the task.
    let throttle: Throttle

    init(of id: JobID, done: UInt64, throttle: Throttle) {
        self.id = id
        progress = Atomic(done)
        self.throttle = throttle
    }

    /// Stops the job between two blocks.
    func stop() {
        cancellation.cancel()
    }

    var isStopped: Bool { cancellation.isCancelled }

    var moved: UInt64 { movedBytes.load(ordering: .relaxed) }

    func noteMoved(_ bytes: UInt64) {
        movedBytes.wrappingAdd(bytes, ordering: .relaxed)
    }

    /// Notes where time went.
    func note(_ more: TimeSpent) {
        spent.withLock { $0 += more }
    }

    /// What was noted since the last time.
    func takeSpent() -> TimeSpent {
        spent.withLock { spent in
            defer { spent = TimeSpent() }
            return spent
        }
    }

    var start: UInt64 { startBytes.load(ordering: .relaxed) }

    /// Begins with so many bytes, which an earlier try has left.
    func begin(at bytes: UInt64) {
        startBytes.store(bytes, ordering: .relaxed)
        setProgress(bytes)
    }

    func setProgress(_ bytes: UInt64) {
        progress.store(bytes, ordering: .relaxed)
    }
}
