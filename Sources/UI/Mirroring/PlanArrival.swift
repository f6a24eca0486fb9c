import Files
import Jobs
import Sync
import Words

/// What is to be done when a plan was made, or was given to the queue.
struct PlanArrival {
    /// Whether the user sees the plan.
    private let isSeen: Bool

    init(_ isSeen: Bool) {
        self.isSeen = isSeen
    }

    /// It was made, or could not be.
    func take(_ result: Result<PreparedPlan, FileSystemError>, _ workspace: inout Workspace) {
        switch result {
        case .success(let plan):
            guard workspace.plan?.take(plan) == true, !isSeen else { return }
            workspace.status.show(
                tr("The plan is ready: \(Format.count(plan.rows.count, "difference"))."), .good,
                hint: workspace.planHint)
            workspace.status.isOfPlan = true
        case .failure(let error) where error.kind == .cancelled:
            workspace.plan = nil
        case .failure(let error):
            workspace.plan?.fail(error.message)
            guard !isSeen else { return }
            workspace.status.show(error, hint: workspace.planHint)
            workspace.status.isOfPlan = true
        }
    }

    /// The queue has taken it, or could not.
    func take(
        _ result: Result<JobID, FileSystemError>, _ workspace: inout Workspace
    ) -> Outcome {
        switch result {
        case .success where workspace.plan?.order.staysUpToDate == true:
            return endWatched(&workspace)
        case .success(let id):
            guard workspace.plan?.take(id, in: workspace.queue) == true,
                // What ended before this was known to be its job was not told yet.
                let job = workspace.queue[id], job.isOver
            else { break }
            PlanNews.tell(of: job, &workspace)
        case .failure(let error):
            guard workspace.plan?.refuse() == true else { break }
            workspace.status.show(error, hint: isSeen ? nil : workspace.planHint)
        }
        return .nothing
    }

    /// What is kept up to date has no end that the plan's screen could show: it is a row of the queue.
    private func endWatched(_ workspace: inout Workspace) -> Outcome {
        guard let plan = workspace.plan else { return .nothing }
        workspace.plan = nil
        let place = PlanText.place(plan.order.places.second, workspace)
        let key = workspace.keymap.labels(for: .queue, in: .pane).first
        workspace.status.show(
            tr(1, one: "\(place) is kept up to date.", other: "\(place) are kept up to date."),
            .good, hint: key.map { tr("\($0): queue") })
        return [.dropPlan(plan.request)] + (isSeen ? .show(.main) : .nothing)
    }
}

extension Workspace {
    /// The key that shows the plan, for the status bar.
    var planHint: String? {
        keymap.labels(for: .showPlan, in: .pane).first.map { tr("\($0): show the plan") }
    }
}
