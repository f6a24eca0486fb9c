import Files

/// HTTP's dates (RFC 9110 section 5.6.7), all in UTC, in seconds since the epoch.
package enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `Sun, 06 Nov 1994 08:49:37 GMT`; times that have no year of four digits become the nearest
    /// that has.
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

    private static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// From any of the three forms; nil where it is none of them.
    package static func seconds(_ text: String) -> Int64? {
        guard text.utf8.count <= 64 else { return nil }
        let words = text.lowercased().split(whereSeparator: { " ,-\t".contains($0) })
        // Sun, 06 Nov 1994 08:49:37 GMT, and Sunday, 06-Nov-94 08:49:37 GMT.
        if words.count == 6, ["gmt", "utc"].contains(words[5]) {
            return seconds(day: words[1], month: words[2], year: words[3], time: words[4])
        }
        // Sun Nov  6 08:49:37 1994
        if words.count == 5 {
            return seconds(day: words[2], month: words[1], year: words[4], time: words[3])
        }
        return nil
    }

    private static func seconds(
        day: Substring, month: Substring, year: Substring, time: Substring
    ) -> Int64? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let day = number(day), let hour = number(parts[0]),
            let minute = number(parts[1]), let second = number(parts[2]),
            var fullYear = number(year),
            let position = months.firstIndex(where: { $0.lowercased() == month })
        else { return nil }
        if year.utf8.count == 2 { fullYear += fullYear < 70 ? 2_000 : 1_900 }
        return CivilTime(
            year: fullYear, month: position + 1, day: day, hour: hour, minute: minute,
            second: second
        ).secondsSinceEpoch
    }

    private static func number(_ text: Substring) -> Int? {
        guard (1...4).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }
}
