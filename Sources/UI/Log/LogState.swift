package import Files

/// The newest lines of the log. A line is named by its number since the start, so that it keeps its
/// name when older ones are dropped.
package struct LogState: Sendable {
    /// Lines kept.
    package static let capacity = 10_000

    /// A ring once it is full.
    private var ring: [Exchange] = []
    /// Lines ever appended; the number of the next one.
    package private(set) var end = 0

    /// No line yet.
    package init() {}

    /// The number of the oldest line kept.
    package var start: Int { end - ring.count }

    /// A line by its number; nil where it was dropped or never was.
    package func exchange(_ number: Int) -> Exchange? {
        guard number >= start, number < end else { return nil }
        return ring[number % LogState.capacity]
    }

    /// Lines kept, shown or not.
    package var count: Int { ring.count }

    /// The newest `count` lines for which `isIncluded` is true, oldest first. Looks at no more
    /// than `depth` lines, so that a frame costs the same however long the log is.
    package func newest(
        _ count: Int, depth: Int = 1_000, where isIncluded: (Exchange) -> Bool = { _ in true }
    ) -> [Exchange] {
        var found: [Exchange] = []
        var number = end - 1
        while number >= end - depth, found.count < count, let exchange = exchange(number) {
            if isIncluded(exchange) { found.append(exchange) }
            number -= 1
        }
        return found.reversed()
    }

    /// Adds lines, the oldest first; drops what is too much.
    package mutating func append(_ exchanges: [Exchange]) {
        for exchange in exchanges {
            if ring.count < LogState.capacity {
                ring.append(exchange)
            } else {
                ring[end % LogState.capacity] = exchange
            }
            end += 1
        }
    }
}

extension Exchange {
    /// Whether it tells of something that went wrong.
    package var isError: Bool {
        !isExpected
            && (direction == .trouble || (direction == .received && (code ?? 0) >= 400))
    }

    /// Whether its text or its explanation holds a lower-case text.
    func holds(_ text: String) -> Bool {
        self.text.lowercased().contains(text)
            || (explanation?.lowercased().contains(text) ?? false)
    }
}
