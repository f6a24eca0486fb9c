import Files
import Jobs
import Sync
import Terminal
import Words

/// What a change of the queue means for jobs that carry plans out: for the plan on the screen, for the
/// panes that show what is changed by them, and for what the user is told.
struct PlanNews {
    /// The jobs that have changed, as they are now.
    private var changed: [Job] = []
    /// Those that go, as they were last.
    private var removed: [Job] = []
    /// Those that were not over before, and are now.
    private var ended: [Job] = []
    /// Those that have done something, and wait for the next change.
    private var rested: [Job] = []

    /// Before the change is taken in.
    init(_ change: QueueChange, _ workspace: Workspace) {
        for job in change.changed where job.operation.isPlan {
            changed.append(job)
            let before = workspace.queue[job.id]
            if job.isOver, before?.state != job.state { ended.append(job) }
            // Each round that has done something says so; a quick one is never seen to run.
            if job.wait == .change, job.story.last != before?.story.last || job.leftOut.count > 0 {
                rested.append(job)
            }
        }
        for id in change.removed {
            let newest = changed.last { $0.id == id } ?? workspace.queue[id]
            guard let job = newest, job.operation.isPlan else { continue }
            removed.append(job)
            guard !job.isOver else { continue }
            // Who cancels a job without keeping it has stopped it as well.
            var stopped = job
            stopped.state = .cancelled
            ended.append(stopped)
        }
        // What had ended before this screen came up is told by the queue alone.
        told = ended.last { job in
            workspace.queue[job.id] != nil || workspace.plan?.job == job.id
        }
    }

    /// The newest that has ended, and is news for the user.
    let told: Job?

    /// Once the change was taken in: the plan on the screen follows its job, and panes are to be read
    /// again where one has ended, as something may have been done whatever came of it.
    func take(_ workspace: inout Workspace) {
        for job in changed { workspace.plan?.follow(job) }
        for job in removed { workspace.plan?.lose(job) }
        for job in ended + rested { note(job, &workspace) }
    }

    private func note(_ job: Job, _ workspace: inout Workspace) {
        var places = Pair(job.source, job.target ?? job.source)
        note(places, of: job, &workspace)
        // The job has none of the links that lead to the places.
        guard let plan = workspace.plan, plan.job == job.id else { return }
        places = plan.order.places
        note(places, of: job, &workspace)
    }

    private func note(_ places: Pair<Location>, of job: Job, _ workspace: inout Workspace) {
        let now = workspace.instant
        if job.operation == .sync {
            workspace.panes.noteChange(at: places.first, .below, now: now)
        }
        workspace.panes.noteChange(at: places.second, .below, now: now)
    }

    // MARK: - What is said

    /// Says what came of the newest that has ended; false where none has.
    func tell(_ workspace: inout Workspace) -> Bool {
        guard let told else { return false }
        PlanNews.tell(of: told, &workspace)
        return true
    }

    /// Says what came of a job, unless the user sees it.
    static func tell(of job: Job, _ workspace: inout Workspace) {
        let isOwn = workspace.plan?.job == job.id
        guard !isOwn || workspace.context != .plan, let words = PlanWords(job, workspace) else {
            return
        }
        defer { workspace.status.isOfPlan = isOwn }
        let queueKey = workspace.keymap.labels(for: .queue, in: workspace.context).first
        let isDone = job.state == .done
        let hint =
            isOwn ? workspace.planHint : isDone ? nil : queueKey.map { tr("\($0): queue") }
        if case .failed(let error) = job.state, job.leftOut.count == 0 {
            return workspace.status.show(error, about: job, hint: hint)
        }
        let report = PlanReport(job)
        let importance: Status.Importance =
            report.failureCount > 0 ? .error : report.isStopped ? .quiet : .good
        // What was done matters more than the key.
        for hint in [hint, nil] {
            let columns = workspace.size.width - 3 - (hint.map { CharacterWidth.of($0) + 3 } ?? 0)
            let sentence = words.sentence(report, columns: columns)
            guard hint == nil || CharacterWidth.of(sentence) <= columns else { continue }
            return workspace.status.show(sentence, importance, hint: hint)
        }
    }

    /// What the desktop is told of the newest where it was done: no names.
    func announcement(_ workspace: Workspace) -> String? {
        guard let told, told.state == .done else { return nil }
        return PlanWords(told, workspace)?.summary(PlanReport(told))
    }
}
