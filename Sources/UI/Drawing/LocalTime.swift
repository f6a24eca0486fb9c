import Files
import Words

/// A time as it is read and written in full, on this machine's clock: `2026-11-20 23:51:00`.
enum LocalTime {
    /// As exactly as it is known; one without a zone is on the server's own clock.
    static func text(of time: Timestamp, localOffset: (Int64) -> Int) -> String {
        var seconds = time.seconds
        if time.isZoned { seconds = seconds &+ Int64(localOffset(seconds)) }
        let civil = CivilTime(secondsSinceEpoch: seconds)
        let year = String(civil.year)
        let zeros = String(repeating: "0", count: max(0, 4 - year.count))
        var text = "\(zeros)\(year)-\(Format.two(civil.month))-\(Format.two(civil.day))"
        if time.precision >= .minute {
            text += " \(Format.two(civil.hour)):\(Format.two(civil.minute))"
        }
        if time.precision == .second { text += ":\(Format.two(civil.second))" }
        return time.isZoned ? text : tr("\(text) on the server's clock")
    }

    /// Seconds since the epoch; nil where it is no such time. Seconds, and the time of the day, may
    /// be left out.
    static func read(_ text: String, localOffset: (Int64) -> Int) -> Int64? {
        let text = text.split(separator: " ").joined(separator: " ")
        // It is this machine's clock that is meant, so there is no zone, nor what goes with one.
        guard !text.contains("T"), let (seconds, offset) = ISOTime.civil(text), offset == nil
        else { return nil }
        // The offset is that of the moment that is meant, which only it tells.
        let near = seconds - Int64(localOffset(seconds))
        return seconds - Int64(localOffset(near))
    }
}
