import Files
import Terminal

extension ScreenID {
    /// Servers and places that the user can go to.
    package static let sites = ScreenID("sites")
}

/// The sites screen: a box for a URL, which also filters the list of known sites below it, and what
/// is known of the chosen one.
struct SitesScreen: Screen {
    static let id = ScreenID.sites
    static let opener: Action? = .sites

    private(set) var sites = SiteList()
    /// Those of the user's own lists, and rclone's, which come later.
    private var known: [SiteChoice] = []
    private var remotes: [SiteChoice] = []
    private(set) var field = TextField()
    /// Whether the user went into the list, so that Enter takes what is chosen there.
    private var isListChosen = false
    /// Why the URL was refused.
    private(set) var urlRefusal: String?

    var hints: [KeyHint] {
        [
            KeyHint(.enter, "connect"), KeyHint(.down, "known sites"), KeyHint(.cancel, "back"),
            KeyHint(.help, "keys"),
        ]
    }

    var takesLetters: Bool { true }

    private func height(_ workspace: Workspace) -> Int {
        SitesLayout(size: workspace.size).list.height
    }

    mutating func opened(from other: ScreenID, _ workspace: inout Workspace) -> Outcome {
        clear()
        return [.loadSites, .loadRemotes]
    }

    /// Empties the box.
    private mutating func clear() {
        field = TextField()
        urlRefusal = nil
        isListChosen = false
        sites.clear()
    }

    mutating func take(_ message: Message, _ workspace: inout Workspace) -> Outcome? {
        switch message {
        case .sites(let choices):
            known = SitesScreen.shown(choices)
            workspace.sites = known
        case .remotes(let choices):
            remotes = SitesScreen.shown(choices)
        default:
            return nil
        }
        let visits = known.firstIndex { $0.origin == .recent } ?? known.endIndex
        sites.take(known[..<visits] + remotes + known[visits...], height: height(workspace))
        return .nothing
    }

    private static func shown(_ choices: [SiteChoice]) -> [SiteChoice] {
        choices.prefix(10_000).map { choice in
            var choice = choice
            choice.name = VisibleText.make(choice.name)
            choice.comment = choice.comment.map { VisibleText.make($0) }
            return choice
        }
    }

    /// Letters go into the box; what moves in the list or leaves it goes through the keymap.
    mutating func intercept(_ key: Key, _ workspace: inout Workspace) -> Outcome? {
        switch key.code {
        case .up, .down, .pageUp, .pageDown, .enter, .escape, .function: return nil
        case .tab:
            // The chosen one's URL, to be changed by hand.
            if let choice = sites.current {
                field = TextField(choice.address)
                changed(workspace)
            }
            return .nothing
        default: break
        }
        guard field.handle(key) else { return nil }
        changed(workspace)
        return .nothing
    }

    mutating func paste(_ text: String, _ workspace: inout Workspace) -> Outcome {
        field.insert(text)
        changed(workspace)
        return .nothing
    }

    private mutating func changed(_ workspace: Workspace) {
        urlRefusal = nil
        isListChosen = false
        sites.filter(field.text, height: height(workspace))
    }

    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        let height = height(workspace)
        let page = max(1, height - 1)
        switch action {
        case .up: move(by: -1, height: height)
        case .down: move(by: 1, height: height)
        case .pageUp: move(by: -page, height: height)
        case .pageDown: move(by: page, height: height)
        case .enter: return connect(&workspace)
        case .cancel where !field.text.isEmpty: clear()
        default: return nil
        }
        return .nothing
    }

    private mutating func move(by rows: Int, height: Int) {
        sites.move(by: rows, height: height)
        isListChosen = sites.count > 0
    }

    /// Whether Enter takes the URL in the box rather than what is chosen in the list.
    var takesText: Bool {
        let text = field.text
        guard !isListChosen else { return false }
        return SiteURL.looksLikeURL(text) || text.hasPrefix("/") || text.hasPrefix("~")
            || sites.count == 0 || isReference
    }

    /// Whether the box holds `host:path`, even one that cannot be sent.
    private var isReference: Bool {
        do throws(SiteURL.Refusal) {
            return try SiteReference(field.text, among: known) != nil
        } catch {
            return true
        }
    }

    private mutating func connect(_ workspace: inout Workspace) -> Outcome {
        guard takesText else {
            return sites.current.map {
                connect($0.site, $0.path, nil, below: $0.below, &workspace)
            } ?? .nothing
        }
        let text = field.text
        guard !text.isEmpty else {
            urlRefusal = "Type a URL, such as ftp://example.org/pub."
            return .nothing
        }
        if text.hasPrefix("/") { return connect(.local, Path(text), nil, &workspace) }
        if text == "~" || text.hasPrefix("~/"), let home = workspace.options.home {
            let below = Path(String(text.dropFirst())).components
            return connect(.local, Path(components: home.components + below), nil, &workspace)
        }
        do throws(SiteURL.Refusal) {
            if let named = try SiteReference(text, among: known) {
                return connect(named.site, named.path, nil, below: named.below, &workspace)
            }
            var (target, password) = try SiteURL.parse(text)
            let site = KnownSites(workspace).adopt(target.site)
            target.site = site
            let typed = (try? target.typed()) ?? target
            return connect(site, typed.path, password, below: typed.below, &workspace)
        } catch {
            urlRefusal = error.description
            return .nothing
        }
    }

    private mutating func connect(
        _ site: Site, _ path: Path?, _ password: Secret?, below: RelativePath? = nil,
        _ workspace: inout Workspace
    ) -> Outcome {
        let side = site.isLocal ? workspace.panes.focus : workspace.panes.sideForServer
        clear()
        workspace.panes.focus = side
        var outcome = Outcome.show(.main)
        if let password { outcome += workspace.queue.given(password, for: site) }
        return outcome + PaneDestination(site, path, below: below).open(in: side, &workspace)
    }

    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome {
        guard mouse.isPress else { return .nothing }
        let list = SitesLayout(size: workspace.size).list
        guard let row = sites.list.row(after: mouse, count: sites.count, list: list) else {
            return .nothing
        }
        move(by: row - sites.list.cursor, height: list.height)
        return mouse.isDouble ? connect(&workspace) : .nothing
    }
}
