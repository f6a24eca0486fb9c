import Terminal

/// The rows that differ between two frames, in parts that ncurses does not scroll.
///
/// ncurses scrolls the terminal where a row's new text stood in another row, and has no switch for
/// that. It does so by sequences (`CSI S`, `CSI T`) that not every terminal knows, which then keeps
/// stale rows. A row is only seen as moved while the text is not in its old place any more: so rows
/// that take each other's texts are drawn one part after the other.
struct RowChanges {
    private(set) var rows: [Int] = []

    /// In rising order.
    mutating func insert(_ row: Int) {
        if rows.last != row { rows.append(row) }
    }

    func inParts<Row: Sequence>(
        old: (Int) -> Row, new: (Int) -> Row, _ draw: (_ rows: [Int], _ isLast: Bool) -> Void
    ) where Row.Element == Cell {
        // What is shorter than three rows is not worth a scroll to it.
        guard rows.count > 2 else { return draw(rows, true) }
        var waiting = rows.map {
            (row: $0, old: RowChanges.print(old($0)), new: RowChanges.print(new($0)))
        }
        while !waiting.isEmpty {
            var part: [Int] = []
            var later: [(row: Int, old: UInt64, new: UInt64)] = []
            var leaving: Set<UInt64> = []
            var coming: Set<UInt64> = []
            for change in waiting {
                if leaving.contains(change.new) || coming.contains(change.old) {
                    later.append(change)
                    continue
                }
                part.append(change.row)
                leaving.insert(change.old)
                coming.insert(change.new)
            }
            draw(part, later.isEmpty)
            waiting = later
        }
    }

    /// The same for the same text; for different ones it may be the same now and then, which costs
    /// a part more.
    private static func print(_ row: some Sequence<Cell>) -> UInt64 {
        var print: UInt64 = 14_695_981_039_346_656_037
        for cell in row where cell.width > 0 {
            for scalar in cell.character.unicodeScalars {
                print = (print ^ UInt64(scalar.value)) &* 1_099_511_628_211
            }
        }
        return print
    }
}
