import Terminal

/// Where the sites screen has what, for drawing and for the mouse.
struct SitesLayout {
    let list: Rect
    /// Facts of the chosen site, below its rule.
    let detail: Rect

    /// Columns that one fact takes.
    static let factWidth = 29

    init(size: Size) {
        let detailHeight = size.height < 20 ? 4 : 5
        let listHeight = max(1, size.height - 4 - 1 - detailHeight - 2)
        list = Rect(x: 0, y: 4, width: size.width, height: listHeight)
        detail = Rect(
            x: 1, y: 4 + listHeight + 1, width: max(1, size.width - 2), height: detailHeight)
    }
}
