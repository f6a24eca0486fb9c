import Files

/// The plan that there is, from its order to what came of it.
struct PlanState: Sendable {
    enum Stage: Sendable {
        case comparing(PlanningProgress)
        case ready(PlanList)
        case running(PlanRun)
        case ended(PlanReport)
        /// Why there is none: a sentence.
        case failed(String)
    }

    let request: RequestID
    let order: PlanOrder
    private(set) var stage: Stage

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

    /// Whether something is being done for it.
    var isActive: Bool {
        switch stage {
        case .comparing, .running: true
        case .ready, .ended, .failed: false
        }
    }

    /// What is to be done where nobody wants it any more.
    var release: Outcome {
        switch stage {
        case .comparing, .running: [.stop(request)]
        case .ready: [.dropPlan(request)]
        case .ended, .failed: .nothing
        }
    }

    /// In a few words, while it is made or runs.
    var indicator: String? {
        switch stage {
        case .comparing: return "planning"
        case .running(let run):
            return run.pace == .paused ? "plan paused" : "plan \(run.percent)%"
        case .ready, .ended, .failed: return nil
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

    /// What is ticked is run from now on.
    mutating func begin() -> Outcome {
        guard case .ready(let list) = stage else { return .nothing }
        stage = .running(PlanRun(list.totals))
        return [.runPlan(request, list.ticked)]
    }

    mutating func stop() -> Outcome {
        guard case .running(var run) = stage else { return .nothing }
        run.pace = .stopping
        stage = .running(run)
        return [.stop(request)]
    }

    /// It rests, or continues.
    mutating func pause() -> Outcome {
        guard case .running(var run) = stage, run.pace != .stopping else { return .nothing }
        run.pace = run.pace == .paused ? .moving : .paused
        stage = .running(run)
        return [.pausePlan(request, run.pace == .paused)]
    }

    // MARK: - Answers

    mutating func take(_ progress: PlanningProgress) {
        if case .comparing = stage { stage = .comparing(progress) }
    }

    mutating func take(_ progress: PlanProgress) {
        guard case .running(var run) = stage else { return }
        run.progress = progress
        stage = .running(run)
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

    /// False where it does not run.
    mutating func end(_ report: PlanReport) -> Bool {
        guard case .running = stage else { return false }
        stage = .ended(report)
        return true
    }
}

/// A plan that runs.
struct PlanRun: Sendable {
    enum Pace: Sendable {
        case moving, paused
        /// The user has stopped it, and what it is at has still to end.
        case stopping
    }

    /// All that is to be done.
    let totals: PlanTotals
    /// Nil before the first news.
    var progress: PlanProgress?
    var pace = Pace.moving

    init(_ totals: PlanTotals) {
        self.totals = totals
    }

    /// By bytes, or where there are none to copy by files.
    var percent: Int {
        guard let progress else { return 0 }
        let all = totals.all
        let share =
            all.bytes > 0
            ? Double(progress.bytes) / Double(all.bytes)
            : (Double(progress.files) + Double(progress.deleted))
                / Double(max(1, all.copied + all.deletedFiles))
        return Int((max(0, min(1, share)) * 100).rounded(.down))
    }

    /// Until all is copied, at the speed of now.
    var secondsLeft: Double? {
        guard pace == .moving, let progress, let speed = progress.speed, speed >= 1,
            progress.step == .copying
        else { return nil }
        let all = totals.all.bytes
        return progress.bytes < all ? Double(all - progress.bytes) / speed : nil
    }
}
