import Terminal

extension Frame {
    /// A frame around a rectangle.
    mutating func drawBox(_ rect: Rect, _ glyphs: Glyphs, role: Role) {
        guard rect.width > 1, rect.height > 1 else { return }
        let across = Rect(x: rect.x + 1, y: rect.y, width: rect.width - 2, height: 1)
        let down = Rect(x: rect.x, y: rect.y + 1, width: 1, height: rect.height - 2)
        fill(across, glyphs.horizontal, role: role)
        fill(
            Rect(x: across.x, y: rect.maxY - 1, width: across.width, height: 1), glyphs.horizontal,
            role: role)
        fill(down, glyphs.vertical, role: role)
        fill(
            Rect(x: rect.maxX - 1, y: down.y, width: 1, height: down.height), glyphs.vertical,
            role: role)
        put(String(glyphs.topLeft), x: rect.x, y: rect.y, role: role)
        put(String(glyphs.topRight), x: rect.maxX - 1, y: rect.y, role: role)
        put(String(glyphs.bottomLeft), x: rect.x, y: rect.maxY - 1, role: role)
        put(String(glyphs.bottomRight), x: rect.maxX - 1, y: rect.maxY - 1, role: role)
    }

    /// An empty box with a frame and a title.
    mutating func drawBox(_ box: Rect, title: String, _ glyphs: Glyphs) {
        guard box.width >= 2, box.height >= 2 else { return }
        fill(box, role: .dialog)
        drawBox(box, glyphs, role: .dialogFrame)
        guard !title.isEmpty else { return }
        put(
            " " + TextFit.cut(title, to: box.width - 6) + " ", x: box.x + 2, y: box.y,
            role: .dialogTitle)
    }

    /// Says in a box's frame which way a list in it has more than it shows.
    mutating func markMore(in box: Rect, above: Bool, below: Bool, _ glyphs: Glyphs) {
        let marks = [
            above ? (glyphs.above, box.y) : nil,
            below ? (glyphs.below, box.maxY - 1) : nil,
        ]
        for case let (mark, y)? in marks {
            let text = " \(mark) "
            let x = box.maxX - 2 - CharacterWidth.of(text)
            if x > box.x { put(text, x: x, y: y, role: .dialogTitle) }
        }
    }
}
