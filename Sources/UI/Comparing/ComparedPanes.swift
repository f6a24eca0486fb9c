import Files
import Sync
import Words

/// What the user does with panes that are compared.
enum ComparedPanes {
    static func isInForce(_ workspace: Workspace) -> Bool {
        workspace.comparison?.isInForce(workspace.panes) ?? false
    }

    /// `compare ON`, for the title; nil where nothing is compared.
    static func indicator(_ workspace: Workspace) -> String? {
        guard let comparison = workspace.comparison, comparison.isInForce(workspace.panes) else {
            return nil
        }
        if Following.isApart(workspace) { return tr("compare paused") }
        if comparison.isRunning(workspace.panes) { return tr("comparing") }
        return switch comparison.criterion {
        case .sizeAndTime: tr("compare ON")
        case .size: tr("compare SIZE")
        case .contents: tr("compare CONTENTS")
        }
    }

    static func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome {
        switch action {
        case .compare: return toggle(&workspace)
        case .compareBy: return choose(&workspace)
        case .compareByTime: return start(.sizeAndTime, &workspace)
        case .compareBySize: return start(.size, &workspace)
        case .compareByContents: return start(.contents, &workspace)
        case .nextDifference: return step(by: 1, &workspace)
        case .previousDifference: return step(by: -1, &workspace)
        case .markDifferent: return mark(&workspace)
        default: return .nothing
        }
    }

    /// Why the panes cannot be compared now.
    static func refusal(_ workspace: Workspace) -> String? {
        PaneComparison.refusal(workspace.panes)
            ?? (Following.isApart(workspace) ? apart(workspace) : nil)
    }

    /// Why nothing can be done with what differs; nil where that is known.
    static func refusalOfDifferences(_ workspace: Workspace) -> String? {
        guard isInForce(workspace) else { return tr("Compare the panes first.") }
        return Following.isApart(workspace) ? apart(workspace) : nil
    }

    private static func apart(_ workspace: Workspace) -> String {
        let key = workspace.keymap.labels(for: .browseTogether, in: .pane).first
        return key.map {
            tr("One pane did not follow the other; go back, or press \($0) to browse separately.")
        } ?? tr("One pane did not follow the other; go back, or browse separately.")
    }

    /// Takes in an answer about the panes.
    static func take(_ message: Message, isFiltering: Bool, _ workspace: inout Workspace) {
        let height = MainLayout(workspace).listHeight(workspace.panes.focus)
        switch message {
        case .aligned(let request, let alignment):
            workspace.comparison?.take(
                alignment, request, isFiltering: isFiltering, &workspace.panes, height: height)
        case .compared(let request, let verdicts):
            workspace.comparison?.take(verdicts, request)
        case .comparisonEnded(let request, let result):
            workspace.comparison?.end(result, request, at: workspace.instant)
        default: break
        }
    }

    /// Compares the panes as they were compared last, or ends that.
    private static func toggle(_ workspace: inout Workspace) -> Outcome {
        guard isInForce(workspace) else { return start(workspace.criterion, &workspace) }
        let outcome = rest(&workspace)
        workspace.status.show(tr("The panes are no longer compared."))
        return outcome
    }

    private static func start(
        _ criterion: Criterion, _ workspace: inout Workspace
    ) -> Outcome {
        if let refusal = refusal(workspace) {
            return workspace.refuse(refusal)
        }
        let outcome = rest(&workspace)
        workspace.criterion = criterion
        workspace.comparison = PaneComparison(workspace.panes, by: criterion)
        return outcome
    }

    /// What was compared before is not any more.
    private static func rest(_ workspace: inout Workspace) -> Outcome {
        guard var comparison = workspace.comparison else { return .nothing }
        workspace.comparison = nil
        return .effects(comparison.rest(&workspace))
    }

    /// Asks what makes two files the same.
    private static func choose(_ workspace: inout Workspace) -> Outcome {
        if let refusal = refusal(workspace) {
            return workspace.refuse(refusal)
        }
        let ways: [(Character, String, Criterion, Action)] = [
            ("t", tr("Size and time"), .sizeAndTime, .compareByTime),
            ("s", tr("Size"), .size, .compareBySize),
            ("c", tr("Contents"), .contents, .compareByContents),
        ]
        let options = ways.map { letter, label, criterion, action in
            ChoiceDialog.Option(
                key: letter, label: label, isCurrent: criterion == workspace.criterion,
                outcome: .perform(action))
        }
        return .present(
            ChoiceDialog(
                title: tr("Compare by"),
                lines: [
                    tr("Contents are read from both sides, or compared by the servers' checksums.")
                ],
                options: options))
    }

    /// Puts the cursor on the next row that differs, going round at the ends.
    private static func step(by step: Int, _ workspace: inout Workspace) -> Outcome {
        guard let comparison = workspace.comparison, isInForce(workspace) else {
            return notCompared(&workspace)
        }
        if let refusal = refusalOfDifferences(workspace) { return workspace.refuse(refusal) }
        guard let rows = ComparedRows(comparison, workspace.panes) else { return .nothing }
        let (start, count) = (workspace.panes.focused.cursor, rows.count)
        let found = (1...max(1, count)).lazy
            .map { ((start + step * $0) % count + count) % count }
            .first { rows[$0]?.isDifference ?? false }
        guard let found else {
            return workspace.refuse(
                comparison.isRunning(workspace.panes)
                    ? tr("No difference was found yet; Ferry is still comparing.")
                    : tr("The panes show no difference."))
        }
        workspace.panes.moveCursor(to: found, in: MainLayout(workspace))
        return .nothing
    }

    /// Marks what the focused pane has otherwise than the other one, or alone.
    private static func mark(_ workspace: inout Workspace) -> Outcome {
        guard let comparison = workspace.comparison, isInForce(workspace) else {
            return notCompared(&workspace)
        }
        if let refusal = refusalOfDifferences(workspace) { return workspace.refuse(refusal) }
        guard let rows = ComparedRows(comparison, workspace.panes) else { return .nothing }
        let pane = workspace.panes.focused
        var marked = MarkSet()
        for row in 0..<rows.count where rows[row]?.isDifference ?? false {
            if let index = pane.index(atRow: row) { marked.insert(index) }
        }
        workspace.panes.focused.mark(exactly: marked)
        guard marked.isEmpty else { return .nothing }
        return workspace.refuse(tr("Nothing differs in this pane."))
    }

    private static func notCompared(_ workspace: inout Workspace) -> Outcome {
        let key = workspace.keymap.labels(for: .compare, in: .pane).first
        workspace.status.show(
            tr("The panes are not compared."), .warning, hint: key.map { tr("\($0): compare them") }
        )
        return .nothing
    }
}
