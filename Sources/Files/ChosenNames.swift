/// Names of one directory that go together, as they are kept: packed.
package struct ChosenNames: Hashable, Sendable {
    /// Each with a NUL behind it, which no name holds.
    package let bytes: [UInt8]

    /// All names of a listing.
    package init(_ listing: Directory) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(listing.records.reduce(0) { $0 + Int($1.nameLength) + 1 })
        listing.withNames { names in
            for index in 0..<listing.count {
                bytes.append(contentsOf: names[index])
                bytes.append(0)
            }
        }
        self.bytes = bytes
    }

    /// What was kept.
    package init(kept bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The names as a listing that tells nothing else; nil where something is no name of a file.
    package var listing: Directory? {
        var builder = DirectoryBuilder()
        builder.reserve(count: bytes.count { $0 == 0 }, bytes: bytes.count)
        let isWhole = bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            for (index, byte) in bytes.enumerated() where byte == 0 {
                builder.append(
                    name: UnsafeBufferPointer(rebasing: bytes[start..<index]), kind: .file,
                    size: nil, modified: nil, mode: nil, owner: 0, group: 0,
                    target: UnsafeBufferPointer(rebasing: bytes[0..<0]))
                start = index + 1
            }
            return start == bytes.count
        }
        let listing = builder.directory
        return isWhole && listing.droppedCount == 0 && !listing.isCut ? listing : nil
    }
}

extension Directory {
    /// What another listing holds of the names of this one, in its order, and those that it does not
    /// hold.
    package func found(in listing: Directory) -> (listing: Directory, missing: MissingNames) {
        let table = NameTable(self)
        var isFound = Array(repeating: false, count: count)
        var kept = listing
        withNames { own in
            listing.withNames { names in
                kept.keep { index in
                    let position = table.position(hash: NameTable.hash(of: names[index])) {
                        NameTable.isSame(own[$0], names[index])
                    }
                    if let position { isFound[position] = true }
                    return position != nil
                }
            }
        }
        var missing = MissingNames()
        for index in 0..<count where !isFound[index] {
            if let name = Name(nameBytes(at: index)) { missing.add(name) }
        }
        return (kept.withoutRemarks, missing)
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

    mutating func add(_ name: Name) { names.append(name) }

    /// Leaves those out of which that is said.
    package mutating func leaveOut(_ isLeftOut: (Name) -> Bool) {
        names.removeAll(where: isLeftOut)
    }
}
