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
        if mark(action, &workspace) { return .nothing }
        switch action {
        case .enter: return workspace.enter()
        case .parent: return workspace.goToParent()
        case .otherPane:
            endTyping()
            workspace.focus = workspace.focus.other
        case .otherToSame: return workspace.otherToSame()
        case .goTo: return workspace.askWhereTo()
        case .home: return workspace.goHome()
        case .find: startFinding(workspace)
        case .findNext: find(searched, from: workspace.focused.cursor, by: 1, &workspace)
        case .findPrevious: find(searched, from: workspace.focused.cursor, by: -1, &workspace)
        case .markPattern: return .present(InputDialog.pattern(marks: true))
        case .unmarkPattern: return .present(InputDialog.pattern(marks: false))
        case .sortMenu: return workspace.askForOrder()
        case .sortByName: return workspace.sort(by: .name)
        case .sortBySize: return workspace.sort(by: .size)
        case .sortByTime: return workspace.sort(by: .time)
        case .sortByExtension: return workspace.sort(by: .ext)
        case .sortReverse: return workspace.rearrange { $0.isReversed.toggle() }
        case .toggleHidden: return workspace.toggleHidden()
        case .filter: startFilter(workspace)
        case .charset: return workspace.askForCharset()
        case .reread: return workspace.reread(workspace.focus)
        case .view: return viewCurrent(&workspace)
        case .edit: return editCurrent(&workspace)
        case .copy: return TransferDialog.open(.copy, &workspace)
        case .move: return TransferDialog.open(.move, &workspace)
        case .rename: startRenaming(workspace)
        case .makeDirectory: return ask(InputDialog.makeDirectory, workspace)
        case .make: return ask(InputDialog.make, workspace)
        case .delete: return DeleteDialog.open(&workspace)
        case .shell: return openShell(&workspace)
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

    /// Whether the action was one that marks at once.
    private func mark(_ action: Action, _ workspace: inout Workspace) -> Bool {
        switch action {
        case .mark:
            if let index = workspace.focused.index(atRow: workspace.focused.cursor) {
                workspace.focused.toggleMark(of: index)
            }
            workspace.moveCursor(by: 1)
        case .markAll: workspace.focused.markAll()
        case .markInvert: workspace.focused.invertMarks()
        case .unmarkAll:
            workspace.focused.visual = nil
            workspace.focused.mark(exactly: [])
        case .visual:
            // Marking by moving begins, or ends and keeps the marks.
            if workspace.focused.visual != nil {
                workspace.focused.visual = nil
            } else {
                workspace.focused.startVisual()
            }
        default: return false
        }
        return true
    }

    /// Opens a dialog about the focused pane's directory; none where there is no directory.
    private func ask(_ dialog: InputDialog, _ workspace: Workspace) -> Outcome {
        workspace.focused.isEmpty ? .nothing : .present(dialog)
    }

    private func viewCurrent(_ workspace: inout Workspace) -> Outcome {
        let pane = workspace.focused
        guard let entry = pane.current, entry.kind == .file || entry.kind == .link else {
            workspace.status.show("Only a file can be viewed.")
            return .nothing
        }
        let place = Location(site: pane.site, path: pane.path.appending(entry.name))
        return ViewerScreen.open(entry, at: place, &workspace)
    }

    private func editCurrent(_ workspace: inout Workspace) -> Outcome {
        let pane = workspace.focused
        guard let entry = pane.current, entry.kind == .file || entry.kind == .link else {
            workspace.status.show("Only a file can be edited.")
            return .nothing
        }
        return [.edit(Location(site: pane.site, path: pane.path.appending(entry.name)))]
    }

    private func openShell(_ workspace: inout Workspace) -> Outcome {
        guard workspace.focused.site.isLocal, !workspace.focused.isEmpty else {
            return workspace.refuse(
                "A shell opens in a directory of this machine only; this pane shows a server.")
        }
        return [.shell(workspace.focused.path)]
    }

    /// Esc: the nearest thing that can be taken back.
    private func cancel(_ workspace: inout Workspace) -> Outcome {
        if workspace.focused.visual != nil {
            workspace.focused.cancelVisual()
            return .nothing
        }
        if workspace.focused.pending != nil { return workspace.cancelPending(workspace.focus) }
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
            .delete, .otherToSame:
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
