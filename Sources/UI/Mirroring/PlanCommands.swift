import Files
import Jobs
import Sync
import Words

/// What the keys do to the rows of a plan.
enum PlanCommands {
    /// Why an action cannot be done now, a sentence; nil where it can, or where only trying tells.
    static func refusal(of action: Action, _ workspace: Workspace) -> String? {
        guard action.isOfPlan, action != .cancel else { return nil }
        guard let plan = workspace.plan else { return tr("There is no plan yet.") }
        switch plan.stage {
        case .comparing:
            return tr("Wait until both directories have been compared.")
        case .ready(let list):
            switch action {
            case .planPause, .planStop: return tr("The plan is not running.")
            case .jobRetry: return tr("The plan has not been run yet.")
            case .planRun where plan.order.staysUpToDate:
                if let job = workspace.queue.watch(of: plan.order.places) {
                    return tr("Job \(job.id.rawValue) keeps it up to date already.")
                }
                return list.isAllTicked
                    ? nil
                    : tr("To keep it up to date, tick every row; the dialog can skip names.")
            case .planRun where list.ticked.isEmpty: return tr("No row is ticked.")
            case .undo: return tr("The plan has not been run yet.")
            case .nextDifference, .previousDifference:
                return tr("Press d on a file to see its differences.")
            default: return nil
            }
        case .queueing:
            return tr("The plan is on its way into the queue.")
        case .running(let run):
            if action == .planRun, case .needsLogin = PlanPace(run, workspace.queue) { return nil }
            return [.planPause, .planStop, .mark].contains(action)
                ? nil : tr("The plan is running; wait until it ends, or stop it.")
        case .ended where action == .jobRetry:
            return workspace.planJob == nil
                ? tr("The plan is no longer in the queue; compare again to make a new one.") : nil
        case .ended, .failed:
            return [.reread, .undo].contains(action)
                ? nil : tr("This plan has ended; compare again to make a new one.")
        }
    }

    /// What the keys do to the job of a plan that the queue carries out; nil where they mean here what
    /// they mean everywhere.
    static func perform(
        _ action: Action, on run: PlanRun, _ workspace: inout Workspace
    ) -> Outcome? {
        let job = workspace.queue[run.job]
        switch action {
        case .planPause, .mark:
            switch PlanPace(run, workspace.queue) {
            case .queueing: return workspace.refuse(tr("The plan is on its way into the queue."))
            case .stopping: return workspace.refuse(tr("The plan is being stopped."))
            case .pausedWithAll: return workspace.refuse(PlanCommands.pausedWithAll(workspace))
            default: return job.flatMap { JobCommand.pause.carryOut(on: .job($0), &workspace) }
            }
        case .planRun: return job.map { JobQuestions.open(of: $0, &workspace) }
        case .planStop: return workspace.plan.map { .present(PlanQuestion.stop($0, workspace)) }
        default: return nil
        }
    }

    /// What is said while the whole queue is paused.
    static func pausedWithAll(_ workspace: Workspace) -> String {
        let key = workspace.keymap.labels(for: .queue, in: .plan).first.map { " (\($0))" } ?? ""
        return tr("All transfers are paused; open the queue\(key) to resume them.")
    }

    /// Nil where it means here what it means everywhere.
    static func perform(
        _ action: Action, height: Int, _ workspace: inout Workspace
    ) -> Outcome? {
        guard let plan = workspace.plan, let list = plan.list else { return nil }
        if let row = list.cursor.row(after: action, count: list.count, height: height) {
            _ = workspace.plan?.change { $0.move(to: row, height: height) }
            return .nothing
        }
        if let tab = tab(after: action, list.tab) {
            _ = workspace.plan?.change { $0.show(tab, height: height) }
            return .nothing
        }
        switch action {
        case .mark: return tick(list, height: height, &workspace)
        case .markAll: _ = workspace.plan?.change { $0.setAll(true) }
        case .unmarkAll: _ = workspace.plan?.change { $0.setAll(false) }
        case .markInvert: _ = workspace.plan?.change { $0.setAll(nil) }
        case .planRun: return .present(PlanQuestion.run(plan, list, workspace))
        case .planProblems:
            let problems = PlanText.problems(list.plan)
            guard !problems.isEmpty else { return workspace.refuse(tr("There are no problems.")) }
            return .present(
                FailuresDialog(
                    title: tr("Problems"), Array(problems.prefix(PlanReport.failureLimit)),
                    count: problems.count, noun: countable("problem")))
        case .view: return view(list, &workspace)
        case .cancel where !list.filter.isEmpty:
            _ = workspace.plan?.change { $0.setFilter("", height: height) }
        default: return nil
        }
        return .nothing
    }

    private static func tab(after action: Action, _ shown: PlanTab) -> PlanTab? {
        switch action {
        case .nextTab: shown.stepped(by: 1)
        case .previousTab: shown.stepped(by: -1)
        default: PlanTab(action)
        }
    }

    private static func tick(
        _ list: PlanList, height: Int, _ workspace: inout Workspace
    ) -> Outcome {
        guard let row = list.current else { return .nothing }
        let isChanged = workspace.plan?.change { list in
            let isChanged = list.toggle(row)
            list.move(to: list.cursor.cursor + 1, height: height)
            return isChanged
        }
        guard isChanged == false else { return .nothing }
        return workspace.refuse(
            list.index.marks[row].deed == .conflict
                ? tr("A conflict cannot be ticked; it stays as it is on both sides.")
                : tr("What is skipped cannot be ticked."))
    }

    private static func view(_ list: PlanList, _ workspace: inout Workspace) -> Outcome {
        guard let index = list.current else { return .nothing }
        let row = list.plan.rows.row(at: index)
        guard let entry = row.entry, entry.kind == .file || entry.kind == .link else {
            return workspace.refuse(tr("Only files can be viewed."))
        }
        return ViewerScreen.open(
            entry, at: list.place(of: row, on: row.wantedSide), backTo: .plan, &workspace)
    }
}

extension PlanList {
    /// Where a row's file is on a side.
    func place(of row: PlanRow, on side: ComparedSide) -> Location {
        let top = plan.order.places[side]
        return Location(
            site: top.site,
            path: Path(components: top.path.components + row.difference.names[side]))
    }
}

extension Action {
    /// Whether it means something on the plan's screen alone, or something else there.
    var isOfPlan: Bool {
        switch self {
        case .planRun, .planPause, .planStop, .planDifferences, .planProblems, .planAll,
            .planCopies, .planReplacements, .planDeletions, .planConflicts, .planOthers, .jobRetry,
            .mark, .markAll, .unmarkAll, .markInvert, .filter, .find, .view, .reread, .undo,
            .nextTab, .previousTab, .viewLeft, .viewRight, .nextDifference, .previousDifference:
            true
        default: false
        }
    }
}
