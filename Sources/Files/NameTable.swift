/// Finds a name among many by its hash: four bytes a slot, where a dictionary of values would take
/// more than the listing does that the names are in.
package struct NameTable: Sendable {
    /// Positions, each one more than it is; 0 is an empty slot.
    private var slots: [UInt32]
    private let mask: Int

    /// Of all names of a listing; of equal ones the first is found.
    package init(_ listing: Directory) {
        self.init(count: listing.count)
        listing.withNames { names in
            for index in 0..<listing.count {
                let name = names[index]
                insert(index, hash: NameTable.hash(of: name)) { NameTable.isSame(names[$0], name) }
            }
        }
    }

    /// Room for so many names.
    package init(count: Int) {
        var size = 16
        while size < 2 * count { size *= 2 }
        slots = Array(repeating: 0, count: size)
        mask = size - 1
    }

    /// Adds a position, unless one is there of which `isSame` says that it has the same name.
    package mutating func insert(_ position: Int, hash: Int, isSame: (Int) -> Bool) {
        var slot = hash & mask
        while slots[slot] != 0 {
            if isSame(Int(slots[slot]) - 1) { return }
            slot = (slot + 1) & mask
        }
        slots[slot] = UInt32(truncatingIfNeeded: position + 1)
    }

    /// The position of which `isSame` says that it has the name of this hash; nil where there is none.
    package func position(hash: Int, isSame: (Int) -> Bool) -> Int? {
        var slot = hash & mask
        while slots[slot] != 0 {
            let position = Int(slots[slot]) - 1
            if isSame(position) { return position }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Where a name stands in the listing that the table was made of; nil where it does not.
    package func index(of name: Name, in listing: Directory) -> Int? {
        name.bytes.withUnsafeBufferPointer { name in
            listing.withNames { names in
                position(hash: NameTable.hash(of: name)) { NameTable.isSame(names[$0], name) }
            }
        }
    }

    /// The same, of bytes that lie somewhere, among the names of that listing.
    package func index(
        of name: UnsafeBufferPointer<UInt8>, among names: Directory.Names
    ) -> Int? {
        position(hash: NameTable.hash(of: name)) { NameTable.isSame(names[$0], name) }
    }

    /// Seeded anew by each process: nobody can choose names that meet.
    package static func hash(of name: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(name))
        return hasher.finalize()
    }

    package static func isSame(
        _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        left.count == right.count && left.elementsEqual(right)
    }
}

/// Hashes, of each of which half the bits are kept: four bytes a slot. One may be taken for another,
/// so that what is in it may not have been put there.
package struct HashSet: Sendable {
    /// 0 is an empty slot.
    private var slots: [UInt32]
    private let mask: Int

    /// Room for so many.
    package init(count: Int) {
        var size = 16
        while size < 2 * count { size *= 2 }
        slots = Array(repeating: 0, count: size)
        mask = size - 1
    }

    /// Whether it was not there before.
    @discardableResult
    package mutating func insert(_ hash: Int) -> Bool {
        let (slot, isThere) = find(hash)
        slots[slot] = HashSet.kept(hash)
        return !isThere
    }

    /// Whether it, or one like it, was put there.
    package func contains(_ hash: Int) -> Bool { find(hash).isThere }

    private func find(_ hash: Int) -> (slot: Int, isThere: Bool) {
        let kept = HashSet.kept(hash)
        var slot = hash & mask
        while slots[slot] != 0 {
            if slots[slot] == kept { return (slot, true) }
            slot = (slot + 1) & mask
        }
        return (slot, false)
    }

    private static func kept(_ hash: Int) -> UInt32 {
        max(1, UInt32(truncatingIfNeeded: hash >> 32))
    }
}
