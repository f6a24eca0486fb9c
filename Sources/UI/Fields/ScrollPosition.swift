/// A cursor in a list, and the first row shown. Every move clamps, so that neither can be outside.
package struct ScrollPosition: Hashable, Sendable {
    package var cursor = 0
    package var top = 0

    package init() {}

    /// Puts the cursor on a row of `count`, with `height` rows to be seen.
    package mutating func move(to row: Int, count: Int, height: Int) {
        cursor = max(0, min(row, count - 1))
        let height = max(1, height)
        if cursor < top { top = cursor }
        if cursor >= top + height { top = cursor - height + 1 }
        top = max(0, min(top, max(0, count - height)))
    }

    /// Moves by rows; negative is up.
    package mutating func move(by rows: Int, count: Int, height: Int) {
        move(to: cursor + rows, count: count, height: height)
    }
}
