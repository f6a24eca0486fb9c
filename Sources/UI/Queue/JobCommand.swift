import Jobs
import Words

/// What the user wants done to the selected row of the queue.
enum JobCommand: Sendable {
    /// Pauses it, or lets it go on.
    case pause
    /// Moves it by as many places in the order.
    case move(places: Int)
    case retry, policy, limit, cancel

    /// The command of an action; nil where that is not about a single job.
    init?(_ action: Action) {
        switch action {
        case .jobPause: self = .pause
        case .jobEarlier: self = .move(places: -1)
        case .jobLater: self = .move(places: 1)
        // More places than there are lead to the end.
        case .jobFirst: self = .move(places: -1_000_000)
        case .jobLast: self = .move(places: 1_000_000)
        case .jobRetry: self = .retry
        case .jobPolicy: self = .policy
        case .jobLimit: self = .limit
        case .jobCancel: self = .cancel
        default: return nil
        }
    }

    /// Does it to a job or a visit, or says why that cannot be.
    func carryOut(on row: QueueRow, _ workspace: inout Workspace) -> Outcome {
        switch row {
        case .job(let job): carryOut(on: job, &workspace)
        case .visit(let visit): carryOut(on: visit, &workspace)
        }
    }

    /// A visit is the visitor's: all that can be done is to break it off.
    private func carryOut(on visit: Visit, _ workspace: inout Workspace) -> Outcome {
        if case .cancel = self { return ConfirmDialog.kick(visit, &workspace) }
        let key = workspace.keymap.queueKey(.jobCancel)
        return workspace.refuse(
            tr("This is a visit to the share; you can only disconnect it (\(key))."))
    }

    private func carryOut(on job: Job, _ workspace: inout Workspace) -> Outcome {
        let name = job.shownName
        switch (self, job.state) {
        case (.pause, .paused):
            return [.control(.resume(job.id))]
        case (.pause, .waiting) where job.wait == .directory:
            return workspace.refuse(
                tree(of: job, workspace.queue).map {
                    tr("\(name) is paused together with '\($0)'; resume that directory.")
                } ?? tr("\(name) is paused together with its directory; resume that directory."))
        case (.pause, .waiting) where workspace.queue.isPaused:
            return workspace.refuse(
                tr(
                    "Everything is paused; press \(workspace.keymap.queueKey(.queuePauseAll)) to "
                        + "resume."))
        case (.pause, .waiting), (.pause, .running), (.pause, .expanding):
            return [.control(.pause(job.id))]
        case (.pause, .committing):
            return workspace.refuse(tr("\(name) is being completed and can no longer be paused."))
        case (.pause, _):
            return workspace.refuse(
                tr("\(name) is neither running nor waiting, so it cannot be paused."))
        case (.move, _) where job.parent != nil:
            return workspace.refuse(
                tree(of: job, workspace.queue).map {
                    tr("\(name) cannot be moved alone; move '\($0)' instead.")
                } ?? tr("\(name) cannot be moved alone; move its directory instead."))
        case (.move(let places), .waiting), (.move(let places), .paused):
            return [.control(.move(job.id, by: places))]
        case (.move, _):
            return workspace.refuse(tr("\(name) is not waiting, so it cannot be moved."))
        case (.retry, .failed), (.retry, .skipped), (.retry, .cancelled):
            workspace.logins.declined = []
            workspace.status = Status()
            return [.control(.retry(job.id))]
        case (.retry, .waiting) where job.wait == .change:
            return [.control(.retry(job.id))]
        case (.retry, .needsLogin):
            return JobQuestions.open(of: job, &workspace)
        case (.retry, _):
            return workspace.refuse(tr("\(name) has not failed, so there is nothing to retry."))
        case (_, .done), (_, .skipped):
            return workspace.refuse(tr("\(name) has already ended."))
        case (.policy, _) where job.operation == .watch:
            return workspace.refuse(tr("What has changed is always replaced."))
        case (.policy, _) where job.operation.isPlan:
            return workspace.refuse(tr("The plan already says what happens to each file."))
        case (.policy, _):
            return JobQuestions.policy(of: [job])
        case (.limit, _):
            return JobQuestions.limit(of: [job])
        case (.cancel, _):
            return JobQuestions.cancel(job, workspace)
        }
    }

    /// The name of the directory that a job came out of, of the outermost one; nil where that is not known.
    private func tree(of job: Job, _ queue: QueueState) -> String? {
        var top = job
        // No tree is deeper than the queue lets it be.
        for _ in 0..<1_000 {
            guard let above = top.parent.flatMap({ queue[$0] }) else { break }
            top = above
        }
        return top.id == job.id ? nil : top.bareName
    }
}
