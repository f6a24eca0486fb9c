import Files
import Jobs
import Terminal
import Words

extension ScreenID {
    /// What can be undone.
    static let undo = ScreenID("undo")
}

/// What was done to files and can be taken back: a list, the newest first.
struct UndoScreen: Screen {
    static let id = ScreenID.undo
    static let context = Keymap.Context.undo
    static let opener: Action? = .undoList

    /// What is waited for.
    private enum Asked {
        case nothing
        /// The list, for this screen.
        case list(RequestID)
        /// The list, of which the newest is undone once the user has confirmed it.
        case newest(RequestID)
    }

    private var asked = Asked.nothing
    private var records: [UndoRecord] = []
    private var trouble: String?
    private var list = ListCursor()

    var hints: [KeyHint] {
        [
            KeyHint(.undo, tr("undo")), KeyHint(.reread, tr("reread")),
            KeyHint(.cancel, tr("back")),
        ]
    }

    private var selected: UndoRecord? {
        records.indices.contains(list.cursor) ? records[list.cursor] : nil
    }

    mutating func opened(from other: ScreenID, _ workspace: inout Workspace) -> Outcome {
        [.loadUndo(wait(&workspace) { .list($0) })]
    }

    private mutating func wait(
        _ workspace: inout Workspace, for asked: (RequestID) -> Asked
    ) -> RequestID {
        let request = workspace.requests.next()
        self.asked = asked(request)
        return request
    }

    // MARK: - Answers

    mutating func take(_ message: Message, _ workspace: inout Workspace) -> Outcome? {
        switch message {
        case .undoList(let request, let answer):
            switch asked {
            case .list(request):
                asked = .nothing
                keep(answer, workspace)
                return .nothing
            case .newest(request):
                asked = .nothing
                keep(answer, workspace)
                return confirmNewest(&workspace)
            default: return .nothing
            }
        case .undone(_, let report):
            return end(report, &workspace)
        default: return nil
        }
    }

    private mutating func confirmNewest(_ workspace: inout Workspace) -> Outcome {
        if let trouble {
            workspace.status.show(trouble, .error)
            return .nothing
        }
        guard let newest = records.first(where: { !$0.steps.isEmpty }) else {
            workspace.status.show(tr("There is nothing to undo."))
            return .nothing
        }
        return confirm(newest, &workspace)
    }

    private mutating func keep(_ answer: UndoAnswer, _ workspace: Workspace) {
        switch answer {
        case .records(let found): (records, trouble) = (found, nil)
        case .unread(let sentence): (records, trouble) = ([], sentence)
        }
        list.move(to: list.cursor, count: records.count, height: height(workspace))
    }

    private mutating func end(_ report: UndoReport, _ workspace: inout Workspace) -> Outcome {
        workspace.status.show(report.sentence, report.failures.count > 0 ? .error : .good)
        var outcome: Outcome = [.loadUndo(wait(&workspace) { .list($0) })]
        let now = workspace.instant
        workspace.panes.changeHidden { if $0.site == report.site { $0.rereadDue = now } }
        for side in workspace.panes.sides(showing: { $0.site == report.site }) {
            outcome += Rereading.changed(cursorOn: nil).start(in: side, &workspace)
        }
        return outcome
    }

    // MARK: - Actions

    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        let (count, height) = (records.count, height(workspace))
        if let row = list.row(after: action, count: count, height: height) {
            list.move(to: row, count: count, height: height)
            return .nothing
        }
        switch action {
        case .enter, .undo:
            guard let selected else { return .nothing }
            return confirm(selected, &workspace)
        case .reread: return [.loadUndo(wait(&workspace) { .list($0) })]
        case .cancel: return .show(.main)
        default: return nil
        }
    }

    mutating func performElsewhere(
        _ action: Action, isOnTop: Bool, _ workspace: inout Workspace
    ) -> Outcome? {
        switch action {
        case .undoList: return .show(isOnTop ? .main : Self.id)
        case .undo:
            return [.loadUndo(wait(&workspace) { .newest($0) })]
        default: return nil
        }
    }

    private mutating func confirm(
        _ record: UndoRecord, _ workspace: inout Workspace
    ) -> Outcome {
        guard record.canBeUndone else {
            workspace.status.show(record.shortfall ?? record.intention, .error)
            return .nothing
        }
        let request = workspace.requests.next()
        var lines = [withFullStop(record.summary), tr("In \(record.place)"), record.intention]
        if let shortfall = record.shortfall { lines.append(shortfall) }
        return .present(
            ConfirmDialog(
                title: tr("Undo"), lines: lines, yes: tr("Undo"), no: tr("Leave"), isGrave: false,
                outcome: [.undo(request, record.number, record.site)]))
    }

    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome {
        let (rect, count) = (body(workspace), records.count)
        guard let row = list.row(after: mouse, count: count, list: rect) else { return .nothing }
        list.move(to: row, count: count, height: rect.height)
        return .nothing
    }

    // MARK: - Drawing

    /// Lines below the list, for more of the selected one.
    private static let footHeight = 3

    private func body(_ workspace: Workspace) -> Rect {
        var body = workspace.screenBody
        body.height = max(1, body.height - UndoScreen.footHeight)
        return body
    }

    private func height(_ workspace: Workspace) -> Int { body(workspace).height }

    func draw(_ workspace: Workspace, into frame: inout Frame) {
        frame.drawScreenTitle(tr("Undo"), aside: Format.count(records.count, "item"))
        let body = body(workspace)
        let list = list.shown(count: records.count, height: body.height)
        for (row, record) in records.dropFirst(list.top).prefix(body.height).enumerated() {
            draw(
                record, y: body.y + row, isSelected: list.cursor == list.top + row, workspace,
                &frame)
        }
        if records.isEmpty {
            frame.put(TextFit.cut(emptyText, to: body.width - 2), x: 1, y: body.y, role: .text)
        }
        frame.drawRule("", y: body.y + body.height, role: .transferTitle, workspace.glyphs)
        if let selected {
            let width = frame.size.width - 2
            frame.put(
                TextFit.cut(selected.intention, to: width), x: 1, y: body.y + body.height + 1,
                role: .strong)
            frame.put(
                TextFit.cut(selected.shortfall ?? "", to: width), x: 1,
                y: body.y + body.height + 2, role: .transferFailed)
        }
        drawFoot(workspace, into: &frame)
    }

    private var emptyText: String {
        if case .list = asked { return tr("Ferry is reading what can be undone.") }
        return trouble ?? tr("There is nothing to undo.")
    }

    private func draw(
        _ record: UndoRecord, y: Int, isSelected: Bool, _ workspace: Workspace,
        _ frame: inout Frame
    ) {
        let role: Role =
            isSelected
            ? .transferCursor
            : !record.canBeUndone || record.failure != nil ? .transferFailed : .text
        let width = frame.size.width
        if isSelected { frame.fill(Rect(x: 0, y: y, width: width, height: 1), role: role) }
        let time = Format.time(
            Timestamp(seconds: record.time), now: workspace.now,
            localOffset: workspace.options.localOffset)
        frame.put(TextFit.left(time, 13), x: 1, y: y, role: role)
        let nameWidth = max(8, (width - 16) * 3 / 5)
        frame.put(TextFit.cut(record.summary, to: nameWidth), x: 15, y: y, role: role)
        let x = 16 + nameWidth
        frame.put(TextFit.cutStart(record.place, to: max(0, width - x - 1)), x: x, y: y, role: role)
    }
}
