import Synchronization
import Work

/// The way back into the queue for lanes, timers and the store; leads nowhere once it is gone.
final class SchedulerPost: Sendable {
    private final class Target: Sendable {
        private struct Reference {
            weak var worker: Worker<SharedQueue>?
        }

        private let reference = Mutex(Reference())

        var worker: Worker<SharedQueue>? {
            get { reference.withLock { $0.worker } }
            set { reference.withLock { $0.worker = newValue } }
        }
    }

    private let target: Target
    /// The time of work that it leads to, counted from 1; 0 before the first.
    private let term: Int

    init() {
        target = Target()
        term = 0
    }

    private init(_ target: Target, term: Int) {
        self.target = target
        self.term = term
    }

    func connect(_ worker: Worker<SharedQueue>) {
        target.worker = worker
    }

    /// The way to the scheduler of one time of work: what was meant for an earlier one, a timer say,
    /// does not reach it.
    func during(_ term: Int) -> SchedulerPost {
        SchedulerPost(target, term: term)
    }

    /// Runs `body` in a turn of the scheduler.
    func callAsFunction(_ body: @escaping @Sendable (Scheduler) -> Void) {
        shared { [term] in $0.turn(during: term, body) }
    }

    /// Runs `body` while this process looks on.
    func watching(_ body: @escaping @Sendable (QueueWatch) -> Void) {
        shared { $0.watching(body) }
    }

    func shared(_ body: @escaping @Sendable (SharedQueue) -> Void) {
        target.worker?.perform(body)
    }
}
