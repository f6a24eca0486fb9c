import Files
import Jobs

/// Where the focused pane goes from what is under its cursor.
enum Navigation {
    /// Enters the directory under the cursor, or looks at the file.
    static func enter(_ workspace: inout Workspace) -> Outcome {
        let pane = workspace.focused
        if pane.isEmpty {
            return pane.failed == nil ? .show(.sites) : workspace.retry(workspace.focus)
        }
        if pane.isOnParent { return goToParent(&workspace) }
        guard let entry = pane.current else { return .nothing }
        let path = pane.path.appending(entry.name)
        switch entry.kind {
        case .directory:
            return workspace.open(workspace.focus, pane.site, path)
        case .link:
            let outcome = workspace.open(workspace.focus, pane.site, path)
            workspace.focused.pending?.link = entry
            return outcome
        case .file:
            return ViewerScreen.open(entry, at: Location(site: pane.site, path: path), &workspace)
        case .other:
            workspace.status.show(
                "'\(entry.name.text(on: pane.site))' is a device, a socket or a pipe: it has no content."
            )
            return .nothing
        }
    }

    /// Goes to the parent; the cursor goes to the directory that was left.
    static func goToParent(_ workspace: inout Workspace) -> Outcome {
        let pane = workspace.focused
        guard !pane.isEmpty, !pane.path.isRoot else { return .nothing }
        return workspace.open(
            workspace.focus, pane.site, pane.path.parent, cursorOn: pane.path.name)
    }

    /// Goes to the home directory.
    static func goHome(_ workspace: inout Workspace) -> Outcome {
        guard !workspace.focused.isEmpty else { return .nothing }
        if workspace.focused.site.isLocal {
            return workspace.open(workspace.focus, .local, workspace.options.home)
        }
        return workspace.open(workspace.focus, workspace.focused.site, nil)
    }

    /// Shows the focused pane's directory in the other one, too.
    static func otherToSame(_ workspace: inout Workspace) -> Outcome {
        let pane = workspace.focused
        guard !pane.isEmpty else { return .nothing }
        return workspace.open(
            workspace.focus.other, pane.site, pane.path, cursorOn: pane.current?.name)
    }

    /// Shows the file under the cursor.
    static func view(_ workspace: inout Workspace) -> Outcome {
        let pane = workspace.focused
        guard let entry = pane.current, entry.kind == .file || entry.kind == .link else {
            workspace.status.show("Only a file can be viewed.")
            return .nothing
        }
        let place = Location(site: pane.site, path: pane.path.appending(entry.name))
        return ViewerScreen.open(entry, at: place, &workspace)
    }

    /// Has the file under the cursor edited.
    static func edit(_ workspace: inout Workspace) -> Outcome {
        let pane = workspace.focused
        guard let entry = pane.current, entry.kind == .file || entry.kind == .link else {
            workspace.status.show("Only a file can be edited.")
            return .nothing
        }
        return [.edit(Location(site: pane.site, path: pane.path.appending(entry.name)))]
    }

    /// Opens a shell in the directory.
    static func openShell(_ workspace: inout Workspace) -> Outcome {
        guard workspace.focused.site.isLocal, !workspace.focused.isEmpty else {
            return workspace.refuse(
                "A shell opens in a directory of this machine only; this pane shows a server.")
        }
        return [.shell(workspace.focused.path)]
    }
}
