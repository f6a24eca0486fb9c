import Glibc
import Synchronization

/// A limit on bytes a second that several transfers share: a bucket that holds a quarter of a
/// second's worth.
package final class Throttle: Sendable {
    private struct State {
        var bytesPerSecond: Double?
        var available = 0.0
        var filled = Throttle.now()
    }

    private let state: Mutex<State>

    /// `bytesPerSecond` nil or not above 0 is no limit.
    package init(bytesPerSecond: UInt64? = nil) {
        state = Mutex(State(bytesPerSecond: bytesPerSecond.map { Double($0) }))
    }

    package func setLimit(_ bytesPerSecond: UInt64?) {
        state.withLock { $0.bytesPerSecond = bytesPerSecond.map { Double($0) } }
    }

    /// Bytes a second; nil for no limit.
    package var limit: UInt64? { state.withLock { $0.bytesPerSecond.map { UInt64($0) } } }

    package var isLimited: Bool { state.withLock { ($0.bytesPerSecond ?? 0) > 0 } }

    /// Takes `count` bytes out of the bucket; the seconds to wait before going on, 0 for none.
    package func delay(for count: Int) -> Double {
        state.withLock { state in
            guard let rate = state.bytesPerSecond, rate > 0 else { return 0 }
            let now = Throttle.now()
            state.available = min(rate / 4, state.available + (now - state.filled) * rate)
            state.filled = now
            state.available -= Double(count)
            return state.available < 0 ? -state.available / rate : 0
        }
    }

    /// Seconds of the monotonic clock.
    package static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
