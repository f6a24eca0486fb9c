@testable import Share

/// Work that threads would do: it is done when the test says so, and reports when it does.
final class HeldWork: BlockingWork {
    private var held: [() -> Void] = []

    var count: Int { held.count }

    func run<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, then done: @escaping (Value) -> Void
    ) {
        held.append { done(work()) }
    }

    /// Does what waits, one after the other, and what that brings.
    func finish() {
        while !held.isEmpty { held.removeFirst()() }
    }
}
