import Terminal

extension Model {
    mutating func openMenu() -> [Effect] {
        palette = nil
        var state = MenuState()
        let group: Action.Group =
            switch screen {
            case .queue: .queue
            case .log: .log
            case .viewer: .viewer
            case .raw: .raw
            case .main: .files
            case .share, .sites, .help: .screens
            }
        state.group = Action.Group.allCases.firstIndex(of: group) ?? 0
        menu = state
        return []
    }

    /// Arrows, Enter and Esc; a key that does something on the screen does it from here as well;
    /// another letter goes to the next entry that starts with it.
    mutating func takeKeyInMenu(_ key: Key) -> [Effect] {
        guard let state = menu else { return [] }
        let count = state.actions.count
        let row = state.scroll.cursor
        switch (key.code, key.modifiers) {
        case (.left, _), (.character("h"), []): openMenuGroup(state.group - 1)
        case (.right, _), (.character("l"), []), (.tab, []): openMenuGroup(state.group + 1)
        case (.up, _), (.character("k"), []): moveMenu(to: row > 0 ? row - 1 : count - 1)
        case (.down, _), (.character("j"), []): moveMenu(to: row < count - 1 ? row + 1 : 0)
        case (.home, _), (.pageUp, _): moveMenu(to: 0)
        case (.end, _), (.pageDown, _): moveMenu(to: count - 1)
        case (.enter, _): return runMenu()
        case (.escape, _), (.function(9), _), (.function(10), _), (.character("q"), []):
            menu = nil
        default:
            return takeHotkey(key)
        }
        return []
    }

    private mutating func takeHotkey(_ key: Key) -> [Effect] {
        guard let state = menu else { return [] }
        if case .action(let action) = keymap.lookup([key], in: context) {
            menu = nil
            return action == .menu || action == .cancel ? [] : perform(action)
        }
        guard case .character(let character) = key.code else { return [] }
        let letter = character.lowercased()
        let count = state.actions.count
        for distance in 1...max(1, count) {
            let row = (state.scroll.cursor + distance) % max(1, count)
            if state.actions[row].title.hasPrefix(letter) {
                moveMenu(to: row)
                break
            }
        }
        return []
    }

    private mutating func openMenuGroup(_ number: Int) {
        let count = Action.Group.allCases.count
        menu?.group = ((number % count) + count) % count
        menu?.scroll = ScrollPosition()
    }

    private mutating func moveMenu(to row: Int) {
        guard let state = menu else { return }
        let height = MenuLayout(state, self).list.height
        menu?.scroll.move(to: row, count: state.actions.count, height: height)
    }

    private mutating func runMenu() -> [Effect] {
        guard let action = menu?.current else { return [] }
        menu = nil
        return performAtItsPlace(action)
    }

    mutating func takeMouseInMenu(_ mouse: Mouse) -> [Effect] {
        guard mouse.isPress, let state = menu else { return [] }
        let layout = MenuLayout(state, self)
        switch mouse.button {
        case .wheelUp: moveMenu(to: state.scroll.cursor - 1)
        case .wheelDown: moveMenu(to: state.scroll.cursor + 1)
        case .left where mouse.point.y == 0:
            let hit = layout.titles.firstIndex {
                mouse.point.x >= $0.x && mouse.point.x < $0.x + $0.text.count
            }
            if let hit { openMenuGroup(hit) } else { menu = nil }
        case .left where layout.list.contains(mouse.point):
            moveMenu(to: layout.top + mouse.point.y - layout.list.y)
            return runMenu()
        case .left, .right, .middle: menu = nil
        }
        return []
    }
}
