import Files
import Terminal

/// Where the screen of raw exchanges has what, for drawing and for the mouse.
struct RawLayout {
    let address: Rect
    /// The editor, below its rule; empty for commands.
    let request: Rect
    /// What came, below its rule.
    let reply: Rect

    init(size: Size, kind: RawState.Kind) {
        let bottom = size.height - 2
        guard kind == .requests else {
            address = Rect(x: 0, y: 0, width: 0, height: 0)
            request = address
            reply = Rect(x: 1, y: 1, width: max(1, size.width - 2), height: max(1, bottom - 2))
            return
        }
        address = Rect(x: 1, y: 1, width: max(1, size.width - 2), height: 1)
        let room = max(2, bottom - 4)
        let editor = max(1, min(room - 1, max(4, room * 2 / 5)))
        request = Rect(x: 1, y: 3, width: max(1, size.width - 2), height: editor)
        reply = Rect(
            x: 1, y: 4 + editor, width: max(1, size.width - 2),
            height: max(1, bottom - 4 - editor))
    }
}

extension Model {
    /// The screen of raw exchanges.
    func drawRaw(into frame: inout Frame) {
        guard let state = raw else { return }
        let layout = rawLayout
        switch state.kind {
        case .commands(_, let site):
            drawScreenTitle("Commands to \(site.text)", aside: summary(state), into: &frame)
            drawRows(state, layout.reply, into: &frame)
            if state.lines.isEmpty {
                frame.put(
                    "Type a command, such as FEAT or STAT; the whole reply stands here.", x: 2,
                    y: 2, role: .muted)
            }
            let y = size.height - 3
            frame.fill(Rect(x: 0, y: y, width: size.width, height: 1), role: .input)
            let used = frame.put(" > ", x: 0, y: y, role: .input)
            drawField(
                state.command, Rect(x: used, y: y, width: size.width - used - 1, height: 1),
                into: &frame)
        case .requests:
            drawRequests(state, layout, into: &frame)
        }
        drawScreenStatus(into: &frame)
        drawKeyHints(into: &frame)
    }

    private func drawRequests(_ state: RawState, _ layout: RawLayout, into frame: inout Frame) {
        drawScreenTitle("Raw exchange", aside: summary(state), into: &frame)
        let isAddress = state.area == .address
        let used = frame.put(
            "URL ", x: layout.address.x, y: layout.address.y, role: isAddress ? .strong : .muted)
        let field = Rect(
            x: layout.address.x + used, y: layout.address.y, width: layout.address.width - used,
            height: 1)
        if isAddress {
            drawField(state.address, field, into: &frame)
        } else {
            frame.put(
                TextFit.cut(state.address.text, to: field.width), x: field.x, y: field.y,
                role: .text)
        }
        drawRule("Request", of: .request, state, y: layout.request.y - 1, into: &frame)
        drawEditor(state, layout.request, into: &frame)
        drawRule("Reply", of: .reply, state, y: layout.reply.y - 1, into: &frame)
        drawRows(state, layout.reply, into: &frame)
        if state.lines.isEmpty {
            let text =
                state.awaited == nil
                ? "What comes stands here as it came." : "Waiting; Esc gives it up."
            frame.put(text, x: 2, y: layout.reply.y, role: .muted)
        }
    }

    /// What has the keys is told by a sign, and by its colour.
    private func drawRule(
        _ title: String, of area: RawState.Area, _ state: RawState, y: Int, into frame: inout Frame
    ) {
        let hasKeys = state.area == area
        drawRule(
            hasKeys ? "> " + title : title, y: y, role: hasKeys ? .paneFrameActive : .logTitle,
            into: &frame)
    }

    /// How it went.
    private func summary(_ state: RawState) -> String {
        if let received = state.received { return "\(Format.amount(received)) so far" }
        if state.awaited != nil { return "waiting" }
        var parts: [String] = []
        if let code = state.code { parts.append(String(code)) }
        if let body = state.bodies.last { parts.append(Format.amount(body.size)) }
        if let elapsed = state.elapsed, elapsed >= 1 { parts.append(Format.elapsed(elapsed)) }
        return parts.joined(separator: ", ")
    }

    private func drawRows(_ state: RawState, _ rect: Rect, into frame: inout Frame) {
        let top = max(0, min(state.top, state.rows.count - 1))
        for (row, line) in state.rows.dropFirst(top).prefix(rect.height).enumerated() {
            frame.put(line.text, x: rect.x, y: rect.y + row, role: line.role, limit: rect.width)
        }
    }

    /// The editor's lines, scrolled sideways so that the cursor is seen.
    private func drawEditor(_ state: RawState, _ rect: Rect, into frame: inout Frame) {
        let area = state.request
        let before = shown(String(area.lines[area.row].prefix(area.column)))
        let shift = max(0, CharacterWidth.of(before) - rect.width + 1)
        for (row, line) in area.lines.dropFirst(area.top).prefix(rect.height).enumerated() {
            var text = shown(line)
            var skipped = 0
            while skipped < shift, let first = text.first {
                skipped += CharacterWidth.of(first)
                text.removeFirst()
            }
            frame.put(text, x: rect.x, y: rect.y + row, role: .text, limit: rect.width)
        }
        if state.area == .request, dialogs.isEmpty {
            frame.cursor = Point(
                x: min(rect.x + rect.width - 1, rect.x + CharacterWidth.of(before) - shift),
                y: rect.y + area.row - area.top)
        }
    }

    /// What may be shown of a line being edited, in as many columns as it has.
    private func shown(_ line: String) -> String {
        String(
            line.map { character in
                let isSafe = character.unicodeScalars.allSatisfy { VisibleText.isSafe($0) }
                return character == "\t" ? " " : isSafe ? character : "?"
            })
    }
}
