import Files
import Terminal

/// A press, a release or a turn of the wheel at a cell.
struct Mouse: Hashable, Sendable {
    var button: Event.MouseButton
    var point: Point
    var isPress: Bool
    var modifiers: Key.Modifiers
    /// The second press at the same cell within half a second.
    var isDouble = false
}

extension Model {
    mutating func take(_ event: Event) -> [Effect] {
        switch event {
        case .key(let key):
            return take(key)
        case .paste(let text):
            return paste(text)
        case .mouse(let button, let point, let isPress, let modifiers):
            return take(
                Mouse(button: button, point: point, isPress: isPress, modifiers: modifiers))
        case .resize(let size):
            self.size = Size(
                width: max(0, min(size.width, 2_000)), height: max(0, min(size.height, 2_000)))
            keepCursorsVisible()
            if !isLargeEnough { dialogs.noteHidden() }
            return []
        }
    }

    /// Whether the dialog on top is to hear of what was typed: nothing but Esc before the keyboard
    /// has rested.
    private mutating func dialogTakes(_ key: Key?) -> Bool {
        dialogs.noteTyping(at: instant)
        return dialogs.takesKeys || key == Key(.escape)
    }

    /// Where the keys of the screen are looked up.
    package var context: Keymap.Context {
        switch screen {
        case .main: .pane
        case .queue: .queue
        case .log: .log
        case .viewer: .viewer
        case .share: .share
        case .raw: .raw
        case .sites, .help: .list
        }
    }

    private mutating func take(_ key: Key) -> [Effect] {
        if isRedraw(key) {
            dialogs.noteTyping(at: instant)
            return perform(.redraw)
        }
        if palette != nil { return takeKeyInPalette(key) }
        if menu != nil { return takeKeyInMenu(key) }
        if !dialogs.isEmpty { return dialogTakes(key) ? takeKeyInDialog(key) : [] }
        // A field that is open takes letters before the keymap sees them.
        if pendingKeys.isEmpty, let effects = intercept(key) { return effects }
        let keys = pendingKeys + [key]
        switch keymap.lookup(keys, in: context) {
        case .action(let action):
            pendingKeys = []
            return perform(action)
        case .prefix:
            pendingKeys = keys
            return []
        case .nothing:
            let wasSequence = !pendingKeys.isEmpty
            pendingKeys = []
            // The key that ends a sequence which means nothing is spent with it.
            return wasSequence ? [] : takeUnbound(key)
        }
    }

    /// Repairing the screen changes nothing of what is open; a letter may be meant for a field.
    private func isRedraw(_ key: Key) -> Bool {
        if case .character = key.code, key.modifiers.isEmpty { return false }
        return pendingKeys.isEmpty && keymap.lookup([key], in: context) == .action(.redraw)
    }

    private mutating func intercept(_ key: Key) -> [Effect]? {
        switch screen {
        case .main: interceptInPane(key)
        case .queue: interceptInQueue(key)
        case .log: interceptInLog(key)
        case .viewer: interceptInViewer(key)
        case .share: nil
        case .sites: interceptInSites(key)
        case .help: interceptInHelp(key)
        case .raw: interceptInRaw(key)
        }
    }

    private mutating func paste(_ text: String) -> [Effect] {
        if palette != nil { return pasteInPalette(text) }
        if menu != nil { return [] }
        if !dialogs.isEmpty { return dialogTakes(nil) ? pasteInDialog(text) : [] }
        switch screen {
        case .main: return pasteInPane(text)
        case .queue: return pasteInQueue(text)
        case .log: return pasteInLog(text)
        case .viewer: return pasteInViewer(text)
        case .share: return []
        case .sites: return pasteInSites(text)
        case .help: return pasteInHelp(text)
        case .raw: return pasteInRaw(text)
        }
    }

    private mutating func take(_ mouse: Mouse) -> [Effect] {
        var mouse = mouse
        if mouse.isPress, mouse.button == .left {
            mouse.isDouble =
                lastPress.map {
                    $0.point == mouse.point && instant.seconds(since: $0.at) < 0.5
                } ?? false
            lastPress = mouse.isDouble ? nil : Press(point: mouse.point, at: instant)
        }
        if palette != nil { return takeMouseInPalette(mouse) }
        if menu != nil { return takeMouseInMenu(mouse) }
        if !dialogs.isEmpty {
            guard mouse.isPress else { return [] }
            return dialogTakes(nil) ? takeMouseInDialog(mouse) : []
        }
        if mouse.isPress, mouse.button == .left, let action = keyBarAction(at: mouse.point) {
            pendingKeys = []
            return perform(action)
        }
        switch screen {
        case .main: return takeMouseInPane(mouse)
        case .queue: return takeMouseInQueue(mouse)
        case .log: return takeMouseInLog(mouse)
        case .viewer: return takeMouseInViewer(mouse)
        case .share: return takeMouseInShare(mouse)
        case .sites: return takeMouseInSites(mouse)
        case .help: return takeMouseInHelp(mouse)
        case .raw: return takeMouseInRaw(mouse)
        }
    }
}
