import Files
import Terminal
import Words

extension LogScreen {
    func draw(_ workspace: Workspace, into frame: inout Frame) {
        let log = workspace.log
        let layout = LogLayout(size: workspace.size)
        frame.drawScreenTitle(
            tr("Log"), aside: summary, asideRole: lines.filter.isEmpty ? .title : .titleWarning)
        let top = lines.shown(height: layout.list.height).top
        for row in 0..<layout.list.height {
            guard let exchange = lines.exchange(atRow: top + row, of: log) else { break }
            drawExchange(
                exchange, y: layout.list.y + row, isSelected: top + row == lines.cursor, workspace,
                into: &frame)
        }
        if lines.count == 0 {
            let text =
                lines.filter.isEmpty
                ? tr("Nothing has been sent or received yet.") : tr("No lines match the filter.")
            frame.put(text, x: 2, y: layout.list.y + 1, role: .muted)
        }
        drawExchangeDetail(layout, workspace, into: &frame)
        drawFoot(typing: typing.map { ($0.field, $0.label) }, workspace, into: &frame)
    }

    /// What is shown, and how much of it.
    private var summary: String {
        var parts: [String] = []
        if lines.filter.errorsOnly { parts.append(tr("errors")) }
        if let connection = lines.filter.connection { parts.append("#\(connection)") }
        if !lines.filter.text.isEmpty {
            parts.append(quoted(TextFit.cut(lines.filter.text, to: 16)))
        }
        let count = "\(lines.count == 0 ? 0 : lines.cursor + 1)/\(lines.count)"
        parts.append(lines.isFollowing ? tr("\(count) following") : count)
        return listed(parts)
    }

    private func drawExchange(
        _ exchange: Exchange, y: Int, isSelected: Bool, _ workspace: Workspace,
        into frame: inout Frame
    ) {
        let (width, options) = (workspace.size.width, workspace.options)
        let cursorRole: Role? = isSelected ? .logCursor : nil
        if isSelected {
            frame.fill(Rect(x: 0, y: y, width: width, height: 1), role: .logCursor)
        }
        let time = Format.clock(exchange.time, localOffset: options.localOffset)
        frame.put(time, x: 1, y: y, role: cursorRole ?? .logTime)
        let number = exchange.connection > 0 ? "#\(exchange.connection)" : ""
        frame.put(TextFit.left(number, 4), x: 10, y: y, role: cursorRole ?? .logTime)
        frame.put(
            exchange.mark(workspace.glyphs), x: 15, y: y, role: cursorRole ?? exchange.role)
        let start = 16 + workspace.glyphs.exchangeMarkWidth
        var room = max(0, width - start - 1)
        if let elapsed = exchange.elapsed, width >= 70 {
            frame.put(
                TextFit.right(Format.elapsed(elapsed), 7), x: width - 8, y: y,
                role: cursorRole ?? .logTime)
            room = max(0, room - 9)
        }
        let text = TextFit.cut(exchange.text, to: room)
        let used = frame.put(text, x: start, y: y, role: cursorRole ?? exchange.role)
        if let explanation = exchange.explanation, room - used >= 12 {
            frame.put(
                TextFit.cut("  (\(explanation))", to: room - used), x: start + used, y: y,
                role: cursorRole ?? .logRemark)
        }
    }

    private func drawExchangeDetail(
        _ layout: LogLayout, _ workspace: Workspace, into frame: inout Frame
    ) {
        let exchange = lines.current(of: workspace.log)
        frame.drawRule(
            exchange.map(detailTitle) ?? "", y: layout.detail.y - 1, role: .logTitle,
            workspace.glyphs)
        guard let exchange else { return }
        let room = layout.detail.height - (exchange.explanation == nil ? 0 : 1)
        let lines = TextFit.wrap(exchange.text, columns: layout.detail.width, limit: room)
        for (row, line) in lines.enumerated() {
            frame.put(line, x: 1, y: layout.detail.y + row, role: exchange.role)
        }
        if let explanation = exchange.explanation {
            frame.put(
                TextFit.cut(explanation, to: layout.detail.width), x: 1,
                y: layout.detail.y + lines.count, role: .text)
        }
    }

    private func detailTitle(_ exchange: Exchange) -> String {
        var parts = [exchange.directionWord]
        if exchange.connection > 0 { parts.append(tr("connection \(exchange.connection)")) }
        if let elapsed = exchange.elapsed { parts.append(tr("after \(Format.elapsed(elapsed))")) }
        return listed(parts)
    }
}
