import Files
import Jobs
import Terminal

extension Model {
    mutating func openQueue() -> [Effect] {
        queue.details = nil
        // A visit that ended while nobody looked took the cursor along.
        let isOver = queue.currentVisit.map { $0.state != .running } ?? false
        queue.move(to: isOver ? 0 : queue.scroll.cursor, height: queueHeight)
        return []
    }

    private var queueHeight: Int { QueueLayout(size: size).list.height }

    /// The queue's screen has no field of its own: every key goes through the keymap.
    mutating func interceptInQueue(_ key: Key) -> [Effect]? { nil }

    mutating func pasteInQueue(_ text: String) -> [Effect] { [] }

    mutating func performInQueue(_ action: Action) -> [Effect]? {
        if queue.details != nil, let effects = performInJobDetails(action) { return effects }
        let row = queue.scroll.cursor
        let height = queueHeight
        switch action {
        case .up: queue.move(to: row - 1, height: height)
        case .down: queue.move(to: row + 1, height: height)
        case .pageUp: queue.move(to: row - height, height: height)
        case .pageDown: queue.move(to: row + height, height: height)
        case .halfUp: queue.move(to: row - height / 2, height: height)
        case .halfDown: queue.move(to: row + height / 2, height: height)
        case .top: queue.move(to: 0, height: height)
        case .bottom: queue.move(to: queue.rowCount(of: queue.tab) - 1, height: height)
        case .nextTab: showTab(by: 1)
        case .previousTab: showTab(by: -1)
        case .tabAll: queue.show(.all, height: height)
        case .tabActive: queue.show(.active, height: height)
        case .tabWaiting: queue.show(.waiting, height: height)
        case .tabNeedsYou: queue.show(.needsYou, height: height)
        case .tabFailed: queue.show(.failed, height: height)
        case .tabDone: queue.show(.done, height: height)
        case .enter, .jobDetails:
            return openJob()
        case .queuePauseAll:
            return [.control(queue.isPaused ? .resumeAll : .pauseAll)]
        case .queueLimit:
            askLimit()
        case .retryFailed:
            guard queue.count(of: .failed) > 0 else { return refuse("No job has failed.") }
            trustDeclined = []
            return [.control(.retryFailed)]
        case .clearDone:
            // What was cancelled and kept is not done: its row leads to what it wrote.
            let hasDone = (0..<queue.count(of: .done)).contains { row in
                queue.job(atRow: row, of: .done)?.state != .cancelled
            }
            guard hasDone || !queue.visits.ended.isEmpty else {
                return refuse("No job is done yet.")
            }
            queue.change { $0.clearEnded() }
            showVisits()
            return hasDone ? [.control(.clearDone)] : []
        case .jobPause, .jobEarlier, .jobLater, .jobRetry, .jobPolicy, .jobLimit, .jobCancel:
            if let visit = queue.currentVisit { return perform(action, on: visit) }
            guard let job = queue.current else { return refuse("No job is selected.") }
            return perform(action, on: job)
        default:
            return nil
        }
        return []
    }

    private mutating func showTab(by step: Int) {
        let count = QueueState.Tab.allCases.count
        let number = (queue.tab.rawValue + step + count) % count
        if let tab = QueueState.Tab(rawValue: number) { queue.show(tab, height: queueHeight) }
    }

    private mutating func perform(_ action: Action, on job: Job) -> [Effect] {
        let name = job.shownName
        switch (action, job.state) {
        case (.jobPause, .paused):
            return [.control(.resume(job.id))]
        case (.jobPause, .waiting) where job.wait == .directory:
            return refuse("\(name) is paused with \(treeName(job)): go on there.")
        case (.jobPause, .waiting) where queue.isPaused:
            return refuse("Everything is paused: \(queueKey(.queuePauseAll)) goes on.")
        case (.jobPause, .waiting), (.jobPause, .running), (.jobPause, .expanding):
            return [.control(.pause(job.id))]
        case (.jobPause, .settling):
            return refuse("All of \(name) is there: it is being made final.")
        case (.jobPause, _):
            return refuse("\(name) neither runs nor waits: there is nothing to pause.")
        case (.jobEarlier, _) where job.parent != nil, (.jobLater, _) where job.parent != nil:
            return refuse(
                "\(name) goes with \(treeName(job)): only that one has a place in the order.")
        case (.jobEarlier, .waiting), (.jobEarlier, .paused):
            return [.control(.move(job.id, by: -1))]
        case (.jobLater, .waiting), (.jobLater, .paused):
            return [.control(.move(job.id, by: 1))]
        case (.jobEarlier, _), (.jobLater, _):
            return refuse("\(name) does not wait: only waiting jobs have an order.")
        case (.jobRetry, .failed), (.jobRetry, .skipped), (.jobRetry, .cancelled):
            trustDeclined = []
            status = Status()
            return [.control(.retry(job.id))]
        case (.jobRetry, .needsLogin):
            return openQuestion(of: job)
        case (.jobRetry, _):
            return refuse("\(name) has not failed: there is nothing to try again.")
        case (_, .done), (_, .skipped):
            return refuse("\(name) is over already.")
        case (.jobPolicy, _):
            askPolicy(of: job)
        case (.jobLimit, _):
            askLimit(of: job)
        default:
            return cancel(job)
        }
        return []
    }

    /// The name of the directory that a job came out of; of the outermost one.
    private func treeName(_ job: Job) -> String {
        var top = job
        // No tree is deeper than the queue lets it be.
        for _ in 0..<1_000 {
            guard let above = top.parent.flatMap({ queue[$0] }) else { break }
            top = above
        }
        return top.id == job.id ? "its directory" : "'\(top.bareName)'"
    }

    func queueKey(_ action: Action) -> String {
        keymap.labels(for: action, in: .queue).first ?? action.rawValue
    }

    /// A visit is the visitor's: all that can be done is to break it off.
    private mutating func perform(_ action: Action, on visit: Visit) -> [Effect] {
        if action == .jobCancel { return askToKick(visit) }
        return refuse(
            "That is a visit to the share: it can only be broken off (\(queueKey(.jobCancel))).")
    }

    /// The conflict's dialog where the job needs an answer, else all that is known of it; the
    /// share's screen for a visit.
    private mutating func openJob() -> [Effect] {
        if let visit = queue.currentVisit, share.status != nil {
            share.selected = visit.id
            return show(.share)
        }
        if queue.currentVisit != nil { return refuse("The share of this visit is closed.") }
        guard let job = queue.current else { return refuse("No job is selected.") }
        switch job.state {
        case .needsAnswer, .needsLogin: return openQuestion(of: job)
        default: break
        }
        queue.details = (job.id, 0)
        return []
    }

    private mutating func performInJobDetails(_ action: Action) -> [Effect]? {
        guard let top = queue.details?.top, let job = queue.current else { return nil }
        let height = screenBody.height
        let last = max(0, jobDetailLines(job).count - height)
        func clamped(_ row: Int) -> Int { max(0, min(row, last)) }
        switch action {
        case .up: queue.details?.top = clamped(top - 1)
        case .down: queue.details?.top = clamped(top + 1)
        case .pageUp, .halfUp: queue.details?.top = clamped(top - height)
        case .pageDown, .halfDown: queue.details?.top = clamped(top + height)
        case .top: queue.details?.top = 0
        case .bottom: queue.details?.top = last
        case .cancel, .enter, .jobDetails: queue.details = nil
        case .nextTab, .previousTab: break
        default: return nil
        }
        return []
    }

    mutating func takeMouseInQueue(_ mouse: Mouse) -> [Effect] {
        guard mouse.isPress else { return [] }
        if let action = keyHint(at: mouse) { return perform(action) }
        let layout = QueueLayout(size: size)
        if queue.details != nil {
            switch mouse.button {
            case .wheelUp: return performInQueue(.up) ?? []
            case .wheelDown: return performInQueue(.down) ?? []
            default: return []
            }
        }
        switch mouse.button {
        case .wheelUp: queue.move(to: queue.scroll.cursor - 3, height: layout.list.height)
        case .wheelDown: queue.move(to: queue.scroll.cursor + 3, height: layout.list.height)
        case .left where mouse.point.y == 1:
            let tabs = QueueLayout.tabs(of: queue, width: size.width)
            let hit = tabs.last { $0.x <= mouse.point.x && mouse.point.x < $0.x + $0.text.count }
            if let hit { queue.show(hit.tab, height: layout.list.height) }
        case .left where layout.list.contains(mouse.point):
            let row = queue.scroll.top + mouse.point.y - layout.list.y
            guard row < queue.rowCount(of: queue.tab) else { return [] }
            queue.move(to: row, height: layout.list.height)
            if mouse.isDouble { return openJob() }
        default: break
        }
        return []
    }
}
