/// A listing, held compactly: one arena of bytes and 32 bytes a record, so that a million entries
/// fit, sort and scroll. Entries are read out by index, in the order in which the server sent them.
package struct Directory: Sendable {
    /// Fixed-size facts of one entry; the name (and a link's target after it) lies in the arena.
    package struct Record: Sendable {
        package var offset: UInt32
        package var nameLength: UInt16
        package var mode: UInt16
        package var size: UInt64
        package var seconds: Int64
        package var kind: Entry.Kind
        /// `Timestamp.exactness`; 0 when there is no time.
        package var time: UInt8
        package var targetLength: UInt16
        package var owner: UInt16
        package var group: UInt16
    }

    static let unknownSize = UInt64.max
    static let unknownMode = UInt16.max

    package internal(set) var arena: [UInt8] = []
    package internal(set) var records: [Record] = []
    /// Owners' and groups' names; index 0 is "unknown".
    package internal(set) var accounts: [String] = [""]
    /// Names that were refused because they are no single path component.
    package internal(set) var droppedCount = 0
    /// Lines of the listing that were not understood, so that entries may be missing.
    package internal(set) var unreadCount = 0
    /// Whether the listing went past a limit and the rest was left out.
    package internal(set) var isCut = false
    /// What else the user should know of it, as a sentence.
    package var remark: String?

    package init() {}

    /// Whether it tells of everything that is there: what is not in it is not there.
    package var isWhole: Bool { !isCut && unreadCount == 0 && droppedCount == 0 }

    package var count: Int { records.count }
    package var isEmpty: Bool { records.isEmpty }

    package func kind(at index: Int) -> Entry.Kind { records[index].kind }

    package func size(at index: Int) -> UInt64? {
        let size = records[index].size
        return size == Directory.unknownSize ? nil : size
    }

    package func modified(at index: Int) -> Timestamp? {
        Timestamp(exactness: records[index].time, seconds: records[index].seconds)
    }

    package func nameBytes(at index: Int) -> ArraySlice<UInt8> {
        let record = records[index]
        let start = Int(record.offset)
        return arena[start..<start + Int(record.nameLength)]
    }

    /// All names without a copy or a count of references; valid only within `withNames`.
    package struct Names {
        fileprivate let arena: UnsafeBufferPointer<UInt8>
        fileprivate let records: UnsafeBufferPointer<Record>

        package subscript(index: Int) -> UnsafeBufferPointer<UInt8> {
            let start = Int(records[index].offset)
            let end = start + Int(records[index].nameLength)
            return UnsafeBufferPointer(rebasing: arena[start..<end])
        }
    }

    /// Runs `body` on all names, for work that looks at each of them.
    package func withNames<Value>(_ body: (Names) -> Value) -> Value {
        arena.withUnsafeBufferPointer { arena in
            records.withUnsafeBufferPointer { records in
                body(Names(arena: arena, records: records))
            }
        }
    }

    package func entry(at index: Int) -> Entry? {
        let record = records[index]
        guard let name = Name(nameBytes(at: index)) else { return nil }
        let targetStart = Int(record.offset) + Int(record.nameLength)
        let target = arena[targetStart..<targetStart + Int(record.targetLength)]
        return Entry(
            name: name, kind: record.kind, size: size(at: index), modified: modified(at: index),
            mode: record.mode == Directory.unknownMode ? nil : record.mode,
            owner: record.owner == 0 ? nil : accounts[Int(record.owner)],
            group: record.group == 0 ? nil : accounts[Int(record.group)],
            target: target.isEmpty ? nil : Array(target))
    }

    /// All entries as values; for small directories and tests.
    package var entries: [Entry] {
        records.indices.compactMap { entry(at: $0) }
    }

    /// The index of the entry with this very name.
    package func index(of name: Name) -> Int? {
        let wanted = name.bytes
        return wanted.withUnsafeBufferPointer { wanted in
            withNames { names in
                records.indices.first { index in
                    let bytes = names[index]
                    return bytes.count == wanted.count && bytes.elementsEqual(wanted)
                }
            }
        }
    }

    /// The indices of all names that begin with `start`.
    package func indices(beginningWith start: [UInt8]) -> [Int] {
        withNames { names in
            records.indices.filter { names[$0].starts(with: start) }
        }
    }

    /// Takes entries out, by their indices.
    package mutating func remove(at indices: Set<Int>) {
        records = records.enumerated().filter { !indices.contains($0.offset) }.map(\.element)
    }

    /// Keeps the entries of which that is said, by their indices.
    package mutating func keep(_ isKept: (Int) -> Bool) {
        records = records.indices.filter(isKept).map { records[$0] }
    }

    /// The same entries, as all that is asked for: what the listing did not give is nothing to them.
    package var withoutRemarks: Directory {
        var alone = self
        (alone.droppedCount, alone.unreadCount, alone.isCut) = (0, 0, false)
        alone.remark = nil
        return alone
    }

    /// These entries of it, in this order.
    package func picking(_ indices: some Sequence<Int>) -> Directory {
        var picked = self
        picked.records = indices.map { records[$0] }
        return picked
    }

    /// Leaves the first `length` bytes of a name; only where they make a name, and no target is kept.
    package mutating func shortenName(at index: Int, to length: Int) {
        guard records[index].targetLength == 0, length > 0,
            length < Int(records[index].nameLength),
            Name.isComponent(nameBytes(at: index).prefix(length))
        else { return }
        records[index].nameLength = UInt16(length)
    }

    /// Takes the first `count` bytes off a name; only where what is left makes one.
    package mutating func dropNamePrefix(at index: Int, count: Int) {
        guard count > 0, count < Int(records[index].nameLength),
            Name.isComponent(nameBytes(at: index).dropFirst(count))
        else { return }
        records[index].offset += UInt32(count)
        records[index].nameLength -= UInt16(count)
    }

    /// Gives a time to an entry that was kept without one.
    package mutating func setModified(_ time: Timestamp, at index: Int) {
        records[index].seconds = time.seconds
        records[index].time = time.exactness
    }

    /// Says where a link leads; one that is too long is left out. The old bytes stay unused.
    package mutating func setTarget(_ target: [UInt8], at index: Int) {
        let name = nameBytes(at: index)
        guard target.count < Int(UInt16.max),
            let offset = UInt32(exactly: arena.count),
            UInt32(exactly: arena.count + name.count + target.count) != nil
        else { return }
        arena += Array(name) + target
        records[index].offset = offset
        records[index].targetLength = UInt16(target.count)
    }

    /// Shows as a link what was shown as what it leads to; `target` is empty where it is not told.
    package mutating func showLink(at index: Int, to target: [UInt8]) {
        records[index].kind = .link
        records[index].size = Directory.unknownSize
        if !target.isEmpty { setTarget(target, at: index) }
    }

    /// Takes the last byte off a name of two bytes or more that has no target behind it.
    package mutating func shortenName(at index: Int) {
        guard records[index].targetLength == 0,
            Name.isComponent(nameBytes(at: index).dropLast())
        else { return }
        records[index].nameLength -= 1
    }

    /// Whether the names are the same in the same order, whatever became of the rest.
    package func hasSameNames(as other: Directory) -> Bool {
        guard records.count == other.records.count, arena == other.arena else { return false }
        for (one, two) in zip(records, other.records)
        where one.offset != two.offset || one.nameLength != two.nameLength {
            return false
        }
        return true
    }

    /// Gives every time that lies on the server's own clock its zone: `offset` seconds are what
    /// that clock is ahead of UTC.
    package mutating func place(inZoneAt offset: Int) {
        for index in records.indices where records[index].time != 0 {
            guard records[index].time & 8 == 0 else { continue }
            records[index].seconds &-= Int64(offset)
            records[index].time |= 8
        }
    }
}
