import Files

/// `/bin/dls`: the name, the size (`-` and `=` for none) at the end of a column of 23, then the
/// date and a description that may each be missing. A name too long for its column stands alone on
/// the line before.
enum DLSFamily {
    /// Where the column of the size ends. Without it any word and number would be an entry.
    private static let sizeEnd = 23

    static func read(
        _ line: ListingLine, _ context: ListingContext, _ memory: inout ListingMemory,
        _ entry: inout ListedEntry
    ) -> Bool {
        guard line.count >= sizeEnd else { return false }
        let first = line.token(from: 0)
        if first.upperBound == sizeEnd {
            guard ListingLine.isBlank(line[0]), memory.isNameWaiting,
                readRest(line, first, context, &entry)
            else { return false }
            memory.waitingName.withUnsafeBytes { raw in
                let name = ListingLine(raw)
                memory.compose(
                    takeSlash(name, 0..<name.count, &entry) ? name.prefix(name.count - 1) : name)
            }
            entry.isComposed = true
            return true
        }
        let size = line.token(from: first.upperBound)
        guard first.lowerBound == 0, size.upperBound == sizeEnd, !line.matches(first, "total"),
            readRest(line, size, context, &entry)
        else { return false }
        // A word and a number and no blanks behind them are a row only among others.
        let isSure =
            line.count > sizeEnd || line[size.lowerBound] == 0x2D || line[size.lowerBound] == 0x3D
        guard isSure || memory.isTable else { return false }
        memory.isTable = true
        entry.name = takeSlash(line, first, &entry) ? first.dropLast() : first
        return true
    }

    /// The size, the date and the description.
    private static func readRest(
        _ line: ListingLine, _ size: Range<Int>, _ context: ListingContext,
        _ entry: inout ListedEntry
    ) -> Bool {
        if let number = line.number(size) {
            entry.size = number
        } else if size.count != 1
            || (line[size.lowerBound] != 0x2D && line[size.lowerBound] != 0x3D)
        {
            return false
        }
        // Two blanks, or nothing more.
        guard !line[sizeEnd..<sizeEnd + 2].contains(where: { $0 != 0x20 }) else { return false }
        var text = line.token(from: sizeEnd)
        if let date = ListingDate(line, from: sizeEnd, context), isEnd(line, date.end) {
            entry.modified = date.timestamp
            text = line.token(from: date.end)
        }
        if text.count == 2, line.matches(text, "->") {
            var end = line.count
            while ListingLine.isBlank(line[end - 1]) { end -= 1 }
            let start = line.token(from: text.upperBound).lowerBound
            entry.kind = .link
            entry.size = nil
            entry.target = min(start, end)..<end
        }
        return true
    }

    /// Whether the line ends at `position`, or two blanks part what is left.
    private static func isEnd(_ line: ListingLine, _ position: Int) -> Bool {
        line.token(from: position).isEmpty
            || (line[position] == 0x20 && line[position + 1] == 0x20)
    }

    /// Whether the name ends in a slash, which makes it a directory.
    private static func takeSlash(
        _ line: ListingLine, _ name: Range<Int>, _ entry: inout ListedEntry
    ) -> Bool {
        guard name.count > 1, line[name.upperBound - 1] == 0x2F else { return false }
        entry.kind = .directory
        entry.size = nil
        return true
    }

    /// The name, where the line is one and nothing else.
    static func nameAlone(_ line: ListingLine) -> ListingLine? {
        let name = line.token(from: 0)
        return name.lowerBound == 0 && line.token(from: name.upperBound).isEmpty
            ? line[name] : nil
    }
}
