import Files
import Jobs
import Settings
import Words

/// Where the focused pane goes from what is under its cursor.
enum Navigation {
    /// Enters the directory under the cursor, or looks at the file.
    static func enter(_ workspace: inout Workspace) -> Outcome {
        let pane = workspace.panes.focused
        if pane.isEmpty {
            return pane.failed == nil
                ? .show(.sites) : Rereading.wanted.start(in: workspace.panes.focus, &workspace)
        }
        if pane.isOnParent { return goToParent(&workspace) }
        guard let entry = pane.current else { return .nothing }
        let path = pane.path.appending(entry.name)
        switch entry.kind {
        case .directory:
            return PaneDestination(pane.site, path).open(in: workspace.panes.focus, &workspace)
        case .link:
            return PaneDestination(pane.site, path, through: entry)
                .open(in: workspace.panes.focus, &workspace)
        case .file where entry.name.isOfArchive:
            return enterArchive(path, in: pane, &workspace)
        case .file:
            return ViewerScreen.open(entry, at: Location(site: pane.site, path: path), &workspace)
        case .other:
            workspace.status.show(
                tr(
                    "'\(entry.name.text(on: pane.site))' is a device, a socket or a pipe and has no "
                        + "contents.")
            )
            return .nothing
        }
    }

    /// Enters an archive like a directory.
    private static func enterArchive(
        _ path: Path, in pane: Pane, _ workspace: inout Workspace
    ) -> Outcome {
        guard pane.site.archive == nil else {
            return workspace.refuse(
                tr("An archive in an archive cannot be entered; copy it out of this one first."))
        }
        var site = pane.site
        site.archive = path
        return PaneDestination(site, .root).open(in: workspace.panes.focus, &workspace)
    }

    /// Goes to the parent, and out of an archive at its root; the cursor goes to what was left.
    static func goToParent(_ workspace: inout Workspace) -> Outcome {
        let pane = workspace.panes.focused
        guard !pane.isEmpty else { return .nothing }
        if pane.path.isRoot, let archive = pane.site.archive {
            return PaneDestination(pane.site.container, archive.parent, cursorOn: archive.name)
                .open(in: workspace.panes.focus, &workspace)
        }
        guard !pane.path.isRoot else { return .nothing }
        return PaneDestination(pane.site, pane.path.parent, cursorOn: pane.path.name)
            .open(in: workspace.panes.focus, &workspace)
    }

    /// Goes to the home directory.
    static func goHome(_ workspace: inout Workspace) -> Outcome {
        guard !workspace.panes.focused.isEmpty else { return .nothing }
        let site = workspace.panes.focused.site.container
        let home = PaneDestination(
            site.isLocal ? .local : site, site.isLocal ? workspace.options.home : nil)
        return home.open(in: workspace.panes.focus, &workspace)
    }

    /// Goes back to the directory that was left last, or forward again.
    static func go(_ step: PaneTrail.Step, _ workspace: inout Workspace) -> Outcome {
        let pane = workspace.panes.focused
        guard let spot = pane.trail.spot(of: step) else {
            return workspace.refuse(
                step == .back
                    ? tr("There is no earlier directory to go back to.")
                    : tr("There is no directory to go forward to."))
        }
        return PaneDestination(
            spot.location.site, spot.location.path, cursorOn: spot.cursorName, step: step
        ).open(in: workspace.panes.focus, &workspace)
    }

    /// Goes from a server back to the directory of this machine that the pane has shown last.
    static func goToThisMachine(_ workspace: inout Workspace) -> Outcome {
        let pane = workspace.panes.focused
        guard !pane.site.isLocal || pane.isEmpty else {
            return workspace.refuse(tr("This pane already shows this machine."))
        }
        let last = pane.trail.lastLocal
        return PaneDestination(
            .local, last?.location.path ?? workspace.options.home ?? .root,
            cursorOn: last?.cursorName
        ).open(in: workspace.panes.focus, &workspace)
    }

    /// Gives the directory a name among the user's sites.
    static func addBookmark(_ workspace: inout Workspace) -> Outcome {
        let pane = workspace.panes.focused
        guard !pane.isEmpty else {
            return workspace.refuse(tr("Open a directory in this pane first."))
        }
        guard pane.site.archive == nil else {
            return workspace.refuse(
                tr(
                    "A directory in an archive cannot be a bookmark; add the archive's own directory."
                ))
        }
        let leaf = pane.path.name.map { SiteName.label($0.text(on: pane.site)) }
        let account =
            pane.site.isLocal
            ? nil : workspace.siteTitles.name(of: pane.site) ?? SiteName.suggested(for: pane.site)
        let name = [account, leaf].compactMap(\.self).joined(separator: "/")
        return .present(
            SiteDialog(
                saving: NamedSite(name: "", site: pane.site, path: pane.path),
                as: SiteName.free(name.isEmpty ? "root" : name, among: workspace.sites),
                workspace.options.siteSettings))
    }

    /// Shows the focused pane's directory in the other one, too.
    static func otherToSame(_ workspace: inout Workspace) -> Outcome {
        let pane = workspace.panes.focused
        guard !pane.isEmpty else { return .nothing }
        return PaneDestination(pane.site, pane.path, cursorOn: pane.current?.name)
            .open(in: workspace.panes.focus.other, &workspace)
    }

    /// Shows the file under the cursor.
    static func view(_ workspace: inout Workspace) -> Outcome {
        let pane = workspace.panes.focused
        guard let entry = pane.current, entry.kind == .file || entry.kind == .link else {
            workspace.status.show(tr("Only files can be viewed."))
            return .nothing
        }
        let place = Location(site: pane.site, path: pane.path.appending(entry.name))
        return ViewerScreen.open(entry, at: place, &workspace)
    }

    /// Has the file under the cursor edited.
    static func edit(_ workspace: inout Workspace) -> Outcome {
        guard let place = file(in: workspace.panes.focused) else {
            return workspace.refuse(tr("Only files can be edited."))
        }
        return EditQuestions.begin(place, &workspace)
    }

    /// Asks for the program that is to open the file under the cursor.
    static func openWith(_ workspace: inout Workspace) -> Outcome {
        guard let place = file(in: workspace.panes.focused) else {
            return workspace.refuse(tr("Only files can be opened with a program."))
        }
        return EditQuestions.openWith(place, &workspace)
    }

    /// The file under the cursor, or what may be one; nil where there is none.
    private static func file(in pane: Pane) -> Location? {
        guard let entry = pane.current, entry.kind == .file || entry.kind == .link else {
            return nil
        }
        return Location(site: pane.site, path: pane.path.appending(entry.name))
    }

    /// Opens a shell in the directory.
    static func openShell(_ workspace: inout Workspace) -> Outcome {
        guard workspace.panes.focused.site.isLocal, !workspace.panes.focused.isEmpty else {
            return workspace.refuse(
                tr("A shell needs a directory on this machine, and this pane shows none."))
        }
        return [.shell(workspace.panes.focused.path)]
    }
}
