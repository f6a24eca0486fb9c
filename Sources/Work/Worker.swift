import Dispatch

/// A value confined to one serial queue: made there, used there, released there.
///
/// `@unchecked Sendable` is sound because `value` is touched on `queue` only: `perform` is the one
/// way in, and its closures are `@Sendable`, so nothing non-Sendable can be carried across.
package final class Worker<Value>: @unchecked Sendable {
    private let queue: DispatchQueue
    private var value: Value?

    /// `make` runs on the queue, before anything that is performed.
    package init(label: String, make: @escaping @Sendable () -> Value) {
        queue = DispatchQueue(label: label)
        queue.async { self.value = make() }
    }

    /// Runs `body` after everything that was asked for before.
    package func perform(_ body: @escaping @Sendable (Value) -> Void) {
        queue.async {
            if let value = self.value { body(value) }
        }
    }

    /// Runs `last` after everything that was asked for before, then lets go of the value;
    /// whatever is performed later is dropped.
    package func retire(_ last: @escaping @Sendable (Value) -> Void = { _ in }) {
        queue.async {
            if let value = self.value { last(value) }
            self.value = nil
        }
    }
}
