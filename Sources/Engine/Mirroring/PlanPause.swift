import Dispatch
import Jobs
import Synchronization
import Transfers

/// Whether a plan that runs is to rest; from any thread.
final class PlanPause: Sendable {
    private struct State {
        var isPaused = false
        var queue: TransferQueue?
        var waiting: [DispatchSemaphore] = []
    }

    private let state = Mutex(State())

    /// Has it rest, or go on.
    func set(_ isPaused: Bool) {
        let waiting: [DispatchSemaphore] = state.withLock { state in
            state.isPaused = isPaused
            // Nobody may change it in between; what is sent is done later.
            state.queue?.send(isPaused ? .pauseAll : .resumeAll)
            guard !isPaused else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for semaphore in waiting { semaphore.signal() }
    }

    /// What carries the files; nil for nothing any more. It rests at once where that was wanted before.
    func hold(_ queue: TransferQueue?) {
        state.withLock { state in
            state.queue = queue
            if state.isPaused { queue?.send(.pauseAll) }
        }
    }

    /// Blocks until it is to go on; whether that was to be waited for.
    @discardableResult
    func waitWhilePaused() -> Bool {
        let semaphore = DispatchSemaphore(value: 0)
        let isPaused = state.withLock { state in
            if state.isPaused { state.waiting.append(semaphore) }
            return state.isPaused
        }
        if isPaused { semaphore.wait() }
        return isPaused
    }
}
