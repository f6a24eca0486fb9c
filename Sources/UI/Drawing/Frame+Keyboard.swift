import Terminal

extension Frame {
    /// Where the keyboard is: where the drawing says so, else at the first cell of what is drawn as chosen, the
    /// button of a dialog before the entry of a list; where nothing is chosen, below the title. For a screen that is
    /// read out; looks at all cells.
    var keyboardPlace: Point {
        if let focus { return focus }
        for roles in [
            [Role.buttonFocused], [.menuCursor], [.transferCursor, .logCursor],
            [.paneCursor, .paneCursorMarked],
        ] {
            for y in 0..<size.height {
                if let x = (0..<size.width).first(where: { roles.contains(self[$0, y].role) }) {
                    return Point(x: x, y: y)
                }
            }
        }
        return Point(x: 0, y: size.height > 1 ? 1 : 0)
    }
}
