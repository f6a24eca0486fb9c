package import Files

/// `YYYYMMDDHHMMSS[.fff]`, always UTC (RFC 3659 section 2.3): the time of MLSD, MDTM and MFMT.
package enum FactTime {
    /// Nil where the text is no such time.
    package static func read(_ text: [UInt8]) -> Timestamp? {
        text.withUnsafeBytes { raw in read(ListingLine(raw), 0..<raw.count) }
    }

    static func read(_ line: ListingLine, _ range: Range<Int>) -> Timestamp? {
        var start = range.lowerBound
        var year: Int?
        var digits = line.digits(from: start)
        if digits == 15, line.small(start..<start + 3) == 191 {
            // Servers that print 19 and then the years since 1900: 19120 is 2020.
            year = line.small(start + 2..<start + 5).map { 1_900 + $0 }
            start += 1
            digits = 14
        } else {
            year = line.small(start..<start + 4)
        }
        guard digits == 14, start + 14 <= range.upperBound,
            start + 14 == range.upperBound || line[start + 14] == 0x2E, let year,
            let month = line.small(start + 4..<start + 6),
            let day = line.small(start + 6..<start + 8),
            let hour = line.small(start + 8..<start + 10),
            let minute = line.small(start + 10..<start + 12),
            let second = line.small(start + 12..<start + 14),
            let seconds = CivilTime(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second
            ).secondsSinceEpoch
        else { return nil }
        return Timestamp(seconds: seconds)
    }

    /// The form that a command takes.
    package static func text(_ seconds: Int64) -> String {
        let time = CivilTime(secondsSinceEpoch: seconds)
        var text = ""
        for (value, width) in [
            (time.year, 4), (time.month, 2), (time.day, 2), (time.hour, 2), (time.minute, 2),
            (time.second, 2),
        ] {
            let digits = String(value)
            text += String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
        }
        return text
    }
}
