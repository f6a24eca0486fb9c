package import Files

/// Which entries of a directory a pane shows, and in what order, with what it takes to look that up
/// at once. It looks at each of a million entries, so it is made before it comes to the interface.
package struct EntryOrder: Sendable {
    /// Indices into the directory, each once.
    package let indices: [UInt32]
    /// The place in `indices` by index; `UInt32.max` for what is not shown.
    private let positions: [UInt32]
    /// What is shown.
    let shown: MarkSet
    /// Bytes of the files shown.
    let bytes: UInt128

    /// Nothing of an empty directory.
    package init() {
        indices = []
        positions = []
        shown = []
        bytes = 0
    }

    /// Indices that `directory` does not have are left out, and so are those that come again.
    package init(_ wanted: [UInt32], in directory: Directory) {
        var positions = [UInt32](repeating: .max, count: directory.count)
        var shown = MarkSet(capacity: directory.count)
        var bytes: UInt128 = 0
        var indices: [UInt32] = []
        indices.reserveCapacity(wanted.count)
        let records = directory.records
        for index in wanted {
            let place = Int(index)
            guard place < positions.count, positions[place] == .max else { continue }
            positions[place] = UInt32(truncatingIfNeeded: indices.count)
            indices.append(index)
            shown.insert(index)
            bytes += records[place].countedBytes
        }
        self.indices = indices
        self.positions = positions
        self.shown = shown
        self.bytes = bytes
    }

    /// Entries of the directory that this was made for, shown or not.
    var directoryCount: Int { positions.count }

    /// Where an entry stands; nil where it is not shown.
    func position(of index: UInt32) -> Int? {
        let place = Int(index)
        guard place < positions.count, positions[place] != .max else { return nil }
        return Int(positions[place])
    }
}

extension Arrangement {
    /// The whole order of a directory: made on a worker.
    package func entryOrder(of directory: Directory) -> EntryOrder {
        EntryOrder(order(of: directory), in: directory)
    }
}

extension Directory.Record {
    /// What it adds to a sum of bytes: a directory's own size says nothing.
    var countedBytes: UInt128 {
        kind == .directory || size == .max ? 0 : UInt128(size)
    }
}
