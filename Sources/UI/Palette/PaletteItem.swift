import Files
import Jobs
import Settings
import Words

/// What a line of the palette does.
enum PaletteItem: Hashable, Sendable {
    case action(Action)
    /// Draws everything with a theme from now on.
    case theme(String)
    /// Connects to one of the sites.
    case site(SiteChoice)
    /// Shows a directory in the focused pane; the text names it.
    case directory(Location, String)
    /// Shows a setting on the settings screen: its key, and what it does.
    case setting(String, String)

    /// What is shown of it, and looked for.
    var title: String {
        switch self {
        case .action(let action): action.title
        case .theme(let name): tr("Theme \(VisibleText.make(name))")
        case .site(let choice): tr("Connect to \(choice.shownName)")
        case .directory(_, let text): tr("Go to \(text)")
        case .setting(let key, _): tr("Setting \(key)")
        }
    }

    /// What else is looked for.
    var aside: String {
        switch self {
        case .action(let action): action.rawValue
        case .theme: tr("theme")
        case .site(let choice): choice.address
        case .directory: tr("visited")
        case .setting(_, let summary): summary
        }
    }

    /// Names it in the list of what was used.
    var key: String {
        switch self {
        case .action(let action): action.rawValue
        case .theme(let name): "theme \(name)"
        case .site(let choice): "site \(choice.name)"
        case .directory(let location, _): "cd \(location.text)"
        case .setting(let key, _): "setting \(key)"
        }
    }

    /// What Tab writes for it.
    static func completion(of item: PaletteItem) -> String {
        if case .action(let action) = item { action.rawValue } else { item.title }
    }

    /// All that there are, but for actions.
    static func places(_ workspace: Workspace) -> [PaletteItem] {
        let (home, titles) = (workspace.options.home, workspace.siteTitles)
        let visited = workspace.visited.locations.prefix(100).map { location in
            let text =
                location.site.isLocal
                ? EditableLocation.text(of: location, home: home) : titles.text(of: location)
            return PaletteItem.directory(location, text)
        }
        let sites = workspace.sites.filter { $0.origin != .recent }.prefix(2_000)
        let settings = ConfigSetting.all([]).map {
            PaletteItem.setting($0.info.key, $0.info.summary)
        }
        return workspace.options.themes.map { .theme($0) } + sites.map { .site($0) } + visited
            + settings
    }

    /// Does it.
    func run(_ workspace: inout Workspace) -> Outcome {
        switch self {
        case .action(let action):
            return .performAtItsPlace(action)
        case .theme(let name):
            workspace.options.theme = name
            return [.keepTheme(name)]
        case .site(let choice):
            return SiteOpening(choice).open(&workspace)
        case .setting(let key, _):
            return .open(SettingsScreen(finding: key)) + [.loadSettings(workspace.paneSite)]
        case .directory(let location, _):
            let site = KnownSites(workspace).adopt(location.site)
            return .show(.main)
                + PaneDestination(site, location.path)
                .open(in: workspace.panes.focus, &workspace)
        }
    }
}
