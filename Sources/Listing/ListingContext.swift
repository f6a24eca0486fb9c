import Files

/// What dates in a listing are read against.
struct ListingContext {
    /// Seconds since the epoch, on the server's clock where its offset is known.
    let now: Int64
    let year: Int
    /// Whether this time tomorrow will be next year.
    private let isYearEnding: Bool
    /// What the server was asked for.
    let form: ListingParser.Form
    /// Seconds by which the server's clock is ahead of UTC, where measured.
    let zoneOffset: Int?
    /// What the reply to SYST makes likely.
    let hint: SystemHint

    init(now: Int64, form: ListingParser.Form, zoneOffset: Int?, system: String?) {
        self.form = form
        self.now = now &+ Int64(zoneOffset ?? 0)
        self.zoneOffset = zoneOffset
        hint = SystemHint(system)
        year = CivilTime(secondsSinceEpoch: self.now).year
        isYearEnding = CivilTime(secondsSinceEpoch: self.now &+ 86_400).year != year
    }

    /// A time on the server's clock.
    func timestamp(_ seconds: Int64, _ precision: Timestamp.Precision) -> Timestamp {
        guard let zoneOffset else {
            return Timestamp(seconds: seconds, precision: precision, isZoned: false)
        }
        return Timestamp(seconds: seconds &- Int64(zoneOffset), precision: precision)
    }

    /// The latest moment that fits a date without a year and is no more than a day ahead of now,
    /// because the server's zone may be ahead of ours.
    func latest(month: Int, day: Int, secondsOfDay: Int) -> Int64? {
        // Next year is near on its eve only; a 29 February may be up to eight years back.
        let first = isYearEnding ? year + 1 : year
        for year in stride(from: first, through: self.year - 8, by: -1) {
            guard
                let start = CivilTime(year: year, month: month, day: day).secondsSinceEpoch
            else { continue }
            let moment = start + Int64(secondsOfDay)
            if moment <= now &+ 86_400 { return moment }
        }
        return nil
    }
}
