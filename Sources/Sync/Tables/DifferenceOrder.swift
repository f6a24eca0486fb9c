import Files

/// The order of differences by their paths: directory by directory, so that no two long paths are compared
/// for each pair of names.
struct DifferenceOrder {
    /// The names of a directory, with the positions of what it holds, by their names.
    private struct Group {
        var directory: [Name]
        var positions: ArraySlice<Int32>
    }

    /// Where among the differences each comes from.
    private(set) var positions: [Int32] = []

    init(_ differences: Differences) {
        let groups = DifferenceOrder.groups(differences)
        positions.reserveCapacity(differences.count)
        let records = differences.records
        differences.table.withNames { names in
            func bytes(_ position: Int32) -> UnsafeBufferPointer<UInt8> {
                let record = records[Int(position)].names
                return names.bytes(record, on: record.side)
            }
            // Directories above the current one, whose rows are not all out yet.
            var open: [Group] = []
            for var group in groups {
                group.positions.sort { left, right in
                    let order = DifferenceOrder.compare(bytes(left), bytes(right))
                    return order == 0 ? left < right : order < 0
                }
                while let last = open.last, !group.directory.starts(with: last.directory) {
                    positions += last.positions
                    open.removeLast()
                }
                if let last = open.last {
                    // Up to the row that leads here.
                    let name = group.directory[last.directory.count].bytes
                    let end = name.withUnsafeBufferPointer { name in
                        last.positions.firstIndex {
                            DifferenceOrder.compare(bytes($0), name) > 0
                        } ?? last.positions.endIndex
                    }
                    positions += last.positions[..<end]
                    open[open.count - 1].positions = last.positions[end...]
                }
                open.append(group)
            }
            for group in open.reversed() { positions += group.positions }
        }
    }

    /// What each directory holds, by its path on the side that has it.
    private static func groups(_ differences: Differences) -> [Group] {
        // Of each directory for each side; those of one path have one number.
        let directories = differences.table.directories
        let paths = directories.flatMap { [$0.first, $0.second] }
        var sorted = Array(paths.indices)
        sorted.sort { isBefore(paths[$0], paths[$1]) }
        var numbers = [Int](repeating: 0, count: paths.count)
        var unique: [[Name]] = []
        for index in sorted {
            if unique.last != paths[index] { unique.append(paths[index]) }
            numbers[index] = unique.count - 1
        }
        func number(_ record: EntryTable.Record) -> Int {
            numbers[2 * Int(record.directory) + (record.side == .first ? 0 : 1)]
        }
        var ends = [Int](repeating: 0, count: unique.count)
        for record in differences.records { ends[number(record.names)] += 1 }
        var end = 0
        for index in ends.indices {
            let count = ends[index]
            ends[index] = end
            end += count
        }
        var positions = [Int32](repeating: 0, count: differences.count)
        for (position, record) in differences.records.enumerated() {
            let number = number(record.names)
            positions[ends[number]] = Int32(clamping: position)
            ends[number] += 1
        }
        return unique.indices.compactMap { index in
            let start = index == 0 ? 0 : ends[index - 1]
            guard start < ends[index] else { return nil }
            return Group(directory: unique[index], positions: positions[start..<ends[index]])
        }
    }

    private static func isBefore(_ left: [Name], _ right: [Name]) -> Bool {
        for (one, two) in zip(left, right) where one.bytes != two.bytes {
            return one.bytes.lexicographicallyPrecedes(two.bytes)
        }
        return left.count < right.count
    }

    /// Below, at or above 0 as the one comes before, is, or comes behind the other.
    private static func compare(
        _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
    ) -> Int {
        if left.elementsEqual(right) { return 0 }
        return left.lexicographicallyPrecedes(right) ? -1 : 1
    }
}

extension EntryTable.Record {
    /// The side by whose names it goes: the first, where both have it.
    fileprivate var side: ComparedSide { entries.first == nil ? .second : .first }
}
