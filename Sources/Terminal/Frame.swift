/// One character's place on the screen.
package struct Cell: Hashable, Sendable {
    /// The character; meaningless where `width` is 0.
    package var character: Character
    package var role: Role
    /// Columns: 1 or 2; 0 for the right half of the wide character before it.
    package var width: UInt8

    package init(_ character: Character, _ role: Role, width: UInt8 = 1) {
        self.character = character
        self.role = role
        self.width = width
    }
}

/// What the screen should look like: cells with roles, and the cursor where it is to be seen.
package struct Frame: Hashable, Sendable {
    package let size: Size
    package private(set) var cells: [Cell]
    /// Where the terminal's own cursor blinks (a text field); nil hides it.
    package var cursor: Point?
    /// Where the hidden cursor rests meanwhile: on what has the keyboard, for those who have the screen
    /// read to them.
    package var focus: Point?
    /// What is shown over blank cells; nil for none.
    package var picture: PlacedPicture?

    package init(size: Size, role: Role = .text) {
        self.size = Size(width: max(0, size.width), height: max(0, size.height))
        cells = Array(
            repeating: Cell(" ", role), count: self.size.width * self.size.height)
    }

    /// The cell at a place; a blank outside the frame.
    package subscript(x: Int, y: Int) -> Cell {
        guard x >= 0, x < size.width, y >= 0, y < size.height else { return Cell(" ", .text) }
        return cells[y * size.width + x]
    }

    /// Puts text at a place, cut at `limit` columns (and the frame's edge); the columns used.
    /// A wide character that does not fit whole is left out. Characters without a width are
    /// dropped: text from a stranger must have come through `VisibleText`.
    @discardableResult
    package mutating func put(
        _ text: String, x: Int, y: Int, role: Role, limit: Int = .max
    ) -> Int {
        guard y >= 0, y < size.height else { return 0 }
        var column = x
        let end = limit > size.width - x ? size.width : x + max(0, limit)
        for character in text {
            let width = CharacterWidth.of(character)
            if width == 0 { continue }
            if column + width > end { break }
            if width == 1 || (width == 2 && character.unicodeScalars.count == 1) {
                set(character, width, role, x: column, y: y)
                column += width
            } else {
                for part in CharacterWidth.parts(of: character) {
                    let partWidth = CharacterWidth.of(part)
                    set(part, partWidth, role, x: column, y: y)
                    column += partWidth
                }
            }
        }
        return column - x
    }

    /// Only where the place is inside; half a wide character at the left edge is a blank.
    private mutating func set(_ character: Character, _ width: Int, _ role: Role, x: Int, y: Int) {
        if x >= 0 {
            set(Cell(character, role, width: UInt8(clamping: width)), x: x, y: y)
        } else if x + width == 1 {
            set(Cell(" ", role), x: 0, y: y)
        }
    }

    /// Fills part of the frame with one character of one column.
    package mutating func fill(_ rect: Rect, _ character: Character = " ", role: Role) {
        guard rect.width > 0, rect.height > 0 else { return }
        for y in max(0, rect.y)..<max(max(0, rect.y), min(rect.maxY, size.height)) {
            for x in max(0, rect.x)..<max(max(0, rect.x), min(rect.maxX, size.width)) {
                set(Cell(character, role), x: x, y: y)
            }
        }
    }

    /// Changes the role of what is there already.
    package mutating func tint(_ rect: Rect, role: Role) {
        for y in max(0, rect.y)..<max(max(0, rect.y), min(rect.maxY, size.height)) {
            for x in max(0, rect.x)..<max(max(0, rect.x), min(rect.maxX, size.width)) {
                cells[y * size.width + x].role = role
            }
        }
    }

    private mutating func set(_ cell: Cell, x: Int, y: Int) {
        let row = y * size.width
        // Half of a wide character that is overwritten must not stay behind.
        if cells[row + x].width == 0, x > 0 { cells[row + x - 1] = Cell(" ", cells[row + x].role) }
        let last = x + Int(cell.width) - 1
        if last + 1 < size.width, cells[row + last + 1].width == 0 {
            cells[row + last + 1] = Cell(" ", cells[row + last + 1].role)
        }
        cells[row + x] = cell
        if cell.width == 2, x + 1 < size.width {
            cells[row + x + 1] = Cell(" ", cell.role, width: 0)
        }
    }

    /// The rows as text, for tests and for a screen reader.
    package var lines: [String] {
        (0..<size.height).map { y in
            var line = ""
            for x in 0..<size.width where self[x, y].width > 0 { line.append(self[x, y].character) }
            return line
        }
    }
}
