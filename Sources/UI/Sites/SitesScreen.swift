import Files
import Terminal

extension Model {
    mutating func openSites() -> [Effect] {
        sites.clear()
        return [.loadSites]
    }

    private var sitesHeight: Int { SitesLayout(size: size).list.height }

    mutating func takeSites(_ choices: [SiteChoice]) -> [Effect] {
        let safe = choices.prefix(10_000).map { choice in
            var choice = choice
            choice.name = VisibleText.make(choice.name)
            choice.comment = choice.comment.map { VisibleText.make($0) }
            return choice
        }
        sites.take(safe, height: sitesHeight)
        return []
    }

    /// Letters go into the box; what moves in the list or leaves it goes through the keymap.
    mutating func interceptInSites(_ key: Key) -> [Effect]? {
        switch key.code {
        case .up, .down, .pageUp, .pageDown, .enter, .escape, .function: return nil
        case .tab:
            // The chosen one's URL, to be changed by hand.
            if let choice = sites.current { setSitesText(choice.address) }
            return []
        default: break
        }
        guard sites.field.handle(key) else { return nil }
        changedSitesText()
        return []
    }

    mutating func pasteInSites(_ text: String) -> [Effect] {
        sites.field.insert(text)
        changedSitesText()
        return []
    }

    private mutating func setSitesText(_ text: String) {
        sites.field = TextField(text)
        changedSitesText()
    }

    private mutating func changedSitesText() {
        sites.refusal = nil
        sites.isListChosen = false
        sites.refresh()
        sites.scroll.move(to: 0, count: sites.matches.count, height: sitesHeight)
    }

    mutating func performInSites(_ action: Action) -> [Effect]? {
        let height = sitesHeight
        let page = max(1, height - 1)
        switch action {
        case .up: moveInSites(by: -1)
        case .down: moveInSites(by: 1)
        case .pageUp: moveInSites(by: -page)
        case .pageDown: moveInSites(by: page)
        case .enter: return connectFromSites()
        case .cancel where !sites.field.text.isEmpty: sites.clear()
        default: return nil
        }
        return []
    }

    private mutating func moveInSites(by rows: Int) {
        sites.scroll.move(by: rows, count: sites.matches.count, height: sitesHeight)
        sites.isListChosen = !sites.matches.isEmpty
    }

    /// The pane that a server is shown in: the focused one, unless it shows this machine.
    var paneForServer: Side {
        self[focus].site.isLocal && !self[focus].isEmpty ? focus.other : focus
    }

    /// Whether Enter takes the URL in the box rather than what is chosen in the list.
    var sitesTakeText: Bool {
        let text = sites.field.text
        guard !sites.isListChosen else { return false }
        return SiteURL.looksLikeURL(text) || text.hasPrefix("/") || text.hasPrefix("~")
            || sites.matches.isEmpty
    }

    private mutating func connectFromSites() -> [Effect] {
        guard sitesTakeText else {
            return sites.current.map { connect($0.site, $0.path, nil) } ?? []
        }
        let text = sites.field.text
        guard !text.isEmpty else {
            sites.refusal = "Type a URL, such as ftp://example.org/pub."
            return []
        }
        if text.hasPrefix("/") { return connect(.local, Path(text), nil) }
        if text == "~" || text.hasPrefix("~/"), let home = options.home {
            let below = Path(String(text.dropFirst())).components
            return connect(.local, Path(components: home.components + below), nil)
        }
        do throws(SiteURL.Refusal) {
            let (target, password) = try SiteURL.parse(text)
            let site = adopted(target.site)
            return connect(site, target.path.map { (try? $0.typed(on: site)) ?? $0 }, password)
        } catch {
            sites.refusal = error.description
            return []
        }
    }

    private mutating func connect(_ site: Site, _ path: Path?, _ password: Secret?) -> [Effect] {
        let side = site.isLocal ? focus : paneForServer
        sites.clear()
        var effects = show(.main)
        focus = side
        if let password { effects += given(password, for: site) }
        return effects + open(side, site, path)
    }

    mutating func takeMouseInSites(_ mouse: Mouse) -> [Effect] {
        if let action = keyHint(at: mouse) { return perform(action) }
        guard mouse.isPress else { return [] }
        let list = SitesLayout(size: size).list
        switch mouse.button {
        case .wheelUp: moveInSites(by: -3)
        case .wheelDown: moveInSites(by: 3)
        case .left where list.contains(mouse.point):
            let row = sites.scroll.top + mouse.point.y - list.y
            guard row < sites.matches.count else { return [] }
            moveInSites(by: row - sites.scroll.cursor)
            if mouse.isDouble { return connectFromSites() }
        default: break
        }
        return []
    }
}
