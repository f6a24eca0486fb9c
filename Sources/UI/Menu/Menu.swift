import Terminal

/// The pull-down menu over a screen: which group is open, and which of its entries is chosen.
struct Menu: Overlay {
    static let opener = Action.menu

    private(set) var group = 0
    private(set) var list = ListCursor()

    /// At the screen's own group.
    mutating func opened(over screen: any Screen) {
        let own = type(of: screen).groups.first ?? .screens
        group = Action.Group.allCases.firstIndex(of: own) ?? 0
        list = ListCursor()
    }

    /// Those of the open group.
    var actions: [Action] {
        let groups = Action.Group.allCases
        return groups.indices.contains(group) ? groups[group].actions : []
    }

    /// The chosen one.
    var current: Action? {
        actions.indices.contains(list.cursor) ? actions[list.cursor] : nil
    }

    /// Arrows, Enter and Esc; a key that does something on the screen does it from here as well;
    /// another letter goes to the next entry that starts with it.
    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        let count = actions.count
        let row = list.cursor
        switch (key.code, key.modifiers) {
        case (.left, _), (.character("h"), []): open(group - 1)
        case (.right, _), (.character("l"), []), (.tab, []): open(group + 1)
        case (.up, _), (.character("k"), []): move(to: row > 0 ? row - 1 : count - 1, workspace)
        case (.down, _), (.character("j"), []): move(to: row < count - 1 ? row + 1 : 0, workspace)
        case (.home, _), (.pageUp, _): move(to: 0, workspace)
        case (.end, _), (.pageDown, _): move(to: count - 1, workspace)
        case (.enter, _): return run()
        case (.escape, _), (.function(9), _), (.function(10), _), (.character("q"), []):
            return .cancelled
        default:
            return takeHotkey(key, workspace)
        }
        return .stays
    }

    private mutating func takeHotkey(_ key: Key, _ workspace: Workspace) -> DialogReply {
        if case .action(let action) = workspace.keymap.lookup([key], in: workspace.context) {
            return action == .menu || action == .cancel ? .cancelled : .closes(.perform(action))
        }
        guard case .character(let character) = key.code else { return .stays }
        let letter = character.lowercased()
        let count = actions.count
        for distance in 1...max(1, count) {
            let row = (list.cursor + distance) % max(1, count)
            if actions[row].title.hasPrefix(letter) {
                move(to: row, workspace)
                break
            }
        }
        return .stays
    }

    private mutating func open(_ number: Int) {
        let count = Action.Group.allCases.count
        group = ((number % count) + count) % count
        list = ListCursor()
    }

    private mutating func move(to row: Int, _ workspace: Workspace) {
        list.move(to: row, count: actions.count, height: MenuLayout(self, workspace).list.height)
    }

    private func run() -> DialogReply {
        current.map { .closes(.performAtItsPlace($0)) } ?? .stays
    }

    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> DialogReply {
        guard mouse.isPress else { return .stays }
        let layout = MenuLayout(self, workspace)
        switch mouse.button {
        case .wheelUp: move(to: list.cursor - 1, workspace)
        case .wheelDown: move(to: list.cursor + 1, workspace)
        case .left where mouse.point.y == 0:
            let hit = layout.titles.firstIndex {
                mouse.point.x >= $0.x && mouse.point.x < $0.x + $0.text.count
            }
            guard let hit else { return .cancelled }
            open(hit)
        case .left where layout.list.contains(mouse.point):
            move(to: layout.top + mouse.point.y - layout.list.y, workspace)
            return run()
        case .left, .right, .middle: return .cancelled
        }
        return .stays
    }

    /// A bar at the top, and the open group's actions below it.
    func draw(_ workspace: Workspace, into frame: inout Frame) {
        let layout = MenuLayout(self, workspace)
        frame.fill(Rect(x: 0, y: 0, width: frame.size.width, height: 1), role: .menu)
        for (number, title) in layout.titles.enumerated() {
            frame.put(title.text, x: title.x, y: 0, role: number == group ? .menuCursor : .menu)
        }
        frame.drawBox(layout.box, title: "", workspace.glyphs)
        let shown = actions.dropFirst(layout.top).prefix(layout.list.height)
        for (row, action) in shown.enumerated() {
            frame.drawAction(
                action,
                Rect(x: layout.list.x, y: layout.list.y + row, width: layout.list.width, height: 1),
                isSelected: layout.top + row == list.cursor, showsName: false, workspace.keymap)
        }
        frame.cursor = nil
    }
}
