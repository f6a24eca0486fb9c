import NIOCore

/// Calls a check each second until it says false or is cancelled. Confined to its event loop.
final class SecondlyCheck {
    private let loop: any EventLoop
    private let check: () -> Bool
    private var task: Scheduled<Void>?

    init(_ loop: any EventLoop, _ check: @escaping () -> Bool) {
        self.loop = loop
        self.check = check
        schedule()
    }

    func cancel() {
        task?.cancel()
    }

    private func schedule() {
        task = loop.assumeIsolated().scheduleTask(in: .seconds(1)) { [weak self] in
            guard let self, self.check() else { return }
            self.schedule()
        }
    }
}
