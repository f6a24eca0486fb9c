import Files
import Jobs

/// A path or a URL that was typed, relative to the focused pane.
struct TypedPlace {
    private let destination: PaneDestination
    /// From the URL.
    private let login: (site: Site, password: Secret)?

    /// Throws why the text cannot be used.
    init(_ text: String, _ workspace: Workspace) throws(SiteURL.Refusal) {
        let (pane, home) = (workspace.panes.focused, workspace.options.home)
        let base = pane.isEmpty ? Location(site: .local, path: home ?? .root) : pane.location
        // What is in the directory goes before what it would name elsewhere.
        let isHere = TypedPlace.holds(text, pane)
        if !isHere, let named = try SiteReference(text, among: workspace.sites) {
            destination = PaneDestination(named.site, named.path, below: named.below)
            login = nil
            return
        }
        if text.hasPrefix("~"), base.site.scheme == .sftp,
            !TypedPlace.holds(String(text.prefix { $0 != "/" }), pane),
            let below = try TypedPlace.below(text, on: base.site)
        {
            destination = PaneDestination(base.site, nil, below: below)
            login = nil
            return
        }
        let known = KnownSites(workspace)
        let place = try EditableLocation.parse(text, from: base, home: home, known.adopt)
        destination = PaneDestination(place.site, place.path, below: place.below)
        login = place.password.map { (place.site, $0) }
    }

    private static func holds(_ name: String, _ pane: Pane) -> Bool {
        Name(Array(name.utf8)).flatMap { pane.directory.index(of: $0) } != nil
    }

    private static func below(
        _ text: String, on site: Site
    ) throws(SiteURL.Refusal) -> RelativePath? {
        do {
            return try RelativePath(Array(text.utf8))?.typed(on: site)
        } catch {
            throw SiteURL.Refusal(description: error.description)
        }
    }

    /// Goes to what was typed with the focused pane; says why where the text cannot be used.
    static func go(to text: String, _ workspace: inout Workspace) -> InputDialog.Submission {
        do throws(SiteURL.Refusal) {
            let place = try TypedPlace(text, workspace)
            let login = place.login.map { workspace.queue.given($0.password, for: $0.site) }
            return .accepted(
                (login ?? .nothing)
                    + place.destination.open(in: workspace.panes.focus, &workspace))
        } catch {
            return .refused(error.description)
        }
    }
}

extension InputDialog {
    /// Asks for a path or a URL to go to.
    static func openGoTo(_ workspace: Workspace) -> Outcome {
        let pane = workspace.panes.focused
        let here =
            pane.isEmpty
            ? "" : EditableLocation.text(of: pane.location, home: workspace.options.home)
        let dialog = Outcome.present(
            InputDialog(
                title: "Go to",
                label: "Path on this site, or a URL such as ftp://user@host/dir",
                field: TextField(here, isSelected: true)
            ) { TypedPlace.go(to: $0, &$1) })
        // The names of sites can be typed.
        return dialog + [.loadSites]
    }
}
