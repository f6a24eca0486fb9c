import Dispatch
import Synchronization

@testable import Transfers

/// A clock that stands still until a test moves it.
final class ManualClock: QueueClock {
    private struct State {
        var now = 100.0
        var timers: [(due: Double, body: @Sendable () -> Void)] = []
    }

    private let state = Mutex(State())

    func now() -> Double { state.withLock(\.now) }

    func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.timers.append(($0.now + seconds, body)) }
    }

    /// Lets so many seconds pass, and all that is due by then happen.
    func pass(_ seconds: Double) {
        let due = state.withLock { state in
            state.now += seconds
            let due = state.timers.filter { $0.due <= state.now }
            state.timers.removeAll { $0.due <= state.now }
            return due.sorted { $0.due < $1.due }
        }
        for timer in due { timer.body() }
    }
}

/// What was posted to a part of the queue that stands alone, until the test delivers it.
final class PostBox<Part>: Sendable {
    private let bodies = Mutex<[@Sendable (Part) -> Void]>([])
    private let isPosted = DispatchSemaphore(value: 0)

    func later(_ clock: ManualClock) -> Later<Part> {
        Later(clock: clock) { [self] body in
            bodies.withLock { $0.append(body) }
            isPosted.signal()
        }
    }

    /// The same for something that belongs to the part.
    func later<Owned>(
        _ clock: ManualClock, of owned: @escaping @Sendable (Part) -> Owned
    ) -> Later<Owned> {
        Later(clock: clock) { [self] body in
            bodies.withLock { $0.append { body(owned($0)) } }
            isPosted.signal()
        }
    }

    /// Does what was posted; how much that was.
    @discardableResult
    func deliver(to part: Part) -> Int {
        let posted = bodies.withLock { bodies in
            defer { bodies = [] }
            return bodies
        }
        for body in posted { body(part) }
        return posted.count
    }

    /// Waits until something was posted since the last time, and does all that was; false where
    /// nothing comes for ten seconds.
    func deliverNext(to part: Part) -> Bool {
        guard isPosted.wait(timeout: .now() + 10) == .success else { return false }
        deliver(to: part)
        return true
    }
}
