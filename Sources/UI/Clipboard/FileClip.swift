import Files
import Jobs
import Words

/// Files that were yanked or cut, until they are pasted somewhere else: in another directory, tab or pane,
/// on another server.
struct FileClip: Sendable {
    enum Kind: Sendable {
        /// They are copied, as often as they are pasted.
        case yanked
        /// They are moved, once.
        case cut
    }

    private let kind: Kind
    private let source: Location
    private let chosen: Selection

    /// What is marked in the focused pane, or under its cursor; the marks go.
    static func take(_ kind: Kind, _ workspace: inout Workspace) -> Outcome {
        let pane = workspace.panes.focused
        let chosen = pane.chosen
        guard !chosen.isEmpty else {
            return workspace.refuse(tr("Move the cursor to a name first, or mark some."))
        }
        if kind == .cut, let refusal = pane.readOnlyRefusal { return workspace.refuse(refusal) }
        workspace.clip = FileClip(kind: kind, source: pane.location, chosen: chosen)
        workspace.panes.focused.mark(exactly: [])
        let key = workspace.keymap.labels(for: .paste, in: .pane).first
        let (count, number) = (chosen.count, Format.number(chosen.count))
        workspace.status.show(
            kind == .cut
                ? tr(count, one: "\(number) item cut.", other: "\(number) items cut.")
                : tr(count, one: "\(number) item yanked.", other: "\(number) items yanked."),
            hint: key.map { tr("\($0): paste") })
        return .nothing
    }

    /// Puts into the queue that they go to the focused pane's directory.
    static func paste(_ workspace: inout Workspace) -> Outcome {
        guard let clip = workspace.clip else {
            let keys = [Action.yank, .cut].compactMap {
                workspace.keymap.labels(for: $0, in: .pane).first
            }
            let refusal = tr("There is nothing to paste.")
            guard let first = keys.first, let last = keys.last else {
                return workspace.refuse(refusal)
            }
            let how =
                keys.count == 1
                ? tr("Yank or cut some files with \(first).")
                : tr("Yank or cut some files with \(first) or \(last).")
            return workspace.refuse("\(refusal) \(how)")
        }
        let pane = workspace.panes.focused
        guard !pane.isEmpty else {
            return workspace.refuse(tr("Open a directory in this pane first."))
        }
        let dialog = TransferDialog(
            operation: clip.operation, side: workspace.panes.focus, source: clip.source,
            chosen: clip.chosen, bytes: 0, field: TextField(), links: workspace.options.links,
            modes: workspace.options.modes)
        if clip.source == pane.location {
            return workspace.refuse(
                tr("These files are in this directory already; paste them in another one."))
        }
        if let refusal = dialog.refusal(pane.location, nil, in: workspace) {
            return workspace.refuse(refusal)
        }
        let batch = JobBatch(
            JobBatch.Plan(
                operation: clip.operation, source: clip.source, chosen: clip.chosen,
                target: pane.location, links: workspace.options.links,
                modes: workspace.options.modes))
        let (count, number) = (clip.chosen.count, Format.number(clip.chosen.count))
        workspace.status.show(
            clip.kind == .cut
                ? tr(
                    count, one: "\(number) item queued to move.",
                    other: "\(number) items queued to move.")
                : tr(
                    count, one: "\(number) item queued to copy.",
                    other: "\(number) items queued to copy."), .good)
        if clip.kind == .cut { workspace.clip = nil }
        return [.enqueue(batch)]
    }

    private var operation: Job.Operation { kind == .cut ? .move : .copy }
}
