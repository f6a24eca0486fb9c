import Synchronization

/// Ends what an edit does on its connection, from any thread.
final class EditStop: Sendable {
    private struct State {
        var isStopped = false
        var interrupt: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// The connection that is used from now on; it is ended at once where that has been asked for.
    func use(_ interrupt: @escaping @Sendable () -> Void) {
        let isStopped = state.withLock { state in
            state.interrupt = interrupt
            return state.isStopped
        }
        if isStopped { interrupt() }
    }

    func stop() {
        let interrupt = state.withLock { state in
            state.isStopped = true
            return state.interrupt
        }
        interrupt?()
    }
}
