import Terminal

/// The pull-down menus over a screen: which one is open, and which of its entries is chosen.
struct Menu: Overlay {
    static let opener = Action.menu

    private(set) var pages: [MenuPage] = []
    private(set) var page = 0
    private(set) var list = ListCursor()
    /// Why an action cannot be done now.
    private var refusals: [Action: String] = [:]
    /// The theme that was there when the menu was opened, which comes back unless another is chosen.
    private var theme = ""
    /// What the terminal tells of itself.
    private var options = Workspace.Options()

    mutating func opened(over screen: any Screen, _ workspace: Workspace) {
        let id = type(of: screen).id
        theme = workspace.options.theme
        options = workspace.options
        pages = MenuPage.pages(of: id, themes: workspace.options.themes)
        refusals = [:]
        for action in Set(pages.flatMap(\.entries).compactMap(\.action)) {
            refusals[action] = screen.refusal(of: action, workspace)
        }
        page = MenuPage.first(of: id)
        list = ListCursor()
    }

    /// Those of the open menu.
    var entries: [MenuPage.Entry] { pages.indices.contains(page) ? pages[page].entries : [] }

    /// The chosen one.
    var current: MenuPage.Entry? {
        entries.indices.contains(list.cursor) ? entries[list.cursor] : nil
    }

    /// Why an entry cannot be chosen now; nil where it can.
    func refusal(of entry: MenuPage.Entry) -> String? {
        switch entry {
        case .action(let action): refusals[action]
        // What the other pane could do is not known before it has the keyboard.
        case .inPane, .theme, .separator: nil
        }
    }

    // MARK: Keys

    /// Arrows, Enter and Esc; a key that does something on the screen does it from here as well;
    /// another letter goes to the next entry that it leads to.
    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        switch (key.code, key.modifiers) {
        case (.left, _), (.character("h"), []): return open(page - 1)
        case (.right, _), (.character("l"), []), (.tab, []): return open(page + 1)
        case (.up, _), (.character("k"), []): return step(by: -1, workspace)
        case (.down, _), (.character("j"), []): return step(by: 1, workspace)
        case (.home, _), (.pageUp, _): return move(to: 0, workspace)
        case (.end, _), (.pageDown, _): return move(to: entries.count - 1, workspace)
        case (.enter, _): return run(&workspace)
        case (.escape, _), (.function(9), _), (.function(10), _), (.character("q"), []):
            return cancel
        default:
            return takeHotkey(key, workspace)
        }
    }

    /// It is closed, and the theme is the one from before.
    private var cancel: DialogReply { .closes(previewOver) }

    private var previewOver: Outcome {
        if case .theme(let shown) = current, shown != theme {
            return [.showTheme(options.shownTheme(theme))]
        }
        return .nothing
    }

    private mutating func takeHotkey(_ key: Key, _ workspace: Workspace) -> DialogReply {
        if case .action(let action) = workspace.keymap.lookup([key], in: workspace.context) {
            return action == .menu || action == .cancel
                ? cancel : .closes(previewOver + .perform(action))
        }
        guard case .character(let character) = key.code else { return .stays }
        let letter = character.lowercased()
        let count = entries.count
        for distance in 1...max(1, count) {
            let row = (list.cursor + distance) % max(1, count)
            guard entries.indices.contains(row) else { break }
            if MenuLetter(entries[row]).isMeant(by: letter) {
                return move(to: row, workspace)
            }
        }
        return .stays
    }

    private mutating func open(_ number: Int) -> DialogReply {
        let outcome = previewOver
        let count = max(1, pages.count)
        page = ((number % count) + count) % count
        list = ListCursor()
        return .goesOn(outcome + preview)
    }

    /// Moves past separators, and round at the ends.
    private mutating func step(by step: Int, _ workspace: Workspace) -> DialogReply {
        let count = entries.count
        guard entries.contains(where: { $0 != .separator }) else { return .stays }
        var row = list.cursor
        repeat { row = (row + step + count) % count } while entries[row] == .separator
        return move(to: row, workspace)
    }

    private mutating func move(to row: Int, _ workspace: Workspace) -> DialogReply {
        let over = previewOver
        let height = MenuLayout(self, workspace).list.height
        list.move(to: row, count: entries.count, height: height)
        return .goesOn(preview.steps.isEmpty ? over : preview)
    }

    /// Shows the theme under the cursor.
    private var preview: Outcome {
        if case .theme(let name) = current { return [.showTheme(options.shownTheme(name))] }
        return .nothing
    }

    private mutating func run(_ workspace: inout Workspace) -> DialogReply {
        switch current {
        case .action(let action):
            // Its row says why.
            guard refusals[action] == nil else { return .stays }
            return .closes(.performAtItsPlace(action))
        case .inPane(let side, let action):
            workspace.panes.focus = side
            return .closes(.performAtItsPlace(action))
        case .theme(let name):
            workspace.options.theme = name
            return .closes([.showTheme(options.shownTheme(name)), .keepTheme(name)])
        case .separator, nil:
            return .stays
        }
    }

    // MARK: The mouse

    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> DialogReply {
        guard mouse.isPress else { return .stays }
        let layout = MenuLayout(self, workspace)
        switch mouse.button {
        case .wheelUp: return step(by: -1, workspace)
        case .wheelDown: return step(by: 1, workspace)
        case .left where mouse.point.y == 0:
            let hit = layout.titles.firstIndex {
                mouse.point.x >= $0.x && mouse.point.x < $0.x + CharacterWidth.of($0.text)
            }
            guard let hit else { return cancel }
            return open(hit)
        case .left where layout.list.contains(mouse.point):
            let row = layout.top + mouse.point.y - layout.list.y
            guard entries.indices.contains(row), entries[row] != .separator else { return .stays }
            _ = move(to: row, workspace)
            return run(&workspace)
        case .left, .right, .middle: return cancel
        }
    }

    /// A bar at the top, and the open menu below it.
    func draw(_ workspace: Workspace, into frame: inout Frame) {
        MenuView(self, MenuLayout(self, workspace)).draw(workspace, into: &frame)
    }
}
