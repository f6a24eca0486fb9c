import Files

/// SuperTCP and Chameleon: `README.TXT  1045  May 10 1995 11:01  RHA`, and with the day as
/// `05-10-95` or `05/10/95`.
enum ChameleonFamily {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ entry: inout ListedEntry
    ) -> Bool {
        let name = line.token(from: 0)
        let mark = line.token(from: name.upperBound)
        let isDirectory = line.matches(mark, "<DIR>")
        let size = isDirectory ? nil : line.number(mark)
        guard isDirectory || size != nil, name.lowerBound == 0 else { return false }
        var token = line.token(from: mark.upperBound)
        let start: Int64?
        if ListingLine.isDigit(line[token.lowerBound]) {
            start = DayText(line, token)?.secondsSinceEpoch
        } else {
            start = day(line, &token)
        }
        guard let start, let time = TimeText(line, line.token(from: token.upperBound)),
            time.precision == .minute
        else { return false }
        let attributes = line.token(from: time.end)
        guard !line[attributes].contains(where: { !(0x41...0x5A).contains($0) }),
            attributes.count <= 6, line.token(from: attributes.upperBound).isEmpty
        else { return false }
        entry.name = name
        entry.kind = isDirectory ? .directory : .file
        entry.size = size
        entry.modified = context.timestamp(start &+ Int64(time.seconds), .minute)
        return true
    }

    /// `May 10 1995`; `token` is its first word before and its last one after.
    private static func day(_ line: ListingLine, _ token: inout Range<Int>) -> Int64? {
        guard let month = MonthName.month(line, token) else { return nil }
        let dayToken = line.token(from: token.upperBound)
        token = line.token(from: dayToken.upperBound)
        guard let day = line.small(dayToken, digits: 2), token.count == 4,
            let year = line.small(token)
        else { return nil }
        return CivilTime(year: year, month: month, day: day).secondsSinceEpoch
    }
}
