/// Limits of bytes a second that hold at times of the day, `08:00-18:00 500K`, by the clock on the wall:
/// where that jumps, they jump with it. The first that fits holds.
package struct LimitTimes: Hashable, Sendable {
    /// A part of the day, which may go past midnight.
    private struct Span: Hashable {
        /// Minutes of the day, 0…1439; both the same for the whole day.
        var start: Int
        var end: Int
        /// Nil for no limit.
        var rate: UInt64?

        func holds(_ minute: Int) -> Bool {
            if start < end { return start <= minute && minute < end }
            return minute >= start || minute < end
        }
    }

    private var spans: [Span] = []

    package init() {}

    /// Nil where a line is none; `lines` as they stand in the settings.
    init?(_ lines: [String]) {
        for line in lines {
            let words = line.split(separator: " ")
            guard words.count == 2, let rate = ByteRate.parse(String(words[1])) else { return nil }
            let times = words[0].split(separator: "-", omittingEmptySubsequences: false)
            guard times.count == 2, let start = LimitTimes.minute(times[0]),
                let end = LimitTimes.minute(times[1])
            else { return nil }
            spans.append(Span(start: start, end: end, rate: rate == 0 ? nil : rate))
        }
    }

    /// As they stand in the settings.
    var lines: [String] {
        spans.map { span in
            "\(LimitTimes.text(span.start))-\(LimitTimes.text(span.end)) "
                + ByteRate.text(span.rate ?? 0)
        }
    }

    package var isEmpty: Bool { spans.isEmpty }

    /// What holds at a minute of the day, 0…1439, and `usual` where no time says otherwise; with the
    /// time of the day when another rate holds, nil where none ever does.
    package func limit(
        at minute: Int, usual: UInt64?
    ) -> (bytesPerSecond: UInt64?, end: String?) {
        func rate(_ minute: Int) -> UInt64? {
            guard let span = spans.first(where: { $0.holds(minute) }) else { return usual }
            return span.rate
        }
        let now = rate(minute)
        // Only at these does anything change.
        let changes = spans.flatMap { [$0.start, $0.end] }.map { ($0 - minute + 1_440) % 1_440 }
        let next = changes.sorted().first { rate((minute + $0) % 1_440) != now }
        return (now, next.map { LimitTimes.text((minute + $0) % 1_440) })
    }

    /// `08:00`, `24:00`
    private static func minute(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60,
            hour < 24 || (hour == 24 && minute == 0)
        else { return nil }
        return hour * 60 % 1_440 + minute
    }

    private static func text(_ minute: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minute / 60)):\(two(minute % 60))"
    }
}
