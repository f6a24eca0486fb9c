import Synchronization
import Work

/// The way back into the queue for lanes, timers and the store; leads nowhere once it is gone.
final class SchedulerPost: Sendable {
    private struct Target {
        weak var worker: Worker<SharedQueue>?
    }

    private let target = Mutex(Target())

    func connect(_ worker: Worker<SharedQueue>) {
        target.withLock { $0.worker = worker }
    }

    /// Runs `body` in a turn of the scheduler.
    func callAsFunction(_ body: @escaping @Sendable (Scheduler) -> Void) {
        shared { $0.turn(body) }
    }

    /// Runs `body` while this process looks on.
    func watching(_ body: @escaping @Sendable (QueueWatch) -> Void) {
        shared { $0.watching(body) }
    }

    func shared(_ body: @escaping @Sendable (SharedQueue) -> Void) {
        let worker = target.withLock { $0.worker }
        worker?.perform(body)
    }
}
