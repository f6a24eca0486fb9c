import Files
import Terminal
import Words

/// The command palette: a line being typed, what it could mean, and what a raw command answered.
struct Palette: Overlay {
    /// The raw command whose reply is waited for.
    private struct Awaited: Hashable, Sendable {
        var request: RequestID
        var tab: TabID
    }

    static let opener = Action.palette

    /// Lines of a reply that are kept.
    static let outputLimit = 2_000

    /// What was typed the other times.
    private(set) var history = LineHistory()
    private(set) var field = TextField()
    /// What the text could mean, the best first.
    var matches: [PaletteItem] = []
    var list = ListCursor()
    /// Whether the first match is what was meant without a doubt.
    var isSure = false
    /// Whether the user has chosen a match by hand.
    var isChosen = false
    /// Themes, sites and directories.
    private(set) var places: [PaletteItem] = []
    /// What was done here last, the newest first, by its key.
    private(set) var used: [String] = []
    private var awaited: Awaited?
    /// The reply's lines, or why there is none.
    private(set) var output: [String] = []
    private(set) var outputScroll = TextScroll()
    private(set) var isOutputError = false
    /// What belongs to the screen below, which comes first.
    var favoured: Set<Action.Group> = []
    /// Which line of the history is shown; nil for what was typed.
    private var historyIndex: Int?

    mutating func opened(over screen: any Screen, _ workspace: Workspace) {
        favoured = Set(type(of: screen).groups)
        used = workspace.usedItems
        clear()
        places = PaletteItem.places(workspace)
    }

    /// A line may hold a password.
    mutating func closed() {
        clear()
    }

    /// Begins with an empty line, and the history.
    private mutating func clear() {
        let (history, favoured, used) = (self.history, self.favoured, self.used)
        self = Palette()
        self.history = history
        self.favoured = favoured
        self.used = used
        refresh()
    }

    /// What Enter does.
    var match: PaletteItem? { matches.indices.contains(list.cursor) ? matches[list.cursor] : nil }

    /// Shows lines instead of the list until something else is typed.
    mutating func show(_ lines: [String], isError: Bool) {
        output = lines
        outputScroll = TextScroll()
        isOutputError = isError
    }

    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        if key.code != .escape, !key.closesDialog {
            let height = PaletteLayout(size: workspace.size).list.height
            switch (key.code, key.modifiers) {
            case (.enter, _): return run(&workspace)
            case (.up, _), (.character("p"), .control): move(by: -1, height: height)
            case (.down, _), (.character("n"), .control): move(by: 1, height: height)
            case (.pageUp, _): scroll(by: -height, height: height)
            case (.pageDown, _): scroll(by: height, height: height)
            case (.tab, _):
                if let match { set(PaletteItem.completion(of: match)) }
            default:
                if field.handle(key) { changed() }
            }
            return .stays
        }
        return close
    }

    mutating func paste(_ text: String) {
        field.insert(text)
        changed()
    }

    private mutating func changed() {
        historyIndex = nil
        refresh()
    }

    private mutating func set(_ text: String) {
        field = TextField(text)
        refresh()
    }

    /// A command that nobody answers is given up.
    private var close: DialogReply {
        .closes(awaited.map { [.cancel($0.tab, $0.request)] } ?? .nothing)
    }

    /// Up and Down go through the list, or, in an empty line and in commands, through what was
    /// typed before.
    private mutating func move(by step: Int, height: Int) {
        let text = field.text
        let isHistory =
            historyIndex != nil || PaletteCommand(text) != nil || (text.isEmpty && step < 0)
        guard isHistory else {
            // The first step chooses what is first.
            if isOutputError { show([], isError: false) }
            list.move(by: isChosen || isSure ? step : 0, count: matches.count, height: height)
            isChosen = true
            return
        }
        let lines = history.lines
        let index = (historyIndex ?? lines.count) + step
        guard index >= 0 else { return }
        if lines.indices.contains(index) {
            historyIndex = index
            set(lines[index])
        } else {
            let wasHistory = historyIndex != nil
            historyIndex = nil
            if wasHistory { set("") }
        }
    }

    private mutating func scroll(by rows: Int, height: Int) {
        if output.isEmpty {
            list.move(by: rows, count: matches.count, height: height)
            isChosen = true
        } else {
            outputScroll.scroll(to: outputScroll.top + rows, count: output.count, height: height)
        }
    }

    private mutating func run(_ workspace: inout Workspace) -> DialogReply {
        switch PaletteCommand(field.text) {
        case .go(let place): return go(to: place, &workspace)
        case .raw(let line): return sendRaw(line, &workspace)
        case nil: break
        }
        guard let match else {
            return refuse(tr("No action matches '\(field.text)'; 'raw LINE' sends a command."))
        }
        guard isSure || isChosen else {
            return refuse(
                field.text.isEmpty
                    ? tr("Type a few letters, or choose with the arrow keys.")
                    : tr(
                        "Nothing begins with '\(VisibleText.make(field.text))'; choose with the arrow keys."
                    )
            )
        }
        return .closes(perform(match, &workspace))
    }

    private mutating func perform(_ item: PaletteItem, _ workspace: inout Workspace) -> Outcome {
        if case .action(let action) = item { history.append(action.rawValue) }
        workspace.noteUsed(item.key)
        return item.run(&workspace) + [.keepUsed(workspace.usedItems)]
    }

    private mutating func refuse(_ sentence: String) -> DialogReply {
        show([sentence], isError: true)
        return .stays
    }

    private mutating func go(
        to place: String, _ workspace: inout Workspace
    ) -> DialogReply {
        guard !place.isEmpty else { return refuse(tr("Type a path or URL after cd.")) }
        switch TypedPlace.go(to: place, &workspace) {
        case .refused(let sentence):
            return refuse(sentence)
        case .accepted(let outcome):
            let holdsPassword = (try? SiteURL.parse(place))?.password != nil
            if !holdsPassword { history.append("cd " + place) }
            return .closes(.show(.main) + outcome)
        }
    }

    private mutating func sendRaw(
        _ line: String, _ workspace: inout Workspace
    ) -> DialogReply {
        guard !line.isEmpty else {
            return refuse(tr("Type a command after raw, such as raw FEAT."))
        }
        guard awaited == nil else {
            return refuse(tr("The server has not answered the last command yet."))
        }
        let sides = [workspace.panes.focus, workspace.panes.focus.other]
        guard let side = sides.first(where: { !workspace.panes[$0].site.isLocal }) else {
            return refuse(tr("Both panes show this machine; a raw command needs a server."))
        }
        let verb = line.prefix { $0 != " " }.uppercased()
        if verb != "PASS", verb != "ACCT" { history.append("raw " + line) }
        let request = workspace.requests.next()
        let tab = workspace.panes.tab(side)
        awaited = Awaited(request: request, tab: tab)
        let site = workspace.panes[side].site
        show([tr("Waiting for the reply from \(site.text).")], isError: false)
        historyIndex = nil
        set("raw ")
        return .goesOn([.sendRaw(request, tab, site, line)])
    }

    /// The reply to a raw command; false where it belongs to somebody else.
    mutating func take(_ message: Message) -> Bool {
        guard case .replied(let request, let result) = message, awaited?.request == request else {
            return false
        }
        awaited = nil
        switch result {
        case .success(let lines):
            show(lines.prefix(Palette.outputLimit).map { VisibleText.make($0) }, isError: false)
        case .failure(let error):
            show([error.message], isError: true)
        }
        return true
    }

    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> DialogReply {
        guard mouse.isPress else { return .stays }
        let layout = PaletteLayout(size: workspace.size)
        let height = layout.list.height
        switch mouse.button {
        case .wheelUp: scroll(by: -1, height: height)
        case .wheelDown: scroll(by: 1, height: height)
        case .left where layout.list.contains(mouse.point) && output.isEmpty:
            let row = top(height: height) + mouse.point.y - layout.list.y
            guard matches.indices.contains(row) else { return .stays }
            list.move(to: row, count: matches.count, height: height)
            return .closes(perform(matches[row], &workspace))
        case .left where !layout.box.contains(mouse.point): return close
        default: break
        }
        return .stays
    }

    /// The first action shown where the list has `height` rows.
    func top(height: Int) -> Int { max(0, list.cursor - height + 1) }
}
