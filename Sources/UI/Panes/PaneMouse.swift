import Terminal

extension Model {
    mutating func takeMouseInPane(_ mouse: Mouse) -> [Effect] {
        let layout = MainLayout(self)
        guard mouse.isPress else { return [] }
        guard let side = Side.allCases.first(where: { layout[$0].contains(mouse.point) }) else {
            return takeMouseBelowPanes(mouse, layout)
        }
        let rect = layout[side]
        switch mouse.button {
        case .wheelUp, .wheelDown:
            scroll(side, by: mouse.button == .wheelUp ? -3 : 3)
            return []
        case .left, .right, .middle:
            break
        }
        let typingEffects = typing == nil ? [] : interceptInPane(Key(.escape)) ?? []
        focus = side
        if showsProgress(side) || self[side].isEmpty { return typingEffects }
        if mouse.point.y == rect.y, mouse.button == .left { return typingEffects + askWhereTo() }
        if mouse.point.y == rect.y + 1, mouse.button == .left {
            return typingEffects + takeHeaderPress(at: mouse.point.x, rect)
        }
        let list = layout.list(side)
        guard list.contains(mouse.point) else { return typingEffects }
        let row = self[side].top + mouse.point.y - list.y
        guard row < self[side].rowCount else { return typingEffects }
        let isDouble = mouse.isDouble && row == self[side].cursor
        moveCursor(to: row)
        switch mouse.button {
        case .right:
            if let index = self[side].index(atRow: row) { self[side].toggleMark(of: index) }
        case .left where isDouble:
            return typingEffects + enter()
        default:
            break
        }
        return typingEffects
    }

    /// A press on a column's title sorts by it.
    private mutating func takeHeaderPress(at x: Int, _ rect: Rect) -> [Effect] {
        switch PaneColumns(width: rect.width - 2).column(at: x - rect.x - 1) {
        case .name: sort(by: .name)
        case .size: sort(by: .size)
        case .modified: sort(by: .time)
        }
    }

    /// The wheel moves the list of the pane under it, and takes no focus.
    private mutating func scroll(_ side: Side, by rows: Int) {
        self[side].moveCursor(to: self[side].cursor + rows, height: listHeight(side))
        if side == focus { extendVisual() }
    }

    private mutating func takeMouseBelowPanes(_ mouse: Mouse, _ layout: MainLayout) -> [Effect] {
        guard mouse.button == .left else { return [] }
        if let transfers = layout.transfers, transfers.contains(mouse.point) {
            return perform(.queue)
        }
        if status.isQuestion, mouse.point.y == layout.statusRow { return perform(.answer) }
        if let log = layout.log, log.contains(mouse.point) { return perform(.log) }
        return []
    }
}
