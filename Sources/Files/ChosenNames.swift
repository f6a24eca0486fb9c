/// Names of one directory that go together, as they are kept: packed.
package struct ChosenNames: Hashable, Sendable {
    /// Each with a NUL behind it, which no name holds.
    package let bytes: [UInt8]
    /// What the listing told of each, to know it again; empty where that is not kept.
    package let facts: [UInt8]

    /// Of each its kind, how exact its time is, its size and its time, the lowest byte first.
    private static let factsLength = 18

    /// All names of a listing, with what it tells of each where that is wanted.
    package init(_ listing: Directory, withFacts: Bool = false) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(listing.records.reduce(0) { $0 + Int($1.nameLength) + 1 })
        listing.withNames { names in
            for index in 0..<listing.count {
                bytes.append(contentsOf: names[index])
                bytes.append(0)
            }
        }
        self.bytes = bytes
        facts = withFacts ? ChosenNames.facts(of: listing) : []
    }

    /// What was kept.
    package init(kept bytes: [UInt8], facts: [UInt8] = []) {
        self.bytes = bytes
        let count = bytes.count { $0 == 0 }
        self.facts = facts.count == count * ChosenNames.factsLength ? facts : []
    }

    private static func facts(of listing: Directory) -> [UInt8] {
        var facts: [UInt8] = []
        facts.reserveCapacity(listing.count * factsLength)
        for record in listing.records {
            facts.append(record.kind.rawValue)
            facts.append(record.time)
            for number in [record.size, UInt64(bitPattern: record.seconds)] {
                for shift in stride(from: 0, to: 64, by: 8) {
                    facts.append(UInt8(truncatingIfNeeded: number >> shift))
                }
            }
        }
        return facts
    }

    /// The facts of the one at that position, where there are any.
    private func fact(at index: Int) -> (kind: Entry.Kind, size: UInt64?, modified: Timestamp?) {
        let start = index * ChosenNames.factsLength
        guard facts.count >= start + ChosenNames.factsLength else { return (.file, nil, nil) }
        func number(at place: Int) -> UInt64 {
            facts[place..<place + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        let size = number(at: start + 2)
        return (
            Entry.Kind(rawValue: facts[start]) ?? .other,
            size == Directory.unknownSize ? nil : size,
            Timestamp(
                exactness: facts[start + 1],
                seconds: Int64(bitPattern: number(at: start + 10)))
        )
    }

    /// The names as a listing that tells their facts, or nothing else; nil where something is no name
    /// of a file.
    package var listing: Directory? {
        var builder = DirectoryBuilder()
        builder.reserve(count: bytes.count { $0 == 0 }, bytes: bytes.count)
        let isWhole = bytes.withUnsafeBufferPointer { bytes in
            var (start, count) = (0, 0)
            for (index, byte) in bytes.enumerated() where byte == 0 {
                let fact = fact(at: count)
                builder.append(
                    name: UnsafeBufferPointer(rebasing: bytes[start..<index]), kind: fact.kind,
                    size: fact.size, modified: fact.modified, mode: nil, owner: 0, group: 0,
                    target: UnsafeBufferPointer(rebasing: bytes[0..<0]))
                (start, count) = (index + 1, count + 1)
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

extension Directory {
    /// Takes out what is another thing than an earlier listing has under the same name, as far as both
    /// tell; gives the names.
    package mutating func takeOutChanged(since earlier: Directory) -> [Name] {
        let table = NameTable(earlier)
        let own = self
        let changed = own.withNames { names in
            earlier.withNames { before in
                (0..<own.count).filter { index in
                    let position = table.position(hash: NameTable.hash(of: names[index])) {
                        NameTable.isSame(before[$0], names[index])
                    }
                    return position.map { own.isOther(at: index, than: earlier, $0) } ?? false
                }
            }
        }
        remove(at: Set(changed))
        return changed.compactMap { Name(own.nameBytes(at: $0)) }
    }

    private func isOther(at index: Int, than earlier: Directory, _ position: Int) -> Bool {
        guard kind(at: index) == earlier.kind(at: position) else { return true }
        // A directory has another time by what was taken out of it.
        guard kind(at: index) == .file else { return false }
        if let size = size(at: index), let before = earlier.size(at: position), size != before {
            return true
        }
        guard let time = modified(at: index), let before = earlier.modified(at: position) else {
            return false
        }
        return Timestamp.order(time, before) ?? 0 != 0
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
