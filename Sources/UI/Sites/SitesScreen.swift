import Files
import Terminal
import Words

extension ScreenID {
    /// Servers and places that the user can go to.
    package static let sites = ScreenID("sites")
}

/// The sites screen: a box for a URL, which also filters the list of known sites below it, and what
/// is known of the chosen one.
struct SitesScreen: Screen {
    static let id = ScreenID.sites
    static let opener: Action? = .sites
    static let context = Keymap.Context.sites
    static let groups: [Action.Group] = [.sites]

    private(set) var sites = SiteList()
    /// Those of the user's own lists, and rclone's, which come later.
    private(set) var known: [SiteChoice] = []
    private var remotes: [SiteChoice] = []
    private(set) var field = TextField()
    /// What is in the field.
    private(set) var typed = TypedSite()
    /// Whether the user went into the list, so that Enter takes what is chosen there.
    private(set) var isListChosen = false
    /// The server that the focused pane shows, until the list has come: the cursor starts there.
    private var present: Site?
    /// The first row shown of the chosen site's card, once the user went into it; nil before.
    var cardTop: Int?
    /// What is chosen while no site is known; nil is the box.
    private(set) var offer: SiteOffer?
    /// Why what was typed was refused.
    private(set) var refusal: String?

    var hints: [KeyHint] {
        [
            KeyHint(.enter, tr("connect")), KeyHint(.siteSave, tr("save as")),
            KeyHint(.siteEdit, tr("edit")), KeyHint(.siteRemove, tr("remove"), in: .sites),
            KeyHint(.cancel, tr("back")), KeyHint(.siteTest, tr("test")),
            KeyHint(.siteCopy, tr("copy")), KeyHint(.siteImport, tr("import")),
            KeyHint(.help, tr("keys")), KeyHint(.down, tr("known sites")),
        ]
    }

    var takesLetters: Bool { true }

    /// Where everything is now.
    func layout(_ workspace: Workspace) -> SitesLayout {
        SitesLayout(
            size: workspace.size, isCardOpen: cardTop != nil, isPlain: workspace.options.isPlain)
    }

    func height(_ workspace: Workspace) -> Int { layout(workspace).list.height }

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
        typed = TypedSite()
        refusal = nil
        isListChosen = false
        cardTop = nil
        offer = nil
        sites.clear()
    }

    mutating func take(_ message: Message, _ workspace: inout Workspace) -> Outcome? {
        switch message {
        case .sites(let choices):
            known = Array(choices.prefix(10_000))
            typed = TypedSite(field.text, among: known)
            workspace.sites = known
        case .remotes(let choices):
            remotes = Array(choices.prefix(10_000))
        case .demoOpened(let site):
            return SiteOpening(site, nil).open(&workspace)
        case .siteSaved(let name):
            clear()
            sites.select(name, height: height(workspace))
            isListChosen = true
            workspace.status.show(tr("The site '\(VisibleText.make(name))' is saved."))
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
        case .right where opensCard:
            cardTop = 0
            return .nothing
        case .left where cardTop != nil:
            cardTop = nil
            return .nothing
        case .function: return nil
        case .delete where isListChosen || field.text.isEmpty: return nil
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
        typed = TypedSite(field.text, among: known)
        refusal = nil
        isListChosen = false
        cardTop = nil
        offer = nil
        sites.filter(field.text, height: height(workspace))
    }

    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        let height = height(workspace)
        let page = max(1, height - 1)
        if cardTop != nil, scrollCard(action, workspace) { return .nothing }
        switch action {
        case .up: step(by: -1, height: height)
        case .down: step(by: 1, height: height)
        case .pageUp: step(by: -page, height: height)
        case .pageDown: step(by: page, height: height)
        case .enter: return connect(&workspace)
        case .siteSave: return saveAs(workspace)
        case .siteEdit: return edit(&workspace)
        case .siteCopy: return copy(&workspace)
        case .siteRemove: return remove(&workspace)
        case .siteTest: return test(&workspace)
        case .siteImport: return ImportDialog.open(&workspace)
        case .siteDemo: return [.openDemo]
        case .cancel where !field.text.isEmpty: clear()
        default: return nil
        }
        return .nothing
    }

    /// Whether Right goes into the card: in the box it moves the cursor.
    private var opensCard: Bool {
        guard sites.current != nil, !takesText else { return false }
        return isListChosen || field.text.isEmpty
    }

    /// Moves the card's rows, or leaves the card; false for what is not for it.
    private mutating func scrollCard(_ action: Action, _ workspace: Workspace) -> Bool {
        guard let top = cardTop, let choice = sites.current else { return false }
        if action == .cancel {
            cardTop = nil
            return true
        }
        let rect = layout(workspace).card
        let card = SiteCard(choice, workspace.panes.security(of: choice.site), workspace)
        let count = card.lines(columns: rect.width).count
        let row = ListCursor(cursor: top, top: top).row(
            after: action, count: count, height: max(1, rect.height - 1))
        guard let row else { return false }
        cardTop = max(0, min(row, count - rect.height))
        return true
    }

    /// Out of the box the first step leads to the first of the list.
    private mutating func step(by rows: Int, height: Int) {
        if sites.choices.isEmpty {
            offer = SiteOffer.after(offer, by: rows)
            return
        }
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
        /// A row that is there while no site is known.
        case offer(SiteOffer)
        case nothing
    }

    /// What Enter and F7 are about now.
    var subject: Subject {
        let chosen = sites.current.map { Subject.chosen($0) }
        if isListChosen, let chosen { return chosen }
        switch typed.kind {
        case .nothing: return chosen ?? offer.map { .offer($0) } ?? .nothing
        case .place: return .place
        case .words: return chosen ?? (typed.hasBlanks ? .words : .host)
        case .host:
            guard let chosen, sites.current?.isCalled(typed.text) ?? false else { return .host }
            return chosen
        }
    }

    /// Whether Enter takes what is in the box rather than what is chosen in the list.
    var takesText: Bool {
        if case .chosen = subject { false } else { true }
    }

    private mutating func connect(_ workspace: inout Workspace) -> Outcome {
        do throws(SiteURL.Refusal) {
            switch subject {
            case .chosen(let choice):
                return SiteOpening(choice).open(&workspace)
            case .place:
                return try typed.place(workspace).open(&workspace)
            case .host:
                if let opening = try typed.named() { return opening.open(&workspace) }
                return ProtocolDialog.open(try TypedHost(typed.text), among: known, &workspace)
            case .offer(.demo):
                return [.openDemo]
            case .offer(.importing):
                return ImportDialog.open(&workspace)
            case .words:
                refusal = tr("No site matches; a host or URL cannot contain spaces.")
            case .nothing:
                refusal = tr("Type a host, user@host or a URL such as ftp://example.org/pub.")
            }
        } catch {
            refusal = error.description
        }
        return .nothing
    }

    /// Says below the box why nothing comes of it.
    mutating func refuse(_ sentence: String) -> Outcome {
        refusal = sentence
        return .nothing
    }

    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome {
        guard mouse.isPress else { return .nothing }
        let layout = layout(workspace)
        if layout.card.contains(mouse.point), layout.cardPlace != .below || cardTop != nil {
            if cardTop == nil, opensCard { cardTop = 0 }
            for _ in 0..<3 where mouse.button == .wheelUp { _ = scrollCard(.up, workspace) }
            for _ in 0..<3 where mouse.button == .wheelDown { _ = scrollCard(.down, workspace) }
            return .nothing
        }
        if layout.card.contains(mouse.point), mouse.button == .left, opensCard {
            cardTop = 0
            return .nothing
        }
        cardTop = nil
        let list = layout.list
        if sites.choices.isEmpty { return press(mouse, list, &workspace) }
        guard let row = sites.list.row(after: mouse, count: sites.count, list: list) else {
            return .nothing
        }
        move(by: row - sites.list.cursor, height: list.height)
        return mouse.isDouble ? connect(&workspace) : .nothing
    }
}

// While no site is known.
extension SitesScreen {
    private mutating func press(
        _ mouse: Mouse, _ list: Rect, _ workspace: inout Workspace
    ) -> Outcome {
        guard mouse.button == .left, field.text.isEmpty,
            let pressed = SiteOffer.allCases.first(where: { $0.row(in: list) == mouse.point.y })
        else { return .nothing }
        offer = pressed
        return connect(&workspace)
    }
}

extension SiteOpening {
    /// One of the list.
    init(_ choice: SiteChoice) {
        self.init(choice.site, choice.path, below: choice.below)
    }
}
