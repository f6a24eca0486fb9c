import Files
import Terminal
import Words

extension RawScreen {
    /// The line at the bottom takes what is typed; what moves goes through the history or scrolls.
    mutating func interceptCommand(_ key: Key, _ workspace: inout Workspace) -> Outcome? {
        guard var state else { return nil }
        let height = layout(workspace).reply.height
        switch (key.code, key.modifiers) {
        case (.enter, []): return sendCommand(&workspace)
        case (.up, []), (.down, []): recall(&state, by: key.code == .up ? -1 : 1)
        case (.pageUp, []): state.scroll(to: state.top - height + 1, height: height)
        case (.pageDown, []): state.scroll(to: state.top + height - 1, height: height)
        default:
            guard state.command.handle(key) else { return nil }
            state.historyIndex = nil
        }
        self.state = state
        return .nothing
    }

    private func recall(_ state: inout RawState, by step: Int) {
        let lines = state.history.lines
        let index = (state.historyIndex ?? lines.count) + step
        guard index >= 0 else { return }
        state.historyIndex = lines.indices.contains(index) ? index : nil
        state.command = TextField(lines.indices.contains(index) ? lines[index] : "")
    }

    private mutating func sendCommand(_ workspace: inout Workspace) -> Outcome {
        guard let state, case .commands(let tab, let site) = state.kind else { return .nothing }
        guard state.awaited == nil else {
            return workspace.refuse(tr("Ferry is still waiting for a reply; press Esc to stop."))
        }
        let line = state.command.text
        guard !line.isEmpty else { return .nothing }
        guard workspace.panes.pane(tab)?.site == site else {
            return workspace.refuse(
                tr("The pane now shows another site; press Esc and open this screen again."))
        }
        let verb = line.prefix { $0 != " " }.uppercased()
        let isSecret = verb == "PASS" || verb == "ACCT"
        if !isSecret { self.state?.history.append(line) }
        let request = workspace.requests.next()
        self.state?.awaited = request
        self.state?.command = TextField()
        self.state?.historyIndex = nil
        let sent = workspace.glyphs.sent + " " + (isSecret ? "\(verb) •••" : line)
        let height = layout(workspace).reply.height
        self.state?.append(sent, .logSent)
        self.state?.scroll(to: .max, height: height)
        return [.sendRaw(request, tab, site, line)]
    }
}
