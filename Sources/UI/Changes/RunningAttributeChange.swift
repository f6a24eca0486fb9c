import Files

/// A change of modes or times, made at once without the queue: from when it is asked for until it is
/// answered.
struct RunningAttributeChange: Sendable {
    private let side: Side
    private let change: AttributeChange
    /// Whether the user has said that it is to stop.
    var isStopping = false

    /// Changes what was chosen in a pane.
    init(_ change: AttributeChange, side: Side) {
        self.change = change
        self.side = side
    }

    /// Asks for it.
    func start(_ workspace: inout Workspace) -> Outcome {
        let request = workspace.requests.next()
        workspace.changes.begin(self, as: request)
        if workspace.panes[side].location == change.location {
            workspace.panes[side].mark(exactly: [])
        }
        let key = workspace.keymap.labels(for: .cancel, in: .pane).first
        workspace.status.show(
            "Setting the \(change.what) of \(change.whose)\(below).",
            hint: key.map { "\($0): stop" })
        return [.changeAttributes(request, workspace.panes.tab(side), change)]
    }

    /// It is done, or why it is not.
    func end(_ outcome: AttributeOutcome, _ workspace: inout Workspace) -> Outcome {
        var result = Outcome.nothing
        if let end = outcome.end {
            if end.kind == .cancelled {
                workspace.status.show(end.message, .warning)
            } else {
                workspace.status.show(end, side: side)
            }
        } else if outcome.failureCount == 1, let failure = outcome.failures.first {
            workspace.status.show(failure, side: side)
        } else if outcome.failureCount > 1 {
            workspace.status.show(
                "Some could not be set (\(Format.count(outcome.failureCount, "failure"))).", .error)
        } else {
            workspace.status.show(
                "Set the \(change.what) of \(change.whose)\(below).",
                .good)
        }
        if outcome.failureCount > 1 { result += .ask(FailuresDialog(outcome)) }
        for side in workspace.panes.sides(showing: { change.isShown(by: $0) }) {
            result += Rereading.changed(cursorOn: nil).start(in: side, &workspace)
        }
        return result
    }

    private var below: String { change.goesBelow ? " and everything below" : "" }
}

extension AttributeChange {
    /// `permissions`, `time`, `permissions and time`
    var what: String {
        guard mode != nil else { return "time" }
        return time == nil ? "permissions" : "permissions and time"
    }

    /// `'name'`, `3 items`
    var whose: String {
        guard count == 1, let entry = first.first else { return Format.count(count, "item") }
        return "'\(entry.name.text(on: location.site))'"
    }

    /// Whether a pane lists something that it changes.
    fileprivate func isShown(by pane: Pane) -> Bool {
        guard pane.site == location.site else { return false }
        return pane.path == location.path || goesBelow && pane.path.isInside(location.path)
    }
}
