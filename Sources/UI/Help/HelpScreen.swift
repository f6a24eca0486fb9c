import Terminal

extension Model {
    mutating func openHelp(from screen: Screen) -> [Effect] {
        help = HelpState()
        help.origin = screen == .help ? .main : screen
        return []
    }

    mutating func interceptInHelp(_ key: Key) -> [Effect]? {
        guard var field = help.typing else { return nil }
        switch key.code {
        case .escape:
            help.typing = nil
        case .enter:
            help.typing = nil
            help.searched = field.text.lowercased()
            help.match = nil
            return findInHelp(by: 1)
        default:
            _ = field.handle(key)
            help.typing = field
        }
        return []
    }

    mutating func pasteInHelp(_ text: String) -> [Effect] {
        help.typing?.insert(text)
        return []
    }

    mutating func performInHelp(_ action: Action) -> [Effect]? {
        let height = screenBody.height
        switch action {
        case .up: scrollHelp(to: help.top - 1)
        case .down: scrollHelp(to: help.top + 1)
        case .pageUp: scrollHelp(to: help.top - height)
        case .pageDown: scrollHelp(to: help.top + height)
        case .halfUp: scrollHelp(to: help.top - height / 2)
        case .halfDown: scrollHelp(to: help.top + height / 2)
        case .top: scrollHelp(to: 0)
        case .bottom: scrollHelp(to: .max)
        case .enter: break
        case .find: help.typing = TextField(help.searched, isSelected: true)
        case .findNext: return findInHelp(by: 1)
        case .findPrevious: return findInHelp(by: -1)
        case .cancel, .help: return show(help.origin)
        default: return nil
        }
        return []
    }

    private mutating func scrollHelp(to row: Int) {
        let last = max(0, HelpLine.all(of: keymap).count - screenBody.height)
        help.top = max(0, min(row, last))
    }

    private mutating func findInHelp(by step: Int) -> [Effect] {
        guard !help.searched.isEmpty else { return refuse("Nothing was searched for yet.") }
        let lines = HelpLine.all(of: keymap)
        let start = help.match ?? (step > 0 ? help.top - 1 : help.top)
        for distance in 1...max(1, lines.count) {
            let row = ((start + step * distance) % lines.count + lines.count) % lines.count
            guard lines[row].holds(help.searched) else { continue }
            help.match = row
            if row < help.top || row >= help.top + screenBody.height {
                scrollHelp(to: row - screenBody.height / 3)
            }
            return []
        }
        help.match = nil
        return refuse("'\(help.searched)' is nowhere on this page.")
    }

    mutating func takeMouseInHelp(_ mouse: Mouse) -> [Effect] {
        if let action = keyHint(at: mouse) { return perform(action) }
        switch mouse.button {
        case .wheelUp: scrollHelp(to: help.top - 3)
        case .wheelDown: scrollHelp(to: help.top + 3)
        default: break
        }
        return []
    }
}
