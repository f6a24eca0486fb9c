import Dispatch
import Synchronization

/// Runs lookups of names, which nothing can interrupt, each on a thread of its own: eight at a
/// time, so that a resolver that hangs costs no more. The others wait their turn.
final class Lookups: Sendable {
    /// One lookup. Whoever gave up on it leaves it, and it never starts.
    final class Lookup: Sendable {
        private enum State { case waiting, left, started }

        private let state = Mutex(State.waiting)
        private let work: @Sendable () -> Void
        private let leaving: @Sendable () -> Void

        /// Runs `work`, or `leaving` where it is left before it began; one of both, once.
        init(_ work: @escaping @Sendable () -> Void, leaving: @escaping @Sendable () -> Void) {
            self.work = work
            self.leaving = leaving
        }

        func leave() {
            let wasWaiting = state.withLock { state in
                guard state == .waiting else { return false }
                state = .left
                return true
            }
            if wasWaiting { leaving() }
        }

        fileprivate func run() {
            let mayStart = state.withLock { state in
                guard state == .waiting else { return false }
                state = .started
                return true
            }
            if mayStart { work() }
        }
    }

    private struct State {
        var running = 0
        var waiting: [Lookup] = []
    }

    static let shared = Lookups(limit: 8)

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) {
        self.limit = limit
    }

    func start(_ lookup: Lookup) {
        let mayRun = state.withLock { state in
            guard state.running < limit else {
                state.waiting.append(lookup)
                return false
            }
            state.running += 1
            return true
        }
        guard mayRun else { return }
        // A queue of its own always gets a thread, however busy the shared ones are.
        DispatchQueue(label: "ferry.lookup").async { [self] in
            var next: Lookup? = lookup
            while let current = next {
                current.run()
                next = state.withLock { state in
                    guard !state.waiting.isEmpty else {
                        state.running -= 1
                        return nil
                    }
                    return state.waiting.removeFirst()
                }
            }
        }
    }
}
