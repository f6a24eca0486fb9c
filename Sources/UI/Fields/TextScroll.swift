import Terminal

/// How far text without a cursor is scrolled.
struct TextScroll: Hashable, Sendable {
    /// The first line shown.
    private(set) var top = 0

    /// Shows the text from a line on, or from the nearest there is, with `height` lines to be seen.
    mutating func scroll(to line: Int, count: Int, height: Int) {
        top = max(0, min(line, count - height))
    }

    /// Whether the action was one that scrolls; `overlap` lines of a page stay to be seen.
    mutating func scroll(_ action: Action, count: Int, height: Int, overlap: Int = 0) -> Bool {
        let line: Int
        switch action {
        case .up: line = top - 1
        case .down: line = top + 1
        case .pageUp: line = top - height + overlap
        case .pageDown: line = top + height - overlap
        case .halfUp: line = top - height / 2
        case .halfDown: line = top + height / 2
        case .top: line = 0
        case .bottom: line = count
        default: return false
        }
        scroll(to: line, count: count, height: height)
        return true
    }

    /// The wheel scrolls by three lines.
    mutating func scroll(_ mouse: Mouse, count: Int, height: Int) {
        switch mouse.button {
        case .wheelUp: scroll(to: top - 3, count: count, height: height)
        case .wheelDown: scroll(to: top + 3, count: count, height: height)
        default: break
        }
    }
}
