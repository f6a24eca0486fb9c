import Terminal

extension Frame {
    /// An action's title, its name where there is room, and its key at the right.
    mutating func drawAction(
        _ action: Action, _ rect: Rect, isSelected: Bool, showsName: Bool = true, _ keymap: Keymap
    ) {
        let role: Role = isSelected ? .menuCursor : .menu
        fill(rect, role: role)
        let key = keymap.labels(for: action, in: action.context).first ?? ""
        let keyWidth = CharacterWidth.of(key)
        var room = rect.width - keyWidth - 1
        let used = put(
            TextFit.cut(action.title, to: max(0, room)), x: rect.x, y: rect.y, role: role)
        room -= used + 2
        if showsName, room >= action.rawValue.count, rect.width >= 60 {
            put(
                action.rawValue, x: rect.x + max(used + 2, 44), y: rect.y,
                role: isSelected ? role : .menuKey, limit: max(0, rect.width - keyWidth - 46))
        }
        put(
            key, x: rect.maxX - keyWidth, y: rect.y, role: isSelected ? role : .menuKey)
    }
}

extension Action {
    /// Where its keys are looked up for showing.
    var context: Keymap.Context {
        switch group {
        case .queue: .queue
        case .log: .log
        case .viewer: .viewer
        case .raw: .raw
        case .sites: .sites
        case .moving, .marking, .showing, .tabs, .files, .screens: .pane
        }
    }
}
