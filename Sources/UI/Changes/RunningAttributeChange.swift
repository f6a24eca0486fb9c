import Files
import Words

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
            change.beginningSentence, hint: key.map { tr("\($0): stop") })
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
                tr("Some could not be set (\(Format.count(outcome.failureCount, "failure")))."),
                .error)
        } else {
            workspace.status.show(change.endSentence, .good)
        }
        if outcome.failureCount > 1 { result += .ask(FailuresDialog(outcome)) }
        for side in workspace.panes.sides(showing: { change.isShown(by: $0) }) {
            result += Rereading.changed(cursorOn: nil).start(in: side, &workspace)
        }
        return result
    }
}

extension AttributeChange {
    /// That it has begun. What is below can get a mode alone, or a mode and a time.
    fileprivate var beginningSentence: String {
        switch (mode != nil, time != nil, goesBelow) {
        case (true, false, false): tr("Setting the permissions of \(whose).")
        case (true, false, true): tr("Setting the permissions of \(whose) and everything below.")
        case (true, true, false): tr("Setting the permissions and time of \(whose).")
        case (true, true, true):
            tr("Setting the permissions and time of \(whose) and everything below.")
        case (false, _, _): tr("Setting the time of \(whose).")
        }
    }

    /// That it is done.
    fileprivate var endSentence: String {
        switch (mode != nil, time != nil, goesBelow) {
        case (true, false, false): tr("Set the permissions of \(whose).")
        case (true, false, true): tr("Set the permissions of \(whose) and everything below.")
        case (true, true, false): tr("Set the permissions and time of \(whose).")
        case (true, true, true):
            tr("Set the permissions and time of \(whose) and everything below.")
        case (false, _, _): tr("Set the time of \(whose).")
        }
    }

    /// `'name'`, `3 items`
    private var whose: String {
        guard count == 1, let entry = first.first else { return Format.count(count, "item") }
        return quoted(entry.name.text(on: location.site))
    }

    /// Whether a pane lists something that it changes.
    fileprivate func isShown(by pane: Pane) -> Bool {
        guard pane.site == location.site else { return false }
        return pane.path == location.path || goesBelow && pane.path.isInside(location.path)
    }
}
