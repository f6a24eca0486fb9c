import Files
import Jobs
import Terminal

/// F8: what is to go, and what is in it.
struct DeleteDialog: Dialog {
    var side: Side
    var source: Location
    var chosen: Selection
    /// What counts what is inside; nil where there is nothing to count.
    var request: RequestID?
    var tally: Tally
    var isFinal: Bool
    var isYesFocused = false

    /// F8: asks, and counts what is inside meanwhile.
    static func open(_ workspace: inout Workspace) -> Outcome {
        let pane = workspace.panes.focused
        let chosen = pane.chosen
        guard let first = chosen.first.first else {
            workspace.status.show("Move the cursor to a name first, or mark some.")
            return .nothing
        }
        var tally = Tally()
        tally.files = chosen.count - chosen.directoryCount
        tally.directories = chosen.directoryCount
        tally.bytes = pane.marked.isEmpty ? first.countedBytes : pane.markedBytes
        var dialog = DeleteDialog(
            side: workspace.panes.focus, source: pane.location, chosen: chosen, request: nil,
            tally: tally,
            isFinal: true)
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

    var isGrave: Bool { true }

    func isGraveAnswer(_ key: Key) -> Bool {
        switch (key.code, key.modifiers) {
        case (.character("y"), []), (.character("Y"), []): true
        case (.enter, []): isYesFocused
        default: false
        }
    }

    mutating func take(_ message: Message) {
        guard case .counted(let counted, let tally, let isFinal) = message, counted == request
        else { return }
        self.tally = tally
        self.isFinal = isFinal
    }

    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        if key.closesDialog { return .closes(stopCounting) }
        switch (key.code, key.modifiers) {
        case (.character("y"), []), (.character("Y"), []):
            return .closes(delete(&workspace))
        case (.enter, []):
            return .closes(isYesFocused ? delete(&workspace) : stopCounting)
        case (.character("n"), []), (.character("N"), []), (.character("q"), []):
            return .closes(stopCounting)
        case (.tab, _), (.left, []), (.right, []), (.up, []), (.down, []),
            (.character("h"), []), (.character("l"), []):
            isYesFocused.toggle()
        default:
            break
        }
        return .stays
    }

    private var stopCounting: Outcome {
        guard let request, !isFinal else { return .nothing }
        return [.stop(request)]
    }

    private func delete(_ workspace: inout Workspace) -> Outcome {
        let batch = JobBatch(
            JobBatch.Plan(operation: .delete, source: source, chosen: chosen))
        if workspace.panes[side].location == source { workspace.panes[side].mark(exactly: []) }
        workspace.status.show("Queued \(Format.count(chosen.count, "item")) for deletion.", .good)
        return stopCounting + [.enqueue(batch)]
    }

    func box(in workspace: Workspace) -> DialogBox {
        let wide = DialogBox.wide(in: workspace.size)
        let charset = source.site.nameCharset
        let names = chosen.first.map { entry in
            DialogLine.text("  " + NameFit.cut(entry.shownName(in: charset), to: wide - 2), .dialog)
        }
        var lines: [DialogLine] = [
            .text(
                chosen.count == 1
                    ? "Delete this permanently?"
                    : "Delete these \(Format.grouped(UInt64(chosen.count))) items permanently?",
                .dialogDanger)
        ]
        lines += names
        if chosen.count > chosen.first.count {
            lines.append(
                .text(
                    "  and \(Format.count(chosen.count - chosen.first.count, "more name"))",
                    .dialog))
        }
        var sum = Format.files(tally.files, directories: tally.directories)
        if tally.bytes > 0 { sum += ", \(Format.amount(tally.bytes))" }
        if !isFinal { sum += ", still counting" }
        lines.append(.text("In all: \(sum).", .dialog))
        if tally.unreadable > 0 {
            lines.append(
                .text(
                    "Could not be read: \(Format.files(0, directories: tally.unreadable)).",
                    .dialogDanger))
        }
        lines.append(.blank)
        lines.append(
            .buttons([
                ("Yes (y)", isYesFocused), ("No (n)", !isYesFocused),
            ]))
        return DialogBox(title: "Delete", isDanger: true, width: wide, lines: lines)
    }
}
