package import Files

/// The newest lines of the log, and what the log's screen shows of them. A line is named by its
/// number since the start, so that it keeps its name when older ones are dropped.
package struct LogState: Sendable {
    /// Lines kept.
    package static let capacity = 10_000

    /// Which lines the screen shows.
    package struct Filter: Hashable, Sendable {
        package var errorsOnly = false
        package var connection: Int?
        /// Lower-case; empty matches all.
        package var text = ""

        package var isEmpty: Bool { self == Filter() }

        func matches(_ exchange: Exchange) -> Bool {
            if errorsOnly, !exchange.isError { return false }
            if let connection, exchange.connection != connection { return false }
            return text.isEmpty || exchange.holds(text)
        }
    }

    /// What is being typed at the bottom of the screen.
    enum Typing: Hashable, Sendable {
        case search, filter
    }

    /// A ring once it is full.
    private var ring: [Exchange] = []
    /// Lines ever appended; the number of the next one.
    package private(set) var end = 0
    /// Numbers of the lines that the filter lets through, in order, from `shownStart` on.
    private var shown: [Int] = []
    private var shownStart = 0

    package private(set) var filter = Filter()
    /// The selected line's number; nil follows the newest.
    private(set) var selected: Int?
    var scroll = ScrollPosition()
    /// Lower-case; what n and N look for.
    var searched = ""
    var typing: Typing?
    var field = TextField()

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

    package mutating func append(_ exchanges: [Exchange]) {
        for exchange in exchanges {
            if ring.count < LogState.capacity {
                ring.append(exchange)
            } else {
                ring[end % LogState.capacity] = exchange
            }
            if filter.matches(exchange) { shown.append(end) }
            end += 1
        }
        while shownStart < shown.count, shown[shownStart] < start {
            shownStart += 1
            // Rows count from the oldest: what is looked at stays where it is.
            if selected != nil { scroll.top = max(0, scroll.top - 1) }
        }
        if shownStart > LogState.capacity {
            shown.removeFirst(shownStart)
            shownStart = 0
        }
        if let selected { scroll.cursor = row(of: selected) }
    }

    /// Lines that the filter lets through.
    var shownCount: Int { shown.count - shownStart }

    /// The line at a row of the screen's list; nil outside.
    func exchange(atRow row: Int) -> Exchange? {
        number(atRow: row).flatMap { exchange($0) }
    }

    private func number(atRow row: Int) -> Int? {
        row >= 0 && row < shownCount ? shown[shownStart + row] : nil
    }

    /// The first row whose line is not older than the one of that number.
    private func row(of number: Int) -> Int {
        var low = shownStart
        var high = shown.count
        while low < high {
            let middle = (low + high) / 2
            if shown[middle] < number { low = middle + 1 } else { high = middle }
        }
        return min(low - shownStart, max(0, shownCount - 1))
    }

    /// The row under the cursor: the last one while following.
    var cursor: Int { selected == nil ? max(0, shownCount - 1) : scroll.cursor }
    /// The line under the cursor.
    package var current: Exchange? { exchange(atRow: cursor) }
    /// Whether the newest line is always shown.
    package var isFollowing: Bool { selected == nil }

    /// Puts the cursor on a row; on the last one it follows the newest line from then on.
    mutating func move(to row: Int, height: Int) {
        scroll.move(to: row, count: shownCount, height: height)
        selected = scroll.cursor >= shownCount - 1 ? nil : number(atRow: scroll.cursor)
    }

    /// Shows other lines; the cursor stays on its line, or goes to the next one shown.
    mutating func setFilter(_ filter: Filter, height: Int) {
        guard filter != self.filter else { return }
        self.filter = filter
        shown = (start..<end).filter { exchange($0).map(filter.matches) ?? false }
        shownStart = 0
        if let selected { move(to: row(of: selected), height: height) }
    }

    /// All lines that the filter lets through, for saving.
    var filtered: [Exchange] { shown[shownStart...].compactMap { exchange($0) } }

    /// The next row, in a direction, whose line holds `searched`; goes round at the ends.
    func found(from row: Int, by step: Int) -> Int? {
        guard !searched.isEmpty, shownCount > 0 else { return nil }
        for distance in 1...shownCount {
            let candidate = ((row + step * distance) % shownCount + shownCount) % shownCount
            if exchange(atRow: candidate)?.holds(searched) ?? false { return candidate }
        }
        return nil
    }
}

extension Exchange {
    /// Whether it tells of something that went wrong.
    package var isError: Bool {
        !answersBreakOff
            && (direction == .trouble || (direction == .received && (code ?? 0) >= 400))
    }

    /// Whether its text or its explanation holds a lower-case text.
    func holds(_ text: String) -> Bool {
        self.text.lowercased().contains(text)
            || (explanation?.lowercased().contains(text) ?? false)
    }
}
