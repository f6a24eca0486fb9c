import Files

/// NetWare's own server, `d [RWCEAFMS] owner 512 Jan 16 18:53 name`, and HellSoft's,
/// `d[RWCEMFA]  1 owner 512 Jan 16 18:53 name`. The letters are rights of the one who asks, which
/// no mode of Unix says.
enum NetWareFamily {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ entry: inout ListedEntry
    ) -> Bool {
        let isDirectory = line[0] == 0x64
        guard isDirectory || line[0] == 0x2D else { return false }
        let isGlued = line[1] == 0x5B
        guard isGlued || (line[1] == 0x20 && line[2] == 0x5B),
            var position = endOfRights(line, from: isGlued ? 2 : 3)
        else { return false }
        if isGlued {
            // The count of links.
            let links = line.token(from: position)
            if line.number(links) != nil { position = links.upperBound }
        }
        var owner = 0..<0
        while true {
            let token = line.token(from: position)
            guard !token.isEmpty else { return false }
            if let size = line.number(token),
                let date = ListingDate(line, from: token.upperBound, context)
            {
                let nameStart = date.end + gap(line, date.end)
                guard line[date.end] == 0x20, nameStart < line.count else { return false }
                entry.kind = isDirectory ? .directory : .file
                entry.size = isDirectory ? nil : size
                entry.owner = owner
                entry.modified = date.timestamp
                entry.name = nameStart..<line.count
                if isDirectory, line.last == 0x2F { entry.name = entry.name.dropLast() }
                return true
            }
            owner = (owner.isEmpty ? token.lowerBound : owner.lowerBound)..<token.upperBound
            position = token.upperBound
        }
    }

    /// Some versions part the date from the name by four blanks, the others by one.
    private static func gap(_ line: ListingLine, _ end: Int) -> Int {
        for position in end..<end + 4 where line[position] != 0x20 { return 1 }
        return 4
    }

    /// Behind the closing bracket; nil where the letters are no rights.
    private static func endOfRights(_ line: ListingLine, from start: Int) -> Int? {
        var position = start
        while position < start + 12, line[position] != 0x5D {
            let byte = line[position]
            guard (0x41...0x5A).contains(byte) || byte == 0x2D || byte == 0x20 || byte == 0x5F
            else { return nil }
            position += 1
        }
        guard position > start, line[position] == 0x5D, ListingLine.isBlank(line[position + 1])
        else { return nil }
        return position + 1
    }
}
