import Files
import Glibc

/// The time of day, for dates and for the log. It can be set, back as well: durations are measured
/// with `Instant`.
package enum WallClock {
    /// Seconds since the epoch.
    package static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Seconds that local time is ahead of UTC at a moment, by the C library.
    package static func localOffset(at seconds: Int64) -> Int {
        var moment = time_t(seconds)
        var parts = tm()
        guard localtime_r(&moment, &parts) != nil else { return 0 }
        return parts.tm_gmtoff
    }

    /// `14:02:11`: the time of day here, now.
    static var timeOfDay: String {
        let now = Int64(WallClock.now())
        let text = ISOTime.text(seconds: now + Int64(localOffset(at: now)))
        return String(text.dropFirst(11).prefix(8))
    }
}
