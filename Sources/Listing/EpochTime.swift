import Files

/// Seconds since 1970 in digits, which by their nature are UTC.
enum EpochTime {
    /// The last second of the year 9999.
    private static let limit: UInt64 = 253_402_300_799

    /// Nil where `range` is no such number.
    static func read(_ line: ListingLine, _ range: Range<Int>) -> Timestamp? {
        guard let seconds = line.number(range), seconds <= limit else { return nil }
        return Timestamp(seconds: Int64(seconds))
    }
}
