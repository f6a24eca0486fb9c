import Files

/// Where a pane is to go. It stays where it is until the listing has come.
struct PaneDestination: Sendable {
    private let site: Site
    /// Nil: where the login puts the user.
    private let path: Path?
    /// What goes on from there, where there is no path.
    private let below: RelativePath?
    /// Where the cursor goes there.
    private let cursorName: Name?
    /// The link that is entered: where it leads to no directory, it is viewed.
    private let link: Entry?
    private let step: PaneTrail.Step

    init(
        _ site: Site, _ path: Path?, below: RelativePath? = nil, cursorOn name: Name? = nil,
        through link: Entry? = nil, step: PaneTrail.Step = .anew
    ) {
        self.site = site
        self.path = path
        self.below = below
        cursorName = name
        self.link = link
        self.step = step
    }

    /// Asks for the directory.
    func open(in side: Side, _ workspace: inout Workspace) -> Outcome {
        var arrangement = workspace.panes[side].arrangement
        arrangement.filter = ""
        var pending = Pane.Pending(
            request: workspace.requests.next(), site: site, path: path, arrangement: arrangement,
            since: workspace.instant)
        pending.below = below
        pending.cursorName = cursorName
        pending.link = link
        pending.step = step
        workspace.status.forget(side)
        return workspace.panes.wait(for: pending, side)
    }
}
