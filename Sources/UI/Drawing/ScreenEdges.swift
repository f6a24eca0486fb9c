import Terminal

/// What every full screen has at its edges: a title at the top, the status and the keys at the
/// bottom.
extension Model {
    /// Rows that a full screen has between its title and its status line.
    var screenBody: Rect {
        Rect(x: 0, y: 1, width: size.width, height: max(0, size.height - 3))
    }

    func drawScreenTitle(
        _ title: String, aside: String = "", asideRole: Role = .title, into frame: inout Frame
    ) {
        let width = frame.size.width
        frame.fill(Rect(x: 0, y: 0, width: width, height: 1), role: .title)
        let asideWidth = CharacterWidth.of(aside)
        let room = asideWidth > 0 ? width - asideWidth - 3 : width - 2
        frame.put(TextFit.cut(title, to: max(0, room)), x: 1, y: 0, role: .title)
        if asideWidth > 0, asideWidth + 1 < width {
            frame.put(aside, x: width - 1 - asideWidth, y: 0, role: asideRole)
        }
    }

    /// A line across the screen with a title in it.
    func drawRule(_ title: String, y: Int, role: Role, into frame: inout Frame) {
        let width = frame.size.width
        frame.fill(
            Rect(x: 0, y: y, width: width, height: 1), options.isASCII ? "-" : "─", role: role)
        if !title.isEmpty {
            frame.put(" " + TextFit.cut(title, to: width - 6) + " ", x: 1, y: y, role: role)
        }
    }

    /// The status in the line before the last.
    func drawScreenStatus(into frame: inout Frame) {
        drawStatusBar(y: frame.size.height - 2, into: &frame)
    }

    /// A line of text being typed, in the line before the last, with what it is for.
    func drawTyping(_ field: TextField, label: String, into frame: inout Frame) {
        let y = frame.size.height - 2
        let width = frame.size.width
        frame.fill(Rect(x: 0, y: y, width: width, height: 1), role: .status)
        let used = frame.put(" \(label) ", x: 0, y: y, role: .status)
        drawField(field, Rect(x: used, y: y, width: width - used - 1, height: 1), into: &frame)
    }

    /// A text field of one row, scrolled so that its cursor is seen; the terminal's cursor goes
    /// there.
    func drawField(_ field: TextField, _ rect: Rect, into frame: inout Frame) {
        guard rect.width > 1 else { return }
        frame.fill(rect, role: .input)
        let before = String(field.shown.prefix(field.cursor))
        let room = rect.width - 1
        let tail = CharacterWidth.of(before) > room ? TextFit.cutStart(before, to: room) : before
        let role: Role = field.isSelected ? .inputSelection : .input
        let used = frame.put(tail, x: rect.x, y: rect.y, role: role, limit: rect.width)
        frame.put(
            String(field.shown.dropFirst(field.cursor)), x: rect.x + used, y: rect.y, role: role,
            limit: rect.width - used)
        frame.cursor = Point(x: rect.x + used, y: rect.y)
    }

    /// Between a fact and its explanation.
    var dash: String { options.isASCII ? "-" : "—" }
    /// From a source to a target.
    var arrow: String { options.isASCII ? "->" : "→" }
}
