import Files
import Terminal
import Words

/// Draws what was typed and what came.
struct RawView {
    private let state: RawState
    private let layout: RawLayout
    private let glyphs: Glyphs
    private let size: Size

    init(_ state: RawState, _ workspace: Workspace) {
        self.state = state
        layout = RawLayout(size: workspace.size, kind: state.kind)
        glyphs = workspace.glyphs
        size = workspace.size
    }

    func draw(into frame: inout Frame) {
        switch state.kind {
        case .commands(_, let site):
            frame.drawScreenTitle(tr("Commands to \(site.text)"), aside: summary)
            drawRows(into: &frame)
            if state.lines.isEmpty {
                frame.put(
                    tr("Type a command, such as FEAT or STAT; the whole reply appears here."), x: 2,
                    y: 2, role: .muted)
            }
            let y = size.height - 3
            frame.fill(Rect(x: 0, y: y, width: size.width, height: 1), role: .input)
            let used = frame.put(" > ", x: 0, y: y, role: .input)
            frame.drawField(
                state.command, Rect(x: used, y: y, width: size.width - used - 1, height: 1))
        case .requests:
            drawRequests(into: &frame)
        }
    }

    private func drawRequests(into frame: inout Frame) {
        frame.drawScreenTitle(tr("Raw exchange"), aside: summary)
        let isAddress = state.area == .address
        let used = frame.put(
            "URL ", x: layout.address.x, y: layout.address.y, role: isAddress ? .strong : .muted)
        let field = Rect(
            x: layout.address.x + used, y: layout.address.y, width: layout.address.width - used,
            height: 1)
        if isAddress {
            frame.drawField(state.address, field)
        } else {
            frame.put(
                TextFit.cut(state.address.text, to: field.width), x: field.x, y: field.y,
                role: .text)
        }
        drawRule(
            tr("Request", meaning: "a noun"), of: .request, y: layout.request.y - 1, into: &frame)
        drawEditor(into: &frame)
        drawRule(tr("Reply", meaning: "a noun"), of: .reply, y: layout.reply.y - 1, into: &frame)
        drawRows(into: &frame)
        if state.lines.isEmpty {
            let text =
                state.awaited == nil
                ? tr("The reply appears here as it was received.")
                : tr("Waiting for the reply; press Esc to stop.")
            frame.put(text, x: 2, y: layout.reply.y, role: .muted)
        }
    }

    /// What has the keys is told by a sign, and by its colour.
    private func drawRule(
        _ title: String, of area: RawState.Area, y: Int, into frame: inout Frame
    ) {
        let hasKeys = state.area == area
        frame.drawRule(
            hasKeys ? "> " + title : title, y: y, role: hasKeys ? .paneFrameActive : .logTitle,
            titleRole: hasKeys ? .accent : nil, glyphs)
    }

    /// How it went.
    private var summary: String {
        if let received = state.received { return tr("\(Format.amount(received)) so far") }
        if state.awaited != nil { return tr("waiting", meaning: "for a reply") }
        var parts: [String] = []
        if let code = state.code { parts.append(String(code)) }
        if let body = state.bodies.last { parts.append(Format.amount(body.size)) }
        if let elapsed = state.elapsed, elapsed >= 1 { parts.append(Format.elapsed(elapsed)) }
        return listed(parts)
    }

    private func drawRows(into frame: inout Frame) {
        let rect = layout.reply
        let top = max(0, min(state.top, state.rows.count - 1))
        for (row, line) in state.rows.dropFirst(top).prefix(rect.height).enumerated() {
            frame.put(line.text, x: rect.x, y: rect.y + row, role: line.role, limit: rect.width)
        }
    }

    /// The editor's lines, scrolled sideways so that the cursor is seen.
    private func drawEditor(into frame: inout Frame) {
        let rect = layout.request
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
        if state.area == .request {
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
