import NIOCore

/// One point in time that can be moved often, for one task of the loop seldom made anew.
/// Confined to its event loop.
final class Deadline {
    private let loop: any EventLoop
    private let passed: () -> Void
    private var point: NIODeadline?
    private var task: Scheduled<Void>?

    /// `passed` is called on the loop.
    init(_ loop: any EventLoop, _ passed: @escaping () -> Void) {
        self.loop = loop
        self.passed = passed
    }

    func set(seconds: Int64) {
        let point = NIODeadline.now() + .seconds(seconds)
        // An earlier point needs an earlier task; a later one is seen when the task runs.
        if let before = self.point, before > point {
            task?.cancel()
            task = nil
        }
        self.point = point
        schedule(point)
    }

    func clear() {
        point = nil
        task?.cancel()
        task = nil
    }

    private func schedule(_ point: NIODeadline) {
        guard task == nil else { return }
        task = loop.assumeIsolated().scheduleTask(deadline: point) { [weak self] in
            guard let self else { return }
            self.task = nil
            guard let point = self.point else { return }
            if NIODeadline.now() >= point {
                self.point = nil
                self.passed()
            } else {
                self.schedule(point)
            }
        }
    }
}
