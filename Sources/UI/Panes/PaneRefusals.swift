import Files
import Words

/// Why an action cannot be done in the focused pane now, for the menu, which shows it before anybody
/// tries.
struct PaneRefusals {
    private let workspace: Workspace
    private var pane: Pane { workspace.panes.focused }

    init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    /// A sentence; nil where it can be done, or where only trying tells.
    func refusal(of action: Action) -> String? {
        switch action {
        case .view, .edit:
            guard let kind = pane.current?.kind, kind == .file || kind == .link else {
                return tr("Move the cursor to a file first.")
            }
            if action == .edit, pane.site.archive != nil { return Pane.archiveRefusal }
        case .copy, .move, .delete, .deletePermanently, .attributes, .yank, .cut, .renameInEditor,
            .renameByPattern:
            if let refusal = readOnly(action) { return refusal }
            if pane.chosen.isEmpty { return tr("Move the cursor to a name first, or mark some.") }
        case .paste:
            if let refusal = readOnly(action) { return refusal }
            if workspace.clip == nil { return tr("Nothing was yanked or cut yet.") }
        case .rename, .makeLink:
            if let refusal = readOnly(action) { return refusal }
            if pane.current == nil { return tr("Move the cursor to a name first.") }
        case .pack: return PackDialog.refusal(in: workspace)
        case .extract: return Extraction.refusal(in: workspace)
        case .makeDirectory, .make:
            if let refusal = readOnly(action) { return refusal }
            if pane.isEmpty { return tr("Open a directory in this pane first.") }
        case .unmarkPattern, .unmarkAll:
            if pane.marked.isEmpty { return tr("Nothing is marked.") }
        case .newTab, .closeTab, .tabNext, .tabPrevious, .tabLeft, .tabRight:
            return TabAction.refusal(
                of: action, workspace.panes.tabs(workspace.panes.focus))
        case .back:
            if pane.trail.back.isEmpty { return tr("There is no earlier directory to go back to.") }
        case .forward:
            if pane.trail.forward.isEmpty {
                return tr("There is no directory to go forward to.")
            }
        case .compare, .compareBy, .compareByTime, .compareBySize, .compareByContents:
            return ComparedPanes.isInForce(workspace)
                ? nil : ComparedPanes.refusal(workspace)
        case .nextDifference, .previousDifference, .markDifferent:
            return ComparedPanes.refusalOfDifferences(workspace)
        case .mirror:
            if workspace.plan?.isInTheWay(of: workspace.panes) == true { return nil }
            return MirrorDialog.refusal(
                of: .mirror, from: workspace.panes.focus, workspace.panes)
        case .showPlan:
            if workspace.plan == nil { return tr("There is no plan yet.") }
        case .browseTogether:
            return Following.isInForce(workspace) ? nil : Following.refusal(workspace)
        case .thisMachine:
            if pane.site.isLocal, !pane.isEmpty {
                return tr("This pane already shows this machine.")
            }
        case .charset:
            if pane.site.isLocal {
                return tr("Only names on a server or in an archive have a charset to choose.")
            }
        case .shell, .share:
            if !pane.site.isLocal || pane.isEmpty {
                return tr("This only works in a directory on this machine.")
            }
        case .retryFailed:
            if workspace.queue.count(of: .failed) == 0 { return tr("No job has failed.") }
        case .answer:
            if workspace.queue.count(of: .needsYou) == 0 {
                return tr("No transfer needs an answer.")
            }
        case .clearDone:
            if workspace.queue.count(of: .done) == 0 { return tr("No job has finished yet.") }
        default: break
        }
        return nil
    }

    private func readOnly(_ action: Action) -> String? {
        [.copy, .attributes, .yank].contains(action) ? nil : pane.readOnlyRefusal
    }
}
