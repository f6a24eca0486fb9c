import Files

// Where its rows stand beside those of the other pane.
extension Pane {
    /// Shows an order whose rows stand beside those of the other pane. The cursor is moved afterwards.
    mutating func align(_ order: EntryOrder, _ rows: AlignedRows, firstRow: Int) {
        arranging = nil
        visual = nil
        setOrder(order)
        alignment = Alignment(rows: rows, firstRow: firstRow)
    }

    /// Its rows follow one another again.
    mutating func endAlignment(height: Int) {
        guard alignment != nil else { return }
        let index = index(atRow: cursor)
        alignment = nil
        visual = nil
        moveCursor(to: index.flatMap { row(of: $0) } ?? cursor, height: height)
    }

    /// Has the cursor in the row of the other pane's.
    mutating func follow(_ other: Pane, height: Int) {
        guard list != other.list else { return }
        list = other.list
        moveCursor(to: cursor, height: height)
    }
}
