import Files
import Jobs
import Words

extension Arrangement {
    /// Orders by a key; by the same once more, the other way round.
    mutating func sort(by key: Key) {
        isReversed = self.key == key && !isReversed
        self.key = key
    }
}

extension ChoiceDialog {
    /// Asks for the order of the focused pane.
    static func openOrder(_ workspace: Workspace) -> Outcome {
        let arrangement = workspace.panes.focused.arrangement
        let keys: [(Character, String, Arrangement.Key, Action)] = [
            ("n", tr("Name"), .name, .sortByName), ("e", tr("Extension"), .ext, .sortByExtension),
            ("s", tr("Size"), .size, .sortBySize), ("t", tr("Time"), .time, .sortByTime),
        ]
        var options = keys.map { letter, label, key, action in
            ChoiceDialog.Option(
                key: letter, label: label, isCurrent: arrangement.key == key,
                outcome: .perform(action))
        }
        options.append(
            ChoiceDialog.Option(
                key: "r", label: arrangement.isReversed ? tr("Forwards") : tr("Reversed"),
                outcome: .perform(.sortReverse)))
        return .present(ChoiceDialog(title: tr("Sort by"), options: options))
    }
}
