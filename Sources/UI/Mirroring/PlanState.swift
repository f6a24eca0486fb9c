import Files
import Jobs
import Sync

/// The plan that there is, from its order to what came of it.
struct PlanState: Sendable {
    enum Stage: Sendable {
        case comparing(PlanningProgress)
        case ready(PlanList)
        /// The queue has been asked to take it. The rows are kept, as it may refuse; and what has left
        /// the queue meanwhile is, as that may have been its job.
        case queueing(PlanList, gone: [Job])
        case running(PlanRun)
        case ended(PlanReport, JobID)
        /// Why there is none: a sentence.
        case failed(String)
    }

    let request: RequestID
    let order: PlanOrder
    private(set) var stage: Stage
    /// Whether what was begun deletes or replaces something.
    private(set) var destroys = false
    /// What was begun keeps these twice: a sentence for each of the first.
    private(set) var keptTwice: [String] = []

    /// It is to be made from now on.
    init(_ request: RequestID, _ order: PlanOrder) {
        self.request = request
        self.order = order
        stage = .comparing(PlanningProgress(directories: 0, differences: 0))
    }

    /// Its rows, while it waits to be run.
    var list: PlanList? {
        if case .ready(let list) = stage { list } else { nil }
    }

    var run: PlanRun? {
        if case .running(let run) = stage { run } else { nil }
    }

    /// Its job in the queue, from the moment that the queue has taken it.
    var job: JobID? {
        switch stage {
        case .running(let run): run.job
        case .ended(_, let job): job
        case .comparing, .ready, .queueing, .failed: nil
        }
    }

    var isQueueing: Bool {
        if case .queueing = stage { true } else { false }
    }

    /// Whether it is shown to somebody who asks for a new one. While its job runs, other directories can
    /// be compared.
    func isInTheWay(of panes: Panes) -> Bool {
        switch stage {
        case .comparing, .queueing: return true
        case .running:
            let shown = [panes.left.location, panes.right.location]
            return shown.contains(order.places.first) && shown.contains(order.places.second)
        case .ready, .ended, .failed: return false
        }
    }

    /// What is to be done where nobody wants it any more. A job in the queue continues.
    var release: Outcome {
        switch stage {
        case .comparing: [.stop(request)]
        case .ready: [.dropPlan(request)]
        case .queueing, .running, .ended, .failed: .nothing
        }
    }

    // MARK: - Changing

    /// Changes the rows; nothing where there are none. They are not copied for it.
    mutating func change<Result>(_ body: (inout PlanList) -> Result) -> Result? {
        guard case .ready(var list) = stage else { return nil }
        stage = .failed("")
        defer { stage = .ready(list) }
        return body(&list)
    }

    /// What is ticked goes into the queue.
    mutating func begin() -> Outcome {
        guard case .ready(let list) = stage else { return .nothing }
        destroys = list.totals.all.destroys
        keptTwice = list.keptTwice
        stage = .queueing(list, gone: [])
        return [.runPlan(request, list.ticked)]
    }

    mutating func stop() -> Outcome {
        guard case .running(var run) = stage else { return .nothing }
        run.wish = .stop
        stage = .running(run)
        return [.control(.cancel(run.job, keepsParts: true))]
    }

    // MARK: - Answers

    mutating func take(_ progress: PlanningProgress) {
        if case .comparing = stage { stage = .comparing(progress) }
    }

    /// False where nobody waits for it.
    mutating func take(_ plan: PreparedPlan) -> Bool {
        guard case .comparing = stage else { return false }
        stage = .ready(PlanList(plan))
        return true
    }

    mutating func fail(_ sentence: String) {
        if case .comparing = stage { stage = .failed(sentence) }
    }

    /// The queue has taken it; false where it was not asked to.
    mutating func take(_ id: JobID, in queue: QueueState) -> Bool {
        guard case .queueing(_, let gone) = stage else { return false }
        stage = .running(PlanRun(job: id))
        // Its job may have come, ended and even gone before this answer.
        if let job = queue[id] {
            follow(job)
        } else if let job = gone.last(where: { $0.id == id }) {
            lose(job)
        }
        return true
    }

    /// The queue has not taken it: the rows are back, with their ticks.
    mutating func refuse() -> Bool {
        guard case .queueing(let list, _) = stage else { return false }
        stage = .ready(list)
        return true
    }

    // MARK: - The queue

    /// A job has changed, and may be its own. One that has ended runs once more after a retry.
    mutating func follow(_ job: Job) {
        guard self.job == job.id else { return }
        if job.isOver {
            stage = .ended(PlanReport(job), job.id)
        } else if run == nil {
            stage = .running(PlanRun(job: job.id))
        }
    }

    /// A job of which this was the last that was known has left the queue.
    mutating func lose(_ job: Job) {
        switch stage {
        case .queueing(let list, let gone):
            stage = .queueing(list, gone: gone.suffix(9) + [job])
        case .running(let run) where run.job == job.id:
            var report = PlanReport(job)
            if !job.isOver { report.isStopped = true }
            stage = .ended(report, job.id)
        default: break
        }
    }
}

/// A plan that the queue carries out. How far it is, only the queue knows.
struct PlanRun: Hashable, Sendable {
    enum Wish: Sendable {
        case run
        /// The user has stopped it, and what it is doing has still to end.
        case stop
    }

    let job: JobID
    var wish = Wish.run
}

extension Job {
    /// Whether nothing more becomes of it unless it is retried.
    var isOver: Bool {
        switch QueueState.Tab(of: state) {
        case .done, .failed: true
        case .all, .active, .waiting, .needsYou: false
        }
    }
}
