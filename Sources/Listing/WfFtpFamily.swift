import Files

/// Nortel's wfFtp: `name  1234 11/20/91 Thurs. 09:05:06`.
enum WfFtpFamily {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ entry: inout ListedEntry
    ) -> Bool {
        let name = line.token(from: 0)
        let sizeToken = line.token(from: name.upperBound)
        guard let size = line.number(sizeToken) else { return false }
        let dayToken = line.token(from: sizeToken.upperBound)
        let weekday = line.token(from: dayToken.upperBound)
        let timeToken = line.token(from: weekday.upperBound)
        guard line[dayToken].contains(where: { $0 == 0x2F }), isWeekday(line, weekday),
            let start = DayText(line, dayToken)?.secondsSinceEpoch,
            let time = TimeText(line, timeToken), time.precision == .second,
            line.token(from: timeToken.upperBound).isEmpty
        else { return false }
        entry.name = name
        entry.size = size
        entry.modified = context.timestamp(start &+ Int64(time.seconds), .second)
        return true
    }

    /// `Mon.`, `Thurs.`, `Wednesday`
    private static func isWeekday(_ line: ListingLine, _ token: Range<Int>) -> Bool {
        guard token.count >= 3 else { return false }
        let start = token.lowerBound..<token.lowerBound + 3
        for day: StaticString in ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        where line.matches(start, day) {
            return true
        }
        return false
    }
}
