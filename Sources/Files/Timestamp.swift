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
