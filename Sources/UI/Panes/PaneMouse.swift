import Terminal

extension PanesScreen {
    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome {
        let layout = MainLayout(workspace)
        if mouse.isPress, mouse.button == .left, mouse.point.y == layout.keyRow,
            let action = KeyBar(workspace).action(at: mouse.point)
        {
            workspace.pendingKeys = []
            return typing.leave(&workspace) + .perform(action)
        }
        guard mouse.isPress else { return .nothing }
        if mouse.point.y == 0 { return pressTab(mouse, &workspace) }
        if let rect = layout.preview, rect.contains(mouse.point) {
            return takeInPreview(mouse, rect, &workspace)
        }
        guard
            let side =
                Side.allCases.first(where: {
                    !layout.isHidden($0) && layout[$0].contains(mouse.point)
                })
        else {
            return takeBelowPanes(mouse, layout, workspace)
        }
        let rect = layout[side]
        switch mouse.button {
        case .wheelUp, .wheelDown:
            scroll(side, by: mouse.button == .wheelUp ? -3 : 3, &workspace)
            return .nothing
        case .left, .right, .middle:
            break
        }
        let left = typing.leave(&workspace)
        workspace.panes.focus = side
        if workspace.panes[side].showsProgress(at: workspace.instant)
            || workspace.panes[side].isEmpty
        {
            return left
        }
        if mouse.point.y == rect.y, mouse.button == .left {
            return left + PlaceDialog.goTo(workspace)
        }
        if mouse.point.y == rect.y + 1, mouse.button == .left {
            return left + sortByHeader(at: mouse.point.x, rect, &workspace)
        }
        let list = layout.list(side)
        guard list.contains(mouse.point) else { return left }
        let row = workspace.panes[side].top + mouse.point.y - list.y
        guard row < workspace.panes[side].rowCount else { return left }
        let isDouble = mouse.isDouble && row == workspace.panes[side].cursor
        workspace.panes.moveCursor(to: row, in: layout)
        switch mouse.button {
        case .right:
            if let index = workspace.panes[side].index(atRow: row) {
                workspace.panes[side].toggleMark(of: index)
            }
        case .left where isDouble:
            return left + Navigation.enter(&workspace)
        default:
            break
        }
        return left
    }

    /// The wheel moves through the text; a press leads to the pane that it covers.
    private func takeInPreview(
        _ mouse: Mouse, _ rect: Rect, _ workspace: inout Workspace
    ) -> Outcome {
        let body = PreviewView.body(of: rect)
        let rows: Int
        switch mouse.button {
        case .wheelUp: rows = -3
        case .wheelDown: rows = 3
        case .left, .right, .middle: return .nothing
        }
        workspace.preview?.scroll(by: rows, columns: body.width, height: body.height)
        return .nothing
    }

    /// A press on a tab shows it; with the middle button, it closes it.
    private mutating func pressTab(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome {
        guard mouse.button == .left || mouse.button == .middle,
            let target = TitleBar(workspace).tabs.target(at: mouse.point.x)
        else { return .nothing }
        let left = typing.leave(&workspace)
        switch target {
        case .tab(let side, let position):
            workspace.panes.focus = side
            let isShown = position == workspace.panes.tabs(side).position
            let shown = isShown ? .nothing : TabAction.choose(position, on: side, &workspace)
            return left + shown + (mouse.button == .middle ? .perform(.closeTab) : .nothing)
        case .new(let side):
            workspace.panes.focus = side
            return left + .perform(.newTab)
        }
    }

    /// A press on a column's title sorts by it.
    private func sortByHeader(
        at x: Int, _ rect: Rect, _ workspace: inout Workspace
    ) -> Outcome {
        switch PaneColumns(
            width: rect.width - 2, isCompared: workspace.panes.focused.alignment != nil,
            isPlain: workspace.options.isPlain
        ).column(at: x - rect.x - 1) {
        case .name: sort(by: .name, &workspace)
        case .size: sort(by: .size, &workspace)
        case .modified: sort(by: .time, &workspace)
        case nil: .nothing
        }
    }

    /// The wheel moves the list of the pane under it, and takes no focus.
    private func scroll(_ side: Side, by rows: Int, _ workspace: inout Workspace) {
        // Rows that stand side by side move together.
        let side = workspace.panes[side].alignment == nil ? side : workspace.panes.focus
        workspace.panes[side].moveCursor(
            to: workspace.panes[side].cursor + rows, height: MainLayout(workspace).listHeight(side))
        if side == workspace.panes.focus { workspace.panes.focused.extendVisual() }
    }

    private func takeBelowPanes(
        _ mouse: Mouse, _ layout: MainLayout, _ workspace: Workspace
    ) -> Outcome {
        guard mouse.button == .left else { return .nothing }
        if let transfers = layout.transfers, transfers.contains(mouse.point) {
            return .perform(.queue)
        }
        if workspace.status.isQuestion, mouse.point.y == layout.statusRow {
            return .perform(.answer)
        }
        if let log = layout.log, log.contains(mouse.point) { return .perform(.log) }
        return .nothing
    }
}
