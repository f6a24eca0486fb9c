import Terminal

/// Breaks a text into lines, one character after another: at blanks, and, as Chinese and Japanese have none,
/// between two characters of which one is wide.
struct TextWrapping {
    private let columns: Int
    /// So many lines are wanted; one more is made, to tell how the last one goes on.
    private let limit: Int
    private var lines: [String] = []
    private var line = ""
    private var lineWidth = 0
    /// What is not broken where a line has room for it: a word, or a wide character with its punctuation.
    private var piece = ""
    private var pieceWidth = 0
    /// Whether a blank stands before it.
    private var isApart = false
    /// The character before the next one in the same word, and whether it is wide.
    private var previous: (character: Character, isWide: Bool)?
    /// Whether a blank stands between the last line that is wanted and the one after it.
    private var isLastApart = true

    init(columns: Int, limit: Int) {
        self.columns = columns
        self.limit = limit
    }

    /// Whether nothing of what comes now would be seen.
    var isOver: Bool { lines.count > limit }

    mutating func take(_ character: Character) {
        guard character != " " else {
            endPiece()
            isApart = true
            previous = nil
            return
        }
        let width = CharacterWidth.of(character)
        let isWide = width > 1 && TextWrapping.beginsWide(character)
        if let previous, width > 0, previous.isWide || isWide,
            !LineBreaks.closing.contains(character),
            !LineBreaks.opening.contains(previous.character)
        {
            endPiece()
            isApart = false
        }
        if !piece.isEmpty, pieceWidth + width > columns { breakPiece() }
        piece.append(character)
        pieceWidth += width
        previous = (character, isWide)
    }

    /// The lines, the last of them cut where the text goes on.
    mutating func end() -> [String] {
        if !isOver { endPiece() }
        if lineWidth > 0 { lines.append(line) }
        guard lines.count > limit else { return lines }
        var kept = Array(lines.prefix(limit))
        kept[limit - 1] = TextFit.cut(
            kept[limit - 1] + (isLastApart ? " " : "") + lines[limit], to: columns)
        return kept
    }

    /// Puts the piece into the line, or where that has no room for it into the next one.
    private mutating func endPiece() {
        guard !piece.isEmpty else { return }
        if lineWidth > 0, lineWidth + (isApart ? 1 : 0) + pieceWidth > columns { endLine() }
        guard !isOver else { return }
        if lineWidth > 0, isApart {
            line.append(" ")
            lineWidth += 1
        }
        line += piece
        lineWidth += pieceWidth
        (piece, pieceWidth) = ("", 0)
    }

    /// Makes lines of a piece that is longer than one.
    private mutating func breakPiece() {
        if lineWidth > 0 { endLine() }
        guard !isOver else { return }
        lines.append(piece)
        (piece, pieceWidth) = ("", 0)
    }

    private mutating func endLine() {
        lines.append(line)
        if lines.count == limit { isLastApart = isApart }
        (line, lineWidth) = ("", 0)
    }

    /// What joins others in one character may be wide without being written so.
    private static func beginsWide(_ character: Character) -> Bool {
        character.unicodeScalars.first.map { CharacterWidth.of($0) == 2 } ?? false
    }
}
