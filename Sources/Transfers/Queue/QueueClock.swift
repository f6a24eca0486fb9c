import Dispatch
import Work

/// The time that the queue goes by: its pauses before another try, its pace of notices, the
/// closing of idle connections. Tests bring a clock that they turn by hand.
package protocol QueueClock: Sendable {
    /// Seconds since some fixed moment; never goes back.
    func now() -> Double
    /// Runs `body` once, on any thread, `seconds` from now.
    func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void)
}

/// The monotonic clock of the system.
package struct SystemClock: QueueClock {
    // A queue of its own: the shared ones may have no thread left while lanes wait for servers.
    private let queue = DispatchQueue(label: "ferry.clock")

    package init() {}

    package func now() -> Double { Throttle.now() }

    package func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + max(0, seconds), execute: body)
    }
}
