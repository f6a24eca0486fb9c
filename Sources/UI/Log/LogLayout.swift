import Terminal

/// Where the log's screen has what, for drawing and for the mouse.
struct LogLayout {
    let list: Rect
    /// The selected line in full, below its rule.
    let detail: Rect

    init(size: Size) {
        let detailHeight = size.height < 20 ? 2 : 4
        let listHeight = max(1, size.height - 1 - 1 - detailHeight - 2)
        list = Rect(x: 0, y: 1, width: size.width, height: listHeight)
        detail = Rect(
            x: 1, y: 1 + listHeight + 1, width: max(1, size.width - 2), height: detailHeight)
    }
}
