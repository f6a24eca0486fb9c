import Files

/// OS/2: `       612  A      07-28-95   16:45  name`, with `DIR` for a directory; years past 1999 may
/// be printed as 100 and up.
enum OS2Family {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ entry: inout ListedEntry
    ) -> Bool {
        let sizeToken = line.token(from: 0)
        guard let size = line.number(sizeToken) else { return false }
        var token = line.token(from: sizeToken.upperBound)
        // The attributes and DIR.
        for _ in 0..<7 where !token.isEmpty && !ListingLine.isDigit(line[token.lowerBound]) {
            if line.matches(token, "DIR") {
                entry.kind = .directory
            } else if line[token].contains(where: { !isAttribute($0) }) {
                return false
            }
            token = line.token(from: token.upperBound)
        }
        guard let start = day(line, token),
            let time = TimeText(line, line.token(from: token.upperBound)),
            line[time.end] == 0x20
        else { return false }
        // Two blanks part the time from the name.
        let nameStart = time.end + (line[time.end + 1] == 0x20 ? 2 : 1)
        guard nameStart < line.count else { return false }
        entry.name = nameStart..<line.count
        entry.size = entry.kind == .directory ? nil : size
        entry.modified = context.timestamp(start &+ Int64(time.seconds), time.precision)
        return true
    }

    private static func isAttribute(_ byte: UInt8) -> Bool {
        switch byte {
        // A, C, D, E, H, R, S and the sign for none.
        case 0x41, 0x43, 0x44, 0x45, 0x48, 0x52, 0x53, 0x2D: true
        default: false
        }
    }

    /// `07-28-95`, `07-28-1995`, `07-28-103` and `07-28-19103`.
    private static func day(_ line: ListingLine, _ token: Range<Int>) -> Int64? {
        let month = token.lowerBound..<token.lowerBound + line.digits(from: token.lowerBound)
        let dayStart = month.upperBound + 1
        let day = dayStart..<dayStart + line.digits(from: dayStart)
        let yearStart = day.upperBound + 1
        guard line[month.upperBound] == 0x2D, line[day.upperBound] == 0x2D,
            yearStart < token.upperBound,
            let one = line.small(month, digits: 2), let two = line.small(day, digits: 2),
            let number = line.small(yearStart..<token.upperBound, digits: 5)
        else { return nil }
        if let usual = DayText(line, token) { return usual.secondsSinceEpoch }
        let year: Int
        switch number {
        case 100..<200: year = 1_900 + number
        case 19_100..<19_200: year = number - 19_000 + 1_900
        default: return nil
        }
        return CivilTime(year: year, month: one, day: two).secondsSinceEpoch
    }
}
