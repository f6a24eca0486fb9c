import Files

/// Windows' `dir`, as IIS gives it: `02-23-05  09:24AM  <DIR>  name`.
enum DOSFamily {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ memory: inout ListingMemory,
        _ entry: inout ListedEntry
    ) -> Bool {
        let dateToken = line.token(from: 0)
        guard ListingLine.isDigit(line[dateToken.lowerBound]), let day = DayText(line, dateToken)
        else { return false }
        let timeToken = line.token(from: dateToken.upperBound)
        guard var time = TimeText(line, timeToken, allowsHalves: true) else { return false }
        if !time.hasHalf {
            let half = line.token(from: timeToken.upperBound)
            if half.count == 2, let joined = time.joined(line, half) { time = joined }
        }
        guard let start = day.secondsSinceEpoch else { return false }
        let column = line.token(from: time.end)
        guard !column.isEmpty, line[column.upperBound] == 0x20 else { return false }
        let nameStart: Int
        let isMark = line[column.lowerBound] == 0x3C
        if isMark {
            guard let kind = kind(line, column) else { return false }
            entry.kind = kind
            nameStart = memory.nameColumn.start(line, afterMark: column)
        } else {
            guard isSize(line, column) else { return false }
            entry.size = size(line, column)
            nameStart = column.upperBound + 1
            memory.nameColumn.note(size: column)
        }
        // No name is blanks alone.
        let text = line.token(from: nameStart)
        guard !text.isEmpty else { return false }
        entry.name = nameStart..<line.count
        entry.margin = memory.nameColumn.margin(
            blanks: text.lowerBound - nameStart, before: text.lowerBound, isMark: isMark)
        if entry.kind == .link { splitTarget(line, &entry) }
        entry.modified = context.timestamp(
            start &+ Int64(time.seconds), time.precision)
        return true
    }

    private static func kind(_ line: ListingLine, _ mark: Range<Int>) -> Entry.Kind? {
        if line.matches(mark, "<DIR>") { return .directory }
        for link: StaticString in ["<JUNCTION>", "<SYMLINK>", "<SYMLINKD>"]
        where line.matches(mark, link) {
            return .link
        }
        return nil
    }

    /// Digits, whose thousands may be parted by `,` or `.`.
    private static func isSize(_ line: ListingLine, _ token: Range<Int>) -> Bool {
        ListingLine.isDigit(line[token.lowerBound])
            && ListingLine.isDigit(line[token.upperBound - 1])
            && !line[token].contains { !ListingLine.isDigit($0) && $0 != 0x2C && $0 != 0x2E }
    }

    /// Nil for a number too large to be one.
    private static func size(_ line: ListingLine, _ token: Range<Int>) -> UInt64? {
        if let plain = line.number(token) { return plain }
        var value: UInt64 = 0
        for position in token where ListingLine.isDigit(line[position]) {
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = product.addingReportingOverflow(UInt64(line[position] &- 0x30))
            if isTooLarge || overflow { return nil }
            value = sum
        }
        return value
    }

    /// `name [target]`, `name -> target` or `name => target`.
    private static func splitTarget(_ line: ListingLine, _ entry: inout ListedEntry) {
        let name = entry.name
        guard line[name.upperBound - 1] == 0x5D else {
            for position in name.dropFirst()
            where line.matches(position..<position + 4, " -> ")
                || line.matches(position..<position + 4, " => ")
            {
                entry.name = name.lowerBound..<position
                entry.target = position + 4..<max(position + 4, name.upperBound)
                return
            }
            return
        }
        guard let bracket = bracket(line, name) else { return }
        entry.name = name.lowerBound..<bracket - 1
        entry.target = bracket + 1..<name.upperBound - 1
    }

    /// Where the target begins: no name has a colon or a backslash, so the first bracket before a
    /// whole path does, else the last one.
    private static func bracket(_ line: ListingLine, _ name: Range<Int>) -> Int? {
        var last: Int?
        for position in name.dropFirst(2) where line[position] == 0x5B && line[position - 1] == 0x20
        {
            last = position
            if line[position + 1] == 0x5C || line[position + 2] == 0x3A { break }
        }
        return last
    }
}
