import Files
import Terminal
import Words

extension InputDialog {
    /// Asks for the name of a link to what is under the cursor. It is made in the other pane's directory
    /// where that is on the same server, else beside it.
    static func makeLink(_ workspace: inout Workspace) -> Outcome {
        let pane = workspace.panes.focused
        guard let entry = pane.current else {
            return workspace.refuse(tr("Move the cursor to a name first."))
        }
        let other = workspace.panes[workspace.panes.focus.other]
        let isThere =
            !other.isEmpty && other.site.archive == nil
            && other.site.isSameAccount(as: pane.site) && other.path != pane.path
        let side = isThere ? workspace.panes.focus.other : workspace.panes.focus
        let place = workspace.panes[side].location
        let target = isThere ? pane.path.appending(entry.name).bytes : entry.name.bytes
        let directory = VisibleText.make(place.path.text(on: place.site))
        return .present(
            InputDialog(
                title: tr("Create a link"),
                label: tr(
                    "Name of the link to '\(entry.name.text(on: pane.site))' in \(directory)"),
                field: TextField(isThere ? entry.name.editableText(on: pane.site) : "")
            ) { text, workspace in
                switch Change.name(text, on: place.site) {
                case .failure(let refusal): return .refused(refusal.description)
                case .success(let name):
                    let change = Change(.makeLink(target: target), name, in: side, at: place)
                    return .accepted(change.start(&workspace))
                }
            })
    }
}
