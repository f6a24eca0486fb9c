import Files

/// NonStop (Tandem), whose files have a code and an owner in two numbers:
/// `NAME 101 16354 18-May-05 14:12:20 210,255 "nunu"`, with an `O` before (or after) the code of an open one.
enum NonStopFamily {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ memory: inout ListingMemory,
        _ entry: inout ListedEntry
    ) -> Bool {
        var words = ListingWords(line)
        let name = words.next()
        guard isName(line, name) else { return false }
        var code = words.next()
        if code.count == 1, isLetter(line[code.lowerBound]) { code = words.next() }
        guard isCode(line, code) else { return false }
        var size = words.next()
        if size.count == 1, isLetter(line[size.lowerBound]) { size = words.next() }
        guard let bytes = line.number(size), let day = DashedDay.read(line, words.next()),
            let time = TimeText(line, words.next())
        else { return false }
        var owner = words.next()
        guard owner.isEmpty || takeOwner(line, &owner, &words) else { return false }
        let rights = words.next()
        // What has rights as well may have any name.
        guard words.next().isEmpty,
            rights.isEmpty ? isShort(line, name) : isRights(line, rights),
            !owner.isEmpty || memory.heading == .nonStop || context.hint == .nonStop
        else { return false }
        entry.name = name
        entry.size = bytes
        entry.owner = owner
        entry.modified = context.timestamp(day &+ Int64(time.seconds), time.precision)
        return true
    }

    /// `File Code EOF Last Modification Owner RWEP`
    static func isHeading(_ line: ListingLine) -> Bool {
        var words = ListingWords(line)
        return line.matches(words.next(), "File") && line.matches(words.next(), "Code")
            && line.matches(words.next(), "EOF")
    }

    private static func isName(_ line: ListingLine, _ word: Range<Int>) -> Bool {
        (1...64).contains(word.count) && !line[word].contains { $0 <= 0x20 || $0 == 0x2F }
    }

    /// A letter, and seven more letters or digits at most.
    private static func isShort(_ line: ListingLine, _ word: Range<Int>) -> Bool {
        word.count <= 8 && isLetter(line[word.lowerBound])
            && !line[word].contains(where: { !isLetter($0) && !ListingLine.isDigit($0) })
    }

    /// A number, which a mark may follow.
    private static func isCode(_ line: ListingLine, _ word: Range<Int>) -> Bool {
        let digits = line.digits(from: word.lowerBound)
        return (1...5).contains(digits) && word.count <= digits + 2
            && !line[word.dropFirst(digits)].contains(where: { $0 != 0x2B && !isLetter($0) })
    }

    /// `210,255`, or with a blank after the comma.
    private static func takeOwner(
        _ line: ListingLine, _ owner: inout Range<Int>, _ words: inout ListingWords
    ) -> Bool {
        let group = line.digits(from: owner.lowerBound)
        guard (1...3).contains(group), line[owner.lowerBound + group] == 0x2C else { return false }
        if owner.count == group + 1 {
            owner = owner.lowerBound..<max(owner.upperBound, words.next().upperBound)
        }
        let user = owner.dropFirst(group + 1).drop { ListingLine.isBlank(line[$0]) }
        return line.small(user, digits: 3) != nil
    }

    /// `"nunu"`: who may read, write, execute and purge.
    private static func isRights(_ line: ListingLine, _ word: Range<Int>) -> Bool {
        guard (3...10).contains(word.count), line[word.lowerBound] == 0x22,
            line[word.upperBound - 1] == 0x22
        else { return false }
        return !line[word.dropFirst().dropLast()].contains { $0 <= 0x20 || $0 == 0x22 }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
}
