/// The string literals of a Swift source, each with its line.
///
/// A small lexer that knows what literals need: comments, raw and multi-line strings, escapes,
/// interpolations (replaced by `mark`; literals within them are listed on their own), and literals
/// that are joined with `+`, which are one.
struct SwiftLiterals {
    struct Literal {
        var bytes: [UInt8]
        let line: Int
        /// Where it is in the source, with its quotes.
        var range: Range<Int>
        /// The expressions that are put into it.
        var values: [String] = []

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// What takes the place of an interpolated value.
    static let mark = "◆"

    private(set) var literals: [Literal] = []
    private let source: [UInt8]
    private var index = 0
    private var line = 1
    /// The literal before this place, where only blanks and comments came since; and whether a
    /// `+` did.
    private var joins: (literal: Int, plus: Bool)?

    init(source: [UInt8]) {
        self.source = source
        readCode(isInterpolation: false)
    }

    private func at(_ offset: Int) -> UInt8? {
        let place = index + offset
        return place < source.count ? source[place] : nil
    }

    private func starts(_ text: StaticString, after skipped: Int = 0) -> Bool {
        (0..<text.utf8CodeUnitCount).allSatisfy { at(skipped + $0) == text.utf8Start[$0] }
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where index < source.count {
            if source[index] == UInt8(ascii: "\n") { line += 1 }
            index += 1
        }
    }

    /// Reads code up to the end, or past the `)` that closes an interpolation.
    private mutating func readCode(isInterpolation: Bool) {
        var depth = 0
        joins = nil
        while let byte = at(0) {
            if starts("//") {
                while let next = at(0), next != UInt8(ascii: "\n") { advance() }
            } else if starts("/*") {
                skipComment()
            } else if hashesBeforeQuote != nil {
                readLiteral()
            } else if starts("#/") {
                while index < source.count, !starts("/#") { advance() }
                advance(2)
            } else {
                note(byte)
                advance()
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") {
                    if depth == 0, isInterpolation { return }
                    depth -= 1
                }
            }
        }
    }

    /// Notes what comes between two literals.
    private mutating func note(_ byte: UInt8) {
        if byte == UInt8(ascii: "+"), let join = joins, !join.plus {
            joins = (join.literal, true)
        } else if byte != UInt8(ascii: " "), byte != UInt8(ascii: "\n") {
            joins = nil
        }
    }

    private mutating func skipComment() {
        var depth = 0
        repeat {
            if starts("/*") {
                depth += 1
                advance(2)
            } else if starts("*/") {
                depth -= 1
                advance(2)
            } else {
                advance()
            }
        } while depth > 0 && index < source.count
    }

    /// How many `#` come before the quote of a string that starts here; nil where none does.
    private var hashesBeforeQuote: Int? {
        var count = 0
        while at(count) == UInt8(ascii: "#") { count += 1 }
        return at(count) == UInt8(ascii: "\"") ? count : nil
    }

    private func hasHashes(_ count: Int, after skipped: Int) -> Bool {
        (0..<count).allSatisfy { at(skipped + $0) == UInt8(ascii: "#") }
    }

    private mutating func readLiteral() {
        let (start, joined, place) = (line, joins, index)
        var values: [String] = []
        let hashes = hashesBeforeQuote ?? 0
        advance(hashes)
        let isLong = starts("\"\"\"")
        let width = isLong ? 3 : 1
        advance(width)
        var bytes: [UInt8] = []
        while let byte = at(0) {
            let isQuote = isLong ? starts("\"\"\"") : byte == UInt8(ascii: "\"")
            if isQuote, hasHashes(hashes, after: width) { break }
            if byte == UInt8(ascii: "\\"), hasHashes(hashes, after: 1) {
                advance(1 + hashes)
                readEscape(into: &bytes, &values)
            } else {
                bytes.append(byte)
                advance()
            }
        }
        advance(width + hashes)
        if isLong { bytes = SwiftLiterals.unindented(bytes) }
        if let joined, joined.plus {
            literals[joined.literal].bytes += bytes
            literals[joined.literal].values += values
            literals[joined.literal].range = literals[joined.literal].range.lowerBound..<index
            joins = (joined.literal, false)
        } else {
            literals.append(
                Literal(bytes: bytes, line: start, range: place..<index, values: values))
            joins = (literals.count - 1, false)
        }
    }

    private mutating func readEscape(into bytes: inout [UInt8], _ values: inout [String]) {
        guard let escaped = at(0) else { return }
        advance()
        switch escaped {
        case UInt8(ascii: "("):
            let start = index
            readCode(isInterpolation: true)
            values.append(String(decoding: source[start..<(index - 1)], as: UTF8.self))
            bytes += Array(SwiftLiterals.mark.utf8)
        case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
        case UInt8(ascii: "r"): bytes.append(UInt8(ascii: "\r"))
        case UInt8(ascii: "t"): bytes.append(UInt8(ascii: "\t"))
        case UInt8(ascii: "u"):
            let start = index + 1
            while let byte = at(0), byte != UInt8(ascii: "}") { advance() }
            let digits = String(decoding: source[start..<index], as: UTF8.self)
            if let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) {
                bytes += Array(String(Character(scalar)).utf8)
            }
            advance()
        case UInt8(ascii: "\n"):
            while at(0) == UInt8(ascii: " ") { advance() }
        default: bytes.append(escaped)
        }
    }

    /// A multi-line literal without the indentation of its last line.
    private static func unindented(_ bytes: [UInt8]) -> [UInt8] {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let indentation = lines.removeLast().count
        let rest = lines.dropFirst().map { line in
            line.dropFirst(min(indentation, line.prefix { $0 == UInt8(ascii: " ") }.count))
        }
        return Array(rest.joined(separator: [UInt8(ascii: "\n")]))
    }
}
