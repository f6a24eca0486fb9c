import Terminal

/// Where the palette has what, for drawing and for the mouse.
struct PaletteLayout {
    let box: Rect
    /// Rows for actions, or for a reply.
    let list: Rect
    let field: Rect

    init(size: Size) {
        let width = min(100, size.width - 2)
        let height = max(6, min(16, size.height - 3))
        box = Rect(
            x: (size.width - width) / 2, y: size.height - 1 - height, width: width, height: height)
        list = Rect(x: box.x + 2, y: box.y + 1, width: width - 4, height: height - 3)
        field = Rect(x: box.x + 4, y: box.maxY - 2, width: width - 6, height: 1)
    }
}
