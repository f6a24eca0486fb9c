import Files
import Jobs
import Terminal

@testable import UI

/// How tests look into the rooms of the interface.
extension Model {
    subscript(side: Side) -> Pane {
        get { workspace.panes[side] }
        set { workspace.panes[side] = newValue }
    }

    var left: Pane {
        get { workspace.panes.left }
        set { workspace.panes.left = newValue }
    }

    var right: Pane {
        get { workspace.panes.right }
        set { workspace.panes.right = newValue }
    }

    var focus: Side {
        get { workspace.panes.focus }
        set { workspace.panes.focus = newValue }
    }

    var size: Size { workspace.size }
    var options: Options {
        get { workspace.options }
        set { workspace.options = newValue }
    }

    var keymap: Keymap {
        get { workspace.keymap }
        set { workspace.keymap = newValue }
    }

    var pendingKeys: [Key] { workspace.pendingKeys }

    var now: Double {
        get { workspace.now }
        set { workspace.now = newValue }
    }

    var instant: Instant { workspace.instant }

    var status: Status {
        get { workspace.status }
        set { workspace.status = newValue }
    }

    /// Nil while it is closed.
    var palette: Palette? { overlays.top as? Palette }
    var paletteHistory: LineHistory { overlays[Palette.self]?.history ?? LineHistory() }
    /// Nil while it is closed.
    var menu: Menu? { overlays.top as? Menu }

    var share: ShareState { workspace.share }
    var shareLayout: ShareLayout? { screens[ShareScreen.self]?.layout(workspace) }
    var unproven: Logins { workspace.logins }
    var viewer: ViewerState? { screens[ViewerScreen.self]?.file }
    var raw: RawState? { screens[RawScreen.self]?.state }
    var log: LogRoom { LogRoom(lines: LogScreen.lines(of: self), log: workspace.log) }
    var sites: SitesScreen { screens[SitesScreen.self] ?? SitesScreen() }

    var queue: QueueRoom {
        get { QueueRoom(screen: screens[QueueScreen.self] ?? QueueScreen(), workspace: workspace) }
        set { screens[QueueScreen.self] = newValue.screen }
    }

    /// Shows a file over the whole screen.
    mutating func openViewer(_ entry: Entry, at location: Location) -> [Effect] {
        carryOut(ViewerScreen.open(entry, at: location, &workspace))
    }

    func box(of dialog: any Dialog) -> DialogBox { dialog.box(in: workspace) }

    mutating func makeRequest() -> RequestID { workspace.requests.next() }
}

extension LogScreen {
    fileprivate static func lines(of model: Model) -> FilteredLog {
        model.screens[LogScreen.self]?.lines ?? FilteredLog()
    }
}

extension Menu {
    var scroll: ListCursor { list }
}

extension SitesScreen {
    var scroll: ListCursor { sites.list }
}

/// The log, and what its screen shows of it.
struct LogRoom {
    fileprivate let lines: FilteredLog
    fileprivate let log: LogState

    var current: Exchange? { lines.current(of: log) }
    var isFollowing: Bool { lines.isFollowing }
    var filtered: [Exchange] { log.lines(passing: lines.filter) }
    var count: Int { log.count }
}

/// The queue, and what its screen shows of it.
@dynamicMemberLookup
struct QueueRoom {
    fileprivate var screen: QueueScreen
    fileprivate let workspace: Workspace

    subscript<Value>(dynamicMember path: KeyPath<QueueState, Value>) -> Value {
        workspace.queue[keyPath: path]
    }

    /// Nil where a visit is selected, or nothing.
    var selected: JobID? {
        if case .job(let id) = screen.list.selected { return id }
        return nil
    }
    var tab: QueueState.Tab { screen.list.tab }
    var scroll: ListCursor { screen.list.cursor }
    var details: (job: JobID, text: TextScroll)? {
        if case .details(let page) = screen.page { return (page.job, page.text) }
        return nil
    }
    var current: Job? { screen.current(of: workspace.queue)?.job }
    var currentVisit: Visit? { screen.current(of: workspace.queue)?.visit }

    var count: Int { workspace.queue.count }
    func count(of tab: QueueState.Tab) -> Int { workspace.queue.count(of: tab) }
    func rowCount(of tab: QueueState.Tab) -> Int { workspace.queue.rowCount(of: tab) }
    func row(at row: Int, of tab: QueueState.Tab) -> QueueRow? {
        workspace.queue.row(at: row, of: tab)
    }
    func row(of id: QueueRow.ID, in tab: QueueState.Tab) -> Int? {
        workspace.queue.row(of: id, in: tab)
    }
    func jobs(in tab: QueueState.Tab) -> [Job] { workspace.queue.jobs(in: tab) }

    mutating func move(to row: Int, height: Int) {
        let height = QueueLayout(size: workspace.size).list.height
        screen.list.move(to: row, in: workspace.queue, height: height)
    }
    mutating func select(row: Int) { screen.list.select(row: row, in: workspace.queue) }
}
