import Files
import Jobs
import Terminal

extension ScreenID {
    /// The jobs, and the visits to the share.
    package static let queue = ScreenID("queue")
}

/// The queue's screen: tabs, jobs, and the selected one's story; or all that is known of one job.
struct QueueScreen: Screen {
    static let id = ScreenID.queue
    static let context = Keymap.Context.queue
    static let opener: Action? = .queue
    static let groups = [Action.Group.queue]

    private(set) var tab = QueueState.Tab.all
    /// The cursor in the tab.
    private(set) var list = ListCursor()
    /// The selected row; the selection follows it when the list changes.
    private var selected: QueueRow.ID?
    /// The job whose details take the whole screen, and how far they are scrolled.
    private(set) var details: (job: JobID, text: TextScroll)?
    private var news = TransferNews()

    var hints: [KeyHint] {
        guard details == nil else {
            return [
                KeyHint(.cancel, "back"), KeyHint(.jobPause, "pause"), KeyHint(.jobRetry, "retry"),
                KeyHint(.jobPolicy, "policy"), KeyHint(.jobLimit, "limit"),
                KeyHint(.jobCancel, "cancel"),
            ]
        }
        return [
            KeyHint(.jobDetails, "details"), KeyHint(.jobPause, "pause"),
            KeyHint(.jobCancel, "cancel"), KeyHint(.jobRetry, "retry"), KeyHint(.cancel, "back"),
            KeyHint(.queuePauseAll, "all"), KeyHint(.jobLater, "later"),
            KeyHint(.jobEarlier, "earlier"), KeyHint(.jobPolicy, "policy"),
            KeyHint(.jobLimit, "limit"), KeyHint(.nextTab, "tabs"),
            KeyHint(.clearDone, "clear done"), KeyHint(.history, "history"),
            KeyHint(.retryFailed, "retry failed"), KeyHint(.help, "keys"),
        ]
    }

    private func height(_ workspace: Workspace) -> Int {
        QueueLayout(size: workspace.size).list.height
    }

    mutating func opened(from other: ScreenID, _ workspace: inout Workspace) -> Outcome {
        details = nil
        // A visit that ended while nobody looked took the cursor along.
        let isOver = currentVisit(of: workspace.queue).map { $0.state != .running } ?? false
        move(to: isOver ? 0 : list.cursor, workspace)
        return .nothing
    }

    mutating func take(_ message: Message, _ workspace: inout Workspace) -> Outcome? {
        switch message {
        case .queue(let change):
            let outcome = news.take(change, &workspace)
            if let details, workspace.queue[details.job] == nil { self.details = nil }
            followSelection(in: workspace.queue)
            return outcome
        case .shared:
            followSelection(in: workspace.queue)
            return .nothing
        default:
            return nil
        }
    }

    // MARK: The selection

    /// The selected job; nil where a visit is selected, or nothing.
    var selectedJob: JobID? {
        if case .job(let id) = selected { return id }
        return nil
    }

    /// The job under the cursor, or whose details are shown.
    func current(of queue: QueueState) -> Job? {
        if let details { return queue[details.job] }
        if case .job(let job) = queue.row(at: list.cursor, of: tab) { return job }
        return nil
    }

    /// The visit under the cursor.
    func currentVisit(of queue: QueueState) -> Visit? {
        if details == nil, case .visit(let visit) = queue.row(at: list.cursor, of: tab) {
            return visit
        }
        return nil
    }

    /// Puts the cursor on the row of what is selected, or leaves it where it was when that went to
    /// another tab; the row stays at its place on the screen.
    private mutating func followSelection(in queue: QueueState) {
        if let selected, let row = queue.row(of: selected, in: tab) {
            list.follow(to: row)
        } else {
            select(row: list.cursor, in: queue)
        }
    }

    /// Selects what stands in a row, or in the nearest one.
    mutating func select(row: Int, in queue: QueueState) {
        let row = max(0, min(row, queue.rowCount(of: tab) - 1))
        list = ListCursor(cursor: row, top: list.top)
        selected = queue.row(at: row, of: tab)?.id
    }

    /// Moves the cursor, with as many rows to be seen as there are.
    mutating func move(to row: Int, _ workspace: Workspace) {
        let queue = workspace.queue
        list.move(to: row, count: queue.rowCount(of: tab), height: height(workspace))
        selected = queue.row(at: list.cursor, of: tab)?.id
    }

    /// Shows another tab; what is selected stays selected where the tab has it.
    private mutating func show(_ tab: QueueState.Tab, _ workspace: Workspace) {
        self.tab = tab
        move(to: selected.flatMap { workspace.queue.row(of: $0, in: tab) } ?? 0, workspace)
    }

    private mutating func showTab(by step: Int, _ workspace: Workspace) {
        let count = QueueState.Tab.allCases.count
        let number = (tab.rawValue + step + count) % count
        if let tab = QueueState.Tab(rawValue: number) { show(tab, workspace) }
    }

    // MARK: Actions

    mutating func performElsewhere(
        _ action: Action, isOnTop: Bool, _ workspace: inout Workspace
    ) -> Outcome? {
        switch action {
        case .queue:
            return .show(isOnTop ? .main : .queue)
        case .answer:
            guard let job = workspace.queue.job(atRow: 0, of: .needsYou) else {
                workspace.status.show("No transfer asks anything.")
                return .nothing
            }
            return JobQuestions.open(of: job, &workspace)
        default:
            return nil
        }
    }

    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        if details != nil, let outcome = performInDetails(action, workspace) { return outcome }
        let count = workspace.queue.rowCount(of: tab)
        if let row = list.row(after: action, count: count, height: height(workspace)) {
            move(to: row, workspace)
            return .nothing
        }
        switch action {
        case .openFolder:
            if !setOpen(true, &workspace) { showTab(by: 1, workspace) }
        case .closeFolder:
            if !setOpen(false, &workspace) { showTab(by: -1, workspace) }
        case .nextTab: showTab(by: 1, workspace)
        case .previousTab: showTab(by: -1, workspace)
        case .tabAll: show(.all, workspace)
        case .tabActive: show(.active, workspace)
        case .tabWaiting: show(.waiting, workspace)
        case .tabNeedsYou: show(.needsYou, workspace)
        case .tabFailed: show(.failed, workspace)
        case .tabDone: show(.done, workspace)
        case .enter, .jobDetails: return openRow(&workspace)
        case .queuePauseAll:
            return [.control(workspace.queue.isPaused ? .resumeAll : .pauseAll)]
        case .queueLimit: return JobQuestions.limitOfAll()
        case .retryFailed:
            guard workspace.queue.count(of: .failed) > 0 else {
                return workspace.refuse("No job has failed.")
            }
            workspace.logins.declined = []
            return [.control(.retryFailed)]
        case .clearDone: return clearDone(&workspace)
        case .history: return .show(.history)
        case .siteConnections:
            guard let job = current(of: workspace.queue), let site = job.remoteSite else {
                return workspace.refuse("No job to or from a server is selected.")
            }
            return JobQuestions.connections(to: site)
        case .jobPause, .jobEarlier, .jobLater, .jobFirst, .jobLast, .jobRetry, .jobPolicy,
            .jobLimit, .jobCancel:
            if let visit = currentVisit(of: workspace.queue) {
                return perform(action, on: visit, &workspace)
            }
            guard let job = current(of: workspace.queue) else {
                return workspace.refuse("No job is selected.")
            }
            return perform(action, on: job, &workspace)
        default: return nil
        }
        return .nothing
    }

    private mutating func clearDone(_ workspace: inout Workspace) -> Outcome {
        let queue = workspace.queue
        // What was cancelled and kept is not done: its row leads to what it wrote.
        let hasDone = (0..<queue.count(of: .done)).contains { row in
            queue.job(atRow: row, of: .done)?.state != .cancelled
        }
        guard hasDone || !queue.visits.ended.isEmpty else {
            return workspace.refuse("No job is done yet.")
        }
        workspace.queue.change { $0.clearEnded() }
        followSelection(in: workspace.queue)
        return hasDone ? [.control(.clearDone)] : .nothing
    }

    /// A visit is the visitor's: all that can be done is to break it off.
    private func perform(
        _ action: Action, on visit: Visit, _ workspace: inout Workspace
    ) -> Outcome {
        if action == .jobCancel { return ConfirmDialog.kick(visit, &workspace) }
        let key = workspace.keymap.queueKey(.jobCancel)
        return workspace.refuse(
            "That is a visit to the share: it can only be broken off (\(key)).")
    }

    /// The conflict's dialog where the job needs an answer, else all that is known of it; the
    /// share's screen for a visit.
    private mutating func openRow(_ workspace: inout Workspace) -> Outcome {
        if let visit = currentVisit(of: workspace.queue) {
            guard workspace.share.status != nil else {
                return workspace.refuse("The share of this visit is closed.")
            }
            workspace.chosenVisit = visit.id
            return .show(.share)
        }
        guard let job = current(of: workspace.queue) else {
            return workspace.refuse("No job is selected.")
        }
        switch job.state {
        case .needsAnswer, .needsLogin: return JobQuestions.open(of: job, &workspace)
        default: break
        }
        details = (job.id, TextScroll())
        return .nothing
    }

    private mutating func performInDetails(_ action: Action, _ workspace: Workspace) -> Outcome? {
        guard let job = current(of: workspace.queue) else { return nil }
        let height = workspace.screenBody.height
        let count = JobDetails(job, workspace).lines.count
        // Half a page is not worth a difference here.
        let scrolling: Action =
            switch action {
            case .halfUp: .pageUp
            case .halfDown: .pageDown
            default: action
            }
        if details?.text.scroll(scrolling, count: count, height: height) == true {
            return .nothing
        }
        switch action {
        case .cancel, .enter, .jobDetails: details = nil
        case .nextTab, .previousTab, .openFolder, .closeFolder: break
        default: return nil
        }
        return .nothing
    }

    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome {
        guard mouse.isPress else { return .nothing }
        if details != nil {
            switch mouse.button {
            case .wheelUp: return .perform(.up)
            case .wheelDown: return .perform(.down)
            default: return .nothing
            }
        }
        let rect = QueueLayout(size: workspace.size).list
        if mouse.button == .left, mouse.point.y == 1 {
            let tabs = QueueLayout.tabs(of: workspace.queue, tab, width: workspace.size.width)
            let hit = tabs.last { $0.x <= mouse.point.x && mouse.point.x < $0.x + $0.text.count }
            if let hit { show(hit.tab, workspace) }
            return .nothing
        }
        let count = workspace.queue.rowCount(of: tab)
        guard let row = list.row(after: mouse, count: count, list: rect) else { return .nothing }
        move(to: row, workspace)
        if mouse.button == .left, isMark(mouse.point.x, workspace) {
            let isOpen = selectedJob.map { workspace.queue.fold(of: $0) } == .open
            _ = setOpen(!isOpen, &workspace)
            return .nothing
        }
        return mouse.button == .left && mouse.isDouble ? openRow(&workspace) : .nothing
    }
}
