import Files

/// Lets through one report in a tenth of a second, so that what goes fast does not flood the
/// screen. The first tenth is counted from the making.
struct ReportPace {
    /// Seconds between two reports.
    static let interval = 0.1

    private var last: Instant

    init(from start: Instant = .now()) {
        last = start
    }

    /// Whether a report is due; then the next one is due an interval later.
    mutating func isDue(at now: Instant = .now()) -> Bool {
        guard now.seconds(since: last) > ReportPace.interval else { return false }
        last = now
        return true
    }
}
