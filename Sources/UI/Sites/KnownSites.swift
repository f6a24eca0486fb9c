import Files

/// What the panes and the lists of sites know of a server that a URL names.
struct KnownSites {
    /// How those in the panes, the focused one first, and those of the user's own list are spoken to.
    private let spokenTo: [Site]
    private let choices: [SiteChoice]

    init(_ workspace: Workspace) {
        let (panes, choices) = (workspace.panes, workspace.sites)
        let named = choices.filter { $0.origin == .sites }.map(\.site)
        spokenTo =
            [panes.focused.site.container, panes[panes.focus.other].site.container] + named
        self.choices = choices
    }

    /// The site with what is known of it: the panes and the named sites say how it is spoken to; of
    /// one visited before, only its charset is taken.
    func adopt(_ site: Site) -> Site {
        if var same = spokenTo.first(where: { $0.isSameAccount(as: site) }) {
            same[SiteURL.query] = site[SiteURL.query]
            same.archive = site.archive
            same.archiveCharset = site.archiveCharset
            return same
        }
        var site = site
        site.charset = choices.first { $0.site.isSameAccount(as: site) }?.site.charset
        return site
    }
}
