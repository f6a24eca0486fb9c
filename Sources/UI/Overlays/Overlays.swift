import Terminal

/// Everything that may lie over the screen and its dialogs, and which of it does; never more than
/// one.
struct Overlays: Sendable {
    private var all: [any Overlay] = [
        Menu(),
        Palette(),
    ]
    private var position: Int?

    /// The one that has the keyboard; nil while none is open.
    var top: (any Overlay)? { position.map { all[$0] } }

    var isEmpty: Bool { position == nil }

    /// An overlay by its type, open or not; nil where it is not among them.
    subscript<Kind: Overlay>(kind: Kind.Type) -> Kind? {
        all.lazy.compactMap { $0 as? Kind }.first
    }

    /// Opens the one that `action` opens, instead of another; false where it opens none.
    mutating func open(
        for action: Action, over screen: any Screen, _ workspace: Workspace
    ) -> Bool {
        guard let place = all.firstIndex(where: { type(of: $0).opener == action }) else {
            return false
        }
        if let position { all[position].closed() }
        all[place].opened(over: screen, workspace)
        position = place
        return true
    }

    // MARK: Input

    /// A key for the one that is open.
    mutating func take(_ key: Key, _ workspace: inout Workspace) -> Outcome {
        guard let position else { return .nothing }
        return outcome(of: all[position].take(key, &workspace))
    }

    /// The mouse, for the one that is open.
    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome {
        guard let position else { return .nothing }
        return outcome(of: all[position].take(mouse, &workspace))
    }

    /// Text pasted into the one that is open.
    mutating func paste(_ text: String) {
        guard let position else { return }
        all[position].paste(text)
    }

    /// An answer from the Engine; whether the one that is open asked for it.
    mutating func take(_ message: Message) -> Bool {
        guard let position else { return false }
        return all[position].take(message)
    }

    private mutating func outcome(of reply: DialogReply) -> Outcome {
        switch reply {
        case .goesOn(let outcome):
            return outcome
        case .closes(let outcome):
            if let position { all[position].closed() }
            position = nil
            return outcome
        }
    }

    /// Draws the one that is open over what is there.
    func draw(_ workspace: Workspace, into frame: inout Frame) {
        top?.draw(workspace, into: &frame)
    }
}
