import Files

/// Dates of HTTP (RFC 9110, section 5.6.7), in seconds since the epoch.
package enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `Sun, 06 Nov 1994 08:49:37 GMT`.
    package static func text(_ seconds: Int64) -> String {
        let bounded = max(-62_135_596_800, min(seconds, 253_402_300_799))
        let civil = CivilTime(secondsSinceEpoch: bounded)
        // The epoch was a Thursday.
        let day = Int((bounded / 86_400 - (bounded % 86_400 < 0 ? 1 : 0)) % 7 + 7) % 7
        let year =
            String(repeating: "0", count: max(0, 4 - "\(civil.year)".count)) + "\(civil.year)"
        return "\(days[day]), \(two(civil.day)) \(months[civil.month - 1]) \(year) "
            + "\(two(civil.hour)):\(two(civil.minute)):\(two(civil.second)) GMT"
    }

    /// Nil for what is not the form above: the two forms of the last century are not read, which
    /// makes a condition that does not hold back anything.
    package static func seconds(_ text: String) -> Int64? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].count == 4, parts[0].hasSuffix(","), parts[5] == "GMT",
            let day = number(parts[1], 2), let year = number(parts[3], 4),
            let month = months.firstIndex(of: String(parts[2]))
        else { return nil }
        let time = parts[4].split(separator: ":", omittingEmptySubsequences: false)
        guard time.count == 3, let hour = number(time[0], 2), let minute = number(time[1], 2),
            let second = number(time[2], 2)
        else { return nil }
        return CivilTime(
            year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second
        ).secondsSinceEpoch
    }

    private static func number(_ text: Substring, _ digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }

    private static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
