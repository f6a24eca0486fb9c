import Glibc

/// A point on the monotonic clock, after which waiting ends.
package struct Deadline: Hashable, Sendable {
    /// Seconds of the monotonic clock; infinite for never.
    private let moment: Double

    private init(moment: Double) {
        self.moment = moment
    }

    package static func after(seconds: Double) -> Deadline {
        Deadline(moment: now() + seconds)
    }

    package static let never = Deadline(moment: .infinity)

    package func earlier(_ other: Deadline) -> Deadline {
        Deadline(moment: min(moment, other.moment))
    }

    /// Seconds left; 0 once it has passed.
    package var remaining: Double { max(0, moment - Deadline.now()) }

    package var hasPassed: Bool { remaining <= 0 }

    /// Milliseconds for poll(2), rounded up, so that a wait never ends early and then spins.
    var pollTimeout: CInt {
        let left = remaining
        guard left.isFinite else { return -1 }
        return CInt(min(left * 1_000 + 1, 1_000_000_000))
    }

    /// Seconds of the monotonic clock.
    package static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// How long to wait for a peer: seconds without any progress, and a last moment for the whole.
package struct WaitLimit: Hashable, Sendable {
    package var idle: Double
    package var end: Deadline

    package init(idle: Double, end: Deadline = .never) {
        self.idle = idle
        self.end = end
    }

    /// The end of a wait that begins now.
    package var deadline: Deadline { Deadline.after(seconds: idle).earlier(end) }
}
