import Files

/// What stat(2) says, in digits: `0100644 500 101 12345 123456789 name`: the mode with the kind,
/// user, group, size and the time of change since 1970.
enum NumericUnixFamily {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ entry: inout ListedEntry
    ) -> Bool {
        let modeToken = line.token(from: 0)
        guard let mode = mode(line, modeToken) else { return false }
        let owner = line.token(from: modeToken.upperBound)
        let group = line.token(from: owner.upperBound)
        let sizeToken = line.token(from: group.upperBound)
        let timeToken = line.token(from: sizeToken.upperBound)
        let nameStart = line.token(from: timeToken.upperBound).lowerBound
        guard line.number(owner) != nil, line.number(group) != nil,
            let size = line.number(sizeToken), let time = EpochTime.read(line, timeToken),
            nameStart < line.count
        else { return false }
        entry.name = nameStart..<line.count
        entry.owner = owner
        entry.group = group
        entry.mode = UInt16(mode & 0o7777)
        entry.modified = time
        switch mode >> 12 {
        case 0o10:
            entry.kind = .file
            entry.size = size
        case 0o04: entry.kind = .directory
        case 0o12:
            entry.kind = .link
            splitTarget(line, &entry)
        default: entry.kind = .other
        }
        return true
    }

    /// Six or seven octal digits that begin with a kind there is.
    private static func mode(_ line: ListingLine, _ token: Range<Int>) -> UInt32? {
        guard token.count == 6 || token.count == 7 else { return nil }
        var mode: UInt32 = 0
        for position in token {
            let digit = line[position] &- 0x30
            guard digit < 8 else { return nil }
            mode = mode << 3 | UInt32(digit)
        }
        switch mode >> 12 {
        case 0o01, 0o02, 0o04, 0o06, 0o10, 0o12, 0o14: return mode
        default: return nil
        }
    }

    private static func splitTarget(_ line: ListingLine, _ entry: inout ListedEntry) {
        let name = entry.name
        for position in stride(from: name.upperBound - 5, to: name.lowerBound, by: -1)
        where line.matches(position..<position + 4, " -> ") {
            entry.name = name.lowerBound..<position
            entry.target = position + 4..<name.upperBound
            return
        }
    }
}
