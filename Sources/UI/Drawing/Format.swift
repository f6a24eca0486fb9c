package import Files
import Terminal
import Words

/// Numbers as people read them: at most five columns for a size, twelve for a time.
package enum Format {
    /// `216,884`
    package static func grouped(_ number: UInt64) -> String { Plural.grouped(number) }

    /// The same of how many there are; 0 for fewer.
    static func number(_ count: Int) -> String { grouped(UInt64(clamping: count)) }

    /// `1 file`, `2,000 files`
    package static func count(_ number: Int, _ noun: String) -> String {
        Plural.count(number, noun)
    }

    /// `3 files and 2 directories`.
    static func files(_ files: Int, directories: Int) -> String {
        let (some, others) = (Self.count(files, "file"), Self.count(directories, "directory"))
        if directories <= 0 { return some }
        return files > 0
            ? tr("\(some) and \(others)", meaning: "a number of files, and one of directories")
            : others
    }

    /// `0`, `999`, `4.2K`, `212K`, `1.2G`: four significant columns, powers of 1024.
    package static func size(_ bytes: UInt64) -> String {
        if bytes < 1_000 { return String(bytes) }
        let units = ["K", "M", "G", "T", "P", "E"]
        var value = Double(bytes)
        for unit in units {
            value /= 1_024
            if value < 9.95 { return tenths(value) + unit }
            if value < 999.5 { return String(Int(value.rounded())) + unit }
        }
        return String(Int(value.rounded())) + "E"
    }

    /// In a sentence, where a bare number could be anything: `197 B`, `4.2K`.
    package static func amount(_ bytes: UInt64) -> String {
        bytes < 1_000 ? "\(bytes) B" : size(bytes)
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// `0:04`, `1:44`, `2:03:05`, `3d 4h`
    package static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "-" }
        let total = Int(seconds.rounded())
        let (hours, minutes, rest) = (total / 3_600, total / 60 % 60, total % 60)
        if hours >= 48 { return tr("\(hours / 24)d \(hours % 24)h", meaning: "days and hours") }
        if hours > 0 { return "\(hours):\(two(minutes)):\(two(rest))" }
        return "\(minutes):\(two(rest))"
    }

    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

    private static let months = [
        tr("Jan", meaning: "a month"), tr("Feb", meaning: "a month"),
        tr("Mar", meaning: "a month"), tr("Apr", meaning: "a month"),
        tr("May", meaning: "a month"), tr("Jun", meaning: "a month"),
        tr("Jul", meaning: "a month"), tr("Aug", meaning: "a month"),
        tr("Sep", meaning: "a month"), tr("Oct", meaning: "a month"),
        tr("Nov", meaning: "a month"), tr("Dec", meaning: "a month"),
    ]

    /// `Nov 20 23:51` within half a year of `now`, else `Jan 03  2024`: always twelve columns.
    /// Zoned times are shown on this machine's clock.
    package static func time(
        _ timestamp: Timestamp, now: Double, localOffset: (Int64) -> Int
    ) -> String {
        let civil = civilTime(timestamp, localOffset)
        let age = now - Double(timestamp.seconds)
        if timestamp.precision != .day, age < 183 * 86_400, age > -183 * 86_400 {
            return filled("\(day(civil)) \(two(civil.hour)):\(two(civil.minute))")
        }
        let (month, date) = (months[civil.month - 1], two(civil.day))
        // As wide as a time of the day, so that years stand below minutes.
        let number = String(civil.year)
        let year = String(repeating: " ", count: max(0, 5 - number.count)) + number
        let text = tr(
            "\(month) \(date) \(year)", meaning: "a month, a day and a year, at most 12 columns")
        return filled(String(text.drop { $0 == " " }))
    }

    /// `Nov 20`, of the same clock.
    package static func day(_ timestamp: Timestamp, localOffset: (Int64) -> Int) -> String {
        day(civilTime(timestamp, localOffset))
    }

    private static func day(_ civil: CivilTime) -> String {
        let (month, date) = (months[civil.month - 1], two(civil.day))
        return tr("\(month) \(date)", meaning: "a month and a day, at most 6 columns")
    }

    private static func civilTime(
        _ timestamp: Timestamp, _ localOffset: (Int64) -> Int
    ) -> CivilTime {
        var seconds = timestamp.seconds
        if timestamp.isZoned { seconds = seconds &+ Int64(localOffset(seconds)) }
        return CivilTime(secondsSinceEpoch: seconds)
    }

    /// What other languages say in fewer columns takes twelve as well.
    private static func filled(_ time: String) -> String {
        time + String(repeating: " ", count: max(0, 12 - CharacterWidth.of(time)))
    }

    /// `2026-11-20`, of a moment in UTC; seconds since the epoch.
    package static func date(_ seconds: Int64) -> String {
        guard seconds.magnitude < 1 << 40 else { return tr("unknown", meaning: "a date") }
        let civil = CivilTime(secondsSinceEpoch: seconds)
        return "\(civil.year)-\(two(civil.month))-\(two(civil.day))"
    }

    /// `23:58` on this machine's clock.
    package static func minute(_ seconds: Double, localOffset: (Int64) -> Int) -> String {
        String(clock(seconds, localOffset: localOffset).dropLast(3))
    }

    /// `23:58:02` on this machine's clock.
    package static func clock(_ seconds: Double, localOffset: (Int64) -> Int) -> String {
        guard seconds.isFinite, abs(seconds) < 1e11 else { return "--:--:--" }
        let whole = Int64(seconds)
        let civil = CivilTime(secondsSinceEpoch: whole &+ Int64(localOffset(whole)))
        return "\(two(civil.hour)):\(two(civil.minute)):\(two(civil.second))"
    }

    /// `rw-r--r--`
    package static func mode(_ mode: UInt16) -> String {
        var text = ""
        for shift in stride(from: 6, through: 0, by: -3) {
            let bits = mode >> UInt16(shift) & 7
            text += bits & 4 != 0 ? "r" : "-"
            text += bits & 2 != 0 ? "w" : "-"
            text += bits & 1 != 0 ? "x" : "-"
        }
        return text
    }
}
