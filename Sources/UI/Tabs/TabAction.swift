import Files
import Words

/// What the actions on tabs do to the side that has the keyboard.
enum TabAction {
    /// Nil where the action has nothing to do with tabs.
    static func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        let side = workspace.panes.focus
        let tabs = workspace.panes.tabs(side)
        switch action {
        case .newTab: return open(&workspace)
        case .closeTab: return close(&workspace)
        case .tabNext: return choose((tabs.position + 1) % tabs.count, on: side, &workspace)
        case .tabPrevious:
            return choose((tabs.position + tabs.count - 1) % tabs.count, on: side, &workspace)
        case .tabLeft: return move(isRight: false, &workspace)
        case .tabRight: return move(isRight: true, &workspace)
        default:
            guard let position = Action.numberedTabs.firstIndex(of: action) else { return nil }
            guard position < tabs.count else {
                let key = workspace.keymap.labels(for: .newTab, in: .pane).first
                workspace.status.show(
                    tr("This side has \(Format.count(tabs.count, "tab"))."),
                    .warning, hint: key.map { tr("\($0): open another") })
                return .nothing
            }
            return choose(position, on: side, &workspace)
        }
    }

    /// Why an action on tabs cannot be done now.
    static func refusal(of action: Action, _ tabs: SideTabs) -> String? {
        switch action {
        case .newTab where tabs.count >= SideTabs.limit:
            tr("This side already has \(SideTabs.limit) tabs; close one first.")
        case .closeTab where tabs.count == 1, .tabNext where tabs.count == 1,
            .tabPrevious where tabs.count == 1:
            tr("This side has only one tab.")
        case .tabLeft where tabs.position == 0: tr("This tab is already the first.")
        case .tabRight where tabs.position == tabs.count - 1: tr("This tab is already the last.")
        default: nil
        }
    }

    /// Shows the tab at a position of a side, from 0.
    static func choose(
        _ position: Int, on side: Side, _ workspace: inout Workspace
    ) -> Outcome {
        let tabs = workspace.panes.tabs(side)
        guard position != tabs.position else {
            if tabs.count == 1 {
                return workspace.refuse(refusal(of: .tabNext, tabs) ?? "")
            }
            return .nothing
        }
        workspace.panes[side].leave()
        workspace.panes.changeTabs(side) { tabs, pane in tabs.show(position, &pane) }
        return arrive(on: side, &workspace)
    }

    /// Opens a tab that shows the same directory.
    private static func open(_ workspace: inout Workspace) -> Outcome {
        let side = workspace.panes.focus
        if let refusal = refusal(of: .newTab, workspace.panes.tabs(side)) {
            return workspace.refuse(refusal)
        }
        workspace.panes[side].leave()
        let copy = workspace.panes[side].copy
        workspace.panes.changeTabs(side) { tabs, pane in tabs.open(copy, &pane) }
        var outcome = arrive(on: side, &workspace)
        // What is on its way goes to the tab that has asked for it.
        if copy.isEmpty, copy.failed != nil {
            outcome += Rereading.wanted.start(in: side, &workspace)
        }
        return outcome
    }

    private static func close(_ workspace: inout Workspace) -> Outcome {
        let side = workspace.panes.focus
        let closed = workspace.panes.tab(side)
        if let refusal = refusal(of: .closeTab, workspace.panes.tabs(side)) {
            return workspace.refuse(refusal)
        }
        let pending = workspace.panes[side].pending
        guard workspace.panes.changeTabs(side, { tabs, pane in tabs.close(&pane) }) else {
            return .nothing
        }
        let cancelled: Outcome = pending.map { [.cancel(closed, $0.request)] } ?? .nothing
        return cancelled + [.closeTab(closed)] + arrive(on: side, &workspace)
    }

    private static func move(isRight: Bool, _ workspace: inout Workspace) -> Outcome {
        let side = workspace.panes.focus
        let action: Action = isRight ? .tabRight : .tabLeft
        if let refusal = refusal(of: action, workspace.panes.tabs(side)) {
            return workspace.refuse(refusal)
        }
        _ = workspace.panes.changeTabs(side) { tabs, _ in tabs.move(isRight: isRight) }
        return .nothing
    }

    /// Another tab is seen now: what may have changed in it meanwhile is read again.
    private static func arrive(on side: Side, _ workspace: inout Workspace) -> Outcome {
        workspace.status.forget(side)
        let pane = workspace.panes[side]
        var outcome: Outcome = [.showTab(workspace.panes.tab(side))]
        if pane.isEmpty, pane.pending == nil, pane.failed?.pending.site.isRemote == false {
            outcome += Rereading.wanted.start(in: side, &workspace)
        } else if pane.site.isLocal, !pane.isEmpty, pane.pending == nil {
            workspace.panes[side].rereadDue = pane.earliestReread(after: workspace.instant)
        }
        return outcome
    }
}

extension Action {
    /// Those that show a tab by its number, from the first.
    static let numberedTabs: [Action] = [
        .tab1, .tab2, .tab3, .tab4, .tab5, .tab6, .tab7, .tab8, .tab9,
    ]
}

extension Pane {
    /// It is not seen any more: marking by moving ends, the marks stay.
    fileprivate mutating func leave() {
        visual = nil
    }

    /// The same directory for another tab, with nothing marked and nothing on its way.
    fileprivate var copy: Pane {
        var copy = self
        copy.mark(exactly: [])
        copy.connectionNumber = nil
        copy.arranging = nil
        copy.rereadDue = nil
        if isEmpty, let pending { copy.failed = (pending, nil) }
        copy.pending = nil
        return copy
    }
}
