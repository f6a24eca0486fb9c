/// Names of one directory that go together: packed, so that a million fit.
package struct ChosenNames: Hashable, Sendable {
    /// Each with a NUL behind it, which no name holds.
    package let bytes: [UInt8]
    package let count: Int

    /// All names of a listing.
    package init(_ listing: Directory) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(listing.arena.count + listing.count)
        listing.withNames { names in
            for index in 0..<listing.count {
                bytes.append(contentsOf: names[index])
                bytes.append(0)
            }
        }
        self.bytes = bytes
        count = listing.count
    }

    /// What was kept of them; nil where that holds something that is no name of a file.
    package init?(kept bytes: [UInt8]) {
        var (count, start) = (0, 0)
        let areNames = bytes.withUnsafeBufferPointer { bytes in
            for (index, byte) in bytes.enumerated() where byte == 0 {
                guard Name.isComponent(UnsafeBufferPointer(rebasing: bytes[start..<index])) else {
                    return false
                }
                (count, start) = (count + 1, index + 1)
            }
            return start == bytes.count
        }
        guard areNames else { return nil }
        self.bytes = bytes
        self.count = count
    }

    /// What a listing holds of them, in its order, and those that it does not hold.
    package func found(in listing: Directory) -> (listing: Directory, missing: MissingNames) {
        bytes.withUnsafeBufferPointer { bytes in
            // Where each begins: what the table's positions mean.
            var starts: [UInt32] = []
            starts.reserveCapacity(count + 1)
            starts.append(0)
            for (index, byte) in bytes.enumerated() where byte == 0 {
                starts.append(UInt32(truncatingIfNeeded: index + 1))
            }
            func name(_ index: Int) -> UnsafeBufferPointer<UInt8> {
                UnsafeBufferPointer(
                    rebasing: bytes[Int(starts[index])..<Int(starts[index + 1]) - 1])
            }
            var table = NameTable(count: count)
            for index in 0..<count {
                let chosen = name(index)
                table.insert(index, hash: NameTable.hash(of: chosen)) {
                    NameTable.isSame(name($0), chosen)
                }
            }
            var isFound = Array(repeating: false, count: count)
            var kept = listing
            listing.withNames { names in
                kept.keep { index in
                    let here = names[index]
                    let position = table.position(hash: NameTable.hash(of: here)) {
                        NameTable.isSame(name($0), here)
                    }
                    if let position { isFound[position] = true }
                    return position != nil
                }
            }
            var missing = MissingNames()
            for index in 0..<count where !isFound[index] { missing.add(name(index)) }
            return (kept, missing)
        }
    }
}

/// Names that are not where they were chosen.
package struct MissingNames: Sendable {
    private static let limit = 20

    private var names: [Name] = []

    package init() {}

    package var count: Int { names.count }

    /// The first of them.
    package var first: [Name] { Array(names.prefix(MissingNames.limit)) }

    mutating func add(_ name: UnsafeBufferPointer<UInt8>) {
        if let name = Name(name) { names.append(name) }
    }

    /// Leaves those out of which that is said.
    package mutating func leaveOut(_ isLeftOut: (Name) -> Bool) {
        names.removeAll(where: isLeftOut)
    }
}
