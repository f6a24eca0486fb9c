import Jobs

extension Model {
    /// Has the focused pane's order made anew after `change`.
    mutating func rearrange(_ change: (inout Arrangement) -> Void) -> [Effect] {
        let before = self[focus].arrangement
        change(&self[focus].arrangement)
        guard self[focus].arrangement != before else { return [] }
        return arrange(focus)
    }

    /// Orders what a pane shows by its arrangement.
    mutating func arrange(_ side: Side) -> [Effect] {
        guard let listed = self[side].directoryRequest else { return [] }
        let request = makeRequest()
        self[side].arranging = request
        let arranged = Arranged(request: listed, directory: self[side].directory)
        return [.arrange(request, side, arranged, self[side].arrangement)]
    }

    mutating func takeOrder(_ request: RequestID, _ order: EntryOrder) {
        for side in Side.allCases where self[side].arranging == request {
            let row = self[side].cursor
            let index = self[side].index(atRow: row)
            self[side].arranging = nil
            self[side].visual = nil
            self[side].setOrder(order)
            var target = row
            if let index, let found = self[side].row(of: index) {
                target = found
            } else if index != nil, case .filter = typing, side == focus {
                // The first match, not the row where something else was.
                target = self[side].hasParent ? 1 : 0
            }
            self[side].moveCursor(to: target, height: listHeight(side))
        }
    }

    /// Sorts by a key; by the same once more, the other way round.
    mutating func sort(by key: Arrangement.Key) -> [Effect] {
        rearrange { arrangement in
            arrangement.isReversed = arrangement.key == key && !arrangement.isReversed
            arrangement.key = key
        }
    }

    mutating func toggleHidden() -> [Effect] {
        let effects = rearrange { $0.showsHidden.toggle() }
        status.show(
            self[focus].arrangement.showsHidden
                ? "Hidden files are shown." : "Hidden files are not shown.")
        return effects
    }

    mutating func openSortMenu() -> [Effect] {
        let arrangement = self[focus].arrangement
        let keys: [(Character, String, Arrangement.Key, Action)] = [
            ("n", "Name", .name, .sortByName), ("e", "Extension", .ext, .sortByExtension),
            ("s", "Size", .size, .sortBySize), ("t", "Time", .time, .sortByTime),
        ]
        var options = keys.map { letter, label, key, action in
            ChoiceDialog.Option(
                key: letter, label: label, isCurrent: arrangement.key == key,
                outcome: .action(action))
        }
        options.append(
            ChoiceDialog.Option(
                key: "r", label: arrangement.isReversed ? "Forwards" : "Reversed",
                outcome: .action(.sortReverse)))
        dialogs.append(.choice(ChoiceDialog(title: "Sort by", options: options)))
        return []
    }
}
