import Files
import Jobs
import Terminal
import Words

extension ScreenID {
    /// The jobs, and the visits to the share.
    package static let queue = ScreenID("queue")
}

/// The queue's screen: tabs, jobs, and the selected one's story; or all that is known of one job.
struct QueueScreen: Screen {
    /// What fills the screen.
    enum Page: Sendable {
        case list
        case details(JobDetailsPage)
    }

    static let id = ScreenID.queue
    static let context = Keymap.Context.queue
    static let opener: Action? = .queue
    static let groups = [Action.Group.queue]

    private(set) var page = Page.list
    /// What the tabs show, also while a job's details lie over them.
    var list = QueueList()
    private var news = TransferNews()

    var hints: [KeyHint] {
        switch page {
        case .list: QueueListView.hints
        case .details: JobDetailsPage.hints
        }
    }

    private func height(_ workspace: Workspace) -> Int {
        QueueLayout(size: workspace.size).list.height
    }

    /// What an action is about: the job whose details are shown, or what is under the cursor.
    func current(of queue: QueueState) -> QueueRow? {
        switch page {
        case .list: list.current(of: queue)
        case .details(let details): queue[details.job].map { .job($0) }
        }
    }

    mutating func opened(from other: ScreenID, _ workspace: inout Workspace) -> Outcome {
        page = .list
        list.marks = JobMarks()
        // A visit that ended while nobody looked took the cursor along.
        let isOver = list.current(of: workspace.queue)?.visit.map { $0.state != .running } ?? false
        list.move(
            to: isOver ? 0 : list.cursor.cursor, in: workspace.queue, height: height(workspace))
        list.show(in: workspace.queue, height: height(workspace))
        return .nothing
    }

    mutating func take(_ message: Message, _ workspace: inout Workspace) -> Outcome? {
        switch message {
        case .queue(let change):
            let outcome = news.take(change, &workspace)
            if case .details(let details) = page, workspace.queue[details.job] == nil {
                page = .list
            }
            list.followSelection(in: workspace.queue)
            list.begin(in: workspace.queue, height: height(workspace))
            if !change.removed.isEmpty { list.marks.follow(workspace.queue) }
            return outcome
        case .shared:
            list.followSelection(in: workspace.queue)
            return .nothing
        default:
            return nil
        }
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
                workspace.status.show(tr("No transfer needs an answer."))
                return .nothing
            }
            return JobQuestions.open(of: job, &workspace)
        case .queuePauseAll:
            if workspace.queue.isPaused { return [.control(.resumeAll)] }
            // A slip of a finger in the panes must not hold up what is copied later.
            let queue = workspace.queue
            guard queue.count(of: .active) + queue.count(of: .waiting) > 0 else {
                return workspace.refuse(tr("No transfer is running or waiting."))
            }
            return [.control(.pauseAll)]
        default:
            return nil
        }
    }

    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        if case .details(var details) = page, let step = details.perform(action, workspace) {
            switch step {
            case .stays: page = .details(details)
            case .closes: page = .list
            }
            return .nothing
        }
        if list.perform(action, in: &workspace.queue, height: height(workspace)) {
            return .nothing
        }
        if let command = JobCommand(action) {
            if case .list = page, !list.marks.isEmpty {
                let jobs = list.marks.jobs(in: workspace.queue)
                return command.carryOut(onMarked: jobs, &workspace)
            }
            guard let row = current(of: workspace.queue) else {
                return workspace.refuse(tr("No job is selected."))
            }
            return command.carryOut(on: row, &workspace)
        }
        switch action {
        case .enter, .jobDetails: return openRow(&workspace)
        case .queuePauseAll:
            return [.control(workspace.queue.isPaused ? .resumeAll : .pauseAll)]
        case .queueLimit: return JobQuestions.limitOfAll(workspace.queue.limit)
        case .retryFailed:
            guard workspace.queue.count(of: .failed) > 0 else {
                return workspace.refuse(tr("No job has failed."))
            }
            workspace.logins.declined = []
            return [.control(.retryFailed)]
        case .clearDone: return clearDone(&workspace)
        case .history: return .show(.history)
        case .siteConnections:
            guard let site = current(of: workspace.queue)?.job?.remoteSite else {
                return workspace.refuse(tr("No job to or from a server is selected."))
            }
            return JobQuestions.connections(to: site)
        case .siteAnswers:
            return JobQuestions.siteAnswers(workspace)
                ?? workspace.refuse(tr("No answer holds for a whole site."))
        default: return nil
        }
    }

    private mutating func clearDone(_ workspace: inout Workspace) -> Outcome {
        let queue = workspace.queue
        // What was cancelled and kept is not done: its row leads to what it wrote.
        let hasDone = (0..<queue.count(of: .done)).contains { row in
            queue.job(atRow: row, of: .done)?.state != .cancelled
        }
        guard hasDone || !queue.visits.ended.isEmpty else {
            return workspace.refuse(tr("No job has finished yet."))
        }
        workspace.queue.change { $0.clearEnded() }
        list.followSelection(in: workspace.queue)
        return hasDone ? [.control(.clearDone)] : .nothing
    }

    /// The conflict's dialog where the job needs an answer, else all that is known of it; the
    /// share's screen for a visit.
    private mutating func openRow(_ workspace: inout Workspace) -> Outcome {
        switch current(of: workspace.queue) {
        case nil:
            return workspace.refuse(tr("No job is selected."))
        case .visit(let visit):
            guard workspace.share.status != nil else {
                return workspace.refuse(tr("The share of this visit has ended."))
            }
            workspace.queue.change { $0.chosen = visit.id }
            return .show(.share)
        case .job(let job):
            switch job.state {
            case .needsAnswer, .needsLogin: return JobQuestions.open(of: job, &workspace)
            default: break
            }
            page = .details(JobDetailsPage(job.id))
            return .nothing
        }
    }

    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome {
        guard mouse.isPress else { return .nothing }
        switch page {
        case .details(let details):
            return details.take(mouse)
        case .list:
            let opens = list.take(mouse, in: &workspace.queue, size: workspace.size)
            return opens ? openRow(&workspace) : .nothing
        }
    }

    func draw(_ workspace: Workspace, into frame: inout Frame) {
        if case .details(let details) = page, let job = workspace.queue[details.job] {
            details.draw(job, workspace, into: &frame)
        } else {
            QueueListView(list, workspace).draw(into: &frame)
        }
        drawFoot(workspace, into: &frame)
    }
}
