import Files
import Terminal

/// A place that can be chosen in a list.
struct PlaceRow: Sendable {
    enum Target: Sendable {
        /// For the focused pane.
        case directory(Site, Path)
        /// One of the user's own list, for the pane that servers are shown in.
        case site(SiteChoice)
    }

    /// What it is called.
    let title: String
    /// What else is shown of it, at the right.
    var aside = ""
    let target: Target

    /// Goes there.
    func open(_ workspace: inout Workspace) -> Outcome {
        switch target {
        case .directory(let site, let path):
            .show(.main)
                + PaneDestination(site, path).open(in: workspace.panes.focus, &workspace)
        case .site(let choice):
            SiteOpening(choice).open(&workspace)
        }
    }

    /// In so many columns: what it is called, and at the right the rest.
    func line(columns: Int) -> String {
        guard !aside.isEmpty else { return TextFit.cut(title, to: columns) }
        let right = TextFit.cut(aside, to: max(0, columns / 2))
        let left = columns - CharacterWidth.of(right) - 2
        return TextFit.left(TextFit.cut(title, to: left), left) + "  " + right
    }
}
