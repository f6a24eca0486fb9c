import Files

/// A member of a partitioned data set with its statistics: `Name VV.MM Created Changed Size Init Mod
/// Id`, where the size is a count of lines.
enum MVSMember {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ entry: inout ListedEntry
    ) -> Bool {
        var words = ListingWords(line)
        let name = words.next()
        guard isLongName(line, name), isVersion(line, words.next()),
            MVSDataSet.day(line, words.next()) != nil,
            let changed = MVSDataSet.day(line, words.next()),
            let time = TimeText(line, words.next())
        else { return false }
        for _ in 0..<3 where line.number(words.peek()) != nil { _ = words.next() }
        let owner = words.next()
        guard owner.isEmpty || isName(line, owner), words.next().isEmpty else { return false }
        entry.name = name
        entry.owner = owner
        entry.modified = context.timestamp(changed &+ Int64(time.seconds), time.precision)
        return true
    }

    static func isName(_ line: ListingLine, _ word: Range<Int>) -> Bool {
        (1...8).contains(word.count)
            && (MVSFamily.isNameStart(line[word.lowerBound]) || line[word.lowerBound] == 0x7B)
            && !line[word.dropFirst()].contains { !MVSFamily.isNameByte($0) && $0 != 0x7B }
    }

    /// Names have eight characters; with all statistics there a longer one is one too.
    private static func isLongName(_ line: ListingLine, _ word: Range<Int>) -> Bool {
        (1...44).contains(word.count)
            && !line[word].contains {
                !MVSFamily.isNameByte($0) && $0 != 0x7B && $0 != 0x2D && $0 != 0x2E && $0 != 0x5F
            }
    }

    /// `01.03`
    private static func isVersion(_ line: ListingLine, _ word: Range<Int>) -> Bool {
        word.count == 5 && line.digits(from: word.lowerBound) == 2
            && line[word.lowerBound + 2] == 0x2E && line.digits(from: word.lowerBound + 3) == 2
    }
}
