package import Terminal

/// Text of several lines that the user edits. Its cursor is always inside.
package struct TextArea: Hashable, Sendable {
    /// What is kept of a paste, at most.
    static let characterLimit = 1 << 20
    static let lineLimit = 10_000

    /// Never empty; without line ends.
    package private(set) var lines: [String] = [""]
    /// The line that the cursor is in.
    package private(set) var row = 0
    /// Characters before the cursor.
    package private(set) var column = 0
    /// The first row shown.
    package private(set) var top = 0
    private var characters = 0

    /// With the cursor at its start.
    package init(_ text: String = "") {
        insert(text)
        (row, column, top) = (0, 0, 0)
    }

    /// Its lines with LF between them.
    package var text: String { lines.joined(separator: "\n") }

    /// Puts text in at the cursor: CR, LF and CRLF break lines, other controls but tabs are dropped.
    package mutating func insert(_ inserted: String) {
        var pieces: [String] = [""]
        var before: Unicode.Scalar?
        for scalar in inserted.unicodeScalars {
            defer { before = scalar }
            switch scalar.value {
            case 0x0A where before == "\r": continue
            case 0x0A, 0x0D:
                guard lines.count + pieces.count <= TextArea.lineLimit else { break }
                pieces.append("")
            case 0x09, 0x20..<0x7F, 0x80...:
                guard characters < TextArea.characterLimit else { break }
                characters += 1
                pieces[pieces.count - 1].unicodeScalars.append(scalar)
            default: break
            }
        }
        let line = lines[row]
        let cut = line.index(line.startIndex, offsetBy: min(column, line.count))
        let tail = String(line[cut...])
        pieces[0] = line[..<cut] + pieces[0]
        let last = pieces.count - 1
        let end = pieces[last].count
        pieces[last] += tail
        lines.replaceSubrange(row...row, with: pieces)
        row += last
        // Joining marks may merge with the character before: count anew.
        column = min(end, lines[row].count)
    }

    /// Whether the key was one for the text; `height` is the rows of a page.
    package mutating func handle(_ key: Key, height: Int) -> Bool {
        switch (key.code, key.modifiers) {
        case (.character(let character), []): insert(String(character))
        case (.enter, []): insert("\n")
        case (.left, []), (.character("b"), .control): moveBack()
        case (.right, []), (.character("f"), .control): moveOn()
        case (.up, []), (.character("p"), .control): go(toRow: row - 1)
        case (.down, []), (.character("n"), .control): go(toRow: row + 1)
        case (.pageUp, []): go(toRow: row - max(1, height - 1))
        case (.pageDown, []): go(toRow: row + max(1, height - 1))
        case (.home, .control): (row, column) = (0, 0)
        case (.end, .control): (row, column) = (lines.count - 1, lines[lines.count - 1].count)
        case (.home, []), (.character("a"), .control): column = 0
        case (.end, []), (.character("e"), .control): column = lines[row].count
        case (.backspace, []), (.character("h"), .control):
            if row > 0 || column > 0 {
                moveBack()
                removeNext()
            }
        case (.delete, []), (.character("d"), .control): removeNext()
        case (.character("u"), .control): remove(0..<column)
        case (.character("k"), .control):
            if column == lines[row].count {
                removeNext()
            } else {
                remove(column..<lines[row].count)
            }
        default: return false
        }
        return true
    }

    /// Puts the cursor where a mouse pressed.
    package mutating func go(toRow wanted: Int, column wantedColumn: Int? = nil) {
        row = max(0, min(wanted, lines.count - 1))
        column = max(0, min(wantedColumn ?? column, lines[row].count))
    }

    /// Scrolls so that the cursor is seen.
    package mutating func show(height: Int) {
        let height = max(1, height)
        if row < top { top = row }
        if row >= top + height { top = row - height + 1 }
        top = max(0, min(top, lines.count - 1))
    }

    private mutating func moveBack() {
        if column > 0 {
            column -= 1
        } else if row > 0 {
            row -= 1
            column = lines[row].count
        }
    }

    private mutating func moveOn() {
        if column < lines[row].count {
            column += 1
        } else if row < lines.count - 1 {
            row += 1
            column = 0
        }
    }

    private mutating func removeNext() {
        if column < lines[row].count { return remove(column..<column + 1) }
        guard row < lines.count - 1 else { return }
        lines[row] += lines.remove(at: row + 1)
        column = min(column, lines[row].count)
    }

    private mutating func remove(_ range: Range<Int>) {
        let line = lines[row]
        let start = line.index(line.startIndex, offsetBy: range.lowerBound)
        let end = line.index(line.startIndex, offsetBy: min(range.upperBound, line.count))
        characters = max(0, characters - line[start..<end].unicodeScalars.count)
        lines[row].removeSubrange(start..<end)
        column = min(range.lowerBound, lines[row].count)
    }
}
