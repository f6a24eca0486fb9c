import Files
import Words

/// What the panes do where they browse together.
enum Following {
    /// Has both panes browse together, or each by itself again.
    static func toggle(_ workspace: inout Workspace) -> Outcome {
        if workspace.browsing != nil, isInForce(workspace) {
            workspace.browsing = nil
            workspace.status.show(tr("The panes now browse separately."))
            return .nothing
        }
        if let refusal = refusal(workspace) { return workspace.refuse(refusal) }
        workspace.browsing = SynchronisedBrowsing(workspace.panes)
        let key = workspace.keymap.labels(for: .browseTogether, in: .pane).first
        workspace.status.show(
            tr("The panes now browse together; each follows the other."),
            hint: key.map { tr("\($0): browse separately") })
        return .nothing
    }

    /// Why the panes cannot browse together now.
    static func refusal(_ workspace: Workspace) -> String? {
        let panes = workspace.panes
        if panes.left.isEmpty || panes.right.isEmpty {
            return tr("Open a directory in both panes first.")
        }
        if panes.left.site.archive != nil || panes.right.site.archive != nil {
            return tr("Leave the archive first; synchronised browsing needs two directories.")
        }
        if panes.left.location == panes.right.location {
            return tr("Both panes show the same directory; open another one in one of them.")
        }
        return nil
    }

    static func isInForce(_ workspace: Workspace) -> Bool {
        workspace.browsing?.isInForce(workspace.panes) ?? false
    }

    /// Whether one of them could not follow the other.
    static func isApart(_ workspace: Workspace) -> Bool {
        isInForce(workspace) && workspace.browsing?.isApart == true
    }

    /// A pane shows another directory now, and it was not to follow.
    static func follow(_ side: Side, _ workspace: inout Workspace) -> Outcome {
        guard var browsing = workspace.browsing, browsing.isInForce(workspace.panes) else {
            return .nothing
        }
        let step = browsing.step(after: side, workspace.panes)
        browsing.isApart = false
        workspace.browsing = browsing
        switch step {
        case .stays:
            // They show the same again, or still.
            if workspace.status.isOfBrowsing { workspace.status = Status() }
            return cancel(side.other, &workspace)
        case .goes(let path, let name):
            let site = workspace.panes[side.other].site
            let outcome = PaneDestination(site, path, cursorOn: name)
                .open(in: side.other, &workspace)
            workspace.panes[side.other].pending?.isFollowing = true
            if workspace.status.isOfBrowsing { workspace.status = Status() }
            return outcome
        case .cannot(let sentence):
            workspace.browsing?.isApart = true
            workspace.status.show(sentence, .warning, hint: hint(workspace))
            workspace.status.isOfBrowsing = true
            return cancel(side.other, &workspace)
        case .ends(let sentence):
            workspace.browsing = nil
            workspace.status.show(sentence, .warning)
            return .nothing
        }
    }

    /// The pane that was to follow could not.
    static func note(_ error: FileSystemError, _ workspace: inout Workspace) {
        workspace.browsing?.isApart = true
        let sentence = tr("The other pane did not follow.")
        workspace.status.show(
            "\(sentence) \(error.message)", .warning, hint: hint(workspace))
        workspace.status.isOfBrowsing = true
    }

    private static func hint(_ workspace: Workspace) -> String? {
        workspace.keymap.labels(for: .browseTogether, in: .pane).first.map {
            tr("\($0): browse separately")
        }
    }

    /// Where it was to go before is not wanted any more.
    private static func cancel(_ side: Side, _ workspace: inout Workspace) -> Outcome {
        guard let pending = workspace.panes[side].pending, pending.isFollowing else {
            return .nothing
        }
        workspace.panes[side].pending = nil
        return [.cancel(workspace.panes.tab(side), pending.request)]
    }
}
