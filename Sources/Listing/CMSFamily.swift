import Files

/// z/VM and VM/CMS: `NAME TYPE V 72 9 1 1999-09-20 17:16:18 OWNER`, directories with `DIR` in place
/// of the record format; older ones with the file mode as a third column and days like `1/03/100`.
/// A file's size is not told: records times their length is only a bound.
enum CMSFamily {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ memory: inout ListingMemory,
        _ entry: inout ListedEntry
    ) -> Bool {
        var words = ListingWords(line)
        let name = words.next()
        guard isName(line, name) else { return false }
        let second = words.next()
        guard isName(line, second) else { return false }
        var type: Range<Int>?
        if line.matches(second, "DIR"), isBlankCount(line, words.peek()) {
            entry.kind = .directory
        } else {
            var third = words.next()
            if isMode(line, third) {
                third = words.next()
            } else if line.matches(third, "DIR") {
                guard isMode(line, second) else { return false }
            }
            if line.matches(third, "DIR") {
                entry.kind = .directory
            } else {
                guard third.count == 1,
                    [0x56, 0x46].contains(line[third.lowerBound] & 0xDF)
                else {
                    return false
                }
                type = second
            }
        }
        for _ in 0..<3 where !isCount(line, words.next()) { return false }
        guard let day = day(line, words.next()), let time = TimeText(line, words.next()) else {
            return false
        }
        let owner = words.next()
        guard words.next().isEmpty else { return false }
        if !isBlankCount(line, owner) { entry.owner = owner }
        entry.modified = context.timestamp(day &+ Int64(time.seconds), time.precision)
        if let type {
            memory.compose(line[name], line[type])
            entry.isComposed = true
        } else {
            entry.name = name
        }
        return true
    }

    /// `Filename FileType Fm …`
    static func isHeading(_ line: ListingLine) -> Bool {
        var words = ListingWords(line)
        return line.matches(words.next(), "Filename") && line.matches(words.next(), "FileType")
    }

    /// Names and types have eight characters, names of directories sixteen; what follows them tells
    /// such a row well enough to take longer ones from servers that only look like z/VM.
    private static func isName(_ line: ListingLine, _ word: Range<Int>) -> Bool {
        (1...64).contains(word.count) && !line[word].contains(where: { $0 < 0x23 || $0 == 0x2F })
    }

    /// The letter of a disk, and a digit.
    private static func isMode(_ line: ListingLine, _ word: Range<Int>) -> Bool {
        word.count == 2 && (0x41...0x5A).contains(line[word.lowerBound] & 0xDF)
            && ListingLine.isDigit(line[word.lowerBound + 1])
    }

    private static func isCount(_ line: ListingLine, _ word: Range<Int>) -> Bool {
        line.number(word) != nil || isBlankCount(line, word)
    }

    private static func isBlankCount(_ line: ListingLine, _ word: Range<Int>) -> Bool {
        word.count == 1 && line[word.lowerBound] == 0x2D
    }

    /// `1999-09-20`, `9/20/99`, and `9/20/100` for one in 2000.
    private static func day(_ line: ListingLine, _ word: Range<Int>) -> Int64? {
        if let day = DayText(line, word) {
            return line[word].contains(where: { $0 == 0x2E }) ? nil : day.secondsSinceEpoch
        }
        let month = word.lowerBound..<word.lowerBound + line.digits(from: word.lowerBound)
        let day =
            month.upperBound + 1..<month.upperBound + 1 + line.digits(from: month.upperBound + 1)
        guard line[month.upperBound] == 0x2F, line[day.upperBound] == 0x2F,
            day.upperBound + 4 == word.upperBound,
            let years = line.small(day.upperBound + 1..<word.upperBound, digits: 3),
            let monthNumber = line.small(month, digits: 2),
            let dayNumber = line.small(day, digits: 2)
        else { return nil }
        return CivilTime(year: 1_900 + years, month: monthNumber, day: dayNumber).secondsSinceEpoch
    }
}
