import Terminal

/// Where the main screen has what, for drawing and for the mouse.
struct MainLayout {
    let left: Rect
    let right: Rect
    /// What is under the cursor, where the user wants to see it: a third pane in a wide terminal, else
    /// in the place of the pane that has not the keyboard.
    let preview: Rect?
    /// The pane that is not seen: the preview has its place, or the screen shows one at a time.
    private let hidden: Side?
    /// Their title line included; nil where there is nothing to show, or no room.
    let transfers: Rect?
    let log: Rect?
    let statusRow: Int
    let keyRow: Int

    /// Columns from which three panes stand side by side.
    static let wideWidth = 130

    /// Rows of the transfers' strip, its title not counted.
    static let transferLimit = 6

    init(_ workspace: Workspace) {
        let (width, height) = (workspace.size.width, workspace.size.height)
        keyRow = height - 1
        statusRow = height - 2
        let rest = max(0, height - 3)
        let panesLeast = max(8, rest * 3 / 5)
        var room = max(0, rest - panesLeast)
        var transferRows = 0
        let wanted = min(MainLayout.transferLimit, workspace.queue.unfinishedCount)
        // The log keeps a line under its title.
        if wanted > 0, room >= 4 { transferRows = min(wanted, room - 3) }
        if transferRows > 0 { room -= transferRows + 1 }
        let logWanted = height < 20 ? 1 : height < 40 ? 2 : height < 60 ? 3 : 4
        let logRows = room >= 2 ? min(logWanted, room - 1) : 0
        let logHeight = logRows > 0 ? logRows + 1 : 0
        let transferHeight = transferRows > 0 ? transferRows + 1 : 0
        let paneHeight = max(0, rest - logHeight - transferHeight)
        let isWide = workspace.preview != nil && width >= MainLayout.wideWidth
        let panes = isWide ? width * 2 / 3 : width
        let other = workspace.panes.focus.other
        if workspace.options.isPlain {
            // What is read out goes line by line: beside a pane there is nothing, and the preview is below it.
            // A pane has at least two rows of names: without room for more there is no preview.
            let below = workspace.preview == nil || paneHeight < 9 ? 0 : paneHeight / 2
            let shown = max(min(paneHeight, 6), paneHeight - below)
            left = Rect(x: 0, y: 1, width: width, height: shown)
            right = left
            hidden = other
            preview =
                paneHeight - shown < 3
                ? nil : Rect(x: 0, y: 1 + shown, width: width, height: paneHeight - shown)
        } else {
            left = Rect(x: 0, y: 1, width: panes / 2, height: paneHeight)
            right = Rect(x: panes / 2, y: 1, width: panes - panes / 2, height: paneHeight)
            hidden = workspace.preview != nil && !isWide ? other : nil
            preview =
                workspace.preview == nil
                ? nil
                : isWide
                    ? Rect(x: panes, y: 1, width: width - panes, height: paneHeight)
                    : other == .left ? left : right
        }
        transfers =
            transferHeight > 0
            ? Rect(x: 0, y: 1 + paneHeight, width: width, height: transferHeight) : nil
        log =
            logHeight > 0
            ? Rect(x: 0, y: 1 + paneHeight + transferHeight, width: width, height: logHeight) : nil
    }

    /// Whether a pane is not seen now.
    func isHidden(_ side: Side) -> Bool { side == hidden }

    subscript(side: Side) -> Rect { side == .left ? left : right }

    /// A pane's rows of names: without its frame, its header and its detail line.
    func list(_ side: Side) -> Rect { MainLayout.list(in: self[side]) }

    /// Rows of names that a pane shows; at least one.
    func listHeight(_ side: Side) -> Int { max(1, list(side).height) }

    /// The rows of names of a pane in a place.
    static func list(in rect: Rect) -> Rect {
        Rect(x: rect.x + 1, y: rect.y + 2, width: rect.width - 2, height: rect.height - 4)
    }
}
