import Jobs

// What is done to single jobs.
extension QueueScreen {
    /// Opens or closes the folder under the cursor, or goes from what is in one to the folder; false
    /// where there is none.
    mutating func setOpen(_ isOpen: Bool, _ workspace: inout Workspace) -> Bool {
        guard tab == .all, let job = current(of: workspace.queue) else { return false }
        switch (workspace.queue.fold(of: job.id), isOpen) {
        case (.closed, true), (.open, false):
            workspace.queue.setOpen(job.id, isOpen)
            move(to: list.cursor, workspace)
            return true
        case (.open, true): return true
        case (_, false):
            guard let folder = job.parent,
                let row = workspace.queue.row(of: .job(folder), in: .all)
            else { return false }
            move(to: row, workspace)
            return true
        case (.none, true): return false
        }
    }

    /// Whether the mark of the folder under the cursor stands in that column.
    func isMark(_ column: Int, _ workspace: Workspace) -> Bool {
        guard tab == .all, let job = current(of: workspace.queue),
            workspace.queue.fold(of: job.id) != .none
        else { return false }
        return column == QueueLayout.nameStart + 2 * min(workspace.queue.depth(of: job), 20)
    }

    /// Does to the selected job what the user wants, or says why that cannot be.
    func perform(
        _ action: Action, on job: Job, _ workspace: inout Workspace
    ) -> Outcome {
        let name = job.shownName
        switch (action, job.state) {
        case (.jobPause, .paused):
            return [.control(.resume(job.id))]
        case (.jobPause, .waiting) where job.wait == .directory:
            return workspace.refuse(
                "\(name) is paused with \(treeName(job, workspace.queue)): go on there.")
        case (.jobPause, .waiting) where workspace.queue.isPaused:
            return workspace.refuse(
                "Everything is paused: \(workspace.keymap.queueKey(.queuePauseAll)) goes on.")
        case (.jobPause, .waiting), (.jobPause, .running), (.jobPause, .expanding):
            return [.control(.pause(job.id))]
        case (.jobPause, .committing):
            return workspace.refuse("All of \(name) is there: it is being made final.")
        case (.jobPause, _):
            return workspace.refuse("\(name) neither runs nor waits: there is nothing to pause.")
        case (.jobEarlier, _) where job.parent != nil, (.jobLater, _) where job.parent != nil,
            (.jobFirst, _) where job.parent != nil, (.jobLast, _) where job.parent != nil:
            return workspace.refuse(
                "\(name) goes with \(treeName(job, workspace.queue)): only that one has a place in the order."
            )
        case (.jobEarlier, .waiting), (.jobEarlier, .paused), (.jobLater, .waiting),
            (.jobLater, .paused), (.jobFirst, .waiting), (.jobFirst, .paused),
            (.jobLast, .waiting), (.jobLast, .paused):
            return [.control(.move(job.id, by: action.places))]
        case (.jobEarlier, _), (.jobLater, _), (.jobFirst, _), (.jobLast, _):
            return workspace.refuse("\(name) does not wait: only waiting jobs have an order.")
        case (.jobRetry, .failed), (.jobRetry, .skipped), (.jobRetry, .cancelled):
            workspace.logins.declined = []
            workspace.status = Status()
            return [.control(.retry(job.id))]
        case (.jobRetry, .needsLogin):
            return JobQuestions.open(of: job, &workspace)
        case (.jobRetry, _):
            return workspace.refuse("\(name) has not failed: there is nothing to try again.")
        case (_, .done), (_, .skipped):
            return workspace.refuse("\(name) is over already.")
        case (.jobPolicy, _):
            return JobQuestions.policy(of: job)
        case (.jobLimit, _):
            return JobQuestions.limit(of: job)
        default:
            return JobQuestions.cancel(job, workspace)
        }
    }

    /// The name of the directory that a job came out of; of the outermost one.
    private func treeName(_ job: Job, _ queue: QueueState) -> String {
        var top = job
        // No tree is deeper than the queue lets it be.
        for _ in 0..<1_000 {
            guard let above = top.parent.flatMap({ queue[$0] }) else { break }
            top = above
        }
        return top.id == job.id ? "its directory" : "'\(top.bareName)'"
    }
}

extension Action {
    /// By how many places it moves a job; more than there are is to the end.
    fileprivate var places: Int {
        switch self {
        case .jobEarlier: -1
        case .jobLater: 1
        case .jobFirst: -1_000_000
        default: 1_000_000
        }
    }
}
