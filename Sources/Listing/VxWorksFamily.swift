import Files

/// VxWorks: `    2048    JAN-01-1980  00:00:00   name              <DIR>`.
enum VxWorksFamily {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ entry: inout ListedEntry
    ) -> Bool {
        let sizeToken = line.token(from: 0)
        guard let size = line.number(sizeToken) else { return false }
        let dayToken = line.token(from: sizeToken.upperBound)
        guard let start = day(line, dayToken),
            let time = TimeText(line, line.token(from: dayToken.upperBound)),
            line[time.end] == 0x20
        else { return false }
        // The name stands in a column of its own, three blanks behind the time.
        var nameStart = time.end + 1
        while nameStart < time.end + 3, line[nameStart] == 0x20 { nameStart += 1 }
        var end = withoutBlanks(line, line.count)
        if end > nameStart + 6, line.matches(end - 5..<end, "<DIR>"),
            ListingLine.isBlank(line[end - 6])
        {
            entry.kind = .directory
            end = withoutBlanks(line, end - 5)
        }
        guard nameStart < end else { return false }
        entry.name = nameStart..<end
        entry.size = entry.kind == .directory ? nil : size
        entry.modified = context.timestamp(start &+ Int64(time.seconds), time.precision)
        return true
    }

    /// `JAN-01-1980`
    private static func day(_ line: ListingLine, _ token: Range<Int>) -> Int64? {
        let month = token.lowerBound..<token.lowerBound + 3
        guard line[month.upperBound] == 0x2D, let number = MonthName.month(line, month)
        else { return nil }
        let day =
            month.upperBound + 1..<month.upperBound + 1 + line.digits(from: month.upperBound + 1)
        guard line[day.upperBound] == 0x2D, day.upperBound + 5 == token.upperBound,
            let dayNumber = line.small(day, digits: 2),
            let year = line.small(day.upperBound + 1..<token.upperBound)
        else { return nil }
        return CivilTime(year: year, month: number, day: dayNumber).secondsSinceEpoch
    }

    private static func withoutBlanks(_ line: ListingLine, _ end: Int) -> Int {
        var end = end
        while end > 0, ListingLine.isBlank(line[end - 1]) { end -= 1 }
        return end
    }
}
