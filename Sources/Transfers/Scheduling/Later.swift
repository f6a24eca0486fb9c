/// Time, and the way back into a turn of the queue, for one part of it.
struct Later<Part>: Sendable {
    let clock: any QueueClock
    private let post: @Sendable (@escaping @Sendable (Part) -> Void) -> Void

    init(
        clock: any QueueClock,
        post: @escaping @Sendable (@escaping @Sendable (Part) -> Void) -> Void
    ) {
        self.clock = clock
        self.post = post
    }

    /// Runs `body` in a turn, from any thread.
    func now(_ body: @escaping @Sendable (Part) -> Void) {
        post(body)
    }

    /// Runs `body` in a turn, after `seconds`.
    func after(_ seconds: Double, _ body: @escaping @Sendable (Part) -> Void) {
        clock.after(seconds) { [post] in post(body) }
    }
}
