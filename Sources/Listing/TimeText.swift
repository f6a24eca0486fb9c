import Files

/// A time of day: `9:05`, `23:51:07.123`, `09:24AM`, and `24:00` for the midnight that follows.
struct TimeText {
    /// 0…86,400
    let seconds: Int
    let precision: Timestamp.Precision
    let end: Int
    /// Whether AM or PM was there.
    let hasHalf: Bool

    private init(seconds: Int, precision: Timestamp.Precision, end: Int, hasHalf: Bool) {
        self.seconds = seconds
        self.precision = precision
        self.end = end
        self.hasHalf = hasHalf
    }

    /// Nil where `token` is no time.
    init?(_ line: ListingLine, _ token: Range<Int>, allowsHalves: Bool = false) {
        var position = token.lowerBound
        func number() -> Int? {
            let digits = line.digits(from: position)
            guard digits == 1 || digits == 2 else { return nil }
            defer { position += digits }
            return line.small(position..<position + digits)
        }
        guard let hour = number(), line[position] == 0x3A else { return nil }
        position += 1
        guard let minute = number(), minute < 60 else { return nil }
        var second = 0
        var precision = Timestamp.Precision.minute
        if line[position] == 0x3A {
            position += 1
            guard let value = number(), value < 61 else { return nil }
            second = value
            precision = .second
            if line[position] == 0x2E { position += 1 + line.digits(from: position + 1) }
        }
        guard hour < 24 || (hour == 24 && minute == 0 && second == 0) else { return nil }
        let plain = TimeText(
            seconds: hour * 3_600 + minute * 60 + second, precision: precision,
            end: token.upperBound, hasHalf: false)
        if position == token.upperBound {
            self = plain
        } else {
            guard allowsHalves, let joined = plain.joined(line, position..<token.upperBound)
            else { return nil }
            self = joined
        }
    }

    /// The same time in the half of the day that `half` (AM or PM) says; nil where it is neither.
    func joined(_ line: ListingLine, _ half: Range<Int>) -> TimeText? {
        guard (1...2).contains(half.count),
            half.count == 1 || line[half.lowerBound + 1] | 0x20 == 0x6D
        else { return nil }
        let clock = seconds % 43_200
        switch line[half.lowerBound] | 0x20 {
        case 0x61:
            guard seconds < 46_800 else { return nil }
            return TimeText(
                seconds: clock, precision: precision, end: half.upperBound, hasHalf: true)
        case 0x70:
            return TimeText(
                seconds: clock + 43_200, precision: precision, end: half.upperBound, hasHalf: true)
        default: return nil
        }
    }
}
