import Files
import Terminal
import Words

/// Shows the entry under the cursor beside the panes, and follows the cursor.
enum Previewing {
    /// Shows it, or no longer.
    static func toggle(_ workspace: inout Workspace) -> Outcome {
        guard workspace.preview == nil else {
            let asked = workspace.preview?.asked?.id
            workspace.preview = nil
            return asked.map { [.stop($0)] } ?? .nothing
        }
        workspace.preview = PreviewState()
        return .nothing
    }

    /// Asks for what is under the cursor by now, where that is something else than before.
    static func follow(_ workspace: inout Workspace) -> [Effect] {
        guard let preview = workspace.preview, let place = MainLayout(workspace).preview else {
            return []
        }
        let subject = subject(in: PreviewView.body(of: place).size, workspace)
        switch subject {
        case .failure(let reason):
            guard preview.request != nil || preview.needsReason(reason.sentence) else { return [] }
            workspace.preview?.clear(reason.sentence)
            return preview.asked.map { [.stop($0.id)] } ?? []
        case .success(let request):
            guard preview.request != request else { return [] }
            let id = workspace.requests.next()
            workspace.preview?.ask(for: request, as: id, at: workspace.instant)
            let stop: [Effect] = preview.asked.map { [.stop($0.id)] } ?? []
            return stop + [.preview(id, request)]
        }
    }

    private struct Reason: Error {
        let sentence: String
    }

    private static func subject(
        in area: Size, _ workspace: Workspace
    ) -> Result<PreviewRequest, Reason> {
        let pane = workspace.panes.focused
        // What takes the cursor somewhere else is on its way.
        if pane.isEmpty || pane.showsProgress(at: workspace.instant) {
            return .failure(Reason(sentence: ""))
        }
        guard let entry = pane.current else {
            return .failure(Reason(sentence: tr("Move the cursor to a file or directory.")))
        }
        // Only what the user does connects again.
        guard !pane.isOffline else {
            let host = VisibleText.make(pane.site.host)
            return .failure(Reason(sentence: tr("\(host) is offline.")))
        }
        guard entry.kind != .other else {
            let sentence = tr("It is a device, a socket or a pipe; there is nothing to show.")
            return .failure(Reason(sentence: sentence))
        }
        let location = Location(site: pane.site, path: pane.path.appending(entry.name))
        return .success(
            PreviewRequest(
                entry, at: location, area: area, isASCII: workspace.options.isASCII))
    }
}

extension PreviewState {
    /// Whether another sentence is shown, or none.
    fileprivate func needsReason(_ sentence: String) -> Bool {
        if case .none(sentence) = content { false } else { true }
    }
}

extension Rect {
    fileprivate var size: Size { Size(width: max(0, width), height: max(0, height)) }
}
