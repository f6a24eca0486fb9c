import Files

/// The days of a listing that are written in numbers. In which order is a matter of the server's
/// settings, and the same all over a listing: what one line proves holds for the others.
struct NumberedDays {
    private var entries: [(index: Int, day: NumberedDay, precision: Timestamp.Precision)] = []
    /// The orders in which all days so far make sense.
    private var possible = DayOrder.all
    /// Those of them in which some day lies ahead of now.
    private var ahead: DayOrder = []

    var isEmpty: Bool { entries.isEmpty }

    mutating func add(
        _ day: NumberedDay, _ precision: Timestamp.Precision, at index: Int,
        _ context: ListingContext
    ) {
        entries.append((index, day, precision))
        // A day that goes against all others proves nothing about them.
        if !possible.isDisjoint(with: day.orders) { possible.formIntersection(day.orders) }
        for order: DayOrder in [.dayFirst, .monthFirst, .yearFirst] {
            guard let seconds = day.seconds(order), seconds > context.now &+ 86_400 else {
                continue
            }
            ahead.insert(order)
        }
    }

    /// Gives the entries the times that all lines together make likely.
    func settle(_ directory: inout Directory, _ context: ListingContext) {
        let believable = possible.subtracting(ahead)
        for entry in entries {
            let choices = [believable, possible, entry.day.orders]
                .map { $0.intersection(entry.day.orders) }
            guard let orders = choices.first(where: { !$0.isEmpty }),
                let seconds = [entry.day.likeliest, .dayFirst, .monthFirst, .yearFirst]
                    .first(where: orders.contains).flatMap(entry.day.seconds)
            else { continue }
            directory.setModified(context.timestamp(seconds, entry.precision), at: entry.index)
        }
    }
}
