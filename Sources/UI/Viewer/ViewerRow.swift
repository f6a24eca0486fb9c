import Files
import Terminal

/// One row of text on the viewer's screen.
struct ViewerRow: Hashable, Sendable {
    /// What a run of its characters is.
    enum Kind: Hashable, Sendable {
        case text
        /// A byte or character that cannot be shown as it is.
        case escape
        case match
    }

    struct Run: Hashable, Sendable {
        var text: String
        var kind: Kind
    }

    var start: Int
    /// Where the next row starts; equal to `start` at the end of what is loaded.
    var next: Int
    var runs: [Run] = []

    fileprivate mutating func append(_ text: String, _ kind: Kind) {
        if let last = runs.indices.last, runs[last].kind == kind {
            runs[last].text += text
        } else {
            runs.append(Run(text: text, kind: kind))
        }
    }
}

/// Lines end at a line feed. One that goes on for too long is broken where the file's offset is a
/// multiple of `blockSize` and no line feed stands in the block before: a rule that can be
/// followed from any place in the file, looking at two blocks at most.
extension ViewerState {
    static let blockSize = 8 << 10
    static let tabWidth = 8

    /// The start of the line that holds an offset.
    func lineStart(_ offset: Int) -> Int {
        let block = offset / ViewerState.blockSize * ViewerState.blockSize
        if let feed = window.last(0x0A, in: block..<max(block, offset)) { return feed + 1 }
        if block <= window.start { return window.start }
        let before = block - ViewerState.blockSize
        if let feed = window.last(0x0A, in: before..<block) { return feed + 1 }
        let start = skippingContinuation(block)
        return start <= offset ? start : lineStart(block - 1)
    }

    /// The start of the line after the one that holds an offset; the window's end where that is
    /// not loaded.
    func nextLineStart(_ offset: Int) -> Int {
        var place = offset
        while place < window.end {
            let block = (place / ViewerState.blockSize + 1) * ViewerState.blockSize
            if let feed = window.first(0x0A, in: place..<block) { return feed + 1 }
            let hasFeed = window.last(0x0A, in: block - ViewerState.blockSize..<block) != nil
            if block < window.end, !hasFeed {
                let start = skippingContinuation(block)
                if start > offset { return start }
            }
            place = block
        }
        return window.end
    }

    /// Behind the rest of a UTF-8 character that started before.
    private func skippingContinuation(_ offset: Int) -> Int {
        guard charset == .utf8 else { return offset }
        for place in offset..<offset + 3 {
            guard let byte = window[place], byte & 0xC0 == 0x80 else { return place }
        }
        return offset
    }

    /// The row that starts at an offset, `columns` wide, in a line that goes up to `limit`.
    func row(at offset: Int, columns: Int, limit: Int) -> ViewerRow {
        var row = ViewerRow(start: offset, next: limit)
        let skipped = wraps ? 0 : sideways
        let width = max(1, columns)
        let matches = matches(in: offset..<limit, reach: wraps ? width * 8 : limit - offset)
        var column = 0
        var place = offset
        while place < limit {
            guard wraps || column < skipped + width else { break }
            let glyph = glyph(at: place, limit: limit, column: column)
            if wraps, column > 0, column + glyph.width > width {
                row.next = place
                return row
            }
            let isMatch = matches.contains { $0.contains(place) }
            if column >= skipped, glyph.width > 0 {
                let kind: ViewerRow.Kind = isMatch ? .match : glyph.isEscape ? .escape : .text
                row.append(glyph.text, kind)
            } else if column + glyph.width > skipped {
                let visible = column + glyph.width - skipped
                row.append(String(repeating: " ", count: visible), .text)
            }
            column += glyph.width
            place += glyph.length
        }
        return row
    }

    /// The starts of a line's rows, from an offset on that is one.
    func rowStarts(from offset: Int, columns: Int) -> [Int] {
        let limit = nextLineStart(offset)
        var starts = [offset]
        while wraps, let last = starts.last {
            let next = row(at: last, columns: columns, limit: limit).next
            guard next > last, next < limit else { break }
            starts.append(next)
        }
        return starts
    }

    private struct Glyph {
        var text: String
        var width: Int
        /// Bytes that it takes in the file.
        var length: Int
        var isEscape = false
    }

    private func glyph(at offset: Int, limit: Int, column: Int) -> Glyph {
        let byte = window[offset] ?? 0
        if byte >= 0x20, byte < 0x7F, !isMark(at: offset + 1, limit: limit) {
            return Glyph(text: String(UnicodeScalar(byte)), width: 1, length: 1)
        }
        switch byte {
        case 0x09:
            let width = ViewerState.tabWidth - column % ViewerState.tabWidth
            return Glyph(text: String(repeating: " ", count: width), width: width, length: 1)
        case 0x0A:
            return Glyph(text: "", width: 0, length: 1)
        case 0x0D where window[offset + 1] == 0x0A:
            return Glyph(text: "", width: 0, length: 1)
        default:
            break
        }
        guard let (scalar, scalarLength) = scalar(at: offset, limit: limit) else {
            let text = VisibleText.make([byte])
            let shown = byte < 0x80 ? text : "\\x" + Hexadecimal.text(Int(byte), digits: 2)
            return Glyph(text: shown, width: shown.utf8.count, length: 1, isEscape: true)
        }
        var text = String.UnicodeScalarView([scalar])
        var length = scalarLength
        // Marks belong to the character before; more than a few are left out.
        while length < 64, let (mark, markLength) = mark(at: offset + length, limit: limit) {
            if text.count < 4 { text.append(mark) }
            length += markLength
        }
        let raw = String(text)
        let shown = VisibleText.make(raw)
        return Glyph(
            text: shown, width: CharacterWidth.of(shown), length: length, isEscape: shown != raw)
    }

    private func isMark(at offset: Int, limit: Int) -> Bool {
        mark(at: offset, limit: limit) != nil
    }

    private func mark(at offset: Int, limit: Int) -> (Unicode.Scalar, Int)? {
        guard let byte = window[offset], byte >= 0xC0,
            let (scalar, length) = scalar(at: offset, limit: limit)
        else { return nil }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: return (scalar, length)
        default: return nil
        }
    }

    /// The character at an offset and its bytes; nil where it is none in the charset.
    private func scalar(at offset: Int, limit: Int) -> (Unicode.Scalar, Int)? {
        guard let lead = window[offset], offset < limit else { return nil }
        if charset == .latin1 || lead < 0x80 { return (Unicode.Scalar(lead), 1) }
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0
        guard length > 0, offset + length <= limit else { return nil }
        var bytes: [UInt8] = []
        for place in offset..<offset + length {
            guard let byte = window[place] else { return nil }
            bytes.append(byte)
        }
        guard let text = String(validating: bytes, as: UTF8.self),
            let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1
        else { return nil }
        return (scalar, length)
    }

    /// Where the searched text stands, of places that reach into the first bytes of a range.
    private func matches(in range: Range<Int>, reach: Int) -> [Range<Int>] {
        guard !pattern.isEmpty else { return [] }
        var found: [Range<Int>] = []
        var place = max(0, range.lowerBound - pattern.count + 1)
        let end = min(range.upperBound, range.lowerBound + reach)
        while found.count < 200, let match = window.find(pattern, in: place..<end + pattern.count) {
            guard match < end else { break }
            found.append(match..<match + pattern.count)
            place = match + pattern.count
        }
        return found
    }
}

/// Numbers in base 16.
enum Hexadecimal {
    /// At least `digits` lower-case digits.
    static func text(_ number: Int, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
