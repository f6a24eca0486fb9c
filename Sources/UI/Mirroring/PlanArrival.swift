import Files
import Sync

/// What is to be done when a plan was made, or has been run.
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
                "The plan is ready: \(Format.count(plan.rows.count, "difference")).", .good,
                hint: hint(workspace))
        case .failure(let error) where error.kind == .cancelled:
            workspace.plan = nil
        case .failure(let error):
            workspace.plan?.fail(error.message)
            if !isSeen { workspace.status.show(error, hint: hint(workspace)) }
        }
    }

    /// It was run: what it has changed is read again.
    func end(_ report: PlanReport, _ workspace: inout Workspace) -> Outcome {
        guard let order = workspace.plan?.order, workspace.plan?.end(report) == true else {
            return .nothing
        }
        let sentence = PlanText(order, workspace).sentence(report)
        if !isSeen {
            workspace.status.show(
                sentence, report.failureCount > 0 ? .error : .good, hint: hint(workspace))
        }
        let outcome: Outcome = workspace.options.announcesDone ? [.announce(sentence)] : .nothing
        let isMirror = PlanText(order, workspace).isMirror
        let changed = isMirror ? [order.places.second] : [order.places.first, order.places.second]
        func isChanged(_ pane: Pane) -> Bool {
            changed.contains { $0.site == pane.site && pane.path.isInside($0.path) }
        }
        let now = workspace.instant
        workspace.panes.changeHidden { if isChanged($0) { $0.rereadDue = now } }
        return workspace.panes.sides(showing: isChanged).reduce(into: outcome) {
            $0 += Rereading.changed(cursorOn: nil).start(in: $1, &workspace)
        }
    }

    private func hint(_ workspace: Workspace) -> String? {
        workspace.keymap.labels(for: .showPlan, in: .pane).first.map { "\($0): show the plan" }
    }
}
