/// Lines that servers print among the entries: sums, headings, complaints.
enum JunkLine {
    static func matches(_ line: ListingLine) -> Bool {
        let first = line.token(from: 0)
        if first.isEmpty { return true }
        // A heading: `.:` or `sub/dir:`.
        if line.last == 0x3A { return true }
        // A complaint: `ls: x: Permission denied`.
        for program: StaticString in ["ls:", "ftpd:", "/bin/ls:"]
        where line.matches(first, program) {
            return true
        }
        if line.matches(0..<9, "Status of") { return true }
        return isSum(line, first)
    }

    /// `total 12` in any language: two words, the second a whole number of any size.
    private static func isSum(_ line: ListingLine, _ first: Range<Int>) -> Bool {
        let second = line.token(from: first.upperBound)
        guard !second.isEmpty, line.token(from: second.upperBound).isEmpty else { return false }
        let start = line[second.lowerBound] == 0x2D ? 1 : 0
        let digits = line.digits(from: second.lowerBound + start)
        return digits > 0 && digits == second.count - start
    }
}
