import Terminal

/// What fills the terminal, one at a time: the panes, the queue, the log … It keeps what only it
/// needs, is lent what all share for as long as it takes something in, and asks for everything else
/// with an `Outcome`. A new one is told to the model by its line in `Screens`.
protocol Screen: Sendable {
    /// Names it.
    static var id: ScreenID { get }

    /// Where its keys are looked up.
    static var context: Keymap.Context { get }

    /// The action that shows it from every screen, and on it goes back to the panes; nil where
    /// `performElsewhere` says how it is opened.
    static var opener: Action? { get }

    /// The actions that mean something here alone: the menu and the palette come here for them. The
    /// menu opens at the first group.
    static var groups: [Action.Group] { get }

    /// The keys that its last line names, the most wanted first.
    var hints: [KeyHint] { get }

    /// Whether a letter is typed into a field now rather than looked up.
    var takesLetters: Bool { get }

    /// Whether a line is being typed that no question may interrupt.
    var isTyping: Bool { get }

    /// Why it cannot be shown now: a sentence; nil where it can.
    var refusal: String? { get }

    /// Why an action cannot be done here now: a sentence for the menu; nil where it can, or where only
    /// trying tells.
    func refusal(of action: Action, _ workspace: Workspace) -> String?

    /// It fills the terminal from now on, instead of another.
    mutating func opened(from other: ScreenID, _ workspace: inout Workspace) -> Outcome

    /// The panes are shown: what is of no use behind them is let go of.
    mutating func closed() -> Outcome

    /// Another screen was called for: a line that is being typed is over.
    mutating func endTyping()

    /// A key before the keymap sees it, for a field that is open; nil where it is for the keymap.
    mutating func intercept(_ key: Key, _ workspace: inout Workspace) -> Outcome?

    /// A key that the keymap knows nothing of; nil where it means nothing here either.
    mutating func takeUnbound(_ key: Key, _ workspace: inout Workspace) -> Outcome?

    /// An action; nil where it means here what it means everywhere.
    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome?

    /// An action that the screen on top, which may be this one, has no meaning of its own for; nil
    /// where it has nothing to do with this screen.
    mutating func performElsewhere(
        _ action: Action, isOnTop: Bool, _ workspace: inout Workspace
    ) -> Outcome?

    /// Text that was pasted, as one text for the field that is open.
    mutating func paste(_ text: String, _ workspace: inout Workspace) -> Outcome

    /// The mouse, above the last line's keys.
    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome

    /// What happened; nil where it has nothing to do with this screen. Every screen is told, on top
    /// or not.
    mutating func take(_ message: Message, _ workspace: inout Workspace) -> Outcome?

    /// Something may have changed: keeps cursors on their rows, and inside of what there is.
    mutating func adjust(isOnTop: Bool, _ workspace: inout Workspace)

    /// Draws it as it is now.
    func draw(_ workspace: Workspace, into frame: inout Frame)
}

extension Screen {
    static var context: Keymap.Context { .list }
    static var opener: Action? { nil }
    static var groups: [Action.Group] { [] }
    var hints: [KeyHint] { [] }
    var takesLetters: Bool { false }
    var isTyping: Bool { false }
    var refusal: String? { nil }

    func refusal(of action: Action, _ workspace: Workspace) -> String? { nil }

    mutating func opened(from other: ScreenID, _ workspace: inout Workspace) -> Outcome { .nothing }

    mutating func closed() -> Outcome { .nothing }

    mutating func endTyping() {}

    mutating func intercept(_ key: Key, _ workspace: inout Workspace) -> Outcome? { nil }

    mutating func takeUnbound(_ key: Key, _ workspace: inout Workspace) -> Outcome? { nil }

    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? { nil }

    mutating func performElsewhere(
        _ action: Action, isOnTop: Bool, _ workspace: inout Workspace
    ) -> Outcome? {
        guard let opener = Self.opener, action == opener else { return nil }
        return .show(isOnTop ? .main : Self.id)
    }

    mutating func paste(_ text: String, _ workspace: inout Workspace) -> Outcome { .nothing }

    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome { .nothing }

    mutating func take(_ message: Message, _ workspace: inout Workspace) -> Outcome? { nil }

    mutating func adjust(isOnTop: Bool, _ workspace: inout Workspace) {}

    /// The keys in its last line, where they stand.
    func keyHints(_ workspace: Workspace) -> KeyHints {
        KeyHints(hints, context: Self.context, takesLetters: takesLetters, workspace)
    }

    /// Draws the last two lines: the field that is open, else the status, and the keys.
    func drawFoot(
        typing: (field: TextField, label: String)? = nil, _ workspace: Workspace,
        into frame: inout Frame
    ) {
        if let typing {
            frame.drawTyping(typing.field, label: typing.label)
        } else {
            StatusBar(workspace).draw(y: frame.size.height - 2, into: &frame)
        }
        keyHints(workspace).draw(into: &frame)
    }
}
