import Dispatch
import Support
import Synchronization
import Transfers
import Work

/// A clock whose short times pass by themselves (so that notices and savings happen), and whose
/// long ones pass when a test says so.
final class TestClock: QueueClock {
    private struct Timer {
        var seconds: Double
        var body: @Sendable () -> Void
    }

    private struct State {
        var timers: [Timer] = []
        var waiters: [(seconds: Double, signal: Signal)] = []
    }

    /// Seconds from which on a time is long.
    private static let long = 0.5

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "test clock")

    func now() -> Double { Throttle.now() }

    func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        guard seconds >= TestClock.long else {
            queue.asyncAfter(deadline: .now() + seconds, execute: body)
            return
        }
        state.withLock { state in
            state.timers.append(Timer(seconds: seconds, body: body))
            state.waiters.removeAll { waiter in
                guard waiter.seconds == seconds else { return false }
                waiter.signal.send()
                return true
            }
        }
    }

    /// Blocks until somebody waits for that many seconds, then lets them be over.
    func pass(_ seconds: Double) {
        waitUntilAwaited(seconds)
        let due = state.withLock { state in
            let due = state.timers.filter { $0.seconds == seconds }
            state.timers.removeAll { $0.seconds == seconds }
            return due
        }
        for timer in due { timer.body() }
    }

    /// Blocks until somebody waits for that many seconds.
    func waitUntilAwaited(_ seconds: Double) {
        let signal = Signal()
        let isThere = state.withLock { state in
            let isThere = state.timers.contains { $0.seconds == seconds }
            if !isThere { state.waiters.append((seconds, signal)) }
            return isThere
        }
        if !isThere { signal.wait("nobody waited for \(seconds) seconds") }
    }

    /// Lets all long times that somebody waits for be over.
    func passAll() {
        let due = state.withLock { state in
            let due = state.timers
            state.timers = []
            return due
        }
        for timer in due { timer.body() }
    }

    /// How many wait for that many seconds.
    func count(_ seconds: Double) -> Int {
        state.withLock { $0.timers.count { $0.seconds == seconds } }
    }
}

/// A flag that one thread sets and another looks at.
final class Flag: Sendable {
    private let state = Atomic<Bool>(false)

    var isSet: Bool { state.load(ordering: .acquiring) }
    func set() { state.store(true, ordering: .releasing) }
}
