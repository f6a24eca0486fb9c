import Files

/// VShell: `206876  Apr 04, 2000 21:06 name`, with a slash after a directory's name.
enum VShellFamily {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ entry: inout ListedEntry
    ) -> Bool {
        let sizeToken = line.token(from: 0)
        guard let size = line.number(sizeToken) else { return false }
        let month = line.token(from: sizeToken.upperBound)
        let day = line.token(from: month.upperBound)
        // The comma tells it from a date that only happens to follow a number.
        guard line[month.lowerBound] >= 0x41, day.count > 1, line[day.upperBound - 1] == 0x2C,
            let date = ListingDate(line, from: sizeToken.upperBound, context),
            date.precision != .day, line[date.end] == 0x20, date.end + 1 < line.count
        else { return false }
        entry.name = date.end + 1..<line.count
        entry.modified = date.timestamp
        if line.last == 0x2F, entry.name.count > 1 {
            entry.kind = .directory
            entry.name = entry.name.dropLast()
        } else {
            entry.size = size
        }
        return true
    }
}
