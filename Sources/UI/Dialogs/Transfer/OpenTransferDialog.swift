import Files
import Jobs
import Terminal
import Words

extension TransferDialog {
    /// F5 and F6: asks where what is chosen goes, and what to do where names are taken.
    static func open(_ operation: Job.Operation, _ workspace: inout Workspace) -> Outcome {
        let pane = workspace.panes.focused
        let chosen = pane.chosen
        guard let first = chosen.first.first else {
            workspace.status.show(tr("Move the cursor to a name first, or mark some."))
            return .nothing
        }
        var dialog = TransferDialog(
            operation: operation, side: workspace.panes.focus, source: pane.location,
            chosen: chosen,
            bytes: pane.marked.isEmpty ? first.countedBytes : pane.markedBytes, field: TextField(),
            links: workspace.options.links, modes: workspace.options.modes)
        let other = workspace.panes[workspace.panes.focus.other]
        if other.isEmpty || other.location == pane.location {
            guard chosen.count == 1 else {
                workspace.status.show(
                    other.isEmpty
                        ? tr("The other pane does not show a directory yet.")
                        : tr("Both panes show this directory; open another one in the other pane."),
                    .warning)
                return .nothing
            }
            let name = first.name.editableText(on: pane.site)
            dialog.field = TextField(name)
        } else {
            let text = EditableLocation.text(of: other.location, home: workspace.options.home)
            dialog.field = TextField(text, isSelected: true)
            dialog.proposal = (text, other.location)
        }
        return .present(dialog)
    }
}
