import Synchronization

/// Breaks the blocked call of a lane, if it still works on the job that is meant.
final class LaneInterrupter: Sendable {
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
