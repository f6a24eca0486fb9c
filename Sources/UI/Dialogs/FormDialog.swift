import Terminal

/// A dialog of several rows, one of which has the focus, with its buttons below them.
protocol FormDialog: Dialog {
    associatedtype Focus: Equatable

    var focus: Focus { get set }

    /// What can be focused, from top to bottom; Enter on the last one closes it, and nothing comes of it.
    var focuses: [Focus] { get }

    /// Enter anywhere else.
    mutating func submit(_ workspace: inout Workspace) -> DialogReply

    /// A key for what has the focus.
    mutating func takeInFocus(_ key: Key) -> DialogReply
}

extension FormDialog {
    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        if key.closesDialog { return .cancelled }
        switch (key.code, key.modifiers) {
        case (.enter, []):
            return focus == focuses.last ? .cancelled : submit(&workspace)
        case (.tab, []), (.down, []):
            moveFocus(by: 1)
        case (.tab, .shift), (.up, []):
            moveFocus(by: -1)
        default:
            return takeInFocus(key)
        }
        return .stays
    }

    private mutating func moveFocus(by step: Int) {
        let focuses = focuses
        guard !focuses.isEmpty else { return }
        let index = focuses.firstIndex(of: focus) ?? 0
        focus = focuses[(index + step + focuses.count) % focuses.count]
    }
}
