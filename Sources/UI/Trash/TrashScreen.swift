import Files
import Terminal
import Words

extension ScreenID {
    /// What is in the trash.
    static let trash = ScreenID("trash")
}

/// What is in this machine's trash: a list from which things are restored, or deleted for good.
struct TrashScreen: Screen {
    static let id = ScreenID.trash
    static let context = Keymap.Context.trash
    static let opener: Action? = .trash

    /// The question to which an answer may come.
    private enum Asked {
        case nothing
        /// It is being answered.
        case list(RequestID)
        /// It is put once the user has confirmed it.
        case deletion(RequestID)
    }

    private var asked = Asked.nothing
    private var shown = TrashListing()
    private var list = ListCursor()
    /// Whether what the panes show may have changed.
    private var hasChanged = false

    var hints: [KeyHint] {
        [
            KeyHint(.trashRestore, tr("restore")), KeyHint(.trashDelete, tr("delete")),
            KeyHint(.reread, tr("reread")), KeyHint(.cancel, tr("back")),
        ]
    }

    private var selected: TrashEntry? {
        shown.entries.indices.contains(list.cursor) ? shown.entries[list.cursor] : nil
    }

    func refusal(of action: Action, _ workspace: Workspace) -> String? {
        switch action {
        case .trashRestore, .trashDelete: selected == nil ? tr("Nothing is selected.") : nil
        default: nil
        }
    }

    mutating func opened(from other: ScreenID, _ workspace: inout Workspace) -> Outcome {
        self = TrashScreen()
        return [.loadTrash(wait(&workspace))]
    }

    private mutating func wait(_ workspace: inout Workspace) -> RequestID {
        let request = workspace.requests.next()
        asked = .list(request)
        return request
    }

    mutating func take(_ message: Message, _ workspace: inout Workspace) -> Outcome? {
        guard case .trash(let request, let listing) = message else { return nil }
        switch asked {
        case .list(request), .deletion(request): asked = .nothing
        default: return .nothing
        }
        shown = listing
        list.move(to: list.cursor, count: shown.entries.count, height: height(workspace))
        if let failure = listing.failures.first {
            workspace.status.show(failure.message, .error)
        }
        guard hasChanged else { return .nothing }
        hasChanged = false
        return Side.allCases.reduce(into: .nothing) { outcome, side in
            guard workspace.panes[side].site.isLocal else { return }
            outcome += Rereading.changed(cursorOn: nil).start(in: side, &workspace)
        }
    }

    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        let (count, height) = (shown.entries.count, height(workspace))
        if let row = list.row(after: action, count: count, height: height) {
            list.move(to: row, count: count, height: height)
            return .nothing
        }
        switch action {
        case .enter, .trashRestore: return restore(&workspace)
        case .trashDelete: return askToDelete(&workspace)
        case .reread: return [.loadTrash(wait(&workspace))]
        case .cancel: return .show(.main)
        default: return nil
        }
    }

    mutating func performElsewhere(
        _ action: Action, isOnTop: Bool, _ workspace: inout Workspace
    ) -> Outcome? {
        switch action {
        case .trash: .show(isOnTop ? .main : Self.id)
        case .trashRestore, .trashDelete: .show(Self.id)
        default: nil
        }
    }

    private mutating func restore(_ workspace: inout Workspace) -> Outcome {
        guard let selected, !isWaiting else { return .nothing }
        if case .unusable(let why) = selected.origin {
            workspace.status.show(tr("\(selected.id.name.text) cannot be restored. \(why)"), .error)
            return .nothing
        }
        hasChanged = true
        return [.restoreFromTrash(wait(&workspace), selected.id)]
    }

    private mutating func askToDelete(_ workspace: inout Workspace) -> Outcome {
        guard let selected, !isWaiting else { return .nothing }
        let request = workspace.requests.next()
        asked = .deletion(request)
        return .present(
            ConfirmDialog(
                title: tr("Delete"),
                lines: [tr("Delete \(selected.bareName) permanently? It cannot be restored then.")],
                yes: tr("Delete"), no: tr("Keep"), isGrave: true,
                outcome: [.deleteFromTrash(request, selected.id)]))
    }

    private var isWaiting: Bool {
        if case .list = asked { true } else { false }
    }

    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome {
        let (rect, count) = (body(workspace), shown.entries.count)
        guard let row = list.row(after: mouse, count: count, list: rect) else { return .nothing }
        list.move(to: row, count: count, height: rect.height)
        return .nothing
    }

    // MARK: Drawing

    /// Lines below the list, for where the selected one was.
    private static let footHeight = 3

    private func body(_ workspace: Workspace) -> Rect {
        var body = workspace.screenBody
        body.height = max(1, body.height - TrashScreen.footHeight)
        return body
    }

    private func height(_ workspace: Workspace) -> Int { body(workspace).height }

    func draw(_ workspace: Workspace, into frame: inout Frame) {
        let entries = shown.entries
        frame.drawScreenTitle(tr("Trash"), aside: aside)
        let body = body(workspace)
        let list = list.shown(count: entries.count, height: body.height)
        for (row, entry) in entries.dropFirst(list.top).prefix(body.height).enumerated() {
            let isSelected = list.cursor == list.top + row
            draw(entry, y: body.y + row, isSelected: isSelected, workspace, &frame)
        }
        if entries.isEmpty {
            let note = isWaiting ? tr("Ferry is reading the trash.") : tr("The trash is empty.")
            frame.put(TextFit.cut(note, to: body.width - 2), x: 1, y: body.y, role: .text)
        }
        frame.drawRule("", y: body.y + body.height, role: .transferTitle, workspace.glyphs)
        if entries.indices.contains(list.cursor) {
            drawFacts(entries[list.cursor], y: body.y + body.height + 1, workspace, &frame)
        }
        drawFoot(workspace, into: &frame)
    }

    private var aside: String {
        let count = Format.count(shown.entries.count, "item")
        return shown.isCut ? tr("the first \(count)") : count
    }

    private func draw(
        _ entry: TrashEntry, y: Int, isSelected: Bool, _ workspace: Workspace,
        _ frame: inout Frame
    ) {
        let role: Role =
            isSelected ? .transferCursor : entry.isRestorable ? .text : .transferFailed
        let width = frame.size.width
        if isSelected { frame.fill(Rect(x: 0, y: y, width: width, height: 1), role: role) }
        frame.put(TextFit.left(time(entry, workspace), 13), x: 1, y: y, role: role)
        let nameWidth = max(8, (width - 16 - 9) / 2)
        frame.put(
            NameFit.cut(entry.shownName, to: nameWidth), x: 15, y: y, role: role)
        let x = 16 + nameWidth
        let room = max(0, width - x - 9)
        frame.put(
            TextFit.cutStart(entry.directory ?? "! " + tr("unknown"), to: room), x: x, y: y,
            role: role)
        frame.put(TextFit.right(entry.shownSize, 6), x: width - 7, y: y, role: role)
    }

    private func time(_ entry: TrashEntry, _ workspace: Workspace) -> String {
        guard let seconds = entry.deleted?.secondsSinceEpoch else { return tr("no date") }
        // The record is in this machine's own time.
        let offset = workspace.options.localOffset(Int64(workspace.now))
        return Format.time(
            Timestamp(seconds: seconds), now: workspace.now + Double(offset),
            localOffset: { _ in 0 })
    }

    private func drawFacts(
        _ entry: TrashEntry, y: Int, _ workspace: Workspace, _ frame: inout Frame
    ) {
        let width = frame.size.width - 2
        let (first, second) =
            switch entry.origin {
            case .path(let path): (path.text, tr("In the trash: \(entry.id.path.text)"))
            case .unusable(let why): (why, tr("In the trash: \(entry.id.path.text)"))
            }
        frame.put(TextFit.cutStart(first, to: width), x: 1, y: y, role: .strong)
        frame.put(TextFit.cutStart(second, to: width), x: 1, y: y + 1, role: .transfer)
    }
}

extension TrashEntry {
    fileprivate var isRestorable: Bool {
        if case .path = origin { kind != nil } else { false }
    }

    fileprivate var shownName: String {
        kind == .directory ? bareName + "/" : kind == .link ? bareName + "@" : bareName
    }

    /// Its name before, where that is known.
    fileprivate var bareName: String {
        if case .path(let path) = origin, let own = path.name { own.text } else { id.name.text }
    }

    /// The directory that it was in; nil where that is not known.
    fileprivate var directory: String? {
        if case .path(let path) = origin { path.parent.text } else { nil }
    }

    fileprivate var shownSize: String {
        if kind == .directory { return tr("dir", meaning: "a directory, in four columns or so") }
        return size.map { Format.size($0) } ?? ""
    }
}
