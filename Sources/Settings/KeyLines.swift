import Words

/// On which line each key of a TOML text stands; the parser does not say. This scanner only finds
/// keys, and finds them where the text is valid; it judges nothing but what the parser cannot.
struct KeyLines {
    /// Where a value stands, by bytes of the text.
    struct Assignment: Hashable {
        /// Where its key begins.
        var key: Int
        /// From its first byte to behind its last, without blanks and comments around it.
        var value: Range<Int>
    }

    /// Names with dots between them: the parser goes as deep as there are, whatever that takes.
    private static let partLimit = 64

    /// What the parser does not survive.
    enum Fault {
        /// A `[` without a name.
        case unnamedTable
        /// What cannot begin a value in an array.
        case missingValue
        /// A key of too many names.
        case deepKey

        var sentence: String {
            switch self {
            case .unnamedTable:
                tr("This is not valid TOML (a table name must follow '[', such as [keys]).")
            case .missingValue: tr("This is not valid TOML (a value is missing here).")
            case .deepKey: tr("A key of more than \(KeyLines.partLimit) names is not allowed.")
            }
        }
    }

    /// The first fault that the parser does not survive, and its line.
    private(set) var fault: (line: Int, kind: Fault)?
    private var lines: [[String]: Int] = [:]
    /// Of each key that has a value, where that stands; only where the text is to be changed.
    private(set) var assignments: [[String]: Assignment] = [:]
    /// Of each table, where its head begins and where its last line that says something ends.
    private(set) var tables: [[String]: Range<Int>] = [:]
    /// Where comments begin that stand between lines, not in values.
    private(set) var comments: [Int] = []
    private let isForChanges: Bool
    private var bytes: [UInt8]
    private var index = 0
    private var line = 1
    /// How many elements each array of tables has so far.
    private var counts: [[String]: Int] = [:]

    /// `isForChanges`: whether it is to be known where values stand, too.
    init(_ text: String, isForChanges: Bool = false) {
        self.isForChanges = isForChanges
        bytes = Array(text.utf8)
        // The parser passes over a byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        scan()
        bytes = []
    }

    /// The line of this path, or of the nearest table or key around it; elements of an array of
    /// tables are named by their number from 0.
    func line(of path: [String]) -> Int? {
        var path = path[...]
        while !path.isEmpty {
            if let line = lines[Array(path)] { return line }
            path = path.dropLast()
        }
        return nil
    }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func advance() {
        if byte == 0x0A { line += 1 }
        index += 1
    }

    private mutating func scan() {
        var table: [String] = []
        if isForChanges { tables[table] = index..<index }
        while let byte {
            switch byte {
            case 0x20, 0x09, 0x0D, 0x0A:
                advance()
            case 0x23:
                if isForChanges { comments.append(index) }
                skipLine()
            case 0x5B:
                let start = index
                table = header()
                if isForChanges { tables[table] = start..<index }
            default:
                let start = index
                let path = table + key()
                note(path)
                if self.byte == 0x3D {
                    advance()
                    let value = skipValue()
                    if isForChanges {
                        assignments[path] = Assignment(key: start, value: value)
                        tables[table] = (tables[table]?.lowerBound ?? 0)..<value.upperBound
                    }
                }
                if index == start { advance() }
            }
        }
    }

    private mutating func note(_ path: [String]) {
        for length in 1...max(1, path.count) where length <= path.count {
            let part = Array(path.prefix(length))
            if lines[part] == nil { lines[part] = line }
        }
    }

    private mutating func header() -> [String] {
        advance()
        let isArray = byte == 0x5B
        if isArray { advance() }
        let first = bytes[index...].first { $0 != 0x20 && $0 != 0x09 }
        if let first, first != 0x5D, !KeyLines.startsKey(first) {
            find(.unnamedTable)
        }
        var path: [String] = []
        for part in key() {
            path.append(part)
            // Below an array of tables, its last element is meant.
            if let count = counts[path] { path.append(String(count - 1)) }
        }
        if isArray {
            if counts[Array(path.dropLast())] != nil, path.count > 1 { path.removeLast() }
            counts[path, default: 0] += 1
            path.append(String((counts[path] ?? 1) - 1))
        }
        note(path)
        skipLine()
        return path
    }

    private static func startsKey(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F, 0x22, 0x27: true
        default: false
        }
    }

    private mutating func skipLine() {
        while let byte, byte != 0x0A {
            _ = byte
            advance()
        }
    }

    /// A key with its dots, up to the `=` or `]`.
    private mutating func key() -> [String] {
        var parts: [String] = []
        var bare: [UInt8] = []
        while let byte, byte != 0x3D, byte != 0x5D, byte != 0x0A {
            switch byte {
            case 0x22, 0x27:
                append(quoted(byte), to: &parts)
            case 0x2E, 0x20, 0x09, 0x0D:
                if !bare.isEmpty { append(String(decoding: bare, as: UTF8.self), to: &parts) }
                bare = []
                advance()
            default:
                bare.append(byte)
                advance()
            }
        }
        if !bare.isEmpty { append(String(decoding: bare, as: UTF8.self), to: &parts) }
        return parts
    }

    private mutating func append(_ part: String, to parts: inout [String]) {
        if parts.count < KeyLines.partLimit {
            parts.append(part)
        } else {
            find(.deepKey)
        }
    }

    /// A key in quotes. Of the escapes only `\"` and `\\` are undone; a key with others is found
    /// by what is around it.
    private mutating func quoted(_ quote: UInt8) -> String {
        advance()
        var text: [UInt8] = []
        while let byte, byte != quote, byte != 0x0A {
            if byte == 0x5C, quote == 0x22 {
                advance()
                if let escaped = self.byte, escaped != 0x0A { text.append(escaped) } else { break }
            } else {
                text.append(byte)
            }
            advance()
        }
        if byte == quote { advance() }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func find(_ kind: Fault) {
        if fault == nil { fault = (line, kind) }
    }

    /// To the end of the value: brackets and texts may go over several lines. Tells where it stands.
    private mutating func skipValue() -> Range<Int> {
        while let byte, byte == 0x20 || byte == 0x09 { advance() }
        let start = index
        var end = index
        var open: [UInt8] = []
        var wantsElement = false
        while let byte {
            switch byte {
            case 0x0A where open.isEmpty:
                return start..<end
            case 0x0A, 0x0D, 0x20, 0x09:
                advance()
                continue
            case 0x23:
                skipLine()
                continue
            case 0x22, 0x27:
                wantsElement = false
                skipText(byte)
                end = index
                continue
            case 0x7D where wantsElement, 0xC2 where startsLineBreak, 0xE2 where startsLineBreak:
                find(.missingValue)
            case 0x5B, 0x7B:
                open.append(byte)
            case 0x5D, 0x7D:
                _ = open.popLast()
            default:
                break
            }
            wantsElement = byte == 0x5B || byte == 0x2C && open.last == 0x5B
            advance()
            end = index
        }
        return start..<end
    }

    /// Whether one of Unicode's own line breaks stands here (U+0085, U+2028, U+2029), which TOML has
    /// in texts only.
    private var startsLineBreak: Bool {
        [[0xC2, 0x85], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9]].contains {
            bytes[index...].starts(with: $0)
        }
    }

    private mutating func skipText(_ quote: UInt8) {
        let isLong =
            index + 2 < bytes.count && bytes[index + 1] == quote && bytes[index + 2] == quote
        for _ in 0..<(isLong ? 3 : 1) { advance() }
        while let byte {
            if byte == 0x5C, quote == 0x22 {
                advance()
            } else if byte == quote {
                if !isLong {
                    advance()
                    return
                }
                if index + 2 < bytes.count, bytes[index + 1] == quote, bytes[index + 2] == quote {
                    // Up to two more quotes belong to the text.
                    while self.byte == quote { advance() }
                    return
                }
            } else if byte == 0x0A, !isLong {
                return
            }
            advance()
        }
    }
}
