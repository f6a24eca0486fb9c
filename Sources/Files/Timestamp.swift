/// A point in time as a listing gives it: with its precision, and whether its zone is known.
package struct Timestamp: Hashable, Sendable {
    /// How exactly the server said it.
    package enum Precision: UInt8, Sendable, CaseIterable, Comparable {
        case day, minute, second

        package static func < (left: Precision, right: Precision) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// Seconds since 1970-01-01T00:00:00; UTC where `isZoned`, else on the server's own clock.
    package var seconds: Int64
    package var precision: Precision
    /// False for a LIST time whose server's offset was never measured.
    package var isZoned: Bool

    package init(seconds: Int64, precision: Precision = .second, isZoned: Bool = true) {
        self.seconds = seconds
        self.precision = precision
        self.isZoned = isZoned
    }
}

extension Timestamp {
    /// How it is told, in one byte: 1 + precision, plus 8 where the zone is known. 0 is free for no time.
    package var exactness: UInt8 { precision.rawValue + 1 + (isZoned ? 8 : 0) }

    /// Nil where the byte says that there is no time.
    package init?(exactness: UInt8, seconds: Int64) {
        guard exactness & 7 != 0, let precision = Precision(rawValue: (exactness & 7) - 1) else {
            return nil
        }
        self.init(seconds: seconds, precision: precision, isZoned: exactness & 8 != 0)
    }
}

extension Timestamp {
    /// -1, 0 or 1 as `left` is earlier than, the same as or later than `right`, as exactly as
    /// the less exact of the two says; nil where their clocks cannot be compared. Whoever calls one
    /// of two files the newer goes by this, in what is done and in what is said.
    package static func order(_ left: Timestamp, _ right: Timestamp) -> Int? {
        guard left.isZoned == right.isZoned else { return nil }
        let unit: Int64 =
            switch min(left.precision, right.precision) {
            case .second: 1
            case .minute: 60
            case .day: 86_400
            }
        func rounded(_ seconds: Int64) -> Int64 {
            let quotient = seconds / unit
            return seconds % unit < 0 ? quotient - 1 : quotient
        }
        let (ours, theirs) = (rounded(left.seconds), rounded(right.seconds))
        return ours == theirs ? 0 : ours < theirs ? -1 : 1
    }
}
