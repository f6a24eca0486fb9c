import Files

/// Easily Parsed LIST Format: `+i8388621.48594,m825718503,r,s280,` then a TAB and the name.
enum EPLFFamily {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ entry: inout ListedEntry
    ) -> Bool {
        guard line[0] == 0x2B else { return false }
        var isKnown = false
        var isDirectory = false
        var isFile = false
        var position = 1
        while position < line.count, line[position] != 0x09 {
            let start = position
            while position < line.count, line[position] != 0x2C, line[position] != 0x09 {
                position += 1
            }
            let fact = start..<position
            if line[position] == 0x2C { position += 1 }
            guard !fact.isEmpty else { continue }
            let value = fact.dropFirst()
            switch line[start] {
            case 0x2F where value.isEmpty:
                isDirectory = true
                isKnown = true
            case 0x72 where value.isEmpty:
                isFile = true
                isKnown = true
            case 0x73:
                entry.size = line.number(value)
                if entry.size != nil { isKnown = true }
            case 0x6D:
                // The only time of a LIST that is always UTC.
                entry.modified = EpochTime.read(line, value)
                if entry.modified != nil { isKnown = true }
            case 0x75 where line[start + 1] == 0x70:
                entry.mode = mode(line, value.dropFirst())
                if entry.mode != nil { isKnown = true }
            default:
                break
            }
        }
        guard isKnown, position + 1 < line.count else { return false }
        entry.name = position + 1..<line.count
        if isDirectory {
            entry.kind = .directory
            entry.size = nil
        } else if !isFile, entry.size == nil {
            // It can be neither fetched nor entered.
            entry.kind = .other
        }
        return true
    }

    private static func mode(_ line: ListingLine, _ digits: Range<Int>) -> UInt16? {
        guard (1...6).contains(digits.count) else { return nil }
        var mode: UInt32 = 0
        for position in digits {
            let digit = line[position] &- 0x30
            guard digit < 8 else { return nil }
            mode = mode << 3 | UInt32(digit)
        }
        return UInt16(mode & 0o7777)
    }
}
