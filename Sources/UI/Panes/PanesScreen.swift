import Files
import Jobs
import Terminal
import Words

extension ScreenID {
    /// The two panes.
    package static let main = ScreenID("main")
}

/// The main screen: the two panes, the strips of transfers and of the log, the status and the keys.
struct PanesScreen: Screen {
    static let id = ScreenID.main
    static let context = Keymap.Context.pane
    static let groups: [Action.Group] = [.files, .marking, .showing, .tabs]

    /// What is being typed in the focused pane itself.
    var typing = PaneTyping()
    private var keptTabs = KeptTabs()

    var isTyping: Bool { typing.isActive }

    mutating func endTyping() {
        typing.end()
    }

    mutating func intercept(_ key: Key, _ workspace: inout Workspace) -> Outcome? {
        typing.take(key, &workspace)
    }

    mutating func paste(_ text: String, _ workspace: inout Workspace) -> Outcome {
        typing.paste(text, &workspace)
    }

    mutating func takeUnbound(_ key: Key, _ workspace: inout Workspace) -> Outcome? {
        typing.takeUnbound(key, &workspace)
    }

    mutating func adjust(isOnTop: Bool, _ workspace: inout Workspace) {
        let layout = MainLayout(workspace)
        for side in Side.allCases {
            workspace.panes[side].moveCursor(
                to: workspace.panes[side].cursor, height: layout.listHeight(side))
        }
    }

    mutating func take(_ message: Message, _ workspace: inout Workspace) -> Outcome? {
        switch message {
        case .clock:
            return Rereading.startDue(isTyping: typing.isActive, &workspace)
                + keptTabs.note(workspace.panes, at: workspace.instant)
        case .listed(let request, let result):
            let arrival = ListingArrival(request, result, workspace.panes)
            return arrival?.take(&typing, &workspace) ?? .nothing
        case .listing(let request, let count):
            workspace.panes.noteProgress(of: request, count: count)
        case .arranged(let request, let order):
            take(order, of: request, &workspace)
        case .aligned, .compared, .comparisonEnded:
            ComparedPanes.take(message, isFiltering: typing.isFiltering, &workspace)
        case .previewed(let request, let result):
            workspace.preview?.take(request, result)
        case .visited(let locations):
            workspace.visited.take(locations)
        case .used(let keys):
            workspace.takeUsed(keys)
        case .hints(let names):
            workspace.hints.begin(used: names)
        case .pairChoices(let choices):
            workspace.takePairChoices(choices)
        case .attached(let tab, let connection):
            workspace.panes.change(tab) { $0.connectionNumber = connection }
        case .detached(let tab, let reason):
            detach(tab, reason: reason, &workspace)
        case .finished(let request, let result):
            return workspace.changes.end(request)?.end(result, &workspace) ?? .nothing
        case .attributesChanged(let request, let outcome):
            return workspace.changes.endAttributes(request)?.end(outcome, &workspace)
                ?? .nothing
        default:
            return Renamings.take(message, &workspace)
        }
        return .nothing
    }

    /// An order has come that a tab waits for.
    private func take(
        _ order: EntryOrder, of request: RequestID, _ workspace: inout Workspace
    ) {
        let layout = MainLayout(workspace)
        for tab in workspace.panes.allTabs {
            guard workspace.panes.pane(tab)?.arranging == request else { continue }
            // Rows beside the other pane's come in an order of their own.
            if workspace.panes.pane(tab)?.alignment != nil {
                workspace.panes.change(tab) { $0.arranging = nil }
                continue
            }
            let isTyped = typing.isFiltering && tab == workspace.panes.tab(workspace.panes.focus)
            workspace.panes.change(tab) {
                $0.take(order, isFiltering: isTyped, height: layout.listHeight(tab.side))
            }
        }
    }

    // MARK: Actions

    func refusal(of action: Action, _ workspace: Workspace) -> String? {
        PaneRefusals(workspace).refusal(of: action)
    }

    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        if move(action, &workspace) { return .nothing }
        if let outcome = TabAction.perform(action, &workspace) {
            endTyping()
            return outcome
        }
        // Behind the progress that is shown is a list that nobody sees: it is not acted on.
        if workspace.panes.focused.showsProgress(at: workspace.instant), action.needsList {
            let key = workspace.keymap.labels(for: .cancel, in: .pane).first
            workspace.status.show(
                tr("This pane is still loading."), hint: key.map { tr("\($0): cancel") })
            return .nothing
        }
        if action.changesPane, let refusal = workspace.panes.focused.readOnlyRefusal {
            return workspace.refuse(refusal)
        }
        if workspace.panes.focused.mark(action) { return .nothing }
        switch action {
        case .enter: return Navigation.enter(&workspace)
        case .parent: return Navigation.goToParent(&workspace)
        case .otherPane:
            endTyping()
            workspace.panes.focus = workspace.panes.focus.other
        case .otherToSame: return Navigation.otherToSame(&workspace)
        case .browseTogether: return Following.toggle(&workspace)
        case .compare, .compareBy, .compareByTime, .compareBySize, .compareByContents,
            .nextDifference, .previousDifference, .markDifferent:
            return ComparedPanes.perform(action, &workspace)
        case .goTo: return PlaceDialog.goTo(workspace)
        case .home: return Navigation.goHome(&workspace)
        case .back: return Navigation.go(.back, &workspace)
        case .forward: return Navigation.go(.forward, &workspace)
        case .bookmarks: return PlaceDialog.bookmarks(workspace)
        case .addBookmark: return Navigation.addBookmark(&workspace)
        case .thisMachine: return Navigation.goToThisMachine(&workspace)
        case .find: typing.startFinding(workspace)
        case .findNext: typing.findAgain(by: 1, &workspace)
        case .findPrevious: typing.findAgain(by: -1, &workspace)
        case .mark:
            workspace.panes.focused.toggleMark()
            moveCursor(by: 1, &workspace)
        case .markPattern: return .present(InputDialog.pattern(marks: true))
        case .unmarkPattern: return .present(InputDialog.pattern(marks: false))
        case .sortMenu: return ChoiceDialog.openOrder(workspace)
        case .sortByName: return sort(by: .name, &workspace)
        case .sortBySize: return sort(by: .size, &workspace)
        case .sortByTime: return sort(by: .time, &workspace)
        case .sortByExtension: return sort(by: .ext, &workspace)
        case .sortReverse:
            return workspace.panes.rearrange(&workspace.requests) { $0.isReversed.toggle() }
        case .toggleHidden: return toggleHidden(&workspace)
        case .findBelow: return FindDialog.open(&workspace)
        case .filter: typing.startFilter(workspace)
        case .charset: return InputDialog.openCharset(&workspace)
        case .reread: return Rereading.wanted.start(in: workspace.panes.focus, &workspace)
        case .preview: return Previewing.toggle(&workspace)
        case .view: return Navigation.view(&workspace)
        case .edit: return Navigation.edit(&workspace)
        case .openWith: return Navigation.openWith(&workspace)
        case .copy: return TransferDialog.open(.copy, &workspace)
        case .move: return TransferDialog.open(.move, &workspace)
        // Several that are marked get their names together.
        case .rename where workspace.panes.focused.marked.count > 1:
            return RenameOrder.askForPattern(&workspace)
        case .rename: typing.startRenaming(workspace)
        case .renameInEditor: return RenameOrder.edit(&workspace)
        case .renameByPattern: return RenameOrder.askForPattern(&workspace)
        case .yank: return FileClip.take(.yanked, &workspace)
        case .cut: return FileClip.take(.cut, &workspace)
        case .paste: return FileClip.paste(&workspace)
        case .makeLink: return InputDialog.makeLink(&workspace)
        case .pack: return PackDialog.open(&workspace)
        case .extract: return Extraction.start(&workspace)
        case .makeDirectory: return ask(InputDialog.makeDirectory, workspace)
        case .make: return ask(InputDialog.make, workspace)
        case .attributes: return AttributesDialog.open(&workspace)
        case .delete: return DeleteDialog.open(&workspace)
        case .deletePermanently: return DeleteDialog.open(&workspace, isPermanent: true)
        case .shell: return Navigation.openShell(&workspace)
        case .cancel: return cancel(&workspace)
        default: return nil
        }
        return .nothing
    }

    /// Whether the action was one that moves the cursor.
    private func move(_ action: Action, _ workspace: inout Workspace) -> Bool {
        let height = max(1, MainLayout(workspace).listHeight(workspace.panes.focus))
        let half = max(1, height / 2)
        switch action {
        case .halfUp: moveCursor(by: -half, &workspace)
        case .halfDown: moveCursor(by: half, &workspace)
        default:
            let (list, count) = (workspace.panes.focused.list, workspace.panes.focused.rowCount)
            guard let row = list.row(after: action, count: count, height: height) else {
                return false
            }
            workspace.panes.moveCursor(to: row, in: MainLayout(workspace))
        }
        return true
    }

    /// Moves the focused pane's cursor by rows.
    private func moveCursor(by rows: Int, _ workspace: inout Workspace) {
        workspace.panes.moveCursor(
            to: workspace.panes.focused.cursor + rows, in: MainLayout(workspace))
    }

    /// Orders the focused pane by a key; by the same once more, the other way round.
    func sort(by key: Arrangement.Key, _ workspace: inout Workspace) -> Outcome {
        workspace.panes.rearrange(&workspace.requests) { $0.sort(by: key) }
    }

    /// Shows hidden files, or hides them.
    private func toggleHidden(_ workspace: inout Workspace) -> Outcome {
        let outcome = workspace.panes.rearrange(&workspace.requests) { $0.showsHidden.toggle() }
        workspace.status.show(
            workspace.panes.focused.arrangement.showsHidden
                ? tr("Hidden files are shown.") : tr("Hidden files are not shown."))
        return outcome
    }

    /// Opens a dialog about the focused pane's directory; none where there is no directory.
    private func ask(_ dialog: InputDialog, _ workspace: Workspace) -> Outcome {
        workspace.panes.focused.isEmpty ? .nothing : .present(dialog)
    }

    /// Esc: the nearest thing that can be taken back.
    private func cancel(_ workspace: inout Workspace) -> Outcome {
        if workspace.panes.focused.visual != nil {
            workspace.panes.focused.cancelVisual()
            return .nothing
        }
        if workspace.panes.focused.pending != nil { return cancelPending(&workspace) }
        let stopping = workspace.changes.stopAttributes()
        if !stopping.isEmpty {
            workspace.status.show(tr("Stopping; changes already made are kept."))
            return .effects(stopping.map { .stop($0) })
        }
        if !workspace.panes.focused.arrangement.filter.isEmpty {
            return workspace.panes.rearrange(&workspace.requests) { $0.filter = "" }
        }
        workspace.status = Status()
        return .nothing
    }

    /// Stops what the focused pane waits for; nothing where it waits for nothing.
    private func cancelPending(_ workspace: inout Workspace) -> Outcome {
        guard let pending = workspace.panes.focused.pending else { return .nothing }
        workspace.panes.focused.pending = nil
        if workspace.panes.focused.isEmpty {
            workspace.panes.focused.failed = (pending, tr("Cancelled."))
        }
        workspace.status.show(tr("Cancelled: \(pending.text)"))
        return [.cancel(workspace.panes.tab(workspace.panes.focus), pending.request)]
    }

    /// A pane's connection is gone; the pane stays where it is.
    private func detach(_ tab: TabID, reason: String, _ workspace: inout Workspace) {
        guard let pane = workspace.panes.pane(tab), !pane.site.isLocal, !pane.isEmpty else {
            return
        }
        workspace.panes.change(tab) { $0.connection = .offline(reason: reason) }
        let side = tab.side
        guard workspace.panes.tab(side) == tab else { return }
        let host = VisibleText.make(pane.site.host)
        workspace.status.show(
            tr("\(host) is offline. \(VisibleText.make(reason)) The next action reconnects."),
            .warning)
        workspace.status.side = side
    }

    // MARK: Drawing

    func draw(_ workspace: Workspace, into frame: inout Frame) {
        let layout = MainLayout(workspace)
        TitleBar(workspace).draw(into: &frame)
        for side in Side.allCases where !layout.isHidden(side) {
            PaneView(side, typing: side == workspace.panes.focus ? typing.line : nil, workspace)
                .draw(layout[side], into: &frame)
        }
        if let preview = workspace.preview, let rect = layout.preview {
            PreviewView(preview, workspace).draw(rect, into: &frame)
        }
        if let rect = layout.transfers { TransferStrip(workspace).draw(rect, into: &frame) }
        if let rect = layout.log { LogStrip(workspace).draw(rect, into: &frame) }
        StatusBar(workspace).draw(y: layout.statusRow, into: &frame)
        KeyBar(workspace).draw(y: layout.keyRow, into: &frame)
    }
}

extension Action {
    /// Whether it is about names in the list.
    fileprivate var needsList: Bool {
        switch self {
        case .enter, .find, .findNext, .findPrevious, .mark, .markAll, .markInvert, .markPattern,
            .unmarkPattern, .unmarkAll, .visual, .filter, .view, .edit, .copy, .move, .rename,
            .renameInEditor, .renameByPattern, .yank, .cut, .paste,
            .makeLink, .pack, .extract,
            .attributes, .delete, .deletePermanently, .otherToSame:
            true
        default: false
        }
    }
}

extension Action {
    /// Whether it changes what the pane's server holds.
    fileprivate var changesPane: Bool {
        [
            .move, .rename, .makeDirectory, .make, .delete, .deletePermanently, .paste, .makeLink,
        ].contains(self)
    }
}
