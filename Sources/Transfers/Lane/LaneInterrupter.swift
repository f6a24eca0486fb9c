import Synchronization

/// Breaks the blocked call of a lane, if it still works on the job that is meant.
final class LaneInterrupter: Sendable {
    private struct State {
        var actions: [@Sendable () -> Void] = []
        var current: [TaskControl] = []
    }

    private let state = Mutex(State())

    func install(_ actions: [@Sendable () -> Void]) {
        state.withLock { $0.actions = actions }
    }

    /// What the lane works on from now; nil between jobs.
    func begin(_ control: TaskControl?) {
        begin(control.map { [$0] } ?? [])
    }

    /// Several at once, which share the connection.
    func begin(_ controls: [TaskControl]) {
        state.withLock { $0.current = controls }
    }

    func interrupt(_ control: TaskControl) {
        state.withLock { state in
            guard state.current.contains(where: { $0 === control }) else { return }
            for action in state.actions { action() }
        }
    }
}
