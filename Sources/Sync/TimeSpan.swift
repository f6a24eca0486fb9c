import Files

/// By how many seconds a file's time on the first side may be ahead of the second's: both are told only
/// so exactly.
struct TimeSpan: Hashable, Sendable {
    /// What file systems and servers round to at most.
    private static let tolerance: Int64 = 2
    /// Zones lie so far apart.
    private static let quarter: Int64 = 900
    private static let furthest: Int64 = 26 * 3_600
    /// Seconds before and after 1970 beyond which times are taken for one.
    private static let limit: Int64 = 1 << 60

    let lowest: Int64
    let highest: Int64

    init(_ first: Timestamp, _ second: Timestamp) {
        // A day is told by its noon, a minute by its beginning.
        func range(_ time: Timestamp) -> (first: Int64, last: Int64) {
            let around: (before: Int64, after: Int64) =
                switch time.precision {
                case .second: (0, 0)
                case .minute: (0, 59)
                case .day: (43_200, 43_199)
                }
            // A stranger's time may be any number.
            let middle = max(-TimeSpan.limit, min(TimeSpan.limit, time.seconds))
            return (middle - around.before, middle + around.after)
        }
        let (one, two) = (range(first), range(second))
        lowest = one.first - two.last
        highest = one.last - two.first
    }

    /// Whether the times may be so many seconds apart.
    func holds(_ seconds: Int64) -> Bool {
        lowest - TimeSpan.tolerance <= seconds && seconds <= highest + TimeSpan.tolerance
    }

    /// The same, where the first side's clock is so many seconds ahead.
    func gap(without offset: Int64) -> Int64 {
        lowest - offset > 0 ? lowest - offset : highest - offset < 0 ? highest - offset : 0
    }

    /// Whether it tells one quarter-hour from the next: a day does not.
    var isExact: Bool { highest - lowest < TimeSpan.quarter / 2 }

    /// The whole quarter-hours, 0 aside, by which the one clock may be ahead of the other; nil where
    /// there is none, or more than one.
    var offset: Int64? {
        guard isExact else { return nil }
        let middle = lowest + (highest - lowest) / 2
        let half = middle < 0 ? -TimeSpan.quarter / 2 : TimeSpan.quarter / 2
        let offset = (middle + half) / TimeSpan.quarter * TimeSpan.quarter
        return offset != 0 && abs(offset) <= TimeSpan.furthest && holds(offset) ? offset : nil
    }

    /// Whether both may be one time on clocks of two zones.
    var mayBeZone: Bool {
        if holds(0) { return true }
        return isExact ? offset != nil : gap.magnitude <= TimeSpan.furthest.magnitude
    }

    /// By how many seconds the first is the newer, as far as that is sure; negative where the second is.
    var gap: Int64 { lowest > 0 ? lowest : highest < 0 ? highest : 0 }
}
