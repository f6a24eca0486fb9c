import Glibc

/// What the system's clocks say.
enum ClockTime {
    /// Seconds, with their fractions.
    static func seconds(of clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
