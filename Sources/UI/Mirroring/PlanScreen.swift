import Files
import Jobs
import Sync
import Terminal
import Words

extension ScreenID {
    /// A plan for two places.
    package static let plan = ScreenID("plan")
}

/// The plan for two places, from the comparison to what came of it.
struct PlanScreen: Screen {
    static let id = ScreenID.plan
    static let context = Keymap.Context.plan

    private enum Page: Sendable {
        case plan
        /// Over the rows.
        case difference(TextDifferencePage)
    }

    /// What the hints are for.
    private enum Shown: Sendable {
        case nothing, comparing, rows, queueing, run, end, stopped, unfinished, failure
    }

    private var page = Page.plan
    private var shown = Shown.nothing
    /// The filter, while it is being typed.
    private var typing: TextField?
    /// How far what has come of it is scrolled.
    private var scroll = TextScroll()

    /// Has a plan made, and shows it.
    static func start(_ order: PlanOrder, _ workspace: inout Workspace) -> Outcome {
        let old = workspace.plan?.release ?? .nothing
        let request = workspace.requests.next()
        workspace.plan = PlanState(request, order)
        return old + .show(.plan) + [.makePlan(request, order)]
    }

    // MARK: - What it shows

    var hints: [KeyHint] {
        if case .difference = page { return TextDifferencePage.hints }
        switch shown {
        case .nothing: return [KeyHint(.cancel, tr("back"))]
        case .comparing: return [KeyHint(.cancel, tr("stop"))]
        case .rows:
            return [
                KeyHint(.planRun, tr("run")), KeyHint(.mark, tr("tick")),
                KeyHint(.planDifferences, tr("differences")), KeyHint(.filter, tr("filter")),
                KeyHint(.nextTab, tr("tabs")), KeyHint(.cancel, tr("back")),
                KeyHint(.markAll, tr("all", meaning: "tick all")),
                KeyHint(.unmarkAll, tr("none", meaning: "tick none")),
                KeyHint(.planProblems, tr("problems")), KeyHint(.view, tr("view")),
                KeyHint(.reread, tr("compare again")), KeyHint(.help, tr("keys")),
            ]
        case .queueing:
            return [KeyHint(.cancel, tr("back to the panes")), KeyHint(.queue, tr("queue"))]
        case .run:
            return [
                KeyHint(.planPause, tr("pause")), KeyHint(.planStop, tr("stop")),
                KeyHint(.cancel, tr("back to the panes")), KeyHint(.queue, tr("queue")),
                KeyHint(.help, tr("keys")),
            ]
        case .end, .stopped, .unfinished:
            let retry = KeyHint(.jobRetry, shown == .stopped ? tr("continue") : tr("retry"))
            return (shown == .end ? [] : [retry]) + [
                KeyHint(.undo, tr("undo")), KeyHint(.reread, tr("compare again")),
                KeyHint(.cancel, tr("back")), KeyHint(.help, tr("keys")),
            ]
        case .failure: return [KeyHint(.reread, tr("try again")), KeyHint(.cancel, tr("back"))]
        }
    }

    var takesLetters: Bool { typing != nil }
    var isTyping: Bool { typing != nil }

    mutating func endTyping() { typing = nil }

    mutating func opened(from other: ScreenID, _ workspace: inout Workspace) -> Outcome {
        if workspace.status.isOfPlan { workspace.status = Status() }
        return workspace.plan?.list == nil ? closed() : .nothing
    }

    mutating func closed() -> Outcome {
        typing = nil
        guard case .difference(let difference) = page else { return .nothing }
        page = .plan
        return difference.release
    }

    mutating func adjust(isOnTop: Bool, _ workspace: inout Workspace) {
        let before = shown
        // Another page begins at its first line.
        defer { if shown != before { scroll = TextScroll() } }
        switch workspace.plan?.stage {
        case nil: shown = .nothing
        case .comparing: shown = .comparing
        case .ready:
            shown = .rows
            let height = height(workspace)
            _ = workspace.plan?.change { $0.move(to: $0.cursor.cursor, height: height) }
        case .queueing: shown = .queueing
        case .running: shown = .run
        case .ended where workspace.planJob == nil: shown = .end
        case .ended(let report, _):
            shown = report.isStopped ? .stopped : report.failureCount > 0 ? .unfinished : .end
        case .failed: shown = .failure
        }
    }

    private func layout(_ workspace: Workspace) -> PlanLayout {
        let isMirror = workspace.plan.map { PlanText($0.order, workspace).isMirror } ?? true
        return PlanLayout(size: workspace.size, isMirror: isMirror)
    }

    private func height(_ workspace: Workspace) -> Int { layout(workspace).list.height }

    func draw(_ workspace: Workspace, into frame: inout Frame) {
        if case .difference(let difference) = page {
            difference.draw(workspace, into: &frame)
        } else if let list = workspace.plan?.list {
            PlanListView(list, workspace).draw(into: &frame)
        } else if let plan = workspace.plan {
            PlanProgressView(plan, workspace).draw(scroll, into: &frame)
        } else {
            frame.drawScreenTitle(tr("Plan"))
            frame.put(PlanScreen.nothing, x: 1, y: 2, role: .text)
        }
        drawFoot(
            typing: typing.map { ($0, tr("Only paths that contain:")) }, workspace, into: &frame)
    }

    private static let nothing = tr("There is no plan yet.")

    // MARK: - Answers

    mutating func take(_ message: Message, _ workspace: inout Workspace) -> Outcome? {
        switch message {
        case .planning(let request, let progress):
            if workspace.plan?.request == request { workspace.plan?.take(progress) }
        case .planned(let request, let result):
            if workspace.plan?.request == request { take(result, &workspace) }
        case .planQueued(let request, let result):
            guard workspace.plan?.request == request else { break }
            return PlanArrival(workspace.context == .plan).take(result, &workspace)
        case .textsCompared(let request, let result):
            guard case .difference(var difference) = page, difference.request == request else {
                return .nothing
            }
            difference.take(result, workspace)
            page = .difference(difference)
        default: return nil
        }
        return .nothing
    }

    private func take(
        _ result: Result<PreparedPlan, FileSystemError>, _ workspace: inout Workspace
    ) {
        PlanArrival(workspace.context == .plan).take(result, &workspace)
    }

    // MARK: - Keys

    mutating func intercept(_ key: Key, _ workspace: inout Workspace) -> Outcome? {
        guard var field = typing else { return nil }
        switch key.code {
        case .escape:
            typing = nil
            setFilter("", &workspace)
        case .enter: typing = nil
        case .up, .down, .pageUp, .pageDown:
            typing = nil
            return nil
        default:
            guard field.handle(key) else { break }
            typing = field
            setFilter(field.text, &workspace)
        }
        return Outcome.nothing
    }

    mutating func paste(_ text: String, _ workspace: inout Workspace) -> Outcome {
        guard var field = typing else { return .nothing }
        field.insert(text)
        typing = field
        setFilter(field.text, &workspace)
        return .nothing
    }

    private func setFilter(_ text: String, _ workspace: inout Workspace) {
        let height = height(workspace)
        _ = workspace.plan?.change { $0.setFilter(text, height: height) }
    }

    mutating func performElsewhere(
        _ action: Action, isOnTop: Bool, _ workspace: inout Workspace
    ) -> Outcome? {
        switch action {
        case .mirror: return MirrorDialog.open(&workspace)
        case .showPlan where isOnTop: return .show(.main)
        case .showPlan, .planRun, .planPause, .planStop, .planDifferences, .planProblems, .planAll,
            .planCopies, .planReplacements, .planDeletions, .planConflicts, .planOthers:
            guard workspace.plan != nil else { return workspace.refuse(PlanScreen.nothing) }
            return isOnTop ? Outcome.nothing : .show(.plan)
        default: return nil
        }
    }

    func refusal(of action: Action, _ workspace: Workspace) -> String? {
        PlanCommands.refusal(of: action, workspace)
    }

    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        if case .difference(var difference) = page {
            if difference.perform(action, workspace) {
                page = .difference(difference)
                return .nothing
            }
            if action == .cancel { return closed() }
            return action.isOfPlan ? .nothing : nil
        }
        if let refusal = PlanCommands.refusal(of: action, workspace) {
            return workspace.refuse(refusal)
        }
        guard let plan = workspace.plan else { return nil }
        if action == .reread { return PlanScreen.start(plan.order, &workspace) }
        switch plan.stage {
        case .ready: return performOnRows(action, &workspace)
        case .comparing, .failed:
            guard action == .cancel else { return nil }
            workspace.plan = nil
            return plan.release + .show(.main)
        case .queueing: return nil
        case .running(let run): return PlanCommands.perform(action, on: run, &workspace)
        case .ended:
            if action == .jobRetry, let job = workspace.planJob {
                return JobCommand.retry.carryOut(on: .job(job), &workspace)
            }
            let (count, height) = PlanProgressView(plan, workspace).extent
            return scroll.scroll(action, count: count, height: height) ? .nothing : nil
        }
    }

    private mutating func performOnRows(
        _ action: Action, _ workspace: inout Workspace
    ) -> Outcome? {
        switch action {
        case .filter, .find:
            typing = TextField(workspace.plan?.list?.filter ?? "")
            return .nothing
        case .planDifferences: return showDifferences(&workspace)
        default: return PlanCommands.perform(action, height: height(workspace), &workspace)
        }
    }

    private mutating func showDifferences(_ workspace: inout Workspace) -> Outcome {
        guard let list = workspace.plan?.list, let index = list.current else { return .nothing }
        let row = list.plan.rows.row(at: index)
        guard row.difference.entries.first?.kind == .file,
            row.difference.entries.second?.kind == .file
        else { return workspace.refuse(tr("Only a file that both sides have can be compared.")) }
        // What would be replaced comes first.
        let isMirror = PlanText(list.plan.order, workspace).isMirror
        let old = row.target ?? (isMirror ? .second : .first)
        let request = workspace.requests.next()
        let places = Pair(list.place(of: row, on: old), list.place(of: row, on: old.other))
        page = .difference(TextDifferencePage(request, places))
        return [.compareTexts(request, places)]
    }

    // MARK: - The mouse

    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome {
        guard mouse.isPress else { return .nothing }
        if case .difference(var difference) = page {
            difference.take(mouse, workspace)
            page = .difference(difference)
            return .nothing
        }
        guard let plan = workspace.plan else { return .nothing }
        guard let list = plan.list else {
            let (count, height) = PlanProgressView(plan, workspace).extent
            scroll.scroll(mouse, count: count, height: height)
            return .nothing
        }
        let layout = layout(workspace)
        if mouse.button == .left, mouse.point.y == PlanLayout.tabRow {
            let tabs = PlanLayout.tabs(list.index.counts, list.tab, width: workspace.size.width)
            let x = mouse.point.x
            if let hit = tabs.first(where: { $0.x <= x && x < $0.x + CharacterWidth.of($0.text) }) {
                _ = workspace.plan?.change { $0.show(hit.tab, height: layout.list.height) }
            }
            return .nothing
        }
        var press = mouse
        if press.button == .right { press.button = .left }
        guard let position = list.cursor.row(after: press, count: list.count, list: layout.list)
        else { return .nothing }
        let isOnTick =
            mouse.button == .right
            || mouse.button == .left
                && (PlanLayout.tickStart..<PlanLayout.signStart).contains(mouse.point.x)
        _ = workspace.plan?.change { list in
            list.move(to: position, height: layout.list.height)
            if isOnTick, let row = list.current { list.toggle(row) }
        }
        return .nothing
    }
}
