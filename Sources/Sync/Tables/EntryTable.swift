import Files

/// Entries of two trees that belong together, held compactly: their names' bytes in one run, and what a
/// million of them have in common only once.
struct EntryTable: Sendable {
    /// One name, with what each side has of it.
    struct Record: Sendable {
        /// Which of the directories holds it.
        let directory: Int32
        /// Bytes of its name at the first side; negative for none, which is a tree's top.
        fileprivate let length: Int32
        /// The same at the second, which then comes behind it; nil where both have the same.
        fileprivate let otherLength: Int32?
        fileprivate let start: Int
        let entries: Pair<PackedEntry?>
    }

    /// What few entries have.
    private struct Rarity: Hashable, Sendable {
        var owner: String?
        var group: String?
        var target: [UInt8]?
        /// Where it is not the one that the record has.
        var name: Name?
    }

    /// From the top of each tree.
    private(set) var directories: [Pair<[Name]>] = []
    private var numbers: [Pair<[Name]>: Int32] = [:]
    private var lastNumber: Int32 = 0
    private var arena: [UInt8] = []
    private var rarities: [Rarity] = []
    private var rarityNumbers: [Rarity: Int32] = [:]

    /// Keeps a name. `last`: nil for the tops themselves.
    mutating func pack(
        in directory: Pair<[Name]>, _ last: Pair<Name?>, _ entries: Pair<Entry?>
    ) -> Record {
        let start = arena.count
        arena += last.first?.bytes ?? []
        let isAlike = last.first == last.second
        if !isAlike { arena += last.second?.bytes ?? [] }
        func length(_ name: Name?) -> Int32 { name.map { Int32(clamping: $0.bytes.count) } ?? -1 }
        return Record(
            directory: number(of: directory), length: length(last.first),
            otherLength: isAlike ? nil : length(last.second), start: start,
            entries: Pair(
                entries.first.map { pack($0, named: last.first) },
                entries.second.map { pack($0, named: last.second) }))
    }

    private mutating func pack(_ entry: Entry, named name: Name?) -> PackedEntry {
        let rarity = Rarity(
            owner: entry.owner, group: entry.group, target: entry.target,
            name: entry.name == name ? nil : entry.name)
        return PackedEntry(
            entry.kind, FileFingerprint(size: entry.size, modified: entry.modified),
            mode: entry.mode, rarity: number(of: rarity))
    }

    private mutating func number(of directory: Pair<[Name]>) -> Int32 {
        // Most come directory by directory.
        if directories.indices.contains(Int(lastNumber)), directories[Int(lastNumber)] == directory
        {
            return lastNumber
        }
        lastNumber = numbers[directory] ?? Int32(clamping: directories.count)
        if Int(lastNumber) == directories.count {
            directories.append(directory)
            numbers[directory] = lastNumber
        }
        return lastNumber
    }

    private mutating func number(of rarity: Rarity) -> Int32 {
        if rarity.owner == nil, rarity.group == nil, rarity.target == nil, rarity.name == nil {
            return -1
        }
        if let known = rarityNumbers[rarity] { return known }
        let number = Int32(clamping: rarities.count)
        rarities.append(rarity)
        // A link's target is seldom another's.
        if rarity.target == nil { rarityNumbers[rarity] = number }
        return number
    }

    // MARK: - What is kept

    /// A record with why its two sides differ.
    func difference(_ record: Record, _ reason: Difference.Reason) -> Difference {
        let last = last(record)
        return Difference(
            in: directories[Int(record.directory)], last,
            entries: Pair(
                record.entries.first.flatMap { entry($0, named: last.first) },
                record.entries.second.flatMap { entry($0, named: last.second) }),
            reason: reason)
    }

    /// A record's own names; nil for the tops.
    private func last(_ record: Record) -> Pair<Name?> {
        let first = name(record.start, record.length)
        guard let otherLength = record.otherLength else { return Pair(first, first) }
        return Pair(first, name(record.start + max(0, Int(record.length)), otherLength))
    }

    private func name(_ start: Int, _ length: Int32) -> Name? {
        length < 0 ? nil : Name(component: Array(arena[start..<start + Int(length)]))
    }

    private func entry(_ packed: PackedEntry, named name: Name?) -> Entry? {
        let rarity = packed.rarity < 0 ? Rarity() : rarities[Int(packed.rarity)]
        guard let name = rarity.name ?? name else { return nil }
        let print = packed.print
        return Entry(
            name: name, kind: packed.kind, size: print.size, modified: print.modified,
            mode: packed.knownMode, owner: rarity.owner, group: rarity.group,
            target: rarity.target)
    }

    /// Looks at names without a copy; valid only within the call.
    func withNames<Value>(_ body: (Names) -> Value) -> Value {
        arena.withUnsafeBufferPointer { body(Names(arena: $0)) }
    }

    /// The names' bytes; those of the tops are empty.
    struct Names {
        fileprivate let arena: UnsafeBufferPointer<UInt8>

        func bytes(_ record: Record, on side: ComparedSide) -> UnsafeBufferPointer<UInt8> {
            let length = max(0, Int(record.length))
            guard side == .second, let otherLength = record.otherLength else {
                return slice(record.start, length)
            }
            return slice(record.start + length, max(0, Int(otherLength)))
        }

        private func slice(_ start: Int, _ length: Int) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(rebasing: arena[start..<start + length])
        }
    }
}
