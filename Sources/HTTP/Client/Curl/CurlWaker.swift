import CCurl
import Synchronization

/// Wakes whoever waits for a connection's answer, from any thread, and remembers that it did.
final class CurlWaker: Sendable {
    private struct State {
        var isInterrupted = false
        /// The multi handle's address while there is one.
        var multi: UInt?
    }

    private let state = Mutex(State())

    var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

    func interrupt() {
        state.withLock { state in
            state.isInterrupted = true
            if let multi = state.multi.flatMap({ UnsafeMutableRawPointer(bitPattern: $0) }) {
                ferry_curl_multi_wakeup(multi)
            }
        }
    }

    /// Forgets an interruption; only for who has let go of the connection that it was for.
    func reset() {
        state.withLock { $0.isInterrupted = false }
    }

    /// From here on wakes `multi`.
    func attach(_ multi: UnsafeMutableRawPointer) {
        let address = UInt(bitPattern: multi)
        state.withLock { $0.multi = address }
    }

    /// Wakes `multi` no longer; before it is freed.
    func detach(_ multi: UnsafeMutableRawPointer) {
        let address = UInt(bitPattern: multi)
        state.withLock { state in
            if state.multi == address { state.multi = nil }
        }
    }
}
