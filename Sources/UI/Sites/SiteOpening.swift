import Files

/// A place that is opened from the sites screen.
struct SiteOpening {
    var site: Site
    /// Nil is where the login leads.
    var path: Path?
    var below: RelativePath?
    var password: Secret?

    init(_ site: Site, _ path: Path?, below: RelativePath? = nil, password: Secret? = nil) {
        self.site = site
        self.path = path
        self.below = below
        self.password = password
    }

    /// A URL as it was typed, with what is known of its server.
    init(url text: String, _ workspace: Workspace) throws(SiteURL.Refusal) {
        var (target, password) = try SiteURL.parse(text)
        target.site = KnownSites(workspace).adopt(target.site)
        let typed = (try? target.typed()) ?? target
        self.init(target.site, typed.path, below: typed.below, password: password)
    }

    /// Connects in the pane that is for it.
    func open(_ workspace: inout Workspace) -> Outcome {
        let side = site.isLocal ? workspace.panes.focus : workspace.panes.sideForServer
        workspace.panes.focus = side
        var outcome = Outcome.show(.main)
        if let password { outcome += workspace.queue.given(password, for: site) }
        return outcome + PaneDestination(site, path, below: below).open(in: side, &workspace)
    }
}
