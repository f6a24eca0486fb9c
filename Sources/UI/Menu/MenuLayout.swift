import Terminal

/// Where the menu has what, for drawing and for the mouse.
struct MenuLayout {
    /// The bar's words and their columns.
    let titles: [(text: String, x: Int)]
    let box: Rect
    let list: Rect
    /// The first entry shown.
    let top: Int

    init(_ menu: Menu, _ workspace: Workspace) {
        var x = 1
        var titles: [(text: String, x: Int)] = []
        for group in Action.Group.allCases {
            let text = " \(group.menuTitle) "
            titles.append((text, x))
            x += text.count
        }
        self.titles = titles
        let actions = menu.actions
        let longest = actions.map { action in
            let keys = workspace.keymap.labels(for: action, in: action.context)
            return CharacterWidth.of(action.title) + 3 + CharacterWidth.of(keys.first ?? "")
        }
        let width = min(workspace.size.width, (longest.max() ?? 0) + 4)
        let height = min(actions.count + 2, max(3, workspace.size.height - 2))
        let start = titles.indices.contains(menu.group) ? titles[menu.group].x : 0
        box = Rect(
            x: max(0, min(start, workspace.size.width - width)), y: 1, width: width, height: height)
        list = Rect(x: box.x + 2, y: box.y + 1, width: width - 4, height: height - 2)
        top = menu.list.shown(count: actions.count, height: list.height).top
    }
}
