import Terminal

/// Draws the menus: the bar, the open one, and why its chosen entry cannot be done.
struct MenuView {
    private let menu: Menu
    private let layout: MenuLayout

    init(_ menu: Menu, _ layout: MenuLayout) {
        self.menu = menu
        self.layout = layout
    }

    func draw(_ workspace: Workspace, into frame: inout Frame) {
        frame.fill(Rect(x: 0, y: 0, width: frame.size.width, height: 1), role: .menu)
        for (number, title) in layout.titles.enumerated() {
            frame.put(
                title.text, x: title.x, y: 0, role: number == menu.page ? .menuCursor : .menu)
        }
        // Which one is open shows in its colour otherwise.
        let title = workspace.options.isPlain ? menu.pages[menu.page].title : ""
        frame.drawBox(layout.box, title: title, workspace.glyphs)
        frame.markMore(
            in: layout.box, above: layout.top > 0,
            below: layout.top + layout.list.height < menu.entries.count, workspace.glyphs)
        let shown = menu.entries.dropFirst(layout.top).prefix(layout.list.height)
        for (row, entry) in shown.enumerated() {
            let rect = Rect(
                x: layout.list.x, y: layout.list.y + row, width: layout.list.width, height: 1)
            draw(entry, rect, isSelected: layout.top + row == menu.list.cursor, workspace, &frame)
        }
        if let refusal = menu.current.flatMap({ menu.refusal(of: $0) }) {
            let y = frame.size.height - 2
            frame.fill(Rect(x: 0, y: y, width: frame.size.width, height: 1), role: .status)
            frame.put(
                TextFit.cut(refusal, to: frame.size.width), x: 0, y: y, role: .titleWarning)
        }
        frame.cursor = nil
    }

    private func draw(
        _ entry: MenuPage.Entry, _ rect: Rect, isSelected: Bool, _ workspace: Workspace,
        _ frame: inout Frame
    ) {
        if entry == .separator {
            let line = String(repeating: workspace.glyphs.horizontal, count: rect.width)
            frame.put(line, x: rect.x, y: rect.y, role: .dialogFrame)
            return
        }
        let isDim = menu.refusal(of: entry) != nil
        let role: Role = isSelected ? .menuCursor : isDim ? .menuKey : .menu
        frame.fill(rect, role: isSelected ? .menuCursor : .menu)
        if isSelected { frame.focus = Point(x: rect.x, y: rect.y) }
        let key = MenuLayout.key(of: entry, workspace)
        let keyWidth = CharacterWidth.of(key)
        // State is never said by colour alone.
        let text = MenuLayout.text(of: entry, in: workspace)
        let shown = isDim ? "(\(text))" : text
        frame.put(
            TextFit.cut(shown, to: max(0, rect.width - keyWidth - 1)), x: rect.x, y: rect.y,
            role: role)
        frame.put(
            key, x: rect.maxX - keyWidth, y: rect.y, role: isSelected ? role : .menuKey)
    }
}
