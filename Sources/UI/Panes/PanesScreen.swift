import Files
import Jobs
import Terminal

extension ScreenID {
    /// The two panes.
    package static let main = ScreenID("main")
}

/// The main screen: the two panes, the strips of transfers and of the log, the status and the keys.
struct PanesScreen: Screen {
    static let id = ScreenID.main
    static let context = Keymap.Context.pane
    static let groups: [Action.Group] = [.files, .marking, .showing]

    /// What is being typed in the focused pane itself; nil when nothing is.
    var typing: Typing?
    /// What n and N look for.
    var searched = ""

    var isTyping: Bool { typing != nil }

    /// Ends what is typed without taking it back.
    mutating func endTyping() {
        typing = nil
    }

    mutating func adjust(isOnTop: Bool, _ workspace: inout Workspace) {
        for side in Side.allCases {
            workspace[side].moveCursor(
                to: workspace[side].cursor, height: workspace.listHeight(side))
        }
    }

    mutating func take(_ message: Message, _ workspace: inout Workspace) -> Outcome? {
        switch message {
        case .clock:
            return workspace.rereadDue(isTyping: typing != nil)
        case .listed(let request, let result):
            return take(request, result, &workspace)
        case .listing(let request, let count):
            noteListing(request, count: count, &workspace)
        case .arranged(let request, let order):
            var isFiltering = false
            if case .filter = typing { isFiltering = true }
            workspace.take(order, for: request, isFiltering: isFiltering)
        case .attached(let side, let connection):
            workspace[side].connectionNumber = connection
        case .detached(let side, let reason):
            workspace.detach(side, reason: reason)
        case .finished(let request, let result):
            return workspace.take(result, of: request)
        case .attributesChanged(let request, let outcome):
            return workspace.take(outcome, of: request)
        default:
            return nil
        }
        return .nothing
    }

    // MARK: Actions

    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        if move(action, &workspace) { return .nothing }
        // Behind the progress that is shown is a list that nobody sees: it is not acted on.
        if workspace.showsProgress(workspace.focus), action.needsList {
            let key = workspace.keymap.labels(for: .cancel, in: .pane).first
            workspace.status.show(
                "This pane is still reading.", hint: key.map { "\($0): cancel" })
            return .nothing
        }
        if action.changesPane, let refusal = workspace.focused.readOnlyRefusal {
            return workspace.refuse(refusal)
        }
        if workspace.focused.mark(action) { return .nothing }
        switch action {
        case .enter: return Navigation.enter(&workspace)
        case .parent: return Navigation.goToParent(&workspace)
        case .otherPane:
            endTyping()
            workspace.focus = workspace.focus.other
        case .otherToSame: return Navigation.otherToSame(&workspace)
        case .goTo: return InputDialog.openGoTo(workspace)
        case .home: return Navigation.goHome(&workspace)
        case .find: startFinding(workspace)
        case .findNext: find(searched, from: workspace.focused.cursor, by: 1, &workspace)
        case .findPrevious: find(searched, from: workspace.focused.cursor, by: -1, &workspace)
        case .mark:
            workspace.focused.toggleMark()
            workspace.moveCursor(by: 1)
        case .markPattern: return .present(InputDialog.pattern(marks: true))
        case .unmarkPattern: return .present(InputDialog.pattern(marks: false))
        case .sortMenu: return ChoiceDialog.openOrder(workspace)
        case .sortByName: return workspace.sort(by: .name)
        case .sortBySize: return workspace.sort(by: .size)
        case .sortByTime: return workspace.sort(by: .time)
        case .sortByExtension: return workspace.sort(by: .ext)
        case .sortReverse: return workspace.rearrange { $0.isReversed.toggle() }
        case .toggleHidden: return workspace.toggleHidden()
        case .filter: startFilter(workspace)
        case .charset: return InputDialog.openCharset(&workspace)
        case .reread: return workspace.reread(workspace.focus)
        case .view: return Navigation.view(&workspace)
        case .edit: return Navigation.edit(&workspace)
        case .copy: return TransferDialog.open(.copy, &workspace)
        case .move: return TransferDialog.open(.move, &workspace)
        case .rename: startRenaming(workspace)
        case .makeDirectory: return ask(InputDialog.makeDirectory, workspace)
        case .make: return ask(InputDialog.make, workspace)
        case .attributes: return AttributesDialog.open(&workspace)
        case .delete: return DeleteDialog.open(&workspace)
        case .shell: return Navigation.openShell(&workspace)
        case .cancel: return cancel(&workspace)
        default: return nil
        }
        return .nothing
    }

    /// Whether the action was one that moves the cursor.
    private func move(_ action: Action, _ workspace: inout Workspace) -> Bool {
        let height = max(1, workspace.listHeight(workspace.focus))
        let half = max(1, height / 2)
        switch action {
        case .halfUp: workspace.moveCursor(by: -half)
        case .halfDown: workspace.moveCursor(by: half)
        default:
            let (list, count) = (workspace.focused.list, workspace.focused.rowCount)
            guard let row = list.row(after: action, count: count, height: height) else {
                return false
            }
            workspace.moveCursor(to: row)
        }
        return true
    }

    /// Opens a dialog about the focused pane's directory; none where there is no directory.
    private func ask(_ dialog: InputDialog, _ workspace: Workspace) -> Outcome {
        workspace.focused.isEmpty ? .nothing : .present(dialog)
    }

    /// Esc: the nearest thing that can be taken back.
    private func cancel(_ workspace: inout Workspace) -> Outcome {
        if workspace.focused.visual != nil {
            workspace.focused.cancelVisual()
            return .nothing
        }
        if workspace.focused.pending != nil { return workspace.cancelPending(workspace.focus) }
        if let stopping = workspace.stopAttributeChanges() { return stopping }
        if !workspace.focused.arrangement.filter.isEmpty {
            return workspace.rearrange { $0.filter = "" }
        }
        workspace.status = Status()
        return .nothing
    }
}

extension Action {
    /// Whether it is about names in the list.
    fileprivate var needsList: Bool {
        switch self {
        case .enter, .find, .findNext, .findPrevious, .mark, .markAll, .markInvert, .markPattern,
            .unmarkPattern, .unmarkAll, .visual, .filter, .view, .edit, .copy, .move, .rename,
            .attributes, .delete, .otherToSame:
            true
        default: false
        }
    }
}

extension Action {
    /// Whether it changes what the pane's server holds.
    fileprivate var changesPane: Bool {
        [.move, .rename, .makeDirectory, .make, .delete].contains(self)
    }
}

extension Pane {
    /// Why nothing can be written on a web server that is not known to take files; nil elsewhere.
    var readOnlyRefusal: String? {
        guard !isEmpty, [.http, .https].contains(site.scheme), !capabilities.contains(.write)
        else { return nil }
        let dav = site.scheme == .http ? "dav://" : "davs://"
        return
            "Read-only: \(VisibleText.make(site.host)) takes changes over WebDAV, if at all; try \(dav)."
    }
}
