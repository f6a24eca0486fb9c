import Files

/// Sizes and times as pages show them.
enum PageWords {
    private static let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]

    /// `999 B`, `1.5 KiB`, `23 MiB`: rounded to the nearest, with a digit after the point below ten.
    static func size(_ size: UInt64) -> String {
        var unit = 0
        var whole = size
        var rest: UInt64 = 0
        while whole >= 1_000, unit < units.count - 1 {
            rest = whole & 1_023
            whole >>= 10
            unit += 1
        }
        guard unit > 0 else { return "\(size) B" }
        let tenths = (whole * 10_240 + rest * 10 + 512) / 1_024
        if tenths < 100 { return "\(tenths / 10).\(tenths % 10) \(units[unit])" }
        return "\((tenths + 5) / 10) \(units[unit])"
    }

    /// `2026-11-21 10:40`, in UTC.
    static func time(_ seconds: Int64) -> String {
        let time = CivilTime(secondsSinceEpoch: seconds)
        return "\(date(time)) \(padded(time.hour)):\(padded(time.minute))"
    }

    /// `2026-11-21T10:40:07Z` (HTML Living Standard, section 2.3.5.7).
    static func machineTime(_ seconds: Int64) -> String {
        let time = CivilTime(secondsSinceEpoch: seconds)
        return "\(date(time))T\(padded(time.hour)):\(padded(time.minute)):\(padded(time.second))Z"
    }

    private static func date(_ time: CivilTime) -> String {
        let year = String(time.year)
        let zeros = String(repeating: "0", count: max(0, 4 - year.count))
        return "\(zeros)\(year)-\(padded(time.month))-\(padded(time.day))"
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
