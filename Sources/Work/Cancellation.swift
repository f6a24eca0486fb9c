import Synchronization

/// A flag that says "stop", and what to do at that moment. Set once, from any thread.
package final class Cancellation: Sendable {
    private struct State {
        var isCancelled = false
        var actions: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    package init() {}

    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Runs every action given to `onCancel`, in the caller's thread; later calls do nothing.
    package func cancel() {
        let actions = state.withLock { state in
            state.isCancelled = true
            let actions = state.actions
            state.actions = []
            return actions
        }
        for action in actions { action() }
    }

    /// Keeps `action` for the moment of cancelling; runs it at once where that has been.
    package func onCancel(_ action: @escaping @Sendable () -> Void) {
        let runsNow = state.withLock { state in
            if !state.isCancelled { state.actions.append(action) }
            return state.isCancelled
        }
        if runsNow { action() }
    }
}
