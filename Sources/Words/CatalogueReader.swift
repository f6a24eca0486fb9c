import Glibc

/// Finds the entries of a `.po` file: where each begins, and the hash of its name.
///
/// Comments, obsolete and fuzzy entries are passed over, but for a header, which templates call fuzzy.
struct CatalogueReader {
    private(set) var places: [UInt64: Catalogue.Place] = [:]
    /// The offset of the first quote of each translation.
    private(set) var forms: [Int] = []
    /// The translation of the empty text: lines of `Name: value`.
    private(set) var header = ""
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The entry whose lines are being read.
    private struct Entry {
        var isFuzzy = false
        var meaning = ""
        var name: Int?
        /// The first of its translations in the list of all.
        var forms = 0
    }

    mutating func read() throws(CatalogueError) {
        guard bytes.count <= Catalogue.mostBytes else {
            throw CatalogueError(tr("The file is larger than 16 MiB."))
        }
        places.reserveCapacity(bytes.count / 160)
        forms.reserveCapacity(bytes.count / 160)
        var entry = Entry()
        // Some editors of other systems begin a file with it.
        if starts("\u{FEFF}") { index += 3 }
        while index < bytes.count {
            switch bytes[index] {
            case let byte where CatalogueReader.isBlank(byte): advance()
            case UInt8(ascii: "#"):
                if entry.name != nil { finish(&entry) }
                if starts("#, ") {
                    let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
                    entry.isFuzzy =
                        entry.isFuzzy
                        || String(decoding: bytes[index..<end], as: UTF8.self)
                            .contains("fuzzy")
                }
                skipLine()
            case UInt8(ascii: "m"): try readKeyword(&entry)
            default: throw unknownLine
            }
        }
        finish(&entry)
    }

    private func fault(_ message: String) -> CatalogueError {
        CatalogueError(line: line, message)
    }

    private var unknownLine: CatalogueError {
        fault(tr("The line must be a comment, or begin with msgctxt, msgid or msgstr."))
    }

    private var openQuote: CatalogueError { fault(tr("The text has no quote at its end.")) }

    private mutating func advance() {
        if bytes[index] == UInt8(ascii: "\n") { line += 1 }
        index += 1
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (UInt8(ascii: "\t")...UInt8(ascii: "\r")).contains(byte)
    }

    private mutating func skipLine() {
        index = bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress,
                let end = memchr(start + index, CInt(UInt8(ascii: "\n")), bytes.count - index)
            else { return bytes.count }
            return UnsafeRawPointer(end) - start
        }
    }

    private func starts(_ text: StaticString) -> Bool {
        guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
        for offset in 0..<text.utf8CodeUnitCount
        where bytes[index + offset] != text.utf8Start[offset] {
            return false
        }
        return true
    }

    private func startsKeyword(_ word: StaticString) -> Bool {
        let end = index + word.utf8CodeUnitCount
        return starts(word) && end < bytes.count
            && (CatalogueReader.isBlank(bytes[end]) || bytes[end] == UInt8(ascii: "\""))
    }

    private mutating func readKeyword(_ entry: inout Entry) throws(CatalogueError) {
        if startsKeyword("msgctxt") {
            if entry.name != nil { finish(&entry) }
            let start = try readStrings()
            var meaning: [UInt8] = []
            CatalogueReader.unquoted(bytes, from: start) { meaning.append($0) }
            entry.meaning = String(decoding: meaning, as: UTF8.self)
        } else if startsKeyword("msgid") {
            if entry.name != nil { finish(&entry) }
            entry.name = try readStrings()
            entry.forms = forms.count
        } else if startsKeyword("msgid_plural") {
            _ = try readStrings()
        } else if starts("msgstr") {
            guard entry.name != nil else {
                throw fault(tr("The translation has no msgid before it."))
            }
            guard forms.count - entry.forms < PluralRule.mostForms else {
                throw fault(tr("There are too many plural forms."))
            }
            forms.append(try readStrings())
        } else {
            throw unknownLine
        }
    }

    /// Passes over a keyword and its quoted strings, one on each line.
    ///
    /// - Returns: The offset of the first quote.
    private mutating func readStrings() throws(CatalogueError) -> Int {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            guard bytes[index] != UInt8(ascii: "\n") else {
                throw fault(tr("A text in quotes must follow."))
            }
            advance()
        }
        let start = index
        while index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
            index += 1
            while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                guard bytes[index] != UInt8(ascii: "\n") else {
                    throw openQuote
                }
                index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
            }
            guard index < bytes.count else { throw openQuote }
            index += 1
            while index < bytes.count, CatalogueReader.isBlank(bytes[index]) { advance() }
        }
        return start
    }

    /// Ends an entry: keeps where it is, if it is one.
    private mutating func finish(_ entry: inout Entry) {
        defer { entry = Entry() }
        guard let name = entry.name, entry.forms < forms.count else { return }
        var hash = CatalogueHash()
        if !entry.meaning.isEmpty { hash.add(meaning: entry.meaning) }
        var isHeader = entry.meaning.isEmpty
        CatalogueReader.unquoted(bytes, from: name) { byte in
            hash.add(byte)
            isHeader = false
        }
        if isHeader {
            var text: [UInt8] = []
            CatalogueReader.unquoted(bytes, from: forms[entry.forms]) { text.append($0) }
            header = String(decoding: text, as: UTF8.self)
        } else if !entry.isFuzzy {
            places[hash.value] = Catalogue.Place(name: name, forms: entry.forms..<forms.count)
        }
    }

    /// Hands over the bytes of the quoted strings that begin at `start`, one after another.
    static func unquoted(_ bytes: [UInt8], from start: Int, _ body: (UInt8) -> Void) {
        var index = start
        while index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
            index += 1
            while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count {
                    index += 1
                    switch bytes[index] {
                    case UInt8(ascii: "n"): body(UInt8(ascii: "\n"))
                    case UInt8(ascii: "t"): body(UInt8(ascii: "\t"))
                    case UInt8(ascii: "r"): body(UInt8(ascii: "\r"))
                    case let other: body(other)
                    }
                } else {
                    body(bytes[index])
                }
                index += 1
            }
            index += 1
            while index < bytes.count, isBlank(bytes[index]) { index += 1 }
        }
    }
}
