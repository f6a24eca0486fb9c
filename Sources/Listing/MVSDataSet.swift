import Files

/// A row of a listing of data sets: `Volume Unit Referred Ext Used Recfm Lrecl BlkSz Dsorg Dsname`,
/// or a phrase in place of most of it. Sizes are in tracks, so a size in bytes is never known.
enum MVSDataSet {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ memory: ListingMemory,
        _ entry: inout ListedEntry
    ) -> Bool {
        let isExpected = memory.heading == .datasets || context.hint == .mvs
        return readColumns(line, context, isExpected: isExpected, &entry)
            || readPhrase(line, isExpected: isExpected, &entry)
    }

    private static func readColumns(
        _ line: ListingLine, _ context: ListingContext, isExpected: Bool,
        _ entry: inout ListedEntry
    ) -> Bool {
        var words = ListingWords(line)
        guard isVolume(line, words.next()), isUnit(line, words.next()) else { return false }
        var referred: Int64?
        let isDated: Bool
        if line.matches(words.peek(), "**NONE**") {
            isDated = true
        } else if let day = day(line, words.peek()) {
            isDated = true
            referred = day
        } else {
            isDated = false
        }
        if isDated { _ = words.next() }
        // Extents and tracks may have grown together.
        let columns = words.count() - 2
        guard (3...6).contains(columns), isDated || isExpected else { return false }
        var numbers = 0
        for _ in 0..<columns {
            let column = words.next()
            guard isColumn(line, column) else { return false }
            if ListingLine.isDigit(line[column.lowerBound]) { numbers += 1 }
        }
        let organisation = words.next()
        let name = words.next()
        // Without a day the rest has to prove it, or capitals in prose would.
        guard isOrganisation(line, organisation, isExpected: isExpected && isDated),
            isDated || numbers >= 2, isName(line, name)
        else { return false }
        entry.name = name
        entry.kind = line.matches(organisation.prefix(2), "PO") ? .directory : .file
        entry.modified = referred.map { context.timestamp($0 &+ 43_200, .day) }
        return true
    }

    /// Rows of what is on no disk, or is not one data set; the name is the last word. A volume, and
    /// before `VSAM` a unit as well, may stand before the phrase.
    private static func readPhrase(
        _ line: ListingLine, isExpected: Bool, _ entry: inout ListedEntry
    ) -> Bool {
        let first = line.token(from: 0)
        if readPhrase(line, from: 0, isExpected, &entry) { return true }
        guard isVolume(line, first) else { return false }
        if readPhrase(line, from: first.upperBound, isExpected, &entry) { return true }
        let unit = line.token(from: first.upperBound)
        guard isUnit(line, unit), line[unit].contains(where: ListingLine.isDigit),
            let name = name(
                line, after: "VSAM", from: unit.upperBound, isExpected || unit.count == 4)
        else { return false }
        entry.name = name
        return true
    }

    private static func readPhrase(
        _ line: ListingLine, from position: Int, _ isExpected: Bool, _ entry: inout ListedEntry
    ) -> Bool {
        // The levels below it, or its generations, are what is in it.
        for phrase: StaticString in ["Pseudo Directory", "Generation Data Group", "GDG"] {
            guard let name = name(line, after: phrase, from: position, isExpected) else { continue }
            entry.name = name
            entry.kind = .directory
            return true
        }
        for phrase: StaticString in [
            "Migrated", "Tape", "VSAM", "Not Mounted", "Not Direct Access Device",
            "Not a DASD device", "File not on volume", "Error determining attributes",
        ] {
            guard let name = name(line, after: phrase, from: position, isExpected) else { continue }
            entry.name = name
            return true
        }
        return false
    }

    /// The one word behind `phrase`, which without a heading has to be in a column of its own.
    private static func name(
        _ line: ListingLine, after phrase: StaticString, from position: Int, _ isExpected: Bool
    ) -> Range<Int>? {
        let start = line.token(from: position).lowerBound
        let end = start + phrase.utf8CodeUnitCount
        guard line.matches(start..<end, phrase), ListingLine.isBlank(line[end]) else { return nil }
        var words = ListingWords(line, from: end)
        let name = words.next()
        // With all columns there, it starts at the 57th byte.
        guard isName(line, name), words.next().isEmpty,
            isExpected || name.lowerBound - end >= 4 || name.lowerBound == 56
                || line[end] == 0x09
        else { return nil }
        return name
    }

    /// `2004/06/23`, and with two digits for the year.
    static func day(_ line: ListingLine, _ word: Range<Int>) -> Int64? {
        let digits = line.digits(from: word.lowerBound)
        let start = word.lowerBound + digits
        guard digits == 4 || digits == 2, word.count == digits + 6, line[start] == 0x2F,
            line[start + 3] == 0x2F, let year = line.small(word.lowerBound..<start),
            let month = line.small(start + 1..<start + 3),
            let day = line.small(start + 4..<start + 6)
        else { return nil }
        let full = digits == 4 ? year : year < 70 ? 2_000 + year : 1_900 + year
        return CivilTime(year: full, month: month, day: day).secondsSinceEpoch
    }

    private static func isVolume(_ line: ListingLine, _ word: Range<Int>) -> Bool {
        (1...6).contains(word.count) && isUpper(line, word)
    }

    private static func isUnit(_ line: ListingLine, _ word: Range<Int>) -> Bool {
        (1...8).contains(word.count) && isUpper(line, word)
    }

    /// A number, a record format, `NONE`, `????`, `1+++++`.
    private static func isColumn(_ line: ListingLine, _ word: Range<Int>) -> Bool {
        word.count <= 12 && isUpper(line, word)
    }

    private static func isUpper(_ line: ListingLine, _ word: Range<Int>) -> Bool {
        !line[word].contains { byte in
            !(ListingLine.isDigit(byte) || (0x41...0x5A).contains(byte) || byte == 0x3F
                || byte == 0x2B || byte == 0x40 || byte == 0x23 || byte == 0x24 || byte == 0x2D)
        }
    }

    private static func isOrganisation(
        _ line: ListingLine, _ word: Range<Int>, isExpected: Bool
    ) -> Bool {
        for start: StaticString in ["PO", "PS", "DA", "VS", "IS", "AM", "NO"]
        where word.count <= 4 && line.matches(word.prefix(2), start) {
            return true
        }
        return isExpected && word.count <= 4 && isUpper(line, word)
    }

    /// Qualifiers between points, perhaps in apostrophes.
    private static func isName(_ line: ListingLine, _ word: Range<Int>) -> Bool {
        (1...46).contains(word.count)
            && !line[word].contains { byte in
                !(MVSFamily.isNameByte(byte) || byte == 0x2E || byte == 0x2D || byte == 0x27
                    || byte == 0x7B || byte == 0x5F)
            }
    }
}
