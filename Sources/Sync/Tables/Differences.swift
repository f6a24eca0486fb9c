import Files

/// Where two trees differ, held compactly: 88 bytes and a name for each.
package struct Differences: RandomAccessCollection, Sendable {
    struct Record: Sendable {
        let names: EntryTable.Record
        var reason: Difference.Reason
    }

    private(set) var table = EntryTable()
    private(set) var records: [Record] = []

    package init() {}

    init(_ differences: some Sequence<Difference>) {
        for difference in differences { append(difference) }
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { records.count }

    package subscript(position: Int) -> Difference {
        let record = records[position]
        return table.difference(record.names, record.reason)
    }

    mutating func append(_ difference: Difference) {
        records.append(
            Record(
                names: table.pack(in: difference.directory, difference.last, difference.entries),
                reason: difference.reason))
    }

    func kind(at position: Int, on side: ComparedSide) -> Entry.Kind? {
        records[position].names.entries[side]?.kind
    }

    package func reason(at position: Int) -> Difference.Reason { records[position].reason }

    /// Which directory holds it.
    func directory(at position: Int) -> Int32 { records[position].names.directory }

    /// Directories that hold something which only that side has.
    func loneDirectories(on side: ComparedSide) -> Set<Int32> {
        var found: Set<Int32> = []
        for record in records where record.reason == .only(side) {
            found.insert(record.names.directory)
        }
        return found
    }

    mutating func setReason(_ reason: Difference.Reason, at index: Int) {
        records[index].reason = reason
    }

    /// Takes out those at these positions.
    mutating func remove(at positions: Set<Int>) {
        var position = -1
        records.removeAll { _ in
            position += 1
            return positions.contains(position)
        }
    }

    /// Puts them in the order of their paths: what a directory holds comes behind it.
    mutating func sort() {
        var order = DifferenceOrder(self).positions
        // Each is moved once, and none is there twice.
        for start in order.indices where Int(order[start]) != start {
            let first = records[start]
            var place = start
            while Int(order[place]) != start {
                let from = Int(order[place])
                records[place] = records[from]
                order[place] = Int32(clamping: place)
                place = from
            }
            records[place] = first
            order[place] = Int32(clamping: place)
        }
    }
}
