import Files

/// `ls -l` of systems that print no date: permissions, a count of links, an owner, a group, a size and
/// a name, some of them left out.
enum UndatedUnix {
    static func read(
        _ line: ListingLine, _ permissions: UnixPermissions, _ entry: inout ListedEntry
    ) -> Bool {
        guard permissions.mode != nil else { return false }
        var words: [Range<Int>] = []
        var position = permissions.end
        while words.count < 6 {
            let word = line.token(from: position)
            if word.isEmpty { break }
            words.append(word)
            position = word.upperBound
        }
        // The size is where it is with all columns, or nearer to the front.
        for column in [3, 2, 1, 0] where column + 1 < words.count {
            guard let size = UnixSize(line, words[column]), line[size.end] == 0x20,
                size.end + 1 < line.count, column > 0 || words.count == 2,
                !beginsWithDate(line, from: size.end)
            else { continue }
            let accounts = words[..<column].drop { line.number($0) != nil }
            entry.owner = accounts.first ?? 0..<0
            entry.group = accounts.dropFirst().first ?? 0..<0
            entry.name = size.end + 1..<line.count
            UnixFamily.settle(line, permissions, size: size.value, &entry)
            return true
        }
        return false
    }

    /// Whether what follows is a date all the same, in a form that nobody knows: a part of it would
    /// be taken for the name's.
    private static func beginsWithDate(_ line: ListingLine, from start: Int) -> Bool {
        var position = start
        for _ in 0..<4 {
            let word = line.token(from: position)
            if word.isEmpty { return false }
            let digits = line.digits(from: word.lowerBound)
            if digits > 0, line[word.lowerBound + digits] == 0x3A { return true }
            if let year = line.small(word), word.count == 4, (1_900...2_199).contains(year) {
                return true
            }
            position = word.upperBound
        }
        return false
    }
}
