import Files

extension Pane {
    /// Names looked up one by one before all are looked through.
    private static let nearCount = 10_000

    /// The first row from `row` on, and round at the ends, whose name is wanted; forwards or
    /// backwards. `row` itself is the first looked at or the last.
    func row(
        matching wanted: NameMatch, from row: Int, forwards: Bool, includingFirst: Bool
    ) -> Int? {
        let count = rowCount
        guard count > 0 else { return nil }
        let start = (row % count + count) % count
        let (first, order, alignment) = (firstRow, order, alignment)
        func entry(_ row: Int) -> UInt32? {
            if let alignment { return alignment.rows.index(at: row - first) }
            return row >= first ? order[row - first] : nil
        }
        var left = Pane.nearCount
        var all: MarkSet?
        func holds(_ index: UInt32) -> Bool {
            if let all { return all.contains(index) }
            left -= 1
            if left > 0 { return directory.withNames { wanted.isIn($0[Int(index)]) } }
            let found = indices { wanted.isIn($0) }
            all = found
            return found.contains(index)
        }
        func search(_ rows: some Sequence<Int>) -> Int? {
            rows.first { entry($0).map(holds) ?? false }
        }
        if forwards {
            let begin = includingFirst ? start : start + 1
            return search(begin..<count) ?? search(0..<begin)
        }
        let begin = includingFirst ? start : start - 1
        return search(stride(from: begin, through: 0, by: -1))
            ?? search(stride(from: count - 1, to: begin, by: -1))
    }

    /// What is shown and has a name that `isWanted`. The names are looked at as they lie in memory,
    /// which for a million in another order takes several times less.
    func indices(whoseName isWanted: (UnsafeBufferPointer<UInt8>) -> Bool) -> MarkSet {
        var found = MarkSet(capacity: directory.count)
        directory.withNames { names in
            for index in shown.shown where isWanted(names[Int(index)]) { found.insert(index) }
        }
        return found
    }
}
