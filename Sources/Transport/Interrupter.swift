import Glibc
import Synchronization

/// Wakes whoever waits on a connection's sockets, from any thread. It holds the descriptors in
/// use and is the only one to close them, so that it never shuts down a number that was closed
/// and given to something else.
package final class Interrupter: Sendable {
    private struct State {
        var descriptors: Set<CInt> = []
        var isInterrupted = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Ends every wait on the sockets held, and on those that come until `reset`.
    package func interrupt() {
        state.withLock { state in
            state.isInterrupted = true
            for descriptor in state.descriptors { shutdown(descriptor, CInt(SHUT_RDWR)) }
        }
    }

    package var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

    /// Forgets an interruption; only for who has let go of every connection made before it.
    package func reset() {
        state.withLock { $0.isInterrupted = false }
    }

    /// Takes over a descriptor, which from here on only `close` may close.
    func hold(_ descriptor: CInt) {
        state.withLock { state in
            state.descriptors.insert(descriptor)
            if state.isInterrupted { shutdown(descriptor, CInt(SHUT_RDWR)) }
        }
    }

    func close(_ descriptor: CInt) {
        state.withLock { state in
            guard state.descriptors.remove(descriptor) != nil else { return }
            Glibc.close(descriptor)
        }
    }
}
