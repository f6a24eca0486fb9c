import Files

/// The orders in which a day's three numbers may stand.
struct DayOrder: OptionSet {
    let rawValue: UInt8

    static let dayFirst = DayOrder(rawValue: 1)
    static let monthFirst = DayOrder(rawValue: 2)
    static let yearFirst = DayOrder(rawValue: 4)
    static let all: DayOrder = [.dayFirst, .monthFirst, .yearFirst]
}

/// A day and a time of it, in three small numbers whose order the line alone may not tell.
struct NumberedDay {
    private let first: UInt8
    private let second: UInt8
    private let third: UInt8
    /// 0…86,400
    let secondsOfDay: Int
    /// The orders in which the numbers make a day.
    let orders: DayOrder
    /// What such a day most likely means where nothing else tells.
    let likeliest: DayOrder

    /// Nil where `token` is no day with two digits for each number.
    init?(_ line: ListingLine, _ token: Range<Int>, secondsOfDay: Int) {
        let start = token.lowerBound
        let separator = line[start + 2]
        guard token.count == 8, separator == 0x2F || separator == 0x2E || separator == 0x2D,
            line[start + 5] == separator, let first = line.small(start..<start + 2),
            let second = line.small(start + 3..<start + 5),
            let third = line.small(start + 6..<start + 8)
        else { return nil }
        self.first = UInt8(first)
        self.second = UInt8(second)
        self.third = UInt8(third)
        self.secondsOfDay = secondsOfDay
        likeliest = separator == 0x2E ? .dayFirst : separator == 0x2D ? .yearFirst : .monthFirst
        var orders: DayOrder = []
        for order: DayOrder in [.dayFirst, .monthFirst, .yearFirst]
        where NumberedDay.seconds(self.first, self.second, self.third, order) != nil {
            orders.insert(order)
        }
        guard !orders.isEmpty else { return nil }
        self.orders = orders
    }

    /// On the server's clock; nil where the numbers make no day in that order.
    func seconds(_ order: DayOrder) -> Int64? {
        NumberedDay.seconds(first, second, third, order).map { $0 &+ Int64(secondsOfDay) }
    }

    private static func seconds(
        _ first: UInt8, _ second: UInt8, _ third: UInt8, _ order: DayOrder
    ) -> Int64? {
        let (year, month, day) =
            switch order {
            case .dayFirst: (third, second, first)
            case .monthFirst: (third, first, second)
            default: (first, second, third)
            }
        return CivilTime(
            year: year < 70 ? 2_000 + Int(year) : 1_900 + Int(year), month: Int(month),
            day: Int(day)
        ).secondsSinceEpoch
    }
}
