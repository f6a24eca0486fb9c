import Files
import Jobs
import Settings
import Terminal
import Words

/// F8: what is to go, and what is in it.
struct DeleteDialog: Dialog {
    var side: Side
    var source: Location
    var chosen: Selection
    /// What counts what is inside; nil where there is nothing to count.
    var request: RequestID?
    var tally: Tally
    var isFinal: Bool
    /// In the order in which they are shown.
    var answers: [Answer]
    var focus: Int

    /// What becomes of it.
    enum Answer {
        case trash, permanent, nothing
    }

    /// F8: asks, and counts what is inside meanwhile. Where there is a trash it is an answer too,
    /// unless the deletion is to be permanent.
    static func open(_ workspace: inout Workspace, isPermanent: Bool = false) -> Outcome {
        let pane = workspace.panes.focused
        let chosen = pane.chosen
        guard let first = chosen.first.first else {
            workspace.status.show(tr("Move the cursor to a name first, or mark some."))
            return .nothing
        }
        var tally = Tally()
        tally.files = chosen.count - chosen.directoryCount
        tally.directories = chosen.directoryCount
        tally.bytes = pane.marked.isEmpty ? first.countedBytes : pane.markedBytes
        var dialog = DeleteDialog(
            side: workspace.panes.focus, source: pane.location, chosen: chosen, request: nil,
            tally: tally, isFinal: true, answers: [.permanent, .nothing], focus: 1)
        if !isPermanent {
            if pane.site.isLocal {
                dialog.offerTrash(workspace.options.deletion)
            } else if pane.site[QueueOptions.hasTrash] {
                dialog.offerTrash(.trash)
            }
        }
        var outcome = Outcome.nothing
        if tally.directories > 0 {
            let request = workspace.requests.next()
            dialog.request = request
            dialog.isFinal = false
            // The directories themselves are counted on the way.
            var start = tally
            start.directories = 0
            let counted = TallyRequest(chosen, in: pane.path, start: start)
            outcome = [
                .count(request, workspace.panes.tab(workspace.panes.focus), pane.site, counted)
            ]
        }
        return outcome + .present(dialog)
    }

    /// What can be taken back has the focus, and else what does nothing.
    private mutating func offerTrash(_ deletion: Config.Deletion?) {
        switch deletion {
        case .trash: (answers, focus) = ([.trash, .permanent, .nothing], 0)
        case .delete: (answers, focus) = ([.permanent, .trash, .nothing], 2)
        case nil: break
        }
    }

    var isGrave: Bool { true }

    func isGraveAnswer(_ key: Key) -> Bool {
        switch (key.code, key.modifiers) {
        case (.character(let letter), []): answer(of: letter).map { $0 != .nothing } ?? false
        case (.enter, []): answers[focus] != .nothing
        default: false
        }
    }

    /// What a letter answers; nil where it answers nothing.
    private func answer(of letter: Character) -> Answer? {
        switch letter {
        case "y", "Y": answers.first
        case "n", "N", "q": .nothing
        case "t" where hasTrash: .trash
        case "p" where hasTrash: .permanent
        default: nil
        }
    }

    private var hasTrash: Bool { answers.contains(.trash) }

    mutating func take(_ message: Message) {
        guard case .counted(let counted, let tally, let isFinal) = message, counted == request
        else { return }
        self.tally = tally
        self.isFinal = isFinal
    }

    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        if key.closesDialog { return .closes(stopCounting) }
        switch (key.code, key.modifiers) {
        case (.enter, []):
            return .closes(carryOut(answers[focus], &workspace))
        case (.tab, []), (.right, []), (.down, []), (.character("l"), []), (.character("j"), []):
            focus = (focus + 1) % answers.count
        case (.tab, _), (.left, []), (.up, []), (.character("h"), []), (.character("k"), []):
            focus = (focus + answers.count - 1) % answers.count
        case (.character(let letter), []):
            if let answer = answer(of: letter) { return .closes(carryOut(answer, &workspace)) }
        default:
            break
        }
        return .stays
    }

    mutating func press(option: Int, _ workspace: inout Workspace) -> DialogReply {
        guard answers.indices.contains(option) else { return .stays }
        return .closes(carryOut(answers[option], &workspace))
    }

    private var stopCounting: Outcome {
        guard let request, !isFinal else { return .nothing }
        return [.stop(request)]
    }

    private func carryOut(_ answer: Answer, _ workspace: inout Workspace) -> Outcome {
        let operation: Job.Operation
        switch answer {
        case .trash: operation = .trash
        case .permanent: operation = .delete
        case .nothing: return stopCounting
        }
        let batch = JobBatch(
            JobBatch.Plan(operation: operation, source: source, chosen: chosen))
        if workspace.panes[side].location == source { workspace.panes[side].mark(exactly: []) }
        let items = Format.count(chosen.count, "item")
        workspace.status.show(
            operation == .trash
                ? tr("Queued \(items) for the trash.") : tr("Queued \(items) for deletion."),
            .good)
        return stopCounting + [.enqueue(batch)]
    }

    func box(in workspace: Workspace) -> DialogBox {
        let wide = DialogBox.wide(in: workspace.size)
        let charset = source.site.nameCharset
        let names = chosen.first.map { entry in
            DialogLine.text("  " + NameFit.cut(entry.shownName(in: charset), to: wide - 2), .dialog)
        }
        var lines: [DialogLine] = [
            .text(question, hasTrash ? .dialog : .dialogDanger)
        ]
        lines += names
        if chosen.count > chosen.first.count {
            let rest = Format.count(chosen.count - chosen.first.count, "more name")
            lines.append(.text("  " + tr("and \(rest)"), .dialog))
        }
        var sum = Format.files(tally.files, directories: tally.directories)
        if tally.bytes > 0 { sum = listed([sum, Format.amount(tally.bytes)]) }
        lines.append(
            .text(
                isFinal ? tr("In all: \(sum).") : tr("In all: \(sum), still counting."), .dialog))
        if tally.unreadable > 0 {
            lines.append(
                .text(
                    tr("Could not be read: \(Format.files(0, directories: tally.unreadable))."),
                    .dialogDanger))
        }
        lines.append(.blank)
        lines += answerLines
        return DialogBox(title: tr("Delete"), isDanger: !hasTrash, width: wide, lines: lines)
    }

    private var question: String {
        let count = chosen.count
        guard count != 1 else {
            return hasTrash ? tr("Delete this?") : tr("Delete this permanently?")
        }
        let number = Format.number(count)
        return hasTrash
            ? tr(count, one: "Delete this \(number) item?", other: "Delete these \(number) items?")
            : tr(
                count, one: "Delete this \(number) item permanently?",
                other: "Delete these \(number) items permanently?")
    }

    private var answerLines: [DialogLine] {
        guard hasTrash else {
            return [.buttons([("\(tr("Yes")) (y)", focus == 0), ("\(tr("No")) (n)", focus == 1)])]
        }
        return answers.enumerated().map { row, answer in
            let label =
                switch answer {
                case .trash: "\(tr("Move to trash")) (t)"
                case .permanent: "\(tr("Delete permanently")) (p)"
                case .nothing: "\(tr("Cancel")) (n)"
                }
            return .option(label, isFocused: row == focus)
        }
    }
}
