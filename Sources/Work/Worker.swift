import Dispatch

/// A value confined to one serial queue: made there, used there, released there.
///
/// `@unchecked Sendable` is sound because `state` is touched on `queue` only, once the worker is made:
/// `perform` and `retire` are the ways in, and their closures are `@Sendable`, so nothing non-Sendable
/// can be carried across.
package final class Worker<Value>: @unchecked Sendable {
    private enum State {
        /// A worker that has nothing to do costs no thread.
        case unmade(@Sendable () -> Value)
        case made(Value)
        case retired
    }

    private let queue: DispatchQueue
    private var state: State

    /// `make` runs on the queue, just before the first that is performed. One that `isHeld` performs
    /// nothing until it is begun or retired.
    package init(label: String, isHeld: Bool = false, make: @escaping @Sendable () -> Value) {
        queue = DispatchQueue(label: label, attributes: isHeld ? .initiallyInactive : [])
        state = .unmade(make)
    }

    deinit {
        // Dispatch traps where a queue goes that never began.
        queue.activate()
    }

    /// Begins with what was asked for so far; from any thread, any number of times.
    package func begin() {
        queue.activate()
    }

    /// Runs `body` after everything that was asked for before.
    package func perform(_ body: @escaping @Sendable (Value) -> Void) {
        queue.async {
            if let value = self.currentValue() { body(value) }
        }
    }

    /// Runs `last` after everything that was asked for before, then lets go of the value;
    /// whatever is performed later is dropped.
    package func retire(_ last: @escaping @Sendable (Value) -> Void = { _ in }) {
        queue.async {
            if let value = self.currentValue() { last(value) }
            self.state = .retired
        }
        begin()
    }

    private func currentValue() -> Value? {
        switch state {
        case .unmade(let make):
            let value = make()
            state = .made(value)
            return value
        case .made(let value): return value
        case .retired: return nil
        }
    }
}
