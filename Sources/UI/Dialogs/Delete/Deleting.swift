import Files
import Jobs
import Terminal

extension Model {
    /// F8: asks, and counts what is inside meanwhile.
    mutating func askToDelete() -> [Effect] {
        let pane = self[focus]
        let chosen = pane.chosen
        guard let first = chosen.first.first else {
            status.show("Nothing to delete: put the cursor on a name, or mark some.")
            return []
        }
        var tally = Tally()
        tally.files = chosen.count - chosen.directoryCount
        tally.directories = chosen.directoryCount
        tally.bytes = pane.marked.isEmpty ? first.countedBytes : pane.markedBytes
        var dialog = DeleteDialog(
            side: focus, source: pane.location, chosen: chosen, request: nil, tally: tally,
            isFinal: true)
        var effects: [Effect] = []
        if tally.directories > 0 {
            let request = makeRequest()
            dialog.request = request
            dialog.isFinal = false
            // The directories themselves are counted on the way.
            var start = tally
            start.directories = 0
            let counted = TallyRequest(chosen, in: pane.path, start: start)
            effects = [.count(request, focus, pane.site, counted)]
        }
        dialogs.append(.delete(dialog))
        return effects
    }

    mutating func takeTally(_ request: RequestID, _ tally: Tally, isFinal: Bool) {
        for index in dialogs.indices {
            guard case .delete(var dialog) = dialogs[index], dialog.request == request else {
                continue
            }
            dialog.tally = tally
            dialog.isFinal = isFinal
            dialogs[index] = .delete(dialog)
        }
    }

    mutating func takeKey(_ key: Key, in dialog: DeleteDialog) -> [Effect] {
        var dialog = dialog
        switch (key.code, key.modifiers) {
        case (.character("y"), []), (.character("Y"), []):
            return delete(dialog)
        case (.enter, []):
            return dialog.isYesFocused ? delete(dialog) : close(dialog)
        case (.escape, []), (.character("g"), .control), (.character("c"), .control),
            (.character("n"), []), (.character("N"), []), (.character("q"), []):
            return close(dialog)
        case (.tab, _), (.left, []), (.right, []), (.up, []), (.down, []),
            (.character("h"), []), (.character("l"), []):
            dialog.isYesFocused.toggle()
            replaceDialog(.delete(dialog))
            return []
        default:
            return []
        }
    }

    private mutating func close(_ dialog: DeleteDialog) -> [Effect] {
        dialogs.removeLast()
        guard let request = dialog.request, !dialog.isFinal else { return [] }
        return [.stop(request)]
    }

    private mutating func delete(_ dialog: DeleteDialog) -> [Effect] {
        let effects = close(dialog)
        let batch = JobBatch(
            JobBatch.Plan(operation: .delete, source: dialog.source, chosen: dialog.chosen))
        if self[dialog.side].location == dialog.source { self[dialog.side].mark(exactly: []) }
        status.show("\(Format.count(dialog.chosen.count, "item")) queued to delete.", .good)
        return effects + [.enqueue(batch)]
    }
}
