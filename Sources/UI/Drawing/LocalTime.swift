import Files

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
        return time.isZoned ? text : text + " on the server's clock"
    }

    /// Seconds since the epoch; nil where it is no such time. Seconds, and the time of the day, may
    /// be left out.
    static func read(_ text: String, localOffset: (Int64) -> Int) -> Int64? {
        let halves = text.split(separator: " ")
        guard let day = halves.first.flatMap({ numbers($0, "-", digits: [4, 2, 2]) }),
            halves.count <= 2
        else { return nil }
        var civil = CivilTime(year: day[0], month: day[1], day: day[2])
        if halves.count == 2 {
            guard
                let time = numbers(halves[1], ":", digits: [2, 2, 2])
                    ?? numbers(halves[1], ":", digits: [2, 2])
            else { return nil }
            civil.hour = time[0]
            civil.minute = time[1]
            civil.second = time.count > 2 ? time[2] : 0
        }
        guard let seconds = civil.secondsSinceEpoch else { return nil }
        // The offset is that of the moment that is meant, which only it tells.
        let near = seconds - Int64(localOffset(seconds))
        return seconds - Int64(localOffset(near))
    }

    private static func numbers(
        _ text: Substring, _ separator: Character, digits: [Int]
    ) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == digits else { return nil }
        var numbers: [Int] = []
        for part in parts {
            guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(part)
            else { return nil }
            numbers.append(number)
        }
        return numbers
    }
}
