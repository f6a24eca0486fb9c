import Files
import Terminal

extension Model {
    /// The line at the bottom takes what is typed; what moves goes through the history or scrolls.
    mutating func interceptCommand(_ key: Key) -> [Effect]? {
        guard var state = raw else { return nil }
        let height = rawLayout.reply.height
        switch (key.code, key.modifiers) {
        case (.enter, []): return sendCommand()
        case (.up, []), (.down, []): recall(&state, by: key.code == .up ? -1 : 1)
        case (.pageUp, []): state.scroll(to: state.top - height + 1, height: height)
        case (.pageDown, []): state.scroll(to: state.top + height - 1, height: height)
        default:
            guard state.command.handle(key) else { return nil }
            state.historyIndex = nil
        }
        raw = state
        return []
    }

    private func recall(_ state: inout RawState, by step: Int) {
        let lines = state.history.lines
        let index = (state.historyIndex ?? lines.count) + step
        guard index >= 0 else { return }
        state.historyIndex = lines.indices.contains(index) ? index : nil
        state.command = TextField(lines.indices.contains(index) ? lines[index] : "")
    }

    private mutating func sendCommand() -> [Effect] {
        guard let state = raw, case .commands(let side, let site) = state.kind else { return [] }
        guard state.awaited == nil else {
            return refuse("A reply is still awaited; Esc gives it up.")
        }
        let line = state.command.text
        guard !line.isEmpty else { return [] }
        guard self[side].site == site else {
            return refuse("The pane shows another place by now; leave with Esc and come again.")
        }
        let verb = line.prefix { $0 != " " }.uppercased()
        let isSecret = verb == "PASS" || verb == "ACCT"
        if !isSecret { raw?.history.append(line) }
        let request = makeRequest()
        raw?.awaited = request
        raw?.command = TextField()
        raw?.historyIndex = nil
        let sent = (options.isASCII ? "> " : "→ ") + (isSecret ? "\(verb) •••" : line)
        let height = rawLayout.reply.height
        raw?.append(sent, .logSent)
        raw?.scroll(to: .max, height: height)
        return [.sendRaw(request, side, site, line)]
    }

    /// The reply to a command of this screen; false where it belongs to somebody else.
    mutating func takeCommandReply(
        _ request: RequestID, _ result: Result<[String], FileSystemError>
    ) -> Bool {
        guard raw?.awaited == request, case .commands = raw?.kind else { return false }
        let height = rawLayout.reply.height
        let mark = options.isASCII ? "< " : "← "
        raw?.awaited = nil
        status = Status()
        switch result {
        case .success(let lines):
            let code = lines.last.flatMap { Status.code(of: $0) }
            for line in lines.prefix(PaletteState.outputLimit) {
                raw?.append(mark + line, Role.reply(code))
            }
        case .failure(let error):
            raw?.append("! " + error.message, .logTrouble)
        }
        raw?.scroll(to: .max, height: height)
        return true
    }
}
