import Files
import Jobs
import Words

/// How it is with a plan that was given to the queue, for whoever looks at the plan.
enum PlanPace: Hashable, Sendable {
    /// Its job is not in the queue yet.
    case queueing
    case moving(percent: Int)
    case waiting(Job.Wait)
    case paused
    /// The whole queue is.
    case pausedWithAll
    /// The user has stopped it.
    case stopping
    case needsLogin(FileSystemError)

    init(_ run: PlanRun, _ queue: QueueState) {
        guard run.wish == .run else {
            self = .stopping
            return
        }
        guard let job = queue[run.job] else {
            self = .queueing
            return
        }
        switch job.state {
        case .paused: self = .paused
        case .needsLogin(let error): self = .needsLogin(error)
        case _ where queue.isPaused: self = .pausedWithAll
        case .waiting: self = .waiting(job.wait)
        default: self = .moving(percent: job.percent ?? 0)
        }
    }
}

extension Workspace {
    /// How it is with the plan; nil where it has not been given to the queue, or has ended.
    var planPace: PlanPace? {
        switch plan?.stage {
        case .queueing: .queueing
        case .running(let run): PlanPace(run, queue)
        default: nil
        }
    }

    /// The job of the plan, as the queue has it.
    var planJob: Job? { plan?.job.flatMap { queue[$0] } }

    /// The plan in a few words, while it is made or runs, and whether it needs somebody.
    var planIndicator: (text: String, isWarning: Bool)? {
        if case .comparing = plan?.stage { return (tr("planning"), false) }
        switch planPace {
        case nil: return nil
        case .queueing: return (tr("plan queued"), false)
        case .moving(let percent): return (tr("plan \(percent)%"), false)
        case .waiting: return (tr("plan waiting"), false)
        case .paused, .pausedWithAll: return (tr("plan paused"), true)
        case .stopping: return (tr("plan stopping"), true)
        case .needsLogin: return (tr("plan: login"), true)
        }
    }

    /// Jobs in a tab of the queue, without that of the plan, which is told of by itself.
    func countBesidePlan(of tab: QueueState.Tab) -> Int {
        let isPlan = plan?.run != nil && planJob.map { QueueState.Tab(of: $0.state) } == tab
        return queue.count(of: tab) - (isPlan ? 1 : 0)
    }
}
