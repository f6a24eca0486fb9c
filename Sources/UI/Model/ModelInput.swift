import Files
import Terminal
import Words

/// Keys, pastes and the mouse go to what lies on top.
extension Model {
    mutating func take(_ event: Event) -> Outcome {
        switch event {
        case .key(let key):
            return take(key)
        case .paste(let text):
            return paste(text)
        case .mouse(let button, let point, let isPress, let modifiers):
            var mouse = Mouse(button: button, point: point, isPress: isPress, modifiers: modifiers)
            presses.note(&mouse, at: workspace.instant)
            return take(mouse)
        case .background(let shade):
            return workspace.options.take(shade)
        case .resize(let size):
            workspace.size = Size(
                width: max(0, min(size.width, 2_000)), height: max(0, min(size.height, 2_000)))
            if !workspace.isLargeEnough { dialogs.noteHidden() }
            return .nothing
        }
    }

    /// Whether the dialog on top, or what is below where none is open, is to hear of what was typed:
    /// nothing but Esc and what does no harm before the keyboard has rested.
    private mutating func dialogTakes(_ key: Key?) -> Bool {
        dialogs.noteTyping(at: workspace.instant)
        if dialogs.takesKeys || key == Key(.escape) { return true }
        if let key, dialogs.takesAtOnce(key) { return true }
        workspace.status.show(
            dialogs.isEmpty
                ? tr("The question had already closed, so your input was ignored.")
                : tr("You answered too soon after the question appeared; answer it again."))
        return false
    }

    private mutating func take(_ key: Key) -> Outcome {
        if isRedraw(key) {
            dialogs.noteTyping(at: workspace.instant)
            return .perform(.redraw)
        }
        if !overlays.isEmpty { return overlays.take(key, &workspace) }
        guard dialogTakes(key) else { return .nothing }
        if !dialogs.isEmpty { return dialogs.take(key, &workspace) }
        // A field that is open takes letters before the keymap sees them.
        if workspace.pendingKeys.isEmpty,
            let outcome = screens.top.intercept(key, &workspace)
        {
            return outcome
        }
        let keys = workspace.pendingKeys + [key]
        switch workspace.keymap.lookup(keys, in: workspace.context) {
        case .action(let action):
            workspace.pendingKeys = []
            return .perform(action)
        case .prefix:
            workspace.pendingKeys = keys
            return .nothing
        case .nothing:
            let wasSequence = !workspace.pendingKeys.isEmpty
            workspace.pendingKeys = []
            // The key that ends a sequence which means nothing is spent with it.
            if !wasSequence, let outcome = screens.top.takeUnbound(key, &workspace) {
                return outcome
            }
            if key != Key(.escape) { sayUnbound(keys) }
            return .nothing
        }
    }

    /// Says that keys do nothing here, and which key shows those that do.
    private mutating func sayUnbound(_ keys: [Key]) {
        let label = KeySequence(keys)?.label ?? ""
        let help = workspace.keymap.labels(for: .help, in: workspace.context).first
        workspace.status.show(
            tr("\(label) does nothing here."), hint: help.map { tr("\($0): show the keys") })
    }

    /// Repairing the screen changes nothing of what is open; a letter may be meant for a field.
    private func isRedraw(_ key: Key) -> Bool {
        if case .character = key.code, key.modifiers.isEmpty { return false }
        return workspace.pendingKeys.isEmpty
            && workspace.keymap.lookup([key], in: workspace.context) == .action(.redraw)
    }

    private mutating func paste(_ text: String) -> Outcome {
        if !overlays.isEmpty {
            overlays.paste(text)
        } else if dialogTakes(nil) {
            if dialogs.isEmpty { return screens.top.paste(text, &workspace) }
            dialogs.paste(text)
        }
        return .nothing
    }

    private mutating func take(_ mouse: Mouse) -> Outcome {
        if !overlays.isEmpty { return overlays.take(mouse, &workspace) }
        if !dialogs.isEmpty {
            guard mouse.isPress else { return .nothing }
            return dialogTakes(nil) ? dialogs.take(mouse, &workspace) : .nothing
        }
        if let action = screens.top.keyHints(workspace).action(at: mouse) {
            return .perform(action)
        }
        return screens.top.take(mouse, &workspace)
    }
}
