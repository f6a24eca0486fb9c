import Files
import Jobs

/// The order of what panes show.
extension Workspace {
    /// Has the focused pane's order made anew after `change`.
    mutating func rearrange(_ change: (inout Arrangement) -> Void) -> Outcome {
        let before = self[focus].arrangement
        change(&self[focus].arrangement)
        guard self[focus].arrangement != before else { return .nothing }
        return arrange(focus)
    }

    /// Orders what a pane shows by its arrangement.
    mutating func arrange(_ side: Side) -> Outcome {
        guard let listed = self[side].directoryRequest else { return .nothing }
        let request = makeRequest()
        self[side].arranging = request
        let arranged = Arranged(request: listed, directory: self[side].directory)
        return [.arrange(request, side, arranged, self[side].arrangement)]
    }

    /// Sorts by a key; by the same once more, the other way round.
    mutating func sort(by key: Arrangement.Key) -> Outcome {
        rearrange { arrangement in
            arrangement.isReversed = arrangement.key == key && !arrangement.isReversed
            arrangement.key = key
        }
    }

    /// Shows hidden files, or hides them.
    mutating func toggleHidden() -> Outcome {
        let outcome = rearrange { $0.showsHidden.toggle() }
        status.show(
            self[focus].arrangement.showsHidden
                ? "Hidden files are shown." : "Hidden files are not shown.")
        return outcome
    }

    /// An order that was asked for has come; `isFiltering` says whether a filter is being typed.
    mutating func take(_ order: EntryOrder, for request: RequestID, isFiltering: Bool) {
        for side in Side.allCases where self[side].arranging == request {
            let row = self[side].cursor
            let index = self[side].index(atRow: row)
            self[side].arranging = nil
            self[side].visual = nil
            self[side].setOrder(order)
            var target = row
            if let index, let found = self[side].row(of: index) {
                target = found
            } else if index != nil, isFiltering, side == focus {
                // The first match, not the row where something else was.
                target = self[side].hasParent ? 1 : 0
            }
            self[side].moveCursor(to: target, height: listHeight(side))
        }
    }
}

extension ChoiceDialog {
    /// Asks for the order of the focused pane.
    static func openOrder(_ workspace: Workspace) -> Outcome {
        let arrangement = workspace.focused.arrangement
        let keys: [(Character, String, Arrangement.Key, Action)] = [
            ("n", "Name", .name, .sortByName), ("e", "Extension", .ext, .sortByExtension),
            ("s", "Size", .size, .sortBySize), ("t", "Time", .time, .sortByTime),
        ]
        var options = keys.map { letter, label, key, action in
            ChoiceDialog.Option(
                key: letter, label: label, isCurrent: arrangement.key == key,
                outcome: .perform(action))
        }
        options.append(
            ChoiceDialog.Option(
                key: "r", label: arrangement.isReversed ? "Forwards" : "Reversed",
                outcome: .perform(.sortReverse)))
        return .present(ChoiceDialog(title: "Sort by", options: options))
    }
}
