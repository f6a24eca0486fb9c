import Terminal

/// Where the screen of raw exchanges has what, for drawing and for the mouse.
struct RawLayout {
    let address: Rect
    /// The editor, below its rule; empty for commands.
    let request: Rect
    /// What came, below its rule.
    let reply: Rect

    init(size: Size, kind: RawState.Kind) {
        let bottom = size.height - 2
        guard kind == .requests else {
            address = Rect(x: 0, y: 0, width: 0, height: 0)
            request = address
            reply = Rect(x: 1, y: 1, width: max(1, size.width - 2), height: max(1, bottom - 2))
            return
        }
        address = Rect(x: 1, y: 1, width: max(1, size.width - 2), height: 1)
        let room = max(2, bottom - 4)
        let editor = max(1, min(room - 1, max(4, room * 2 / 5)))
        request = Rect(x: 1, y: 3, width: max(1, size.width - 2), height: editor)
        reply = Rect(
            x: 1, y: 4 + editor, width: max(1, size.width - 2),
            height: max(1, bottom - 4 - editor))
    }
}
