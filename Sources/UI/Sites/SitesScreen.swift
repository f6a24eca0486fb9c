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
    private(set) var known: [SiteChoice] = []
    private var remotes: [SiteChoice] = []
    private(set) var field = TextField()
    /// Whether the user went into the list, so that Enter takes what is chosen there.
    private var isListChosen = false
    /// The server that the focused pane shows, until the list has come: the cursor starts there.
    private var present: Site?
    /// Why what was typed was refused.
    private(set) var refusal: String?

    var hints: [KeyHint] {
        [
            KeyHint(.enter, "connect"), KeyHint(.makeDirectory, "save as", in: .pane),
            KeyHint(.edit, "edit", in: .pane), KeyHint(.delete, "remove", in: .pane),
            KeyHint(.cancel, "back"), KeyHint(.help, "keys"), KeyHint(.down, "known sites"),
        ]
    }

    var takesLetters: Bool { true }

    private func height(_ workspace: Workspace) -> Int {
        SitesLayout(size: workspace.size).list.height
    }

    mutating func opened(from other: ScreenID, _ workspace: inout Workspace) -> Outcome {
        clear()
        let pane = workspace.panes.focused
        present = pane.isEmpty || pane.site.isLocal ? nil : pane.site
        return [.loadSites, .loadRemotes]
    }

    mutating func closed() -> Outcome {
        clear()
        return .nothing
    }

    /// Empties the box.
    private mutating func clear() {
        field = TextField()
        refusal = nil
        isListChosen = false
        sites.clear()
    }

    mutating func take(_ message: Message, _ workspace: inout Workspace) -> Outcome? {
        switch message {
        case .sites(let choices):
            known = Array(choices.prefix(10_000))
            workspace.sites = known
        case .remotes(let choices):
            remotes = Array(choices.prefix(10_000))
        case .siteSaved(let name):
            clear()
            sites.select(name, height: height(workspace))
            isListChosen = true
            workspace.status.show("The site '\(VisibleText.make(name))' is saved.")
            return .nothing
        default:
            return nil
        }
        sites.take(SiteRows(known, remotes: remotes).choices, height: height(workspace))
        if case .sites = message, let present {
            if field.text.isEmpty, !isListChosen {
                sites.select(present, height: height(workspace))
            }
            self.present = nil
        }
        return .nothing
    }

    // MARK: Keys

    /// Letters go into the box; what moves in the list or leaves it goes through the keymap.
    mutating func intercept(_ key: Key, _ workspace: inout Workspace) -> Outcome? {
        switch key.code {
        case .up, .down, .pageUp, .pageDown, .enter, .escape: return nil
        case .function: return change(key, &workspace)
        case .delete where isListChosen || field.text.isEmpty: return change(key, &workspace)
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

    /// The keys that make, edit and delete in a pane do so with sites.
    private func change(_ key: Key, _ workspace: inout Workspace) -> Outcome? {
        guard case .action(let action) = workspace.keymap.lookup([key], in: .pane) else {
            return nil
        }
        switch action {
        case .makeDirectory, .edit, .delete: return .perform(action)
        default: return nil
        }
    }

    mutating func paste(_ text: String, _ workspace: inout Workspace) -> Outcome {
        field.insert(text)
        changed(workspace)
        return .nothing
    }

    private mutating func changed(_ workspace: Workspace) {
        refusal = nil
        isListChosen = false
        sites.filter(field.text, height: height(workspace))
    }

    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        let height = height(workspace)
        let page = max(1, height - 1)
        switch action {
        case .up: step(by: -1, height: height)
        case .down: step(by: 1, height: height)
        case .pageUp: step(by: -page, height: height)
        case .pageDown: step(by: page, height: height)
        case .enter: return connect(&workspace)
        case .makeDirectory: return saveAs(workspace)
        case .edit: return edit(&workspace)
        case .delete: return remove(&workspace)
        case .cancel where !field.text.isEmpty: clear()
        default: return nil
        }
        return .nothing
    }

    /// Out of the box the first step leads to the first of the list.
    private mutating func step(by rows: Int, height: Int) {
        move(by: takesText ? 0 : rows, height: height)
    }

    private mutating func move(by rows: Int, height: Int) {
        sites.move(by: rows, height: height)
        isListChosen = sites.count > 0
    }

    // MARK: Connecting

    /// What Enter and F7 are about.
    enum Subject {
        case chosen(SiteChoice)
        /// A URL, a path, or `host:path`.
        case place
        /// A host without a protocol.
        case host
        /// Words that no site holds.
        case words
        case nothing
    }

    /// What Enter and F7 are about now.
    var subject: Subject {
        let text = field.text.trimmed
        let chosen = sites.current.map { Subject.chosen($0) }
        if isListChosen, let chosen { return chosen }
        if text.isEmpty { return chosen ?? .nothing }
        if SiteURL.looksLikeURL(text) || text.hasPrefix("/") || text.hasPrefix("~")
            || isReference(text)
        {
            return .place
        }
        if text.contains(where: \.isWhitespace) { return chosen ?? .words }
        if let chosen, sites.current?.isCalled(text) ?? false || !isHost(text) { return chosen }
        return .host
    }

    /// Whether it is a host, though some sites hold it too.
    private func isHost(_ text: String) -> Bool {
        guard TypedHost.isMeant(by: text) else { return false }
        // A folder may be called like a host.
        return !text.contains("/")
            || !known.contains { $0.origin == .sites && $0.name.hasPrefix(text) }
    }

    /// Whether Enter takes what is in the box rather than what is chosen in the list.
    var takesText: Bool {
        if case .chosen = subject { false } else { true }
    }

    /// Whether the box holds `host:path`, even one that cannot be sent.
    private func isReference(_ text: String) -> Bool {
        do throws(SiteURL.Refusal) {
            return try SiteReference(text, among: known) != nil
        } catch {
            return true
        }
    }

    private mutating func connect(_ workspace: inout Workspace) -> Outcome {
        do throws(SiteURL.Refusal) {
            switch subject {
            case .chosen(let choice):
                return SiteOpening(choice).open(&workspace)
            case .place:
                return try place(workspace).open(&workspace)
            case .host:
                let text = field.text.trimmed
                if let opening = try named(text) { return opening.open(&workspace) }
                return .present(ProtocolDialog(try TypedHost(text), among: known))
            case .words:
                refusal = "No site matches; a host or URL cannot contain spaces."
            case .nothing:
                refusal = "Type a host, user@host or a URL such as ftp://example.org/pub."
            }
        } catch {
            refusal = error.description
        }
        return .nothing
    }

    /// The URL, path or `host:path` in the box.
    func place(_ workspace: Workspace) throws(SiteURL.Refusal) -> SiteOpening {
        let text = field.text.trimmed
        if text.hasPrefix("/") { return SiteOpening(.local, Path(text)) }
        if text == "~" || text.hasPrefix("~/"), let home = workspace.options.home {
            let below = Path(String(text.dropFirst())).components
            return SiteOpening(.local, Path(components: home.components + below))
        }
        if let named = try SiteReference(text, among: known) {
            return SiteOpening(named.site, named.path, below: named.below)
        }
        return try SiteOpening(url: text, workspace)
    }

    /// `name/path` with the name of a known site; nil where it has none.
    private func named(_ text: String) throws(SiteURL.Refusal) -> SiteOpening? {
        guard let slash = text.firstIndex(of: "/") else { return nil }
        let reference = "\(text[..<slash]):\(text[slash...])"
        return try SiteReference(reference, among: known).map {
            SiteOpening($0.site, $0.path, below: $0.below)
        }
    }

    /// Says below the box why nothing comes of it.
    mutating func refuse(_ sentence: String) -> Outcome {
        refusal = sentence
        return .nothing
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

extension SiteOpening {
    /// One of the list.
    init(_ choice: SiteChoice) {
        self.init(choice.site, choice.path, below: choice.below)
    }
}
