import Files

/// Windows' `dir`, as IIS gives it: `02-23-05  09:24AM  <DIR>  name`.
enum DOSFamily {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ entry: inout ListedEntry
    ) -> Bool {
        guard ListingLine.isDigit(line[0]) else { return false }
        let dateToken = line.token(from: 0)
        guard let day = DayText(line, dateToken) else { return false }
        let timeToken = line.token(from: dateToken.upperBound)
        guard var time = TimeText(line, timeToken, allowsHalves: true) else { return false }
        if !time.hasHalf {
            let half = line.token(from: timeToken.upperBound)
            if half.count == 2, let joined = time.joined(line, half) { time = joined }
        }
        guard let start = day.secondsSinceEpoch else { return false }
        let size = line.token(from: time.end)
        guard !size.isEmpty else { return false }
        let nameStart: Int
        if line[size.lowerBound] == 0x3C {
            guard line[size.upperBound - 1] == 0x3E else { return false }
            entry.kind = line.matches(size, "<DIR>") ? .directory : .link
            // The mark and the blanks after it make a column of 15, then comes the name.
            var gap = 0
            let most = max(1, 15 - size.count)
            while gap < most, line[size.upperBound + gap] == 0x20 { gap += 1 }
            nameStart = size.upperBound + gap
        } else {
            guard let bytes = grouped(line, size) else { return false }
            entry.size = bytes
            nameStart = size.upperBound + 1
        }
        guard nameStart < line.count, line[size.upperBound] == 0x20 else { return false }
        entry.name = nameStart..<line.count
        if entry.kind == .link { splitTarget(line, &entry) }
        entry.modified = context.timestamp(
            start &+ Int64(time.seconds), time.precision)
        return true
    }

    /// A number whose thousands may be parted by `,` or `.`.
    private static func grouped(_ line: ListingLine, _ token: Range<Int>) -> UInt64? {
        if let plain = line.number(token) { return plain }
        var value: UInt64 = 0
        guard token.count < 24 else { return nil }
        for position in token {
            let byte = line[position]
            if byte == 0x2C || byte == 0x2E { continue }
            guard ListingLine.isDigit(byte) else { return nil }
            value = value &* 10 &+ UInt64(byte &- 0x30)
        }
        return value
    }

    /// `name [target]` or `name -> target`.
    private static func splitTarget(_ line: ListingLine, _ entry: inout ListedEntry) {
        let name = entry.name
        guard line[name.upperBound - 1] == 0x5D else {
            for position in name.dropFirst() where line.matches(position..<position + 4, " -> ") {
                entry.name = name.lowerBound..<position
                entry.target = position + 4..<max(position + 4, name.upperBound)
                return
            }
            return
        }
        for position in stride(from: name.upperBound - 2, to: name.lowerBound, by: -1)
        where line[position] == 0x5B && line[position - 1] == 0x20 {
            entry.name = name.lowerBound..<position - 1
            entry.target = position + 1..<name.upperBound - 1
            return
        }
    }
}
