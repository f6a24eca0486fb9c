import Files

/// A date within a line of `ls -l`, in the many forms that systems and languages print it.
struct ListingDate {
    /// Nil for a day that never was, such as 30 February.
    let timestamp: Timestamp?
    let start: Int
    let end: Int
    /// Whether a year stands where a time might.
    let isYearForm: Bool
    /// Seconds of the day as they were printed; nil where there was no clock, or one with AM or PM.
    let clock: Int?

    var precision: Timestamp.Precision? { timestamp?.precision }

    /// Whether a blank is to follow that makes it as wide as `Mon dd hh:mm` or `mm-dd hh:mm`.
    func isPadded(_ line: ListingLine) -> Bool {
        guard isYearForm else { return false }
        switch end - start {
        case 11: return true
        // A year and its day in numbers, or a month with a day of one digit and no blank more.
        case 10:
            return ListingLine.isDigit(line[start]) || ListingLine.isBlank(line[end - 5])
        default: return false
        }
    }

    /// Reads a date that begins at the first word from `position` on; nil where none does.
    init?(_ line: ListingLine, from position: Int, _ context: ListingContext) {
        var first = line.token(from: position)
        if ListingDate.isWeekday(line, first) { first = line.token(from: first.upperBound) }
        guard !first.isEmpty else { return nil }
        var reader = DateReader(line: line, context: context, position: first.upperBound)
        let found: Moment?
        let byte = line[first.lowerBound]
        if ListingLine.isDigit(byte) {
            found = reader.readAfterNumber(first)
        } else if byte >= 0x41 {
            found = reader.readAfterMonth(first)
        } else {
            found = nil
        }
        guard let found else { return nil }
        switch found {
        case .at(let time):
            timestamp = time
            isYearForm = time.precision == .day
        case .never:
            timestamp = nil
            isYearForm = false
        }
        start = first.lowerBound
        end = reader.position
        clock = reader.clock
    }

    /// `Thu`, as `ls --full-time` once began its dates.
    private static func isWeekday(_ line: ListingLine, _ token: Range<Int>) -> Bool {
        guard token.count == 3, line[token.lowerBound] >= 0x41 else { return false }
        for day: StaticString in ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        where line.matches(token, day) {
            return true
        }
        return false
    }
}

/// What the words of a date come to.
private enum Moment {
    case at(Timestamp)
    /// A month and a day that no year has, or none of the last ones.
    case never
}

/// Reads a date's words one after the other.
private struct DateReader {
    let line: ListingLine
    let context: ListingContext
    /// Behind the last word that was taken.
    var position: Int
    /// As in `ListingDate`.
    private(set) var clock: Int?
    /// Whether the month has a name that is not ASCII.
    private var isForeign = false

    init(line: ListingLine, context: ListingContext, position: Int) {
        self.line = line
        self.context = context
        self.position = position
    }

    /// `Mon d hh:mm`, `Mon d yyyy`, `Mon d, yyyy hh:mm`, `oct10 …`
    mutating func readAfterMonth(_ first: Range<Int>) -> Moment? {
        if let month = MonthName.month(line, first) {
            let token = next()
            guard let day = dayNumber(token) else { return nil }
            isForeign = line[first].contains { $0 >= 0x80 }
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

    mutating func readAfterNumber(_ first: Range<Int>) -> Moment? {
        let digits = line.digits(from: first.lowerBound)
        let after = line[first.lowerBound + digits]
        if digits == first.count || isPunctuated(first, digits) {
            return readAfterPlainNumber(first, digits: digits)
        }
        if after >= 0x80 { return readWithSigns(first, digits: digits) }
        if let day = DayText(line, first, isDayFirst: true) {
            // No time follows a date with points.
            if line[first.lowerBound + digits] == 0x2E, digits == 4 {
                return day.secondsSinceEpoch.map(noon)
            }
            return readTime(after: day)
        }
        return readShortDay(first, digits: digits)
    }

    /// `d Mon …`, `d. Mon., hh:mm`, `m d hh:mm`, `yyyy m d`
    private mutating func readAfterPlainNumber(_ first: Range<Int>, digits: Int) -> Moment? {
        guard
            let number = line.small(first.lowerBound..<first.lowerBound + digits)
        else { return nil }
        let second = next()
        if let month = MonthName.month(line, second) {
            guard digits <= 2 else { return nil }
            isForeign = line[second].contains { $0 >= 0x80 }
            return readYearOrTime(month: month, day: number)
        }
        guard let middle = line.small(second, digits: 2) else { return nil }
        if digits == 4 {
            // Sizes, too, stand before a day and a month.
            guard (1_900...2_199).contains(number), let day = line.small(next(), digits: 2),
                MonthName.month(line, line.token(from: position)) == nil
            else { return nil }
            return wholeDay(year: number, month: middle, day: day)
        }
        guard digits <= 2, let time = time(next()) else { return nil }
        return recent(month: number, day: middle, time)
    }

    /// `8月 17日 20:10`, `6月 3日 2003年`, `2005년 1월 6일`, in whatever charset the signs are, and
    /// with or without blanks after them.
    private mutating func readWithSigns(_ first: Range<Int>, digits: Int) -> Moment? {
        guard let one = line.small(first.lowerBound..<first.lowerBound + digits) else { return nil }
        position = first.lowerBound + digits
        skipSign()
        guard let two = signedNumber() else { return nil }
        if digits == 4 {
            guard let day = signedNumber() else { return nil }
            return wholeDay(year: one, month: two, day: day)
        }
        let before = position
        if let time = time(next()) { return recent(month: one, day: two, time) }
        position = before
        guard let year = signedNumber(), year > 1_900 else { return nil }
        return wholeDay(year: year, month: one, day: two)
    }

    /// `yyyy-mm-dd` and its like, with or without a time and a zone.
    private mutating func readTime(after day: DayText) -> Moment? {
        guard let start = day.secondsSinceEpoch else { return nil }
        let before = position
        let token = next()
        guard let time = time(token) else {
            position = before
            return noon(start)
        }
        if !time.hasHalf { clock = time.seconds }
        let local = start &+ Int64(time.seconds)
        let zone = line.token(from: position)
        if zone.count == 5, line[zone.lowerBound] == 0x2B || line[zone.lowerBound] == 0x2D,
            let value = line.small(zone.lowerBound + 1..<zone.upperBound)
        {
            position = zone.upperBound
            let offset = Int64(value / 100 * 3_600 + value % 100 * 60)
            return .at(
                Timestamp(
                    seconds: line[zone.lowerBound] == 0x2D ? local &+ offset : local &- offset,
                    precision: time.precision))
        }
        return .at(context.timestamp(local, time.precision))
    }

    /// `mm-dd hh:mm`, `mm-dd yyyy`, `dd-mon-yy`
    private mutating func readShortDay(_ first: Range<Int>, digits: Int) -> Moment? {
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
        guard let time = time(next()) else {
            position = before
            return noon(start)
        }
        return .at(context.timestamp(start &+ Int64(time.seconds), time.precision))
    }

    /// What follows a month and a day: a time, a year, or a year and then a time.
    private mutating func readYearOrTime(month: Int, day: Int) -> Moment? {
        let hasComma = line[position - 1] == 0x2C
        let token = next()
        if let time = time(token) {
            return readYear(after: time, month: month, day: day)
                ?? recent(month: month, day: day, time)
        }
        // Behind the year may stand a comma, or the sign for it in whatever charset.
        let sign = line[token.lowerBound + 4]
        guard token.count == 4 || (token.count == 5 && sign == 0x2C) || sign >= 0x80,
            let year = line.small(token.lowerBound..<token.lowerBound + 4)
        else { return nil }
        guard let start = CivilTime(year: year, month: month, day: day).secondsSinceEpoch else {
            return never(month: month, day: day)
        }
        if hasComma {
            let before = position
            if let time = time(next()) {
                return .at(context.timestamp(start &+ Int64(time.seconds), time.precision))
            }
            position = before
        }
        if isForeign { skipYearSign() }
        return noon(start)
    }

    /// `2003 г.`: the letter for year with its point, in whatever charset. Where the month is not
    /// in its language, it is the beginning of a name.
    private mutating func skipYearSign() {
        let sign = line.token(from: position)
        let letter = sign.dropLast()
        guard line[position] == 0x20, sign.lowerBound == position + 1,
            (1...2).contains(letter.count), line[sign.upperBound - 1] == 0x2E,
            letter.allSatisfy({ line[$0] >= 0x80 }), line[sign.upperBound] == 0x20,
            sign.upperBound + 1 < line.count
        else { return }
        position = sign.upperBound
    }

    /// A time, with AM or PM right behind it or without.
    private func time(_ token: Range<Int>) -> TimeText? {
        TimeText(line, token, allowsHalves: true)
    }

    /// `Mon d hh:mm:ss yyyy`: only where the seconds are printed does a year follow a time.
    private mutating func readYear(after time: TimeText, month: Int, day: Int) -> Moment? {
        guard time.precision == .second else { return nil }
        let token = line.token(from: position)
        guard token.count == 4, let year = line.small(token), (1_900...2_199).contains(year),
            line[token.upperBound] == 0x20, token.upperBound + 1 < line.count
        else { return nil }
        position = token.upperBound
        guard let start = CivilTime(year: year, month: month, day: day).secondsSinceEpoch else {
            return never(month: month, day: day)
        }
        return .at(context.timestamp(start &+ Int64(time.seconds), time.precision))
    }

    private mutating func recent(month: Int, day: Int, _ time: TimeText) -> Moment? {
        if !time.hasHalf { clock = time.seconds }
        return context.latest(month: month, day: day, secondsOfDay: time.seconds)
            .map { .at(context.timestamp($0, time.precision)) } ?? never(month: month, day: day)
    }

    private func wholeDay(year: Int, month: Int, day: Int) -> Moment? {
        CivilTime(year: year, month: month, day: day).secondsSinceEpoch.map(noon)
            ?? never(month: month, day: day)
    }

    /// A day that some month has; the entry is there although its date makes no sense.
    private func never(month: Int, day: Int) -> Moment? {
        (1...12).contains(month) && (1...31).contains(day) ? .never : nil
    }

    /// Noon, so that no zone makes another day of it.
    private func noon(_ start: Int64) -> Moment {
        .at(context.timestamp(start &+ 43_200, .day))
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

    /// A number, and the sign for year, month or day that may stand behind it.
    private mutating func signedNumber() -> Int? {
        let start = line.token(from: position).lowerBound
        let digits = line.digits(from: start)
        guard let number = line.small(start..<start + digits) else { return nil }
        let end = line[start + digits]
        guard end >= 0x80 || end == 0 || ListingLine.isBlank(end) else { return nil }
        position = start + digits
        skipSign()
        return number
    }

    /// The bytes up to a blank or a digit; in some charsets a sign's second byte is ASCII's.
    private mutating func skipSign() {
        guard line[position] >= 0x80 else { return }
        while position < line.count, !ListingLine.isBlank(line[position]),
            !ListingLine.isDigit(line[position])
        {
            position += 1
        }
    }

    private func trailingDigits(_ token: Range<Int>) -> Int {
        var start = token.upperBound
        while start > token.lowerBound, ListingLine.isDigit(line[start - 1]) { start -= 1 }
        return token.upperBound - start
    }
}
