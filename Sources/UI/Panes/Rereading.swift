import Files

/// Why a pane reads its directory once more; the cursor and the marks stay on their names.
enum Rereading: Sendable {
    /// The user wants it.
    case wanted
    /// Something has changed there, and nothing is said of it. The cursor goes to a name that has
    /// come by it.
    case changed(cursorOn: Name?)

    /// Asks for the directory; where none could be opened, for that once more.
    func start(in side: Side, _ workspace: inout Workspace) -> Outcome {
        let pane = workspace.panes[side]
        guard !pane.isEmpty else {
            guard var pending = pane.failed?.pending else { return .nothing }
            pending.request = workspace.requests.next()
            pending.since = workspace.instant
            pending.count = 0
            workspace.status.forget(side)
            return workspace.panes.wait(for: pending, side)
        }
        var pending = Pane.Pending(
            request: workspace.requests.next(), site: pane.site, path: pane.path,
            arrangement: pane.arrangement, since: workspace.instant)
        pending.isReread = true
        switch self {
        case .wanted:
            workspace.status.forget(side)
        case .changed(let name):
            pending.isQuiet = true
            pending.cursorName = name
        }
        return workspace.panes.wait(for: pending, side)
    }

    /// Reads again what is due by the clock. What is being marked in a pane, or typed in the focused
    /// one, is not to be moved away under the cursor.
    static func startDue(isTyping: Bool, _ workspace: inout Workspace) -> Outcome {
        var outcome = Outcome.nothing
        for side in Side.allCases {
            guard let due = workspace.panes[side].rereadDue, due <= workspace.instant,
                workspace.panes[side].pending == nil, workspace.panes[side].visual == nil,
                !isTyping || side != workspace.panes.focus
            else { continue }
            workspace.panes[side].rereadDue = nil
            guard !workspace.panes[side].isOffline else { continue }
            outcome += Rereading.changed(cursorOn: nil).start(in: side, &workspace)
        }
        return outcome
    }
}
