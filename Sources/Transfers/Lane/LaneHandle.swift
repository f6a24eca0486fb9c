import Synchronization
import Work

/// A lane as the scheduler sees it.
final class LaneHandle {
    /// 1…; which connection, for showing.
    let number: Int
    let worker: Worker<Lane>
    let interrupter: Interrupter
    var isBusy = false
    /// Counts the times it became idle, so that a timer knows whether it is still the same rest.
    var rests = 0

    init(number: Int, worker: Worker<Lane>, interrupter: Interrupter) {
        self.number = number
        self.worker = worker
        self.interrupter = interrupter
    }
}

/// Breaks the blocked call of a lane, if it still works on the job that is meant.
final class Interrupter: Sendable {
    private struct State {
        var actions: [@Sendable () -> Void] = []
        var current: TaskControl?
    }

    private let state = Mutex(State())

    func install(_ actions: [@Sendable () -> Void]) {
        state.withLock { $0.actions = actions }
    }

    /// What the lane works on from now; nil between jobs.
    func begin(_ control: TaskControl?) {
        state.withLock { $0.current = control }
    }

    func interrupt(_ control: TaskControl) {
        state.withLock { state in
            guard state.current === control else { return }
            for action in state.actions { action() }
        }
    }
}
