import Terminal

/// What every full screen has at its edges: a title at the top, the status and the keys at the
/// bottom.
extension Frame {
    /// The first line of a full screen, with an aside at its right.
    mutating func drawScreenTitle(
        _ title: String, aside: String = "", asideRole: Role = .title
    ) {
        let width = size.width
        fill(Rect(x: 0, y: 0, width: width, height: 1), role: .title)
        let asideWidth = CharacterWidth.of(aside)
        let room = asideWidth > 0 ? width - asideWidth - 3 : width - 2
        put(TextFit.cut(title, to: max(0, room)), x: 1, y: 0, role: .title)
        if asideWidth > 0, asideWidth + 1 < width {
            put(aside, x: width - 1 - asideWidth, y: 0, role: asideRole)
        }
    }

    /// A line across the screen with a title in it.
    mutating func drawRule(
        _ title: String, y: Int, role: Role, titleRole: Role? = nil, _ glyphs: Glyphs
    ) {
        let width = size.width
        fill(
            Rect(x: 0, y: y, width: width, height: 1), glyphs.horizontal, role: role)
        if !title.isEmpty {
            put(
                " " + TextFit.cut(title, to: width - 6) + " ", x: 1, y: y,
                role: titleRole ?? role)
        }
    }

    /// A line of text being typed, in the line before the last, with what it is for.
    mutating func drawTyping(_ field: TextField, label: String) {
        let y = size.height - 2
        let width = size.width
        fill(Rect(x: 0, y: y, width: width, height: 1), role: .status)
        let used = put(" \(label) ", x: 0, y: y, role: .status)
        drawField(field, Rect(x: used, y: y, width: width - used - 1, height: 1))
    }

    /// A text field of one row, scrolled so that its cursor is seen; the terminal's cursor goes
    /// there.
    mutating func drawField(_ field: TextField, _ rect: Rect) {
        guard rect.width > 1 else { return }
        fill(rect, role: .input)
        let before = String(field.shown.prefix(field.cursor))
        let room = rect.width - 1
        let tail = CharacterWidth.of(before) > room ? TextFit.cutStart(before, to: room) : before
        let role: Role = field.isSelected ? .inputSelection : .input
        let used = put(tail, x: rect.x, y: rect.y, role: role, limit: rect.width)
        put(
            String(field.shown.dropFirst(field.cursor)), x: rect.x + used, y: rect.y, role: role,
            limit: rect.width - used)
        cursor = Point(x: rect.x + used, y: rect.y)
    }
}
