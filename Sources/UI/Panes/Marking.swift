import Files
import Words

extension InputDialog {
    /// Asks for a pattern; the names in the focused pane that match it are marked or unmarked.
    static func pattern(marks: Bool) -> InputDialog {
        InputDialog(
            title: marks ? tr("Mark") : tr("Unmark"),
            label: tr("Pattern, such as *.jpg photo?.[0-9]*"),
            field: TextField("*", isSelected: true)
        ) { mark(matching: $0, marks: marks, &$1) }
    }

    /// Marks or unmarks the names that match; why not, where the pattern says nothing.
    private static func mark(
        matching text: String, marks: Bool, _ workspace: inout Workspace
    ) -> InputDialog.Submission {
        guard let pattern = NamePattern(text) else {
            return .refused(tr("Type a pattern, such as *.jpg."))
        }
        let pane = workspace.panes.focused
        let found = pane.indices { name in
            if pattern.matches(name) { return true }
            guard let charset = pane.charset, name.contains(where: { $0 >= 0x80 }) else {
                return false
            }
            return pattern.matches(Array(charset.text(of: name).utf8)[...])
        }
        var marked = pane.marked
        if marks { marked.formUnion(found) } else { marked.subtract(found) }
        workspace.panes.focused.mark(exactly: marked)
        if found.isEmpty { workspace.status.show(tr("No name here matches '\(text)'."), .warning) }
        return .accepted(.nothing)
    }
}
