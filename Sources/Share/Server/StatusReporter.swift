import Files
import Jobs
import NIOCore
import Synchronization

/// Tells how the share is, at most ten times a second, however much happens. From any thread.
final class StatusReporter: Sendable {
    /// Milliseconds between two tellings.
    static let interval: Int64 = 100

    private struct State {
        var isDirty = false
        var isScheduled = false
        var hasEnded = false
    }

    private let loop: any EventLoop
    private let tell: @Sendable () -> Bool
    private let state = Mutex(State())

    /// `tell` is called on the loop, one call at a time; it returns whether more may come.
    init(_ loop: any EventLoop, _ tell: @escaping @Sendable () -> Bool) {
        self.loop = loop
        self.tell = tell
    }

    /// Something changed.
    func touch() {
        let isFirst = state.withLock { state in
            guard !state.hasEnded else { return false }
            state.isDirty = true
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { loop.execute { self.tellIfDirty() } }
    }

    /// Tells, and comes back later where something was told: it may go on.
    private func tellIfDirty() {
        let isDirty = state.withLock { state in
            defer { state.isDirty = false }
            if !state.isDirty { state.isScheduled = false }
            return state.isDirty
        }
        guard isDirty else { return }
        guard tell() else { return state.withLock { $0.hasEnded = true } }
        loop.scheduleTask(in: .milliseconds(StatusReporter.interval)) { self.tellIfDirty() }
    }
}
