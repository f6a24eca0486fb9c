import Jobs
import Synchronization

/// Breaks the blocked call of a lane, if it still works on the job that is meant.
final class LaneInterrupter: Sendable {
    private struct State {
        var actions: [@Sendable () -> Void] = []
        var current: [TaskControl] = []
    }

    private let state = Mutex(State())
    /// Hears which job the lane works for: the one that it began last.
    private let noteTopic: @Sendable (JobID?) -> Void

    init(noteTopic: @escaping @Sendable (JobID?) -> Void = { _ in }) {
        self.noteTopic = noteTopic
    }

    func install(_ actions: [@Sendable () -> Void]) {
        state.withLock { $0.actions = actions }
    }

    /// What the lane works on from now; nil between jobs.
    func begin(_ control: TaskControl?) {
        begin(control.map { [$0] } ?? [])
        if control == nil { noteTopic(nil) }
    }

    /// Several at once, which share the connection.
    func begin(_ controls: [TaskControl]) {
        state.withLock { $0.current = controls }
        // What is made final after the last byte is still the last one's.
        if let last = controls.last { noteTopic(last.id) }
    }

    func interrupt(_ control: TaskControl) {
        state.withLock { state in
            guard state.current.contains(where: { $0 === control }) else { return }
            for action in state.actions { action() }
        }
    }
}
