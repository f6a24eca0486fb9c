import Files

/// OS/400 (IBM i): `OWNER 77824 02/23/00 15:09:55 *DIR NAME/`, and members without size and date:
/// `OWNER *MEM NAME.FILE/MEMBER.MBR`. The kind of an object is what such a line is told by.
enum OS400Family {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ entry: inout ListedEntry
    ) -> Bool {
        // No column before the kind has a star; most lines have none at all.
        guard let star = line.bytes.firstIndex(of: 0x2A), ListingLine.isBlank(line[star - 1]) else {
            return false
        }
        let kind = line.token(from: star)
        guard isKind(line, kind) else { return false }
        var name = line.token(from: kind.upperBound).lowerBound..<line.count
        while let last = name.last, ListingLine.isBlank(line[last]) { name = name.dropLast() }
        guard !name.isEmpty,
            readColumns(line[0..<star], kind: line[kind], context, &entry)
                || isBareMember(line, star: star, kind, name)
        else { return false }
        let hasSlash = line[name.upperBound - 1] == 0x2F
        while let last = name.last, line[last] == 0x2F { name = name.dropLast() }
        // A path is shown by its last component.
        if let slash = name.last(where: { line[$0] == 0x2F }) {
            name = slash + 1..<name.upperBound
        }
        guard !name.isEmpty else { return false }
        entry.name = name
        entry.kind = kindOfEntry(line, kind, name, hasSlash: hasSlash)
        if entry.kind != .file { entry.size = nil }
        return true
    }

    /// Owner, size, day and time; each but the owner may be missing.
    private static func readColumns(
        _ line: ListingLine, kind: ListingLine, _ context: ListingContext,
        _ entry: inout ListedEntry
    ) -> Bool {
        var words = ListingWords(line)
        let owner = words.next()
        guard isOwner(line, owner) else { return false }
        entry.owner = owner
        if let size = line.number(words.peek()) {
            entry.size = size
            _ = words.next()
        }
        let day = words.next()
        // Without a day only the kinds that are known make an entry of a line.
        if day.isEmpty { return isKnown(kind) }
        guard let time = TimeText(line, words.next()), words.next().isEmpty else { return false }
        if let numbered = NumberedDay(line, day, secondsOfDay: time.seconds) {
            entry.numberedDay = numbered
            // Its order is settled by the whole listing; the precision is kept until then.
            entry.modified = context.timestamp(0, time.precision)
            return true
        }
        guard let seconds = DayText(line, day)?.secondsSinceEpoch else { return false }
        entry.modified = context.timestamp(seconds &+ Int64(time.seconds), time.precision)
        return true
    }

    /// A member below the row of its file, where nothing but its path is said.
    private static func isBareMember(
        _ line: ListingLine, star: Int, _ kind: Range<Int>, _ name: Range<Int>
    ) -> Bool {
        line.token(from: 0).lowerBound == star && line.matches(kind, "*MEM")
            && line[name].contains { $0 == 0x2F } && !line[name].contains { $0 == 0x20 }
    }

    private static func kindOfEntry(
        _ line: ListingLine, _ kind: Range<Int>, _ name: Range<Int>, hasSlash: Bool
    ) -> Entry.Kind {
        if hasSlash { return .directory }
        for directory: StaticString in ["*DIR", "*DDIR", "*FLR", "*LIB"]
        where line.matches(kind, directory) {
            return .directory
        }
        // A physical file holds members; a save file is a file.
        if line.matches(kind, "*FILE"), name.count > 5,
            line.matches(name.upperBound - 5..<name.upperBound, ".FILE")
        {
            return .directory
        }
        if line.matches(kind, "*SYMLNK") { return .link }
        for other: StaticString in ["*SOCKET", "*BLKSF", "*CHRSF", "*FIFO"]
        where line.matches(kind, other) {
            return .other
        }
        return .file
    }

    private static func isKnown(_ kind: ListingLine) -> Bool {
        for known: StaticString in [
            "*MEM", "*FILE", "*DIR", "*DDIR", "*FLR", "*LIB", "*STMF", "*DSTMF", "*DOC", "*SYMLNK",
        ] where kind.matches(0..<kind.count, known) {
            return true
        }
        return false
    }

    /// A star and then capitals or digits.
    private static func isKind(_ line: ListingLine, _ word: Range<Int>) -> Bool {
        (4...10).contains(word.count)
            && !line[word.dropFirst()].contains {
                !(0x41...0x5A).contains($0) && !ListingLine.isDigit($0)
            }
    }

    /// Profiles have ten characters at most; a name in a national alphabet may have others.
    private static func isOwner(_ line: ListingLine, _ word: Range<Int>) -> Bool {
        (1...10).contains(word.count)
            && !line[word].contains { $0 < 0x23 || (0x61...0x7A).contains($0) || $0 == 0x3A }
    }
}
