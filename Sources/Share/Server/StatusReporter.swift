import Files
import Jobs
import NIOCore
import Synchronization

/// Tells how the share is, at most ten times a second, however much happens. From any thread.
final class StatusReporter: Sendable {
    /// Milliseconds between two tellings.
    static let interval: Int64 = 100

    /// What was told.
    enum Told {
        /// In so many seconds something changes that nobody says, such as the end of a lock.
        case open(nextChange: Double?)
        /// Nothing comes after it.
        case over
    }

    private struct State {
        var isDirty = false
        var isScheduled = false
        var hasEnded = false
        /// When it looks by itself.
        var nextLook: NIODeadline?
    }

    private let loop: any EventLoop
    private let tell: @Sendable () -> Told
    private let state = Mutex(State())

    /// `tell` is called on the loop, one call at a time.
    init(_ loop: any EventLoop, _ tell: @escaping @Sendable () -> Told) {
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
        switch tell() {
        case .over: return state.withLock { $0.hasEnded = true }
        case .open(let seconds): if let seconds { look(in: seconds) }
        }
        loop.scheduleTask(in: .milliseconds(StatusReporter.interval)) { self.tellIfDirty() }
    }

    /// Only the soonest look is waited for: each sees what comes next.
    private func look(in seconds: Double) {
        let time =
            NIODeadline.now() + .milliseconds(Int64(min(max(0, seconds), 86_400) * 1_000) + 1)
        let isSooner = state.withLock { state in
            if let next = state.nextLook, next <= time { return false }
            state.nextLook = time
            return true
        }
        guard isSooner else { return }
        loop.scheduleTask(deadline: time) { [weak self] in
            guard let self else { return }
            self.state.withLock { if $0.nextLook == time { $0.nextLook = nil } }
            self.touch()
        }
    }
}
