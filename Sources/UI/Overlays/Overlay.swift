import Terminal

/// What lies over the screen and its dialogs and has the keyboard until it is closed: the menu, the
/// palette. A new one is told to the model by its line in `Overlays`.
protocol Overlay: Sendable {
    /// The action that opens it from every screen.
    static var opener: Action { get }

    /// It lies over `screen` from now on, as if it were new but for what it keeps between times.
    mutating func opened(over screen: any Screen, _ workspace: Workspace)

    /// It is no longer seen: what was typed into it is let go of.
    mutating func closed()

    /// A key; one that is for nothing in it changes nothing.
    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply

    /// The mouse, wherever it is.
    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> DialogReply

    /// Text that was pasted, as one text for its field; nowhere where there is none.
    mutating func paste(_ text: String)

    /// An answer from the Engine; whether it was for what this one asked.
    mutating func take(_ message: Message) -> Bool

    /// Draws it over what is there.
    func draw(_ workspace: Workspace, into frame: inout Frame)
}

extension Overlay {
    mutating func closed() {}

    mutating func paste(_ text: String) {}

    mutating func take(_ message: Message) -> Bool { false }
}
