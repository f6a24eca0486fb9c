import Files
import Terminal
import Words

extension RawScreen {
    /// What came of a raw exchange; a late answer to one that was given up is dropped.
    mutating func take(
        _ request: RequestID, _ reply: RawReply, _ workspace: inout Workspace
    ) -> Outcome {
        guard self.state?.exchange == request else { return .nothing }
        switch reply {
        case .remark(let words): self.state?.append(words, .logRemark)
        case .head(let lines, let code): showHead(lines, code)
        case .progress(let count): self.state?.received = count
        case .body(let body): showBody(body)
        case .trailer(let line): self.state?.append(line, .log)
        case .saved(let path): return noteSaved(path, &workspace)
        case .ended(let result): endExchange(result, &workspace)
        }
        return .nothing
    }

    /// A pane that shows the directory of a body that was saved is read again.
    private func noteSaved(_ path: Path, _ workspace: inout Workspace) -> Outcome {
        workspace.status.show(tr("The body was saved to \(path.text)."), .good)
        let directory = Location(site: .local, path: path.parent)
        var outcome = Outcome.nothing
        for side in Side.allCases
        where !workspace.panes[side].isEmpty && workspace.panes[side].location == directory {
            if workspace.panes[side].pending == nil {
                outcome += Rereading.changed(cursorOn: nil).start(in: side, &workspace)
            }
        }
        return outcome
    }

    private mutating func showHead(_ lines: [String], _ code: Int?) {
        guard var state else { return }
        if !state.lines.isEmpty { state.append("", .text) }
        state.code = code
        for (index, line) in lines.enumerated() {
            state.append(line, index == 0 ? Role.reply(code) : .log)
        }
        self.state = state
    }

    private mutating func showBody(_ given: RawBody) {
        guard var state else { return }
        state.received = nil
        state.bodies.append(given)
        let size = Format.amount(given.size)
        state.append("", .text)
        if let text = given.text {
            for line in TextBytes.lines(text) { state.append(line, .text) }
            if UInt64(text.count) < given.size {
                state.append(
                    tr("The rest of the \(size) is not shown, but can be saved."), .logRemark)
            }
        } else {
            let name = given.name.text
            let sentence =
                if let type = given.mediaType {
                    tr("The body is \(size) of \(VisibleText.make(type)), saved as \(name).")
                } else {
                    tr("The body is \(size) of no text, saved as \(name).")
                }
            state.append(sentence, .logRemark)
        }
        self.state = state
    }

    private mutating func endExchange(
        _ result: Result<Void, FileSystemError>, _ workspace: inout Workspace
    ) {
        guard self.state?.awaited != nil else { return }
        self.state?.awaited = nil
        self.state?.received = nil
        let sentAt = self.state?.sentAt ?? workspace.instant
        self.state?.elapsed = workspace.instant.seconds(since: sentAt)
        switch result {
        case .success:
            workspace.status.show(tr("The reply has arrived."))
            workspace.status.code = self.state?.code
        case .failure(let error):
            self.state?.append(error.message, .logTrouble)
            workspace.status.show(error)
        }
    }

    /// The reply to a command; nil where it belongs to somebody else.
    mutating func take(
        _ request: RequestID, _ result: Result<[String], FileSystemError>,
        _ workspace: inout Workspace
    ) -> Outcome? {
        guard self.state?.awaited == request, case .commands = self.state?.kind else { return nil }
        let height = layout(workspace).reply.height
        let mark = workspace.glyphs.received + " "
        self.state?.awaited = nil
        workspace.status = Status()
        switch result {
        case .success(let lines):
            let code = lines.last.flatMap { Status.code(of: $0) }
            for line in lines.prefix(Palette.outputLimit) {
                self.state?.append(mark + line, Role.reply(code))
            }
        case .failure(let error):
            self.state?.append("! " + error.message, .logTrouble)
        }
        self.state?.scroll(to: .max, height: height)
        return .nothing
    }
}

extension Role {
    /// Of a reply by its code's class.
    static func reply(_ code: Int?) -> Role {
        switch (code ?? 0) / 100 {
        case 1: .reply1
        case 2: .reply2
        case 3: .reply3
        case 4: .reply4
        case 5: .reply5
        default: .log
        }
    }
}

/// Text of a stranger as lines.
enum TextBytes {
    /// Split at LF, without CR; tabs become blanks.
    static func lines(_ bytes: [UInt8]) -> [String] {
        var parts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true { parts.removeLast() }
        return parts.map { part in
            let line = part.last == 0x0D ? part.dropLast() : part
            return VisibleText.make(
                line.flatMap { $0 == 0x09 ? [UInt8](repeating: 0x20, count: 4) : [$0] })
        }
    }
}
