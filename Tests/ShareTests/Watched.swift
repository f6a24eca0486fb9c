import Dispatch
import Synchronization

/// A value that other threads change, and that one test waits for.
final class Watched<Value: Sendable>: Sendable {
    private let value: Mutex<Value>
    private let news = News()

    init(_ value: Value) {
        self.value = Mutex(value)
    }

    var now: Value { value.withLock { $0 } }

    func update<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        defer { news.arrived() }
        return value.withLock { body(&$0) }
    }

    /// Whether it became so within a minute.
    func waits(until isSo: (Value) -> Bool) -> Bool {
        news.waits { isSo(now) }
    }
}

/// Wakes who waits for something that is told of each change.
final class News: Sendable {
    private let changes = DispatchSemaphore(value: 0)

    func arrived() { changes.signal() }

    /// Whether it became so within a minute; looked at again after each change.
    func waits(until isSo: () -> Bool) -> Bool {
        let end = DispatchTime.now() + .seconds(60)
        while !isSo() {
            guard changes.wait(timeout: end) == .success else { return isSo() }
        }
        return true
    }
}
