import Files

/// OS-9: `20.20 07/03/29 1026 d-ewrewr 2650 85920 name`: group and user, the year first, the time
/// without a colon, attributes, the sector, and the size.
enum OS9Family {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ entry: inout ListedEntry
    ) -> Bool {
        let account = line.token(from: 0)
        let groupEnd = account.lowerBound + line.digits(from: account.lowerBound)
        let userEnd = groupEnd + 1 + line.digits(from: groupEnd + 1)
        guard groupEnd > account.lowerBound, line[groupEnd] == 0x2E, userEnd > groupEnd + 1,
            userEnd == account.upperBound
        else { return false }
        let dayToken = line.token(from: account.upperBound)
        let timeToken = line.token(from: dayToken.upperBound)
        let attributes = line.token(from: timeToken.upperBound)
        let sector = line.token(from: attributes.upperBound)
        let sizeToken = line.token(from: sector.upperBound)
        let nameStart = line.token(from: sizeToken.upperBound).lowerBound
        guard areAttributes(line, attributes), isHexadecimal(line, sector),
            let size = line.number(sizeToken), nameStart < line.count,
            let moment = moment(line, dayToken, timeToken)
        else { return false }
        entry.name = nameStart..<line.count
        entry.kind = line[attributes.lowerBound] | 0x20 == 0x64 ? .directory : .file
        entry.size = entry.kind == .directory ? nil : size
        entry.group = account.lowerBound..<groupEnd
        entry.owner = groupEnd + 1..<userEnd
        entry.modified = context.timestamp(moment, .minute)
        return true
    }

    /// Directory, shareable, then execute, write and read for the public and for the owner.
    private static func areAttributes(_ line: ListingLine, _ token: Range<Int>) -> Bool {
        let letters: StaticString = "dsewrewr"
        guard token.count == letters.utf8CodeUnitCount else { return false }
        for index in 0..<token.count {
            let byte = line[token.lowerBound + index]
            guard byte == 0x2D || byte | 0x20 == letters.utf8Start[index] else { return false }
        }
        return true
    }

    private static func isHexadecimal(_ line: ListingLine, _ token: Range<Int>) -> Bool {
        !token.isEmpty
            && !line[token].contains {
                !ListingLine.isDigit($0) && !(0x61...0x66).contains($0 | 0x20)
            }
    }

    /// `07/03/29` and `1026`
    private static func moment(
        _ line: ListingLine, _ dayToken: Range<Int>, _ timeToken: Range<Int>
    ) -> Int64? {
        let year =
            dayToken.lowerBound..<dayToken.lowerBound + line.digits(from: dayToken.lowerBound)
        let monthStart = year.upperBound + 1
        let month = monthStart..<monthStart + line.digits(from: monthStart)
        let dayStart = month.upperBound + 1
        guard line[year.upperBound] == 0x2F, line[month.upperBound] == 0x2F,
            dayStart < dayToken.upperBound, timeToken.count == 4, year.count >= 2,
            let shortYear = line.small(year), let monthNumber = line.small(month, digits: 2),
            let day = line.small(dayStart..<dayToken.upperBound, digits: 2),
            let time = line.small(timeToken)
        else { return nil }
        let fullYear =
            shortYear >= 1_000
            ? shortYear : shortYear < 70 ? 2_000 + shortYear : 1_900 + shortYear
        return CivilTime(
            year: fullYear, month: monthNumber, day: day, hour: time / 100, minute: time % 100
        ).secondsSinceEpoch
    }
}
