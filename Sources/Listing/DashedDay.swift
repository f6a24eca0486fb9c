import Files

/// A day with the month's name: `4-NOV-1994`, `18-May-05`.
enum DashedDay {
    /// Whether `token` has the form of such a day, be there one or not.
    static func matches(_ line: ListingLine, _ token: Range<Int>) -> Bool {
        let day = line.digits(from: token.lowerBound)
        let year = token.upperBound - 4
        return (1...2).contains(day) && line.digits(from: year) == 4
            && line[token.lowerBound + day] == 0x2D && line[year - 1] == 0x2D
            && (3...6).contains(year - token.lowerBound - day - 2)
            && !line[token.lowerBound + day + 1..<year - 1].contains { $0 < 0x41 }
    }

    /// The seconds at which it starts; nil where `token` is no such day.
    static func read(_ line: ListingLine, _ token: Range<Int>) -> Int64? {
        let digits = line.digits(from: token.lowerBound)
        let month = token.lowerBound + digits + 1..<token.lowerBound + digits + 4
        guard let day = line.small(token.lowerBound..<token.lowerBound + digits, digits: 2),
            month.upperBound + 1 < token.upperBound, line[month.lowerBound - 1] == 0x2D,
            line[month.upperBound] == 0x2D, !line[month].contains(where: { $0 < 0x41 }),
            let number = MonthName.month(line, month)
        else { return nil }
        let digitsOfYear = month.upperBound + 1..<token.upperBound
        guard digitsOfYear.count == 2 || digitsOfYear.count == 4,
            let year = line.small(digitsOfYear)
        else { return nil }
        let full = digitsOfYear.count == 4 ? year : year < 70 ? 2_000 + year : 1_900 + year
        return CivilTime(year: full, month: number, day: day).secondsSinceEpoch
    }
}
