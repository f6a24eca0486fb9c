import Jobs
import Terminal

/// The list on the queue's screen: which tab it shows, where the cursor is, and what is selected
/// there. The cursor follows what is selected when rows come and go.
struct QueueList: Sendable {
    private(set) var tab = QueueState.Tab.all
    /// The cursor in the tab.
    private(set) var cursor = ListCursor()
    /// The selected row; the selection follows it when the list changes.
    private(set) var selected: QueueRow.ID?
    /// What the user has marked, in whatever tab.
    var marks = JobMarks()
    private var beginning = Beginning.unseen

    /// Where the cursor is when the list is first seen.
    private enum Beginning: Sendable {
        /// It was not seen yet.
        case unseen
        /// There was no row to be at.
        case awaitsRows
        case over
    }

    /// What stands under the cursor.
    func current(of queue: QueueState) -> QueueRow? {
        queue.row(at: cursor.cursor, of: tab)
    }

    // MARK: The selection

    /// It is seen now.
    mutating func show(in queue: QueueState, height: Int) {
        guard case .unseen = beginning else { return }
        beginning = .awaitsRows
        begin(in: queue, height: height)
    }

    /// Begins, once there are rows, at the first job that is not over: what ended long ago may be above.
    mutating func begin(in queue: QueueState, height: Int) {
        guard case .awaitsRows = beginning, queue.rowCount(of: tab) > 0 else { return }
        beginning = .over
        guard tab == .all else { return }
        let open: [QueueState.Tab] = [.active, .needsYou, .waiting]
        let rows = open.compactMap { other -> Int? in
            guard var job = queue.row(at: 0, of: other)?.job else { return nil }
            // What is in a folder is seen once that is open.
            while let above = job.parent.flatMap({ queue[$0] }) { job = above }
            return queue.row(of: .job(job.id), in: .all)
        }
        if let row = rows.min() { move(to: row, in: queue, height: height) }
    }

    /// Puts the cursor on the row of what is selected, or leaves it where it was when that went to
    /// another tab; the row stays at its place on the screen.
    mutating func followSelection(in queue: QueueState) {
        if let selected, let row = queue.row(of: selected, in: tab) {
            cursor.follow(to: row)
        } else {
            select(row: cursor.cursor, in: queue)
        }
    }

    /// Selects what stands in a row, or in the nearest one.
    mutating func select(row: Int, in queue: QueueState) {
        let row = max(0, min(row, queue.rowCount(of: tab) - 1))
        cursor = ListCursor(cursor: row, top: cursor.top)
        selected = queue.row(at: row, of: tab)?.id
    }

    /// Moves the cursor, with `height` rows to be seen.
    mutating func move(to row: Int, in queue: QueueState, height: Int) {
        cursor.move(to: row, count: queue.rowCount(of: tab), height: height)
        selected = current(of: queue)?.id
    }

    /// Shows another tab; what is selected stays selected where the tab has it.
    private mutating func show(_ tab: QueueState.Tab, in queue: QueueState, height: Int) {
        self.tab = tab
        let row = selected.flatMap { queue.row(of: $0, in: tab) } ?? 0
        move(to: row, in: queue, height: height)
    }

    private mutating func showTab(by step: Int, in queue: QueueState, height: Int) {
        let count = QueueState.Tab.allCases.count
        let number = (tab.rawValue + step + count) % count
        if let tab = QueueState.Tab(rawValue: number) { show(tab, in: queue, height: height) }
    }

    // MARK: Folders

    /// Opens or closes the folder under the cursor, or goes from what is in one to the folder; false
    /// where there is none.
    private mutating func setOpen(
        _ isOpen: Bool, in queue: inout QueueState, height: Int
    ) -> Bool {
        guard tab == .all, let job = current(of: queue)?.job else { return false }
        switch (queue.fold(of: job.id), isOpen) {
        case (.closed, true), (.open, false):
            queue.setOpen(job.id, isOpen)
            move(to: cursor.cursor, in: queue, height: height)
            return true
        case (.open, true): return true
        case (_, false):
            guard let folder = job.parent, let row = queue.row(of: .job(folder), in: .all) else {
                return false
            }
            move(to: row, in: queue, height: height)
            return true
        case (.none, true): return false
        }
    }

    /// The folder under the cursor, where its mark stands in that column.
    private func folder(markedAt column: Int, in queue: QueueState) -> JobID? {
        guard tab == .all, let job = current(of: queue)?.job, queue.fold(of: job.id) != .none else {
            return nil
        }
        let mark = QueueLayout.nameStart + 2 * min(queue.depth(of: job), 20)
        return column == mark ? job.id : nil
    }

    // MARK: Keys and the mouse

    /// Whether the action was one that moves in the list, shows another tab, or opens a folder.
    mutating func perform(_ action: Action, in queue: inout QueueState, height: Int) -> Bool {
        let count = queue.rowCount(of: tab)
        if let row = cursor.row(after: action, count: count, height: height) {
            move(to: row, in: queue, height: height)
            return true
        }
        if marks.perform(action, on: tab, of: queue) { return true }
        switch action {
        case .mark:
            if let job = current(of: queue)?.job, marks.toggle(job.id) {
                move(to: cursor.cursor + 1, in: queue, height: height)
            }
        case .openFolder:
            if !setOpen(true, in: &queue, height: height) {
                showTab(by: 1, in: queue, height: height)
            }
        case .closeFolder:
            if !setOpen(false, in: &queue, height: height) {
                showTab(by: -1, in: queue, height: height)
            }
        case .nextTab: showTab(by: 1, in: queue, height: height)
        case .previousTab: showTab(by: -1, in: queue, height: height)
        case .tabAll: show(.all, in: queue, height: height)
        case .tabActive: show(.active, in: queue, height: height)
        case .tabWaiting: show(.waiting, in: queue, height: height)
        case .tabNeedsYou: show(.needsYou, in: queue, height: height)
        case .tabFailed: show(.failed, in: queue, height: height)
        case .tabDone: show(.done, in: queue, height: height)
        default: return false
        }
        return true
    }

    /// A press or the wheel, on a screen of that size; whether it was a press that opens the row.
    mutating func take(_ mouse: Mouse, in queue: inout QueueState, size: Size) -> Bool {
        let rect = QueueLayout(size: size).list
        if mouse.button == .left, mouse.point.y == 1 {
            let tabs = QueueLayout.tabs(of: queue, tab, width: size.width)
            let x = mouse.point.x
            let hit = tabs.last { $0.x <= x && x < $0.x + CharacterWidth.of($0.text) }
            if let hit { show(hit.tab, in: queue, height: rect.height) }
            return false
        }
        let count = queue.rowCount(of: tab)
        guard let row = cursor.row(after: mouse, count: count, list: rect) else { return false }
        move(to: row, in: queue, height: rect.height)
        guard mouse.button == .left else { return false }
        if let folder = folder(markedAt: mouse.point.x, in: queue) {
            _ = setOpen(queue.fold(of: folder) != .open, in: &queue, height: rect.height)
            return false
        }
        return mouse.isDouble
    }
}
