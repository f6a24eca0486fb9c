package import Files

/// When the screen's loop draws, does what is due once a second, and how long it may sleep. The
/// loop says what time it is.
package struct FramePace: Sendable {
    /// Seconds between two frames when only messages come; keys are answered at once.
    package static let frameInterval = 1.0 / 30
    /// Seconds between two ticks.
    package static let tickInterval = 1.0

    /// Seconds that the first frame waits for listings of this machine: without them it would be
    /// drawn twice within a blink.
    package static let firstFrameDelay = 0.05

    private var lastFrame: Instant?
    /// When a first frame was asked about that still waits.
    private var firstAsked: Instant?
    /// Whether something came that the user waits for.
    private var hasAnswer = false
    private var lastTick: Instant?

    /// Nothing was drawn yet.
    package init() {}

    /// Whether a tick is due; then the next one is due a second later.
    package mutating func takeTick(at now: Instant) -> Bool {
        guard left(of: FramePace.tickInterval, since: lastTick, now) == 0 else { return false }
        lastTick = now
        return true
    }

    /// Whether messages alone may have a frame drawn already.
    package func isFrameDue(at now: Instant) -> Bool {
        hasAnswer || left(of: FramePace.frameInterval, since: lastFrame, now) == 0
    }

    /// Whether the first frame is to be drawn now; `isComing` says whether listings are due at once.
    package mutating func isFirstFrameDue(at now: Instant, isComing: Bool) -> Bool {
        guard lastFrame == nil, isComing else { return true }
        let asked = firstAsked ?? now
        firstAsked = asked
        return left(of: FramePace.firstFrameDelay, since: asked, now) == 0
    }

    /// What the user waits for has come: the next frame is due at once.
    package mutating func noteAnswer() {
        hasAnswer = true
    }

    /// A frame was drawn.
    package mutating func noteFrame(at now: Instant) {
        lastFrame = now
        hasAnswer = false
    }

    /// Milliseconds until a tick, `other`, or, where one is wanted, a frame is due; 0…1000.
    package func timeout(
        at now: Instant, wantsFrame: Bool, other: Instant? = nil
    ) -> Int32 {
        var seconds = left(of: FramePace.tickInterval, since: lastTick, now)
        if wantsFrame {
            let interval =
                lastFrame == nil && firstAsked != nil
                ? FramePace.firstFrameDelay : hasAnswer ? 0 : FramePace.frameInterval
            seconds = min(seconds, left(of: interval, since: lastFrame ?? firstAsked, now))
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
