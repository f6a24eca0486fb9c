import Files

/// What a script tells of a tree, fed in pieces of any size: records of three fields, each with a NUL
/// behind it: facts, path, a link's target. Does no I/O.
struct TreeRecords {
    /// What a record says.
    enum Record: Hashable {
        case finding(TreeFinding)
        /// The directory's own entries are over.
        case separator
    }

    /// Bytes of a field: a path is shorter on any system, and what is longer is no record.
    static let fieldLimit = 64 << 10

    private var fields: [[UInt8]] = []
    private var field: [UInt8] = []
    /// Whether it was no list of records.
    private(set) var isForeign = false

    /// The records that a piece completes.
    mutating func feed(_ piece: [UInt8]) -> [Record] {
        var records: [Record] = []
        for byte in piece where !isForeign {
            guard byte == 0 else {
                field.append(byte)
                isForeign = field.count > TreeRecords.fieldLimit
                continue
            }
            fields.append(field)
            field.removeAll(keepingCapacity: true)
            guard fields.count == 3 else { continue }
            if let record = TreeRecords.record(fields) {
                records.append(record)
            } else if fields[0].isEmpty {
                isForeign = true
            }
            fields.removeAll(keepingCapacity: true)
        }
        return records
    }

    /// Nil for what names nothing.
    private static func record(_ fields: [[UInt8]]) -> Record? {
        if fields[0].elementsEqual("-".utf8) { return .separator }
        var names: [Name] = []
        for part in fields[1].split(separator: 0x2F, omittingEmptySubsequences: false) {
            guard let name = Name(Array(part)) else { return nil }
            names.append(name)
        }
        let facts = fields[0].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
        guard let name = names.last, let kind = facts.first else { return nil }
        if kind == "x" { return .finding(.unreadable(names: names)) }
        guard facts.count == 4 else { return nil }
        var entry = Entry(name: name, kind: TreeRecords.kind(kind))
        entry.mode = UInt16(facts[1], radix: 8).map { $0 & 0o7777 }
        if entry.kind == .file { entry.size = UInt64(facts[2]) }
        let seconds = facts[3].split(separator: ".").first.flatMap { Int64($0) }
        entry.modified = seconds.map { Timestamp(seconds: $0) }
        if entry.kind == .link, !fields[2].isEmpty { entry.target = fields[2] }
        return .finding(.entry(entry, names: names))
    }

    private static func kind(_ letter: String) -> Entry.Kind {
        switch letter {
        case "f": .file
        case "d": .directory
        case "l": .link
        default: .other
        }
    }
}
