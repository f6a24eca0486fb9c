/// A terminal of the xterm kind, without a window: takes the bytes that a program sends and keeps
/// what would be seen. It knows what ncurses sends for TERM=xterm-256color.
package struct TerminalScreen: Sendable {
    package private(set) var columns: Int
    package private(set) var rows: Int
    package internal(set) var cells: [[ScreenCell]]
    /// From 0.
    package internal(set) var cursor = (column: 0, row: 0)
    package internal(set) var isCursorVisible = true
    /// Whether the alternate screen is shown (smcup).
    package internal(set) var isAlternate = false
    /// DEC's private modes that are on, such as 1000 (mouse) and 2004 (bracketed paste).
    package internal(set) var modes: Set<Int> = []
    /// The final characters of the plain control sequences (`CSI … X`) that came.
    package internal(set) var controls: Set<Character> = []
    /// What was seen when the whole screen was last erased.
    package internal(set) var erased: [[ScreenCell]] = []
    /// Whether everything looks as it did before that.
    package var isAsErased: Bool {
        erased.map { $0.map(\.seen) } == cells.map { $0.map(\.seen) }
    }
    /// The rows that look otherwise than before that, each as it was and as it is.
    package var changedSinceErased: String {
        zip(erased, cells).enumerated().compactMap { row, pair in
            guard pair.0.map(\.seen) != pair.1.map(\.seen) else { return nil }
            let (old, new) = (pair.0.map(\.text).joined(), pair.1.map(\.text).joined())
            return "row \(row)\n- \(old)\n+ \(new)"
        }.joined(separator: "\n")
    }
    /// How often the whole screen was erased.
    package internal(set) var erasures = 0
    /// Sequences that it did not understand, for tests to look at.
    package internal(set) var unknown: [String] = []

    var style = ScreenCell.Style()
    /// The scrolling region, both rows included.
    var region: ClosedRange<Int>
    /// The cursor stands past the last column, and the next character wraps.
    var isWrapPending = false
    var isInserting = false
    var isLineDrawing = false
    var lastScalar: Unicode.Scalar?
    var saved: (column: Int, row: Int, style: ScreenCell.Style) = (0, 0, .init())
    var primary: [[ScreenCell]] = []
    var parser = SequenceParser()

    package init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        region = 0...max(0, rows - 1)
        cells = Array(
            repeating: Array(repeating: ScreenCell(), count: max(1, columns)), count: max(1, rows))
    }

    /// A row's text, without the blanks at its end.
    package func line(_ row: Int) -> String {
        guard cells.indices.contains(row) else { return "" }
        let text = cells[row].map(\.text).joined()
        return String(text.reversed().drop { $0 == " " }.reversed())
    }

    /// All rows, joined by line feeds.
    package var text: String { (0..<rows).map(line).joined(separator: "\n") }

    /// Whether `text` stands somewhere in one row.
    package func contains(_ text: String) -> Bool { row(of: text) != nil }

    /// The first row in which `text` stands.
    package func row(of text: String) -> Int? { (0..<rows).first { line($0).contains(text) } }

    /// The style of the first cell of `text`, where it stands first.
    package func style(of text: String) -> ScreenCell.Style? {
        guard let row = row(of: text), let range = line(row).firstRange(of: text) else {
            return nil
        }
        let before = line(row)[..<range.lowerBound].unicodeScalars
        let column = before.reduce(0) { $0 + ScreenCell.width(of: $1) }
        return cells[row].indices.contains(column) ? cells[row][column].style : nil
    }

    /// What a terminal does when its window changes: keeps the top left part.
    package mutating func resize(columns: Int, rows: Int) {
        let columns = max(1, columns)
        let rows = max(1, rows)
        func fitted(_ cells: [[ScreenCell]]) -> [[ScreenCell]] {
            let kept = cells.prefix(rows).map { line in
                Array(line.prefix(columns))
                    + Array(repeating: ScreenCell(), count: max(0, columns - line.count))
            }
            let blank = Array(repeating: ScreenCell(), count: columns)
            return kept + Array(repeating: blank, count: max(0, rows - kept.count))
        }
        cells = fitted(cells)
        if !primary.isEmpty { primary = fitted(primary) }
        self.columns = columns
        self.rows = rows
        region = 0...rows - 1
        isWrapPending = false
        place(column: cursor.column, row: cursor.row)
    }

    /// Takes bytes, in pieces of any size.
    package mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            guard let event = parser.take(byte) else { continue }
            switch event {
            case .character(let scalar): write(scalar)
            case .control(let byte): control(byte)
            case .escape(let intermediates, let final): escape(intermediates, final)
            case .sequence(let sequence): obey(sequence)
            }
        }
    }

    // MARK: Cells and the cursor

    var blank: ScreenCell {
        var cell = ScreenCell()
        // xterm-256color has "bce": what is erased takes the background of now.
        cell.style.background = style.background
        return cell
    }

    mutating func place(column: Int, row: Int) {
        cursor = (max(0, min(column, columns - 1)), max(0, min(row, rows - 1)))
        isWrapPending = false
    }

    mutating func erase(_ row: Int, _ range: Range<Int>) {
        for column in range.clamped(to: 0..<columns) { cells[row][column] = blank }
    }

    mutating func scrollUp(_ count: Int, from top: Int) {
        guard top <= region.upperBound else { return }
        for _ in 0..<min(count, region.upperBound - top + 1) {
            cells.remove(at: top)
            cells.insert(Array(repeating: blank, count: columns), at: region.upperBound)
        }
    }

    mutating func scrollDown(_ count: Int, from top: Int) {
        guard top <= region.upperBound else { return }
        for _ in 0..<min(count, region.upperBound - top + 1) {
            cells.remove(at: region.upperBound)
            cells.insert(Array(repeating: blank, count: columns), at: top)
        }
    }

    mutating func lineFeed() {
        isWrapPending = false
        if cursor.row == region.upperBound {
            scrollUp(1, from: region.lowerBound)
        } else if cursor.row < rows - 1 {
            cursor.row += 1
        }
    }

    mutating func write(_ given: Unicode.Scalar) {
        let scalar = isLineDrawing ? TerminalScreen.lineDrawing[given] ?? given : given
        let width = ScreenCell.width(of: scalar)
        if width == 0 {
            join(scalar)
            return
        }
        if isWrapPending || cursor.column + width > columns {
            cursor.column = 0
            lineFeed()
        }
        if isInserting { insertBlanks(width) }
        split(at: cursor.column)
        split(at: cursor.column + width)
        var cell = ScreenCell()
        cell.text = String(scalar)
        cell.style = style
        cells[cursor.row][cursor.column] = cell
        if width == 2, cursor.column + 1 < columns {
            cell.text = ""
            cells[cursor.row][cursor.column + 1] = cell
        }
        lastScalar = scalar
        if cursor.column + width >= columns {
            cursor.column = columns - 1
            isWrapPending = true
        } else {
            cursor.column += width
        }
    }

    /// A wide character that loses one half becomes blanks.
    private mutating func split(at column: Int) {
        guard column > 0, column < columns, cells[cursor.row][column].text.isEmpty else { return }
        cells[cursor.row][column - 1].text = " "
        cells[cursor.row][column].text = " "
    }

    private mutating func join(_ mark: Unicode.Scalar) {
        var column = isWrapPending ? cursor.column : cursor.column - 1
        if column > 0, cells[cursor.row][column].text.isEmpty { column -= 1 }
        guard column >= 0 else { return }
        cells[cursor.row][column].text.unicodeScalars.append(mark)
    }

    mutating func insertBlanks(_ count: Int) {
        for _ in 0..<min(count, columns - cursor.column) {
            cells[cursor.row].insert(blank, at: cursor.column)
            cells[cursor.row].removeLast()
        }
    }

    private static let lineDrawing: [Unicode.Scalar: Unicode.Scalar] = [
        "j": "┘", "k": "┐", "l": "┌", "m": "└", "n": "┼", "q": "─", "t": "├", "u": "┤",
        "v": "┴", "w": "┬", "x": "│", "a": "▒", "`": "◆", "f": "°", "g": "±", "~": "·",
    ]
}
