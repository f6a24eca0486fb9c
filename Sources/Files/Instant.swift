import Glibc

/// A point on the system's monotonic clock, for durations: whatever is done to the time of day, it
/// only goes forward. It says nothing about dates, and dates say nothing about it.
package struct Instant: Hashable, Comparable, Sendable {
    /// Seconds since a moment that is the same for the whole process.
    private let seconds: Double

    /// `seconds` since a moment that is the same for the whole process: for tests, which turn the
    /// clock by hand.
    package init(seconds: Double) {
        self.seconds = seconds
    }

    package static func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(seconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }

    /// Seconds from `earlier` to this one; 0 where that is not earlier.
    package func seconds(since earlier: Instant) -> Double {
        max(0, seconds - earlier.seconds)
    }

    package static func < (left: Instant, right: Instant) -> Bool { left.seconds < right.seconds }

    /// So many seconds later.
    package static func + (instant: Instant, seconds: Double) -> Instant {
        Instant(seconds: instant.seconds + seconds)
    }
}
