import Files
import Words

extension AttributesDialog {
    /// A: shows the modes, owners and times of what is chosen, and asks for others.
    static func open(_ workspace: inout Workspace) -> Outcome {
        let pane = workspace.panes.focused
        let chosen = pane.chosen
        guard !chosen.isEmpty else {
            workspace.status.show(tr("Move the cursor to a name first, or mark some."))
            return .nothing
        }
        return .present(
            AttributesDialog(
                chosen, in: pane.location, side: workspace.panes.focus, setsModes: pane.setsModes,
                setsTimes: pane.setsTimes))
    }
}
