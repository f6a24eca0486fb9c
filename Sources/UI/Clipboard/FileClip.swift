import Files
import Jobs

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
            return workspace.refuse("Move the cursor to a name first, or mark some.")
        }
        if kind == .cut, let refusal = pane.readOnlyRefusal { return workspace.refuse(refusal) }
        workspace.clip = FileClip(kind: kind, source: pane.location, chosen: chosen)
        workspace.panes.focused.mark(exactly: [])
        let key = workspace.keymap.labels(for: .paste, in: .pane).first
        workspace.status.show(
            "\(Format.count(chosen.count, "item")) \(kind == .cut ? "cut" : "yanked").",
            hint: key.map { "\($0): paste" })
        return .nothing
    }

    /// Puts into the queue that they go to the focused pane's directory.
    static func paste(_ workspace: inout Workspace) -> Outcome {
        guard let clip = workspace.clip else {
            let keys = [Action.yank, .cut].compactMap {
                workspace.keymap.labels(for: $0, in: .pane).first
            }
            let how =
                keys.isEmpty
                ? "" : " Yank or cut some files with \(keys.joined(separator: " or "))."
            return workspace.refuse("There is nothing to paste." + how)
        }
        let pane = workspace.panes.focused
        guard !pane.isEmpty else {
            return workspace.refuse("Open a directory in this pane first.")
        }
        let dialog = TransferDialog(
            operation: clip.operation, side: workspace.panes.focus, source: clip.source,
            chosen: clip.chosen, bytes: 0, field: TextField(), links: workspace.options.links,
            modes: workspace.options.modes)
        if clip.source == pane.location {
            return workspace.refuse(
                "These files are in this directory already; paste them in another one.")
        }
        if let refusal = dialog.refusal(pane.location, nil, in: workspace) {
            return workspace.refuse(refusal)
        }
        let batch = JobBatch(
            JobBatch.Plan(
                operation: clip.operation, source: clip.source, chosen: clip.chosen,
                target: pane.location, links: workspace.options.links,
                modes: workspace.options.modes))
        let verb = clip.kind == .cut ? "move" : "copy"
        workspace.status.show(
            "\(Format.count(clip.chosen.count, "item")) queued to \(verb).", .good)
        if clip.kind == .cut { workspace.clip = nil }
        return [.enqueue(batch)]
    }

    private var operation: Job.Operation { kind == .cut ? .move : .copy }
}
