import Jobs
import Words

extension JobCommand {
    /// Does it to all the marked jobs that it can be done to, or says that it cannot be to any.
    func carryOut(onMarked jobs: [Job], _ workspace: inout Workspace) -> Outcome {
        switch self {
        case .policy:
            let open = jobs.filter { !$0.hasEnded && !$0.operation.isPlan }
            guard !open.isEmpty else {
                return workspace.refuse(
                    tr(
                        jobs.count, one: "The \(jobs.count) marked job cannot be changed.",
                        other: "None of the \(jobs.count) marked jobs can be changed."))
            }
            return JobQuestions.policy(of: open)
        case .limit:
            let open = jobs.filter { !$0.hasEnded }
            guard !open.isEmpty else {
                return workspace.refuse(
                    tr(
                        jobs.count, one: "The \(jobs.count) marked job cannot be limited.",
                        other: "None of the \(jobs.count) marked jobs can be limited."))
            }
            return JobQuestions.limit(of: open)
        case .cancel:
            let open = jobs.filter { !$0.hasEnded }
            guard !open.isEmpty else {
                return workspace.refuse(
                    tr(
                        jobs.count, one: "The \(jobs.count) marked job cannot be cancelled.",
                        other: "None of the \(jobs.count) marked jobs can be cancelled."))
            }
            return JobQuestions.cancel(open, workspace)
        case .pause: return pause(jobs, &workspace)
        case .move(let places): return move(jobs, by: places, &workspace)
        case .retry:
            let failed = jobs.filter {
                switch $0.state {
                case .failed, .skipped, .cancelled: true
                default: false
                }
            }
            guard !failed.isEmpty else {
                return workspace.refuse(
                    tr(
                        jobs.count, one: "The \(jobs.count) marked job cannot be retried.",
                        other: "None of the \(jobs.count) marked jobs can be retried."))
            }
            workspace.logins.declined = []
            if failed.count < jobs.count {
                workspace.status.show(
                    tr("Only \(failed.count) of the \(jobs.count) marked jobs can be retried."))
            }
            return .effects(failed.map { .control(.retry($0.id)) })
        }
    }

    /// Pauses what runs or waits; where nothing does, what is paused is resumed.
    private func pause(_ jobs: [Job], _ workspace: inout Workspace) -> Outcome {
        if workspace.queue.isPaused {
            return workspace.refuse(
                tr(
                    "Everything is paused; press \(workspace.keymap.queueKey(.queuePauseAll)) to "
                        + "resume."))
        }
        let moving = jobs.filter {
            switch $0.state {
            case .waiting: $0.wait != .directory
            case .running, .expanding: true
            default: false
            }
        }
        guard moving.isEmpty else {
            if moving.count < jobs.count {
                workspace.status.show(
                    tr("Only \(moving.count) of the \(jobs.count) marked jobs can be paused."))
            }
            return .effects(moving.map { .control(.pause($0.id)) })
        }
        let paused = jobs.filter { $0.state == .paused }
        guard !paused.isEmpty else {
            return workspace.refuse(
                tr(
                    jobs.count, one: "The \(jobs.count) marked job cannot be paused.",
                    other: "None of the \(jobs.count) marked jobs can be paused."))
        }
        if paused.count < jobs.count {
            workspace.status.show(
                tr("Only \(paused.count) of the \(jobs.count) marked jobs can be resumed."))
        }
        return .effects(paused.map { .control(.resume($0.id)) })
    }

    /// They keep their order among each other.
    private func move(_ jobs: [Job], by places: Int, _ workspace: inout Workspace) -> Outcome {
        let queue = workspace.queue
        let movable = jobs.filter {
            $0.parent == nil && ($0.state == .waiting || $0.state == .paused)
        }
        guard !movable.isEmpty else {
            return workspace.refuse(
                tr(
                    jobs.count, one: "The \(jobs.count) marked job cannot be moved.",
                    other: "None of the \(jobs.count) marked jobs can be moved."))
        }
        var inOrder = movable.map { (job: $0, row: queue.row(of: $0.id, in: .all) ?? 0) }
        inOrder.sort { $0.row < $1.row }
        // One step goes past others, so that who is ahead goes first; to an end, who is to be there last.
        let isStep = abs(places) == 1
        if (places > 0) == isStep { inOrder.reverse() }
        if movable.count < jobs.count {
            workspace.status.show(
                tr("Only \(movable.count) of the \(jobs.count) marked jobs can be moved."))
        }
        return .effects(inOrder.map { .control(.move($0.job.id, by: places)) })
    }
}

extension Job {
    /// Whether nothing more becomes of it.
    fileprivate var hasEnded: Bool { state == .done || state == .skipped }
}
