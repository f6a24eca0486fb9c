/// Moving through what is loaded; `columns` and `height` are those of the rows on the screen.
extension ViewerState {
    /// Bytes in a row of the hex dump.
    static func hexCount(columns: Int) -> Int { columns >= 150 ? 32 : columns >= 76 ? 16 : 8 }

    /// The rows of text from the top on, as many as are seen and loaded.
    func rows(columns: Int, height: Int) -> [ViewerRow] {
        var rows: [ViewerRow] = []
        var place = top
        // A line is looked through for its end once, however many rows it has.
        var limit = nextLineStart(place)
        while rows.count < height, place < window.end {
            let row = row(at: place, columns: columns, limit: limit)
            rows.append(row)
            guard row.next > place else { break }
            place = row.next
            if place >= limit { limit = nextLineStart(place) }
        }
        return rows
    }

    /// The offset behind what is seen.
    func bottom(columns: Int, height: Int) -> Int {
        if isHex { return min(window.end, top + height * ViewerState.hexCount(columns: columns)) }
        return rows(columns: columns, height: height).last?.next ?? top
    }

    /// Moves by rows; negative is up.
    mutating func move(by rows: Int, columns: Int, height: Int) {
        if isHex {
            let count = ViewerState.hexCount(columns: columns)
            let (distance, _) = rows.multipliedReportingOverflow(by: count)
            top = top &+ distance
        } else if rows < 0 {
            top = start(ofRow: -rows, before: top, columns: columns)
        } else {
            let shown = self.rows(columns: columns, height: rows + 1)
            top = shown.last?.start ?? top
        }
        clamp(columns: columns, height: height)
    }

    /// Where the row stands that is `count` rows above the one at an offset, or the first one.
    func start(ofRow count: Int, before offset: Int, columns: Int) -> Int {
        var remaining = count
        var place = offset
        while remaining > 0, place > window.start {
            let line = lineStart(place - 1)
            guard line < place else { break }
            let starts = rowStarts(from: line, columns: columns).prefix { $0 < place }
            if starts.count >= remaining { return starts[starts.count - remaining] }
            remaining -= starts.count
            place = line
        }
        return place
    }

    /// Keeps the top inside what is loaded, and the file's end at the bottom of the screen.
    mutating func clamp(columns: Int, height: Int) {
        if isHex {
            let count = ViewerState.hexCount(columns: columns)
            let lastRow = max(0, window.end - 1) / count
            let last =
                window.reachesEnd ? max(0, lastRow - height + 1) * count : lastRow * count
            let first = window.start / count * count
            top = max(first, min(top / count * count, max(first, last)))
            return
        }
        top = max(window.start, min(top, window.end))
        guard window.reachesEnd else { return }
        let shown = rows(columns: columns, height: height)
        if shown.count < height {
            top = start(ofRow: height, before: window.end, columns: columns)
        }
    }

    /// Puts the row that holds an offset at the top; the file's end at the bottom.
    mutating func show(_ offset: Int, columns: Int, height: Int) {
        let place = max(window.start, min(offset, window.end))
        if isHex {
            top = place
        } else if window.reachesEnd, place == window.end {
            top = start(ofRow: height, before: place, columns: columns)
        } else {
            top = start(ofRowAt: place, columns: columns)
        }
        clamp(columns: columns, height: height)
    }

    /// Where the row of text starts that holds an offset.
    private func start(ofRowAt offset: Int, columns: Int) -> Int {
        let line = lineStart(offset)
        return rowStarts(from: line, columns: columns).last { $0 <= offset } ?? line
    }

    /// Scrolls so far that an offset is seen, with some rows above it.
    mutating func reveal(_ offset: Int, columns: Int, height: Int) {
        if offset >= top, offset < bottom(columns: columns, height: height) { return }
        if isHex {
            top = offset - height / 3 * ViewerState.hexCount(columns: columns)
        } else {
            let place = start(ofRowAt: offset, columns: columns)
            top = start(ofRow: height / 3, before: place, columns: columns)
        }
        clamp(columns: columns, height: height)
    }

    /// How far through the file the bottom of the screen is: 0…100.
    func percent(columns: Int, height: Int) -> Int? {
        guard let size else { return nil }
        guard size > 0 else { return 100 }
        let bottom = bottom(columns: columns, height: height)
        return Int(min(100, Double(bottom) / Double(size) * 100))
    }
}
