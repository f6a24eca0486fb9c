import Files
import Jobs
import Settings
import Terminal
import Testing
import UI

/// The interface with somebody at the keys: keys and messages go in, effects and screens come out.
struct Stage {
    var model: Model
    /// How servers are spoken to.
    var security = ConnectionSecurity.clear
    /// Whether modes and times can be set where it listed.
    var setsModes = true
    var setsTimes = true
    /// The monotonic clock, and the one that says the date.
    private(set) var instant = Instant(seconds: 1_000)
    private var date = Stage.now
    /// What the newest key or message asked for.
    private(set) var effects: [Effect] = []
    /// What is to be measured by the newest message, and whether what was is not wanted any more; they
    /// are among no effects.
    private(set) var measuring: Effect?
    var measured: (request: RequestID, path: String)? {
        guard case .measure(let request, let place) = measuring else { return nil }
        return (request, place.path.text)
    }
    private(set) var stopped: RequestID?
    private var lastMeasured: RequestID?
    /// The tabs that were to be kept by the newest message; they are among no effects.
    private(set) var keptTabs: TabSession?

    static let home = Path("/home/me")
    static let web = Site(scheme: .ftp, host: "web01", user: "deploy")
    /// 2026-11-20 23:58:00 UTC.
    static let now = 1_795_219_080.0

    /// Two panes that are nowhere yet.
    init(_ width: Int = 100, _ height: Int = 30, isASCII: Bool = false) {
        var options = Model.Options()
        options.home = Stage.home
        options.isASCII = isASCII
        model = Model(
            size: Size(width: width, height: height),
            left: .empty, right: .empty, keymap: .preset(), options: options)
        wait(0)
    }

    /// Lets seconds pass; `shift` is by how many the date is set meanwhile.
    mutating func wait(_ seconds: Double, settingDateBy shift: Double = 0) {
        instant = instant + seconds
        date += seconds + shift
        sendHastily(.clock(instant, date: date))
    }

    /// Asks for `~/site` here and `/www` on web01.
    mutating func start() -> [Effect] {
        model.open(.left, .local, Path("/home/me/site"))
            + model.open(.right, Stage.web, Path("/www"))
    }

    /// Both panes with their listings.
    static func shown(
        _ width: Int = 100, _ height: Int = 30, isASCII: Bool = false,
        left: [Entry] = Entry.site, right: [Entry] = Entry.web
    ) -> Stage {
        var stage = Stage(width, height, isASCII: isASCII)
        for effect in stage.start() {
            guard case .list(let request, let side, _, _, _) = effect else { continue }
            let entries = side == .left ? left : right
            stage.send(.attached(side, connection: side == .left ? 0 : 1))
            stage.answer(request, side, entries)
        }
        return stage
    }

    /// Somebody who looks before he types: what happens is drawn, and seen for a while.
    mutating func send(_ message: Message) {
        sendHastily(message)
        guard !model.dialogs.takesKeys else { return }
        draw()
        instant = instant + DialogStack.quietTime
        _ = model.update(.listened(instant, isQuiet: true))
    }

    /// Somebody who types on, whatever comes up.
    mutating func sendHastily(_ message: Message) {
        let all = model.update(message)
        measuring = nil
        stopped = nil
        effects = all.filter { effect in
            switch effect {
            case .measure:
                measuring = effect
                return false
            case .stop(let request) where request == lastMeasured:
                stopped = request
                return false
            default: return effect.tabs == nil
            }
        }
        if let measured { lastMeasured = measured.request }
        keptTabs = all.compactMap(\.tabs).last
    }

    /// What there is now comes on the terminal.
    mutating func draw() {
        _ = model.update(.drawn(instant))
    }

    /// Keys by their names, with blanks between them; the effects of the last.
    @discardableResult
    mutating func press(_ names: String) -> [Effect] {
        for name in names.split(separator: " ") {
            guard let key = Key(name: String(name)) else {
                preconditionFailure("no key is called \(name)")
            }
            send(.terminal(.key(key)))
        }
        return effects
    }

    /// Letters, one by one.
    @discardableResult
    mutating func type(_ text: String) -> [Effect] {
        for character in text { send(.terminal(.key(Key(character)))) }
        return effects
    }

    @discardableResult
    mutating func click(
        _ x: Int, _ y: Int, _ button: Event.MouseButton = .left
    ) -> [Effect] {
        let point = Point(x: x, y: y)
        send(.terminal(.mouse(button, point, isPress: true, modifiers: [])))
        return effects
    }

    /// Answers a listing, ordered as the Engine does.
    mutating func answer(
        _ request: RequestID, _ tab: TabID, _ entries: [Entry], at location: Location? = nil,
        free: UInt64? = nil
    ) {
        var builder = DirectoryBuilder()
        for entry in entries { builder.append(entry) }
        let pane = model.workspace.panes.pane(tab) ?? model[tab.side]
        let place =
            location
            ?? pane.pending.map { Location(site: $0.site, path: $0.path ?? Path("/login")) }
            ?? pane.location
        let arrangement = pane.pending?.arrangement ?? pane.arrangement
        var listing = Listing(
            location: place, directory: builder.directory,
            order: arrangement.order(of: builder.directory),
            free: free ?? (place.site.isLocal ? 227_633_266_688 : nil), capabilities: [.write])
        listing.setsModes = setsModes
        listing.setsTimes = setsTimes
        if !place.site.isLocal { listing.security = security }
        send(.listed(request, .success(listing)))
    }

    /// Answers what the focused pane waits for.
    mutating func answer(_ entries: [Entry], at location: Location? = nil) {
        guard let request = model[model.focus].pending?.request else {
            Issue.record("the pane waits for nothing")
            return
        }
        answer(request, model.workspace.panes.tab(model.focus), entries, at: location)
    }

    /// Orders anew what was asked to be, as the Engine does.
    mutating func arrange() {
        for effect in effects {
            guard case .arrange(let request, _, let arranged, let arrangement) = effect else {
                continue
            }
            send(.arranged(request, arrangement.entryOrder(of: arranged.directory)))
        }
    }

    /// Puts the rows of both panes side by side where that was asked for, as the Engine does.
    mutating func align() {
        for effect in effects {
            guard case .align(let request, let pair, let arrangement, let found) = effect else {
                continue
            }
            send(.aligned(request, PaneAlignment(pair, arrangement, found: found)))
        }
    }

    mutating func fail(_ error: FileSystemError) {
        guard let request = model[model.focus].pending?.request else {
            Issue.record("the pane waits for nothing")
            return
        }
        send(.listed(request, .failure(error)))
    }

    mutating func change(_ jobs: Job...) {
        var change = QueueChange()
        change.changed = jobs
        send(.queue(change))
    }

    var pane: Pane { model[model.focus] }
    /// The name under the cursor; `..` for the parent.
    var current: String { pane.current?.name.text ?? ".." }
    /// What is marked, in the order shown.
    var marked: [String] {
        pane.order.filter { pane.marked.contains($0) }
            .compactMap { pane.directory.entry(at: Int($0))?.name.text }
    }

    /// The screen's rows, without blanks at their ends.
    var lines: [String] {
        model.view().lines.map { line in
            var kept = line[...]
            while kept.last == " " { kept.removeLast() }
            return String(kept)
        }
    }

    var screen: String { lines.joined(separator: "\n") }
    var statusLine: String { lines.count > 1 ? lines[lines.count - 2] : "" }
}

extension Effect {
    /// The tabs that are to be kept; nil where it is about something else.
    fileprivate var tabs: TabSession? {
        if case .keepTabs(let session) = self { session } else { nil }
    }
}
