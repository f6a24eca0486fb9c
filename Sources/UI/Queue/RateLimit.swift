import Jobs
import Words

/// A speed limit as people write it: `500K`, `2M`, `1.5G`, bytes a second in powers of 1024.
package enum RateLimit {
    private static let units: [(letter: Character, shift: UInt64)] = [
        ("K", 10), ("M", 20), ("G", 30), ("T", 40),
    ]

    /// `.some(nil)` for an empty text, which means no limit; nil for what is no speed above 0.
    package static func parse(_ text: String) -> UInt64?? {
        var rest = text.filter { $0 != " " }.uppercased()[...]
        if rest.isEmpty { return .some(nil) }
        for suffix in ["/S", "IB", "B"] where rest.hasSuffix(suffix) {
            rest = rest.dropLast(suffix.count)
        }
        var factor = 1.0
        if let unit = units.first(where: { $0.letter == rest.last }) {
            factor = Double(1 << unit.shift)
            rest = rest.dropLast()
        }
        let allowed = rest.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard allowed, let number = Double(rest), number.isFinite else { return nil }
        let bytes = number * factor
        guard bytes >= 1, bytes < 1e18 else { return nil }
        return .some(UInt64(bytes))
    }

    /// The shortest text that `parse` reads as the same limit.
    package static func text(_ limit: UInt64) -> String {
        for unit in units.reversed() where limit >= 1 << unit.shift {
            if limit % (1 << unit.shift) == 0 { return "\(limit >> unit.shift)\(unit.letter)" }
        }
        return String(limit)
    }
}

extension TimedRate {
    /// `limit 500 KiB/s until 18:00`; nil for no limit.
    var words: String? {
        guard let rate = bytesPerSecond, rate > 0 else { return nil }
        let speed = Format.speed(Double(rate))
        return end.map { tr("limit \(speed) until \($0)") } ?? tr("limit \(speed)")
    }
}
