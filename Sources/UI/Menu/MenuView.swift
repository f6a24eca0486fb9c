import Terminal

/// Where the menu has what, for drawing and for the mouse.
struct MenuLayout {
    /// The bar's words and their columns.
    let titles: [(text: String, x: Int)]
    let box: Rect
    let list: Rect
    /// The first entry shown.
    let top: Int

    init(_ state: MenuState, _ model: Model) {
        var x = 1
        var titles: [(text: String, x: Int)] = []
        for group in Action.Group.allCases {
            let text = " \(group.menuTitle) "
            titles.append((text, x))
            x += text.count
        }
        self.titles = titles
        let actions = state.actions
        let longest = actions.map { action in
            let keys = model.keymap.labels(for: action, in: action.context)
            return CharacterWidth.of(action.title) + 3 + CharacterWidth.of(keys.first ?? "")
        }
        let width = min(model.size.width, (longest.max() ?? 0) + 4)
        let height = min(actions.count + 2, max(3, model.size.height - 2))
        let start = titles.indices.contains(state.group) ? titles[state.group].x : 0
        box = Rect(
            x: max(0, min(start, model.size.width - width)), y: 1, width: width, height: height)
        list = Rect(x: box.x + 2, y: box.y + 1, width: width - 4, height: height - 2)
        var scroll = state.scroll
        scroll.move(to: scroll.cursor, count: actions.count, height: list.height)
        top = scroll.top
    }
}

extension MenuState {
    /// Those of the open group.
    var actions: [Action] {
        let groups = Action.Group.allCases
        return groups.indices.contains(group) ? groups[group].actions : []
    }

    var current: Action? {
        actions.indices.contains(scroll.cursor) ? actions[scroll.cursor] : nil
    }
}

extension Model {
    /// The menu: a bar at the top and the open group's actions below it.
    func drawMenu(into frame: inout Frame) {
        guard let menu else { return }
        let layout = MenuLayout(menu, self)
        frame.fill(Rect(x: 0, y: 0, width: size.width, height: 1), role: .menu)
        for (number, title) in layout.titles.enumerated() {
            frame.put(
                title.text, x: title.x, y: 0, role: number == menu.group ? .menuCursor : .menu)
        }
        drawBox(layout.box, title: "", into: &frame)
        let shown = menu.actions.dropFirst(layout.top).prefix(layout.list.height)
        for (row, action) in shown.enumerated() {
            drawAction(
                action,
                Rect(x: layout.list.x, y: layout.list.y + row, width: layout.list.width, height: 1),
                isSelected: layout.top + row == menu.scroll.cursor, showsName: false, into: &frame)
        }
        frame.cursor = nil
    }
}
