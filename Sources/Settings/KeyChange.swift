/// Changes single keys of a TOML text, by bytes: whatever else stands in it stays as it is.
struct KeyChange {
    /// The text as it is by now.
    private(set) var text: String

    /// What the text is; it must be valid TOML.
    init(_ text: String) {
        self.text = text
    }

    /// Whether a key has a value of its own line, spelled as it can be found.
    func finds(_ key: String, of table: [String] = []) -> Bool {
        KeyLines(text, isForChanges: true).assignments[table + [key]] != nil
    }

    /// Gives a key of a table this value, in TOML. A key that is not there gets a line of its own:
    /// behind a comment that shows it (`#key = …`), else behind the table's last line. False where
    /// there is no such table, or it is not written with a head of its own.
    mutating func set(_ key: String, of table: [String] = [], to value: String) -> Bool {
        let lines = KeyLines(text, isForChanges: true)
        var bytes = Array(text.utf8)
        if let assignment = lines.assignments[table + [key]] {
            bytes.replaceSubrange(assignment.value, with: Array(value.utf8))
        } else {
            guard let span = lines.tables[table] else { return false }
            let line = Array("\(key) = \(value)".utf8)
            let ending = KeyChange.ending(of: bytes)
            let shown = lines.comments.last { KeyChange.shows(key, at: $0, in: bytes) }
            let isRoot = table.isEmpty
            let firstHead = lines.tables.filter { !$0.key.isEmpty }.values.map(\.lowerBound).min()
            if isRoot, let shown, shown < firstHead ?? bytes.count {
                KeyChange.insert(line, afterLineAt: shown, ending, into: &bytes)
            } else if isRoot, let firstHead {
                // Behind a head it would be one of that table's keys.
                let start = KeyChange.lineStart(at: firstHead, in: bytes)
                bytes.insert(contentsOf: line + ending + ending, at: start)
            } else {
                KeyChange.insert(
                    line, afterLineAt: isRoot ? bytes.count : span.upperBound, ending, into: &bytes)
            }
        }
        text = String(decoding: bytes, as: UTF8.self)
        return true
    }

    /// Takes a key of a table out, with its line; a comment behind it stays as a line of its own. False
    /// where the key is there, but has no line of its own.
    mutating func remove(_ key: String, of table: [String] = []) -> Bool {
        let lines = KeyLines(text, isForChanges: true)
        guard let assignment = lines.assignments[table + [key]] else {
            return lines.line(of: table + [key]) == lines.line(of: table)
        }
        var bytes = Array(text.utf8)
        let start = KeyChange.lineStart(at: assignment.key, in: bytes)
        let end = KeyChange.lineEnd(at: assignment.value.upperBound, in: bytes)
        let rest = bytes[assignment.value.upperBound..<end].drop { $0 == 0x20 || $0 == 0x09 }
        bytes.replaceSubrange(start..<end, with: rest.first == 0x23 ? Array(rest) : [])
        text = String(decoding: bytes, as: UTF8.self)
        return true
    }

    /// What ends the text's first line, and so all others: a carriage return may belong to it.
    private static func ending(of bytes: [UInt8]) -> [UInt8] {
        guard let end = bytes.firstIndex(of: 0x0A), end > 0, bytes[end - 1] == 0x0D else {
            return [0x0A]
        }
        return [0x0D, 0x0A]
    }

    private static func lineStart(at index: Int, in bytes: [UInt8]) -> Int {
        var start = index
        while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
        // A byte order mark is no part of the first line.
        return start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : start
    }

    /// Behind the line's end.
    private static func lineEnd(at index: Int, in bytes: [UInt8]) -> Int {
        bytes[index...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    }

    private static func insert(
        _ line: [UInt8], afterLineAt index: Int, _ ending: [UInt8], into bytes: inout [UInt8]
    ) {
        let end = lineEnd(at: index, in: bytes)
        let isOpen = end > lineStart(at: end, in: bytes) && bytes[end - 1] != 0x0A
        bytes.insert(contentsOf: (isOpen ? ending : []) + line + ending, at: end)
    }

    /// Whether a comment is `#key = …`.
    private static func shows(_ key: String, at index: Int, in bytes: [UInt8]) -> Bool {
        var rest = bytes[(index + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
        guard rest.starts(with: key.utf8) else { return false }
        rest = rest.dropFirst(key.utf8.count).drop { $0 == 0x20 || $0 == 0x09 }
        return rest.first == 0x3D
    }
}
