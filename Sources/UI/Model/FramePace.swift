package import Files

/// When the screen's loop draws, does what is due once a second, and how long it may sleep. The
/// loop says what time it is.
package struct FramePace: Sendable {
    /// Seconds between two frames when only messages come; keys are answered at once.
    package static let frameInterval = 1.0 / 30
    /// Seconds between two ticks.
    package static let tickInterval = 1.0

    private var lastFrame: Instant?
    private var lastTick: Instant?

    package init() {}

    /// Whether a tick is due; then the next one is due a second later.
    package mutating func takeTick(at now: Instant) -> Bool {
        guard left(of: FramePace.tickInterval, since: lastTick, now) == 0 else { return false }
        lastTick = now
        return true
    }

    /// Whether messages alone may have a frame drawn already.
    package func isFrameDue(at now: Instant) -> Bool {
        left(of: FramePace.frameInterval, since: lastFrame, now) == 0
    }

    package mutating func noteFrame(at now: Instant) {
        lastFrame = now
    }

    /// Milliseconds until a tick, `other`, or, where one is wanted, a frame is due; 0…1000.
    package func patience(
        at now: Instant, wantsFrame: Bool, other: Instant? = nil
    ) -> Int32 {
        var seconds = left(of: FramePace.tickInterval, since: lastTick, now)
        if wantsFrame {
            seconds = min(seconds, left(of: FramePace.frameInterval, since: lastFrame, now))
        }
        if let other { seconds = min(seconds, other.seconds(since: now)) }
        return Int32((seconds * 1_000).rounded(.up))
    }

    /// Seconds that are left of an interval, from 0 to all of it.
    private func left(of interval: Double, since last: Instant?, _ now: Instant) -> Double {
        guard let last else { return 0 }
        return max(0, interval - now.seconds(since: last))
    }
}
