import Files
import Words

/// Takes in what has become of a file that is being edited.
struct EditArrival {
    private let news: EditNews
    /// Whether nothing else is open or being typed.
    private let isIdle: Bool

    init(_ news: EditNews, isIdle: Bool) {
        self.news = news
        self.isIdle = isIdle
    }

    func take(_ workspace: inout Workspace) -> Outcome {
        switch news {
        case .changed(let edit):
            return take(edit, &workspace)
        case .ready(let order):
            guard workspace.edits.take(order, isWaiting: !isIdle) else { return .nothing }
            guard isIdle else {
                workspace.status.show(
                    tr("\(order.title) is ready."), hint: listHint(tr("open it"), workspace))
                return .nothing
            }
            return [.runEditor(order)]
        case .detached(let id):
            guard let edit = workspace.edits[id] else { return .nothing }
            workspace.edits.setState(.open, of: id)
            workspace.status.show(
                tr(
                    "The program returned at once; saves of \(edit.name) are sent until you finish it."
                ),
                hint: listHint(tr("finish it"), workspace))
            return .nothing
        case .done:
            return .nothing
        case .troubled(let sentence):
            workspace.status.show(sentence, .warning)
            return .nothing
        case .ended(let id, let sentence, let isError):
            workspace.edits.remove(id)
            if let sentence { workspace.status.show(sentence, isError ? .error : .quiet) }
            return .nothing
        case .leftovers(let edits, let troubles):
            for edit in edits { workspace.edits.put(edit) }
            if let trouble = troubles.first { workspace.status.show(trouble, .error) }
            return edits.isEmpty ? .nothing : EditQuestions.leftovers(edits)
        }
    }

    private func take(_ edit: Edit, _ workspace: inout Workspace) -> Outcome {
        let place = edit.place
        workspace.edits.put(edit)
        switch edit.state {
        case .fetching:
            workspace.status.show(tr("Fetching \(place)."))
        case .tooLarge(let size):
            workspace.edits.remove(edit.id)
            return EditQuestions.large(edit, size)
        case .sending:
            workspace.status.show(tr("Sending \(place)."))
        case .saved(let date):
            workspace.status.show(
                tr("Saved \(place) at \(EditArrival.time(date, workspace))."), .good)
            return reread(edit, &workspace)
        case .conflicted(let conflict):
            workspace.status.show(
                tr("\(place) has changed since you opened it."), .warning,
                hint: listHint(tr("choose"), workspace))
            return .ask(EditConflictDialog(edit, conflict))
        case .failed(let sentence):
            workspace.status.show(sentence, .error, hint: listHint(tr("send it again"), workspace))
        case .kept(let sentence):
            workspace.status.show(
                sentence, .warning, hint: listHint(tr("discard them"), workspace))
        case .open, .unsent:
            break
        }
        return .nothing
    }

    /// A pane that shows the directory has another size and time to show.
    private func reread(_ edit: Edit, _ workspace: inout Workspace) -> Outcome {
        Side.allCases.reduce(into: .nothing) { outcome, side in
            let pane = workspace.panes[side]
            guard !pane.isEmpty, pane.pending == nil, pane.site == edit.location.site,
                pane.path == edit.location.path.parent
            else { return }
            outcome += Rereading.changed(cursorOn: nil).start(in: side, &workspace)
        }
    }

    private func listHint(_ what: String, _ workspace: Workspace) -> String? {
        workspace.keymap.labels(for: .edits, in: workspace.context).first.map {
            tr("\($0): \(what)")
        }
    }

    /// `12:03:11` on this machine's clock.
    static func time(_ date: Double, _ workspace: Workspace) -> String {
        let seconds = Int64(date)
        let local = CivilTime(
            secondsSinceEpoch: seconds + Int64(workspace.options.localOffset(seconds)))
        return "\(Format.two(local.hour)):\(Format.two(local.minute)):\(Format.two(local.second))"
    }
}
