import Files

/// A day in digits with its year: `02-23-05`, `23.02.2005`, `2005-02-23`, `2005/02/23`.
struct DayText {
    let year: Int
    let month: Int
    let day: Int

    /// Nil where `token` is no such day. `isDayFirst`: how `01-02-2011` is read, which may be both.
    init?(_ line: ListingLine, _ token: Range<Int>, isDayFirst: Bool = false) {
        let first = token.lowerBound..<token.lowerBound + line.digits(from: token.lowerBound)
        let separator = line[first.upperBound]
        guard separator == 0x2D || separator == 0x2F || separator == 0x2E else { return nil }
        let secondStart = first.upperBound + 1
        let second = secondStart..<secondStart + line.digits(from: secondStart)
        guard line[second.upperBound] == separator else { return nil }
        let third = second.upperBound + 1..<max(second.upperBound + 1, token.upperBound)
        guard let one = line.small(first), let two = line.small(second), second.count <= 2,
            let three = line.small(third)
        else { return nil }
        if first.count == 4 {
            guard third.count <= 2 else { return nil }
            (year, month, day) = (one, two, three)
        } else {
            guard first.count <= 2, third.count == 2 || third.count == 4 else { return nil }
            year = third.count == 4 ? three : three < 70 ? 2_000 + three : 1_900 + three
            // Points mean day first, and so does what can be no month.
            let isDay = separator == 0x2E || one > 12 || (isDayFirst && two <= 12)
            (month, day) = isDay ? (two, one) : (one, two)
        }
        guard CivilTime(year: year, month: month, day: day).isValid else { return nil }
    }

    var secondsSinceEpoch: Int64? {
        CivilTime(year: year, month: month, day: day).secondsSinceEpoch
    }
}
