import Terminal

/// A box over the screen that has the keyboard until it is closed.
protocol Dialog: Sendable {
    /// What it shows now.
    func box(in workspace: Workspace) -> DialogBox

    /// Whether an answer can trust somebody, give a secret away, or destroy something: keys that
    /// were typed for something else must not give it.
    var isGrave: Bool { get }

    /// Whether this key would do so now, where others do not: they need no rest of the keyboard.
    func isGraveAnswer(_ key: Key) -> Bool

    /// Of those that wait to be presented, the one with the higher precedence comes first.
    static var precedence: Int { get }

    /// A key; those that are for no field and no choice change nothing.
    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply

    /// Text that was pasted, as one text for its field; nowhere where there is none.
    mutating func paste(_ text: String)

    /// A press on one of its options, counted from the top.
    mutating func press(option: Int, _ workspace: inout Workspace) -> DialogReply

    /// A press on one of its fields, counted from the top.
    mutating func press(field: Int, _ workspace: inout Workspace) -> DialogReply

    /// The wheel, by so many rows; negative is up.
    mutating func turn(by rows: Int)

    /// Whether a press outside of it closes it, as Esc does: it has neither buttons nor words on keys.
    var closesOutside: Bool { get }

    /// A press on the first of its buttons, or on the other one.
    mutating func press(isFirstButton: Bool, _ workspace: inout Workspace) -> DialogReply

    /// An answer to what it asked the Engine for.
    mutating func take(_ message: Message)

    /// Takes in another that waits for the same answer; false where that is about something else.
    /// `isOpen` says whether this one can be seen already.
    mutating func merge(_ other: any Dialog, isOpen: Bool) -> Bool

    /// Whether what it asks has been settled some other way, so that it closes by itself.
    func isOver(in workspace: Workspace) -> Bool
}

/// What becomes of a dialog or an overlay that has taken something in.
enum DialogReply: Sendable {
    /// It stays open, and this is done.
    case goesOn(Outcome)
    /// It is closed, and this is done.
    case closes(Outcome)

    /// It stays open, and nothing comes of it.
    static let stays = DialogReply.goesOn(.nothing)
    /// It is closed, and nothing comes of it.
    static let cancelled = DialogReply.closes(.nothing)
}

extension Dialog {
    var isGrave: Bool { false }

    func isGraveAnswer(_ key: Key) -> Bool { isGrave }

    static var precedence: Int { 0 }

    var closesOutside: Bool { false }

    mutating func paste(_ text: String) {}

    mutating func press(option: Int, _ workspace: inout Workspace) -> DialogReply { .stays }

    mutating func press(field: Int, _ workspace: inout Workspace) -> DialogReply { .stays }

    mutating func turn(by rows: Int) {}

    mutating func press(isFirstButton: Bool, _ workspace: inout Workspace) -> DialogReply {
        take(Key(isFirstButton ? "y" : "n"), &workspace)
    }

    mutating func take(_ message: Message) {}

    mutating func merge(_ other: any Dialog, isOpen: Bool) -> Bool { false }

    func isOver(in workspace: Workspace) -> Bool { false }
}

extension Key {
    /// Whether it closes any dialog.
    var closesDialog: Bool {
        self == Key(.escape) || self == Key(.character("g"), .control)
            || self == Key(.character("c"), .control)
    }
}
