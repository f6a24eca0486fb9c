import Files

/// The lines of the log that a filter lets through, and a cursor among them.
struct FilteredLog: Sendable {
    /// Numbers of the lines that the filter lets through, in order, from `start` on.
    private var numbers: [Int] = []
    private var start = 0
    /// The number of the next line that was not looked at yet.
    private var end = 0
    private(set) var filter = LogFilter()
    /// The selected line's number; nil follows the newest.
    private var selected: Int?
    private var list = ListCursor()

    /// Takes in lines that were appended to the log since the last time.
    mutating func follow(_ log: LogState) {
        for number in max(end, log.start)..<log.end {
            if let exchange = log.exchange(number), filter.matches(exchange) {
                numbers.append(number)
            }
        }
        end = log.end
        while start < numbers.count, numbers[start] < log.start {
            start += 1
            // Rows count from the oldest: what is looked at stays where it is.
            if selected != nil { list.loseFirst() }
        }
        if start > LogState.capacity {
            numbers.removeFirst(start)
            start = 0
        }
        if let selected { list = ListCursor(cursor: row(of: selected), top: list.top) }
    }

    /// Lines that the filter lets through.
    var count: Int { numbers.count - start }

    /// The line at a row; nil outside.
    func exchange(atRow row: Int, of log: LogState) -> Exchange? {
        number(atRow: row).flatMap { log.exchange($0) }
    }

    private func number(atRow row: Int) -> Int? {
        row >= 0 && row < count ? numbers[start + row] : nil
    }

    /// The first row whose line is not older than the one of that number.
    private func row(of number: Int) -> Int {
        var low = start
        var high = numbers.count
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return min(low - start, max(0, count - 1))
    }

    /// The row under the cursor: the last one while following.
    var cursor: Int { selected == nil ? max(0, count - 1) : list.cursor }

    /// The line under the cursor.
    func current(of log: LogState) -> Exchange? { exchange(atRow: cursor, of: log) }

    /// Whether the newest line is always shown.
    var isFollowing: Bool { selected == nil }

    /// The cursor and the first row, as they can be drawn with so many rows.
    func shown(height: Int) -> ListCursor {
        ListCursor(cursor: cursor, top: list.top).shown(count: count, height: height)
    }

    /// Puts the cursor on a row; on the last one it follows the newest line from then on.
    mutating func move(to row: Int, height: Int) {
        list.move(to: row, count: count, height: height)
        selected = list.cursor >= count - 1 ? nil : number(atRow: list.cursor)
    }

    /// Shows other lines; the cursor stays on its line, or goes to the next one shown.
    mutating func setFilter(_ filter: LogFilter, of log: LogState, height: Int) {
        guard filter != self.filter else { return }
        self.filter = filter
        numbers = (log.start..<log.end).filter { log.exchange($0).map(filter.matches) ?? false }
        start = 0
        end = log.end
        if let selected { move(to: row(of: selected), height: height) }
    }

    /// The next row, in a direction, whose line holds a lower-case text; goes round at the ends.
    func row(holding text: String, by step: Int, of log: LogState) -> Int? {
        guard !text.isEmpty, count > 0 else { return nil }
        for distance in 1...count {
            let candidate = ((cursor + step * distance) % count + count) % count
            if exchange(atRow: candidate, of: log)?.holds(text) ?? false { return candidate }
        }
        return nil
    }
}

extension LogState {
    /// All lines that a filter lets through, for saving.
    func lines(passing filter: LogFilter) -> [Exchange] {
        (start..<end).compactMap { exchange($0) }.filter { filter.matches($0) }
    }
}
