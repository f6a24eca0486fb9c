import Files

/// The names of a listing so far, by a hash that strangers cannot aim at.
struct NameSet {
    private struct Slot {
        var hash: UInt32
        /// 1 and the record's index; 0 where the slot is free.
        var number: UInt32
    }

    private var slots = [Slot](repeating: Slot(hash: 0, number: 0), count: 64)
    private var count = 0

    /// Adds the name that is about to be the record `index`; false where it is there already.
    mutating func insert(_ name: [UInt8], at index: Int, in builder: DirectoryBuilder) -> Bool {
        var hasher = Hasher()
        name.withUnsafeBytes { hasher.combine(bytes: $0) }
        let hash = UInt32(truncatingIfNeeded: hasher.finalize())
        var place = Int(hash) & (slots.count - 1)
        while slots[place].number != 0 {
            let slot = slots[place]
            // What the builder refused is no record.
            if slot.hash == hash, Int(slot.number) <= builder.directory.count,
                builder.directory.nameBytes(at: Int(slot.number) - 1).elementsEqual(name)
            {
                return false
            }
            place = (place + 1) & (slots.count - 1)
        }
        slots[place] = Slot(hash: hash, number: UInt32(truncatingIfNeeded: index + 1))
        count += 1
        if count * 2 > slots.count { grow() }
        return true
    }

    private mutating func grow() {
        var larger = [Slot](repeating: Slot(hash: 0, number: 0), count: slots.count * 2)
        for slot in slots where slot.number != 0 {
            var place = Int(slot.hash) & (larger.count - 1)
            while larger[place].number != 0 { place = (place + 1) & (larger.count - 1) }
            larger[place] = slot
        }
        slots = larger
    }
}
