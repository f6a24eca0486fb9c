/// Lines that servers print among the entries: sums, headings, complaints.
enum JunkLine {
    static func matches(_ line: ListingLine) -> Bool {
        let first = line.token(from: 0)
        if first.isEmpty { return true }
        // A heading: `.:` or `sub/dir:`.
        if line.last == 0x3A { return true }
        if line.matches(0..<9, "Status of") { return true }
        return isRemark(line, first) || isSum(line, first)
    }

    /// `ls: x: Permission denied`: an entry is missing, or all of them.
    static func isComplaint(_ line: ListingLine) -> Bool {
        let first = line.token(from: 0)
        for program: StaticString in ["ls:", "ftpd:"] {
            let start = first.upperBound - program.utf8CodeUnitCount
            let isPath = start == first.lowerBound || line[start - 1] == 0x2F
            if isPath, line.matches(start..<first.upperBound, program) { return true }
        }
        return false
    }

    /// What `dir` and its like print around their rows, and instead of them.
    private static func isRemark(_ line: ListingLine, _ first: Range<Int>) -> Bool {
        let second = line.token(from: first.upperBound)
        let pair = first.lowerBound..<max(first.lowerBound, second.upperBound)
        for words: StaticString in [
            "Volume in", "Volume Serial", "Directory of", "Total of", "Grand total", "No files",
            "No members", "No data", "File not", "Total Files",
        ] where line.matches(pair, words) {
            return true
        }
        // `12 File(s)  1,234 bytes`, `2 Dir(s)`
        guard line.digits(from: first.lowerBound) > 0 else { return false }
        for words: StaticString in ["File(s)", "Dir(s)"] where line.matches(second, words) {
            return true
        }
        return false
    }

    /// `total 12` in any language: two words, the second a number of any size, or `4.0K`.
    private static func isSum(_ line: ListingLine, _ first: Range<Int>) -> Bool {
        let second = line.token(from: first.upperBound)
        guard !second.isEmpty, line.token(from: second.upperBound).isEmpty else { return false }
        let start = line[second.lowerBound] == 0x2D ? 1 : 0
        var position = second.lowerBound + start
        guard ListingLine.isDigit(line[position]) else { return false }
        while ListingLine.isDigit(line[position]) || line[position] == 0x2E
            || line[position] == 0x2C
        { position += 1 }
        let unit = line[position] | 0x20
        if [0x6B, 0x6D, 0x67, 0x74].contains(unit) { position += 1 }
        return position == second.upperBound
    }
}
