import Files
import Terminal
import Words

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
        for page in menu.pages {
            let text = " \(page.title) "
            titles.append((text, x))
            x += CharacterWidth.of(text)
        }
        // Where other languages need more than the screen has, the open menu is seen with those before it.
        let end = titles.indices.contains(menu.page + 1) ? titles[menu.page + 1].x : x
        let hidden = max(0, end - workspace.size.width)
        titles = titles.map { (text: $0.text, x: $0.x - hidden) }
        self.titles = titles
        let entries = menu.entries
        let longest = entries.map { entry in
            let text = MenuLayout.text(of: entry, in: workspace)
            let marks = menu.refusal(of: entry) == nil ? 0 : 2
            return CharacterWidth.of(text) + marks + 3
                + CharacterWidth.of(MenuLayout.key(of: entry, workspace))
        }
        let width = min(workspace.size.width, (longest.max() ?? 0) + 4)
        let height = min(entries.count + 2, max(3, workspace.size.height - 3))
        let start = titles.indices.contains(menu.page) ? titles[menu.page].x : 0
        box = Rect(
            x: max(0, min(start, workspace.size.width - width)), y: 1, width: width, height: height)
        list = Rect(x: box.x + 2, y: box.y + 1, width: width - 4, height: height - 2)
        top = menu.list.shown(count: entries.count, height: list.height).top
    }

    /// What an entry says.
    static func text(of entry: MenuPage.Entry) -> String {
        switch entry {
        case .action(let action), .inPane(_, let action): TitleCase.make(action.title)
        case .theme(let name): tr("Theme: \(VisibleText.make(name))")
        case .separator: ""
        }
    }

    /// The same, with a mark at the theme that is in use.
    static func text(of entry: MenuPage.Entry, in workspace: Workspace) -> String {
        let text = text(of: entry)
        guard case .theme(let name) = entry else { return text }
        let isInUse = name == workspace.options.theme
        if workspace.options.isPlain { return text + (isInUse ? " " + tr("(in use)") : "") }
        return (isInUse ? "* " : "  ") + text
    }

    /// The key that does the same on the screen below; empty where there none does.
    static func key(of entry: MenuPage.Entry, _ workspace: Workspace) -> String {
        guard let action = entry.action else { return "" }
        return workspace.keymap.labels(for: action, in: workspace.context).first ?? ""
    }
}
