import Files

/// The dates that web servers write: ISO 8601, RFC 9110 section 5.6.7, and those of their index
/// pages. A date without a zone is on the server's own clock.
enum WebDate {
    /// The whole text as a time; nil where it is none.
    static func read(_ text: some Sequence<UInt8>) -> Timestamp? {
        Array(text).withUnsafeBytes { bytes in
            var cursor = TextCursor(bytes, 0..<bytes.count)
            cursor.skipBlanks()
            return read(&cursor)
        }
    }

    /// A date at the cursor, which then stands behind it; nil where there is none.
    static func read(_ cursor: inout TextCursor) -> Timestamp? {
        var probe = cursor
        probe.skipWeekday()
        guard let time = probe.isAtDigit ? startingWithDigit(&probe) : startingWithMonth(&probe)
        else { return nil }
        cursor = probe
        return time
    }

    private static func startingWithDigit(_ cursor: inout TextCursor) -> Timestamp? {
        let isYearFirst = cursor.digitCount == 4
        guard let first = cursor.number(digits: isYearFirst ? 4...4 : 1...2) else { return nil }
        let separator = cursor.byte
        guard separator == 0x2D || separator == 0x2F || separator == 0x2E || separator == 0x20
        else { return nil }
        cursor.skip()
        let isNamed = cursor.isAtLetter
        guard let second = isNamed ? cursor.month() : cursor.number(digits: 1...2),
            cursor.take(separator),
            let third = cursor.number(digits: isYearFirst ? 1...2 : 4...4),
            isNamed || separator != 0x20
        else { return nil }
        var date = CivilTime(year: first, month: second, day: third)
        if !isYearFirst {
            date = CivilTime(year: third, month: second, day: first)
            if !isNamed, separator == 0x2F {
                return slashed(&cursor, first: first, second: second, year: third)
            }
        }
        return timeOfDay(&cursor, of: date)?.time
    }

    /// `11/21/2026` or `21/11/2026`: which it is tell AM and PM, or a number past 12.
    private static func slashed(
        _ cursor: inout TextCursor, first: Int, second: Int, year: Int
    ) -> Timestamp? {
        var probe = cursor
        let american = CivilTime(year: year, month: first, day: second)
        let other = CivilTime(year: year, month: second, day: first)
        let reading = timeOfDay(&probe, of: american)
        if let reading, reading.hasHalf || second > 12 || first == second {
            cursor = probe
            return reading.time
        }
        guard first > 12 else { return nil }
        return timeOfDay(&cursor, of: other)?.time
    }

    /// `Nov 21, 2026 10:40:04 AM`, `Nov 21 10:40:04 UTC 2026`
    private static func startingWithMonth(_ cursor: inout TextCursor) -> Timestamp? {
        guard let month = cursor.month() else { return nil }
        cursor.skipBlanks()
        guard let day = cursor.number(digits: 1...2) else { return nil }
        _ = cursor.take(0x2C)
        cursor.skipBlanks()
        if cursor.digitCount == 4, let year = cursor.number(digits: 4...4) {
            return timeOfDay(&cursor, of: CivilTime(year: year, month: month, day: day))?.time
        }
        guard let clock = Clock(&cursor) else { return nil }
        cursor.skipBlanks()
        var zone = zone(&cursor)
        if zone == nil, cursor.isAtLetter {
            while cursor.isAtLetter { cursor.skip() }
        }
        cursor.skipBlanks()
        guard let year = cursor.number(digits: 4...4) else { return nil }
        if zone == nil { zone = WebDate.zone(&cursor) }
        return clock.time(on: CivilTime(year: year, month: month, day: day), zone: zone)
    }

    /// What follows a date: a time and a zone, or neither.
    private static func timeOfDay(
        _ cursor: inout TextCursor, of date: CivilTime
    ) -> (time: Timestamp, hasHalf: Bool)? {
        var probe = cursor
        _ = probe.take(0x2C)
        if !probe.take(0x54) { probe.skipBlanks() }
        guard let clock = Clock(&probe) else {
            guard !cursor.isAtDigit, let seconds = date.secondsSinceEpoch else { return nil }
            // As everywhere, a day is told by its noon.
            return (Timestamp(seconds: seconds &+ 43_200, precision: .day, isZoned: false), false)
        }
        cursor = probe
        let zone = zone(&cursor)
        guard let time = clock.time(on: date, zone: zone) else { return nil }
        return (time, clock.hasHalf)
    }

    /// `Z`, `GMT`, `UTC`, `+0100`, ` -05:00`: seconds east of Greenwich; nil without one.
    private static func zone(_ cursor: inout TextCursor) -> Int? {
        var probe = cursor
        probe.skipBlanks()
        if probe.take(word: "z") || probe.take(word: "gmt") || probe.take(word: "utc") {
            cursor = probe
            return 0
        }
        let sign = probe.byte
        guard sign == 0x2B || sign == 0x2D else { return nil }
        probe.skip()
        var hours: Int
        var minutes: Int
        if probe.digitCount == 4, let both = probe.number(digits: 4...4) {
            hours = both / 100
            minutes = both % 100
        } else if let before = probe.number(digits: 2...2), probe.take(0x3A),
            let after = probe.number(digits: 2...2)
        {
            hours = before
            minutes = after
        } else {
            return nil
        }
        guard hours <= 14, minutes < 60 else { return nil }
        cursor = probe
        let offset = hours * 3_600 + minutes * 60
        return sign == 0x2D ? -offset : offset
    }

    /// `10:40`, `10:40:04`, `10:40:04.123`, `10:40 AM`
    private struct Clock {
        var hour: Int
        var minute: Int
        var second: Int?
        var hasHalf = false

        init?(_ cursor: inout TextCursor) {
            var probe = cursor
            guard let hour = probe.number(digits: 1...2), probe.take(0x3A),
                let minute = probe.number(digits: 2...2)
            else { return nil }
            self.hour = hour
            self.minute = minute
            if probe.byte == 0x3A, TextCursor.isDigit(probe.byte(after: 1)) {
                probe.skip()
                guard let second = probe.number(digits: 2...2) else { return nil }
                self.second = second
                if probe.byte == 0x2E || probe.byte == 0x2C,
                    TextCursor.isDigit(probe.byte(after: 1))
                {
                    probe.skip(1 + 1)
                    while probe.isAtDigit { probe.skip() }
                }
            }
            cursor = probe
            probe.skipBlanks()
            let isMorning = probe.take(word: "am")
            if isMorning || probe.take(word: "pm") {
                guard (1...12).contains(hour) else { return nil }
                self.hour = hour % 12 + (isMorning ? 0 : 12)
                hasHalf = true
                cursor = probe
            }
        }

        func time(on date: CivilTime, zone: Int?) -> Timestamp? {
            var civil = date
            civil.hour = hour
            civil.minute = minute
            civil.second = second ?? 0
            guard let seconds = civil.secondsSinceEpoch else { return nil }
            return Timestamp(
                seconds: seconds - Int64(zone ?? 0), precision: second == nil ? .minute : .second,
                isZoned: zone != nil)
        }
    }
}
