import Files

extension Pane {
    /// The first row from `row` on, and round at the ends, whose name is wanted; forwards or
    /// backwards. `row` itself is the first looked at or the last.
    func row(
        matching wanted: NameMatch, from row: Int, forwards: Bool, includingFirst: Bool
    ) -> Int? {
        let count = rowCount
        guard count > 0 else { return nil }
        let start = (row % count + count) % count
        let first = hasParent ? 1 : 0
        return directory.withNames { names in
            order.withUnsafeBufferPointer { order in
                func search(_ rows: some Sequence<Int>) -> Int? {
                    for row in rows where row >= first {
                        if wanted.isIn(names[Int(order[row - first])]) { return row }
                    }
                    return nil
                }
                if forwards {
                    let begin = includingFirst ? start : start + 1
                    return search(begin..<count) ?? search(0..<begin)
                }
                let begin = includingFirst ? start : start - 1
                return search(stride(from: begin, through: 0, by: -1))
                    ?? search(stride(from: count - 1, to: begin, by: -1))
            }
        }
    }
}
