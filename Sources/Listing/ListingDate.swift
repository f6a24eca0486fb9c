import Files

/// A date within a line of `ls -l`, in the many forms that systems and languages print it.
struct ListingDate {
    let timestamp: Timestamp
    let start: Int
    let end: Int

    var precision: Timestamp.Precision { timestamp.precision }

    /// Reads a date that begins at the first word from `position` on; nil where none does.
    init?(_ line: ListingLine, from position: Int, _ context: ListingContext) {
        let first = line.token(from: position)
        guard !first.isEmpty else { return nil }
        var reader = DateReader(line: line, context: context, position: first.upperBound)
        let found: Timestamp?
        let byte = line[first.lowerBound]
        if ListingLine.isDigit(byte) {
            found = reader.readAfterNumber(first)
        } else if byte >= 0x41 {
            found = reader.readAfterMonth(first)
        } else {
            found = nil
        }
        guard let found else { return nil }
        timestamp = found
        start = first.lowerBound
        end = reader.position
    }
}

/// Reads a date's words one after the other.
private struct DateReader {
    let line: ListingLine
    let context: ListingContext
    /// Behind the last word that was taken.
    var position: Int

    /// `Mon d hh:mm`, `Mon d yyyy`, `Mon d, yyyy hh:mm`, `oct10 …`
    mutating func readAfterMonth(_ first: Range<Int>) -> Timestamp? {
        if let month = MonthName.month(line, first) {
            let token = next()
            guard let day = dayNumber(token) else { return nil }
            return readYearOrTime(month: month, day: day)
        }
        // Month and day without a blank between.
        let digits = trailingDigits(first)
        guard digits > 0, digits < first.count,
            let month = MonthName.month(line, first.lowerBound..<first.upperBound - digits),
            let day = line.small(first.upperBound - digits..<first.upperBound, digits: 2)
        else { return nil }
        return readYearOrTime(month: month, day: day)
    }

    mutating func readAfterNumber(_ first: Range<Int>) -> Timestamp? {
        let digits = line.digits(from: first.lowerBound)
        let after = line[first.lowerBound + digits]
        if digits == first.count || isPunctuated(first, digits) {
            return readAfterPlainNumber(first, digits: digits)
        }
        if after >= 0x80 { return readWithSigns(first, digits: digits) }
        if let day = DayText(line, first) { return readTime(after: day) }
        return readShortDay(first, digits: digits)
    }

    /// `d Mon …`, `d. Mon., hh:mm`, `m d hh:mm`, `yyyy m d`
    private mutating func readAfterPlainNumber(_ first: Range<Int>, digits: Int) -> Timestamp? {
        guard
            let number = line.small(first.lowerBound..<first.lowerBound + digits)
        else { return nil }
        let second = next()
        if let month = MonthName.month(line, second) {
            guard digits <= 2 else { return nil }
            return readYearOrTime(month: month, day: number)
        }
        guard let middle = line.small(second, digits: 2) else { return nil }
        if digits == 4 {
            guard let day = line.small(next(), digits: 2) else { return nil }
            return wholeDay(year: number, month: middle, day: day)
        }
        guard digits <= 2, let time = TimeText(line, next()) else { return nil }
        return recent(month: number, day: middle, time)
    }

    /// `8月 17日 20:10`, `6月 3日 2003年`, `2005년 1월 6일`, in whatever charset the signs are.
    private mutating func readWithSigns(_ first: Range<Int>, digits: Int) -> Timestamp? {
        guard let one = line.small(first.lowerBound..<first.lowerBound + digits),
            let two = signedNumber(next())
        else { return nil }
        if digits == 4 {
            guard let day = signedNumber(next()) else { return nil }
            return wholeDay(year: one, month: two, day: day)
        }
        let third = next()
        if let time = TimeText(line, third) { return recent(month: one, day: two, time) }
        guard let year = signedNumber(third), year > 1_900 else { return nil }
        return wholeDay(year: year, month: one, day: two)
    }

    /// `yyyy-mm-dd` and its like, with or without a time and a zone.
    private mutating func readTime(after day: DayText) -> Timestamp? {
        guard let start = day.secondsSinceEpoch else { return nil }
        let before = position
        let token = next()
        guard let time = TimeText(line, token) else {
            position = before
            return noon(start)
        }
        let local = start &+ Int64(time.seconds)
        let zone = line.token(from: position)
        if zone.count == 5, line[zone.lowerBound] == 0x2B || line[zone.lowerBound] == 0x2D,
            let value = line.small(zone.lowerBound + 1..<zone.upperBound)
        {
            position = zone.upperBound
            let offset = Int64(value / 100 * 3_600 + value % 100 * 60)
            return Timestamp(
                seconds: line[zone.lowerBound] == 0x2D ? local &+ offset : local &- offset,
                precision: time.precision)
        }
        return context.timestamp(local, time.precision)
    }

    /// `mm-dd hh:mm`, `mm-dd yyyy`, `dd-mon-yy`
    private mutating func readShortDay(_ first: Range<Int>, digits: Int) -> Timestamp? {
        guard digits <= 2, line[first.lowerBound + digits] == 0x2D,
            let one = line.small(first.lowerBound..<first.lowerBound + digits)
        else { return nil }
        let secondStart = first.lowerBound + digits + 1
        if let two = line.small(secondStart..<max(secondStart, first.upperBound), digits: 2) {
            return readYearOrTime(month: one, day: two)
        }
        guard
            let separator = (secondStart..<max(secondStart, first.upperBound))
                .first(where: { line[$0] == 0x2D }),
            let month = MonthName.month(line, secondStart..<separator),
            let year = line.small(separator + 1..<first.upperBound)
        else { return nil }
        let full = year >= 100 ? year : year < 70 ? 2_000 + year : 1_900 + year
        guard let start = CivilTime(year: full, month: month, day: one).secondsSinceEpoch else {
            return nil
        }
        let before = position
        guard let time = TimeText(line, next()) else {
            position = before
            return noon(start)
        }
        return context.timestamp(start &+ Int64(time.seconds), time.precision)
    }

    /// What follows a month and a day: a time, a year, or a year and then a time.
    private mutating func readYearOrTime(month: Int, day: Int) -> Timestamp? {
        let hasComma = line[position - 1] == 0x2C
        let token = next()
        if let time = TimeText(line, token) { return recent(month: month, day: day, time) }
        guard token.count == 4 || (token.count == 5 && line[token.upperBound - 1] == 0x2C),
            let year = line.small(token.lowerBound..<token.lowerBound + 4)
        else { return nil }
        guard let start = CivilTime(year: year, month: month, day: day).secondsSinceEpoch else {
            return nil
        }
        if hasComma {
            let before = position
            if let time = TimeText(line, next()) {
                return context.timestamp(start &+ Int64(time.seconds), time.precision)
            }
            position = before
        }
        return noon(start)
    }

    private func recent(month: Int, day: Int, _ time: TimeText) -> Timestamp? {
        context.latest(month: month, day: day, secondsOfDay: time.seconds)
            .map { context.timestamp($0, time.precision) }
    }

    private func wholeDay(year: Int, month: Int, day: Int) -> Timestamp? {
        CivilTime(year: year, month: month, day: day).secondsSinceEpoch.flatMap(noon)
    }

    /// Noon, so that no zone makes another day of it.
    private func noon(_ start: Int64) -> Timestamp? {
        context.timestamp(start &+ 43_200, .day)
    }

    private mutating func next() -> Range<Int> {
        let token = line.token(from: position)
        position = token.upperBound
        return token
    }

    /// `7`, `07`, `7,`, `7.`
    private func dayNumber(_ token: Range<Int>) -> Int? {
        let digits = line.digits(from: token.lowerBound)
        guard digits == token.count || isPunctuated(token, digits) else { return nil }
        return line.small(token.lowerBound..<token.lowerBound + digits, digits: 2)
    }

    private func isPunctuated(_ token: Range<Int>, _ digits: Int) -> Bool {
        let byte = line[token.lowerBound + digits]
        return digits > 0 && digits + 1 == token.count && (byte == 0x2E || byte == 0x2C)
    }

    /// A number with a sign for year, month or day behind it.
    private func signedNumber(_ token: Range<Int>) -> Int? {
        let digits = line.digits(from: token.lowerBound)
        guard digits == token.count || line[token.lowerBound + digits] >= 0x80 else { return nil }
        return line.small(token.lowerBound..<token.lowerBound + digits)
    }

    private func trailingDigits(_ token: Range<Int>) -> Int {
        var start = token.upperBound
        while start > token.lowerBound, ListingLine.isDigit(line[start - 1]) { start -= 1 }
        return token.upperBound - start
    }
}
