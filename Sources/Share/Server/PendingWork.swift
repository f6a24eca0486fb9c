import NIOCore
import NIOPosix

/// What threads do for a connection and did not report yet. Confined to its event loop.
final class PendingWork: BlockingWork {
    private let loop: any EventLoop
    private let threads: NIOThreadPool
    private let emptied: () -> Void
    private var count = 0

    /// `emptied` is called each time that the last piece of work has reported.
    init(_ loop: any EventLoop, _ threads: NIOThreadPool, emptied: @escaping () -> Void) {
        self.loop = loop
        self.threads = threads
        self.emptied = emptied
    }

    var isEmpty: Bool { count == 0 }

    func run<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, then done: @escaping (Value) -> Void
    ) {
        run(on: threads, work, then: done)
    }

    /// On one of `pool`.
    func run<Value: Sendable>(
        on pool: NIOThreadPool, _ work: @escaping @Sendable () -> Value,
        then done: @escaping (Value) -> Void
    ) {
        count += 1
        pool.runIfActive(eventLoop: loop, work).assumeIsolated().whenComplete { [self] result in
            count -= 1
            // The threads are only ended once no connection is left.
            if case .success(let value) = result { done(value) }
            if isEmpty { emptied() }
        }
    }
}
