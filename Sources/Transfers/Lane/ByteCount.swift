import Words

/// Bytes in words for a story.
enum ByteCount {
    /// `3.6 GB`
    static func text(_ bytes: UInt64) -> String {
        let units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"]
        let (number, unit) = scaled(Double(bytes), by: 1_000, units.count)
        return unit == 0 ? tr("\(bytes) bytes") : "\(number) \(units[unit])"
    }

    /// Bytes a second, as limits are given: `1.9 MiB/s`, `500 KiB/s`.
    static func rate(_ bytes: Double) -> String {
        let units = ["bytes/s", "KiB/s", "MiB/s", "GiB/s", "TiB/s"]
        let bounded = bytes.isFinite ? min(max(0, bytes), 1e15) : 0
        let (number, unit) = scaled(bounded, by: 1_024, units.count)
        let whole = number.hasSuffix(".0") ? String(number.dropLast(2)) : number
        return unit == 0 ? tr("\(Int(bounded)) bytes/s") : "\(whole) \(units[unit])"
    }

    /// With one decimal, in the largest unit that fits.
    private static func scaled(
        _ bytes: Double, by step: Double, _ count: Int
    ) -> (number: String, unit: Int) {
        var value = bytes
        var unit = 0
        while value >= step, unit < count - 1 {
            value /= step
            unit += 1
        }
        let tenths = Int((value * 10).rounded())
        return ("\(tenths / 10).\(tenths % 10)", unit)
    }
}
