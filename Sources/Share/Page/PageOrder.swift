import Files

/// In which order an index page names what is there; directories always come first.
struct PageOrder: Hashable, Sendable {
    enum Column: String, CaseIterable, Sendable {
        case name, size, time
    }

    var column = Column.name
    var isDescending = false

    /// Of a query's `sort` and `order`; what they do not say is the usual.
    init(sort: String?, order: String?) {
        if let column = sort.flatMap(Column.init(rawValue:)) { self.column = column }
        isDescending = order == "desc"
    }

    init(_ column: Column = .name, isDescending: Bool = false) {
        self.column = column
        self.isDescending = isDescending
    }

    /// What its column's head leads to: the other way round for the column that decides now. Sizes
    /// and times begin with the largest and the newest.
    func next(_ column: Column) -> PageOrder {
        if column == self.column { return PageOrder(column, isDescending: !isDescending) }
        return PageOrder(column, isDescending: column != .name)
    }

    var query: String { "?sort=\(column.rawValue)&order=\(isDescending ? "desc" : "asc")" }

    /// Directories first. Names that only differ in case are in the order of their bytes, and
    /// entries of the same size or time in that of their names.
    func sorted(_ entries: [SharedEntry]) -> [SharedEntry] {
        let keys = entries.enumerated().map { index, entry in
            Key(
                index: index, isDirectory: entry.isDirectory, value: value(of: entry),
                prefix: entry.name.bytes.withUnsafeBufferPointer {
                    NaturalOrder.prefix(of: $0, from: 0)
                })
        }
        return keys.sorted { precedes($0, $1, entries) }.map { entries[$0.index] }
    }

    private struct Key {
        var index: Int
        var isDirectory: Bool
        var value: Int64
        var prefix: UInt64
    }

    private func value(of entry: SharedEntry) -> Int64 {
        switch column {
        case .name: 0
        case .size: entry.isDirectory ? 0 : Int64(clamping: entry.status.size)
        case .time: entry.status.modified
        }
    }

    private func precedes(_ left: Key, _ right: Key, _ entries: [SharedEntry]) -> Bool {
        if left.isDirectory != right.isDirectory { return left.isDirectory }
        if left.value != right.value { return (left.value < right.value) != isDescending }
        let order = nameOrder(left, right, entries)
        return column == .name && isDescending ? order > 0 : order < 0
    }

    private func nameOrder(_ left: Key, _ right: Key, _ entries: [SharedEntry]) -> Int {
        if left.prefix != right.prefix { return left.prefix < right.prefix ? -1 : 1 }
        return entries[left.index].name.bytes.withUnsafeBufferPointer { left in
            entries[right.index].name.bytes.withUnsafeBufferPointer { right in
                let order = NaturalOrder.compare(left, right)
                return order != 0 ? order : NaturalOrder.compareBytes(left, right)
            }
        }
    }
}
