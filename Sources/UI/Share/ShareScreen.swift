import Files
import Jobs
import Terminal
import Words

extension ScreenID {
    /// The directory that is shared, and who comes.
    package static let share = ScreenID("share")
}

/// The share's screen: how it is reached, its code, and who is served.
struct ShareScreen: Screen {
    static let id = ScreenID.share
    static let context = Keymap.Context.share

    /// Whether the code is drawn light on dark, for a terminal without colours whose text is dark.
    private(set) var isInverted = false
    private(set) var list = ListCursor()
    /// The selected row; the selection follows it when the list changes.
    private var selected: ShareRows.ID?

    var hints: [KeyHint] {
        [
            KeyHint(.shareStop, tr("stop sharing")), KeyHint(.shareCopy, tr("copy the URL")),
            KeyHint(.shareKick, kickHint), KeyHint(.cancel, tr("back")),
            KeyHint(.shareInvert, tr("invert")), KeyHint(.queue, tr("queue")),
            KeyHint(.log, tr("log")), KeyHint(.help, tr("keys")),
        ]
    }

    private var kickHint: String {
        if case .lock = selected { return tr("release the lock") }
        return tr("disconnect")
    }

    mutating func opened(from other: ScreenID, _ workspace: inout Workspace) -> Outcome {
        selected = workspace.queue.visits.chosen.map(ShareRows.ID.visit) ?? selected
        workspace.queue.change { $0.chosen = nil }
        showRows(workspace)
        return .nothing
    }

    mutating func take(_ message: Message, _ workspace: inout Workspace) -> Outcome? {
        switch message {
        case .shared(let status):
            showRows(workspace)
            if status.state == .ended { list = ListCursor() }
            return .nothing
        case .shareRefused(let reason):
            switch workspace.share {
            case .starting(var dialog), .refused(var dialog):
                dialog.refusal = reason
                workspace.share = .refused(dialog)
            case .closed, .open: break
            }
            let key = workspace.keymap.labels(for: .share, in: workspace.context).first
            workspace.status.show(reason, .error, hint: key.map { tr("\($0): change it") })
            return .nothing
        default:
            return nil
        }
    }

    /// Keeps the cursor on the selected row, at its place on the screen.
    private mutating func showRows(_ workspace: Workspace) {
        guard let selected, let row = ShareRows(workspace).row(of: selected) else {
            move(to: list.cursor, workspace)
            return
        }
        list.follow(to: row)
    }

    private mutating func move(to row: Int, _ workspace: Workspace) {
        let rows = ShareRows(workspace)
        list.move(to: row, count: rows.count, height: height(workspace))
        selected = rows[list.cursor]?.id
    }

    private func height(_ workspace: Workspace) -> Int { layout(workspace)?.list.height ?? 1 }

    /// gS: this screen where a share is open, else the question what is to be shared; and what can
    /// be done about the share from any screen.
    mutating func performElsewhere(
        _ action: Action, isOnTop: Bool, _ workspace: inout Workspace
    ) -> Outcome? {
        switch action {
        case .share:
            guard workspace.share.status != nil else { return ShareDialog.open(&workspace) }
            if isOnTop { return .show(.main) }
            showRows(workspace)
            // One that ended while nobody looked has taken the cursor along.
            if ShareRows(workspace)[list.cursor]?.isOver == true { move(to: 0, workspace) }
            return .show(.share)
        case .shareStop, .shareKick, .shareCopy, .shareInvert:
            guard workspace.share.status != nil else {
                return workspace.refuse(tr("Nothing is being shared."))
            }
            return isOnTop ? nil : .show(.share) + .perform(action)
        default:
            return nil
        }
    }

    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        let rows = ShareRows(workspace)
        let row = list.row(after: action, count: rows.count, height: height(workspace))
        if let row {
            move(to: row, workspace)
            return .nothing
        }
        switch action {
        case .shareInvert: isInverted.toggle()
        case .shareStop: return askToStop(workspace)
        case .shareCopy:
            guard let url = workspace.share.status?.urls.first else {
                return workspace.refuse(tr("There is no URL."))
            }
            workspace.status.show(tr("Copied \(VisibleText.make(url)) to the clipboard."))
            return [.copy(url)]
        case .shareKick:
            switch rows[list.cursor] {
            case .visit(let visit): return ConfirmDialog.kick(visit, &workspace)
            case .lock(let lock): return ConfirmDialog.release(lock, workspace)
            case nil: return workspace.refuse(tr("No visit is selected."))
            }
        default: return nil
        }
        return .nothing
    }

    private func askToStop(_ workspace: Workspace) -> Outcome {
        guard let status = workspace.share.status else { return .nothing }
        let folder = workspace.options.homeText(status.folder)
        let count = workspace.queue.visits.running.count
        guard count > 0 else {
            return .present(
                ConfirmDialog(
                    title: tr("Stop sharing"),
                    lines: [tr("No visitors are connected. Stop sharing \(folder)?")],
                    yes: tr("Stop"), no: tr("Keep sharing"), isGrave: false,
                    outcome: [.share(.stop(atOnce: true))], isOver: { $0.share.status == nil }))
        }
        var options = [
            ChoiceDialog.Option(
                key: "n", label: tr("Now; disconnect \(Format.count(count, "visit"))"),
                outcome: [.share(.stop(atOnce: true))])
        ]
        if status.state == .serving {
            options.insert(
                ChoiceDialog.Option(
                    key: "f", label: tr("When they have finished; admit no new ones"),
                    outcome: [.share(.stop(atOnce: false))]), at: 0)
        }
        return .present(
            ChoiceDialog(
                title: tr("Stop sharing"), options: options, isOver: { $0.share.status == nil }))
    }

    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome {
        guard mouse.isPress, let rect = layout(workspace)?.list else { return .nothing }
        let count = ShareRows(workspace).count
        if let row = list.row(after: mouse, count: count, list: rect) { move(to: row, workspace) }
        return .nothing
    }
}

extension ConfirmDialog {
    /// Asks before a visitor is broken off in the middle.
    static func kick(_ visit: Visit, _ workspace: inout Workspace) -> Outcome {
        guard visit.state == .running else {
            return workspace.refuse(tr("\(visit.shownName) has already ended."))
        }
        let who = VisibleText.make(visit.visitor)
        let question =
            visit.direction == .download
            ? tr("\(who) is downloading \(visit.shownName). Disconnect this visitor?")
            : tr("\(who) is uploading \(visit.shownName). Disconnect this visitor?")
        return .present(
            ConfirmDialog(
                title: tr("Disconnect"), lines: [question],
                yes: tr("Disconnect"), no: tr("Cancel"), isGrave: false,
                outcome: [.share(.kick(visit.id))], isOver: { $0.share.status == nil }))
    }
}
