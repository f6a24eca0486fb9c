/// Threads that may block, to work for an event loop.
protocol BlockingWork: AnyObject {
    /// Runs `work` on a thread, then `done` on the loop.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, then done: @escaping (Value) -> Void)
}
