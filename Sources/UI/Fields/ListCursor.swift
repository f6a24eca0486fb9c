import Terminal

/// A cursor in a list, and the first row shown. Every move clamps, so that neither can be outside.
struct ListCursor: Hashable, Sendable {
    private(set) var cursor = 0
    private(set) var top = 0

    /// On the first row.
    init() {}

    /// On a row, with another one first on the screen; both may be outside until it is moved.
    init(cursor: Int, top: Int) {
        self.cursor = cursor
        self.top = top
    }

    /// Puts the cursor on a row of `count`, with `height` rows to be seen.
    mutating func move(to row: Int, count: Int, height: Int) {
        cursor = max(0, min(row, count - 1))
        let height = max(1, height)
        if cursor < top { top = cursor }
        if cursor >= top + height { top = cursor - height + 1 }
        top = max(0, min(top, max(0, count - height)))
    }

    /// Moves by rows; negative is up.
    mutating func move(by rows: Int, count: Int, height: Int) {
        move(to: cursor + rows, count: count, height: height)
    }

    /// The row that a moving action leads to; nil for any other action.
    func row(after action: Action, count: Int, height: Int) -> Int? {
        switch action {
        case .up: cursor - 1
        case .down: cursor + 1
        case .pageUp: cursor - height
        case .pageDown: cursor + height
        case .halfUp: cursor - height / 2
        case .halfDown: cursor + height / 2
        case .top: 0
        case .bottom: count - 1
        default: nil
        }
    }

    /// The row that the wheel, or a press on a row of the list, leads to.
    func row(after mouse: Mouse, count: Int, list: Rect) -> Int? {
        switch mouse.button {
        case .wheelUp: return cursor - 3
        case .wheelDown: return cursor + 3
        case .left where list.contains(mouse.point):
            let row = top + mouse.point.y - list.y
            return row < count ? row : nil
        default: return nil
        }
    }

    /// The row under the cursor has become another one: the cursor goes along, at its place on the
    /// screen.
    mutating func follow(to row: Int) {
        top = max(0, top + row - cursor)
        cursor = row
    }

    /// The row stays, and the list has lost its first one.
    mutating func loseFirst() {
        top = max(0, top - 1)
    }

    /// As it can be drawn now: inside of `count` rows, and seen.
    func shown(count: Int, height: Int) -> ListCursor {
        var shown = self
        shown.move(to: cursor, count: count, height: height)
        return shown
    }
}
