import Terminal
import Words

/// Asks before a plan is run or stopped.
struct PlanQuestion: Dialog {
    private enum Deed: Sendable { case run, stop }

    private let deed: Deed
    private let request: RequestID
    private var question: ConfirmDialog

    /// Whether the ticked rows are to be done.
    static func run(_ plan: PlanState, _ list: PlanList, _ workspace: Workspace) -> PlanQuestion {
        let text = PlanText(plan.order, workspace)
        return PlanQuestion(
            .run, plan.request,
            ConfirmDialog(
                title: text.isMirror ? tr("Mirror", meaning: "a verb") : tr("Synchronise"),
                lines: text.question(list), yes: tr("Run"), no: tr("Cancel"),
                isGrave: list.totals.all.destroys && !plan.order.keepsReplaced, outcome: .nothing))
    }

    /// Whether a plan that runs is to stop.
    static func stop(_ plan: PlanState, _ workspace: Workspace) -> PlanQuestion {
        let question =
            PlanWords(plan.order, workspace).isMirror
            ? tr("Stop the mirror?") : tr("Stop the synchronisation?")
        return PlanQuestion(
            .stop, plan.request,
            ConfirmDialog(
                title: tr("Stop"), lines: [question, tr("What was already done stays.")],
                yes: tr("Stop"), no: tr("Continue"), isGrave: false, outcome: .nothing))
    }

    private init(_ deed: Deed, _ request: RequestID, _ question: ConfirmDialog) {
        self.deed = deed
        self.request = request
        self.question = question
    }

    var isGrave: Bool { question.isGrave }

    func isGraveAnswer(_ key: Key) -> Bool { question.isGraveAnswer(key) }

    func isOver(in workspace: Workspace) -> Bool {
        guard let plan = workspace.plan, plan.request == request else { return true }
        return deed == .run ? plan.list == nil : plan.run == nil
    }

    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        let isYes = question.isYes(key)
        switch question.take(key, &workspace) {
        case .closes where isYes:
            guard !isOver(in: workspace) else { return .cancelled }
            let outcome = deed == .run ? workspace.plan?.begin() : workspace.plan?.stop()
            return .closes(outcome ?? .nothing)
        case let reply: return reply
        }
    }

    func box(in workspace: Workspace) -> DialogBox { question.box(in: workspace) }
}
