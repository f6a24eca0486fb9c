import Files
import Terminal
import Words

/// The newest lines of the log, in a strip of the main screen.
struct LogStrip {
    private let workspace: Workspace

    init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    func draw(_ rect: Rect, into frame: inout Frame) {
        let key = workspace.keymap.labels(for: .log, in: .pane).first.map { " (\($0))" } ?? ""
        frame.drawRule(tr("Log") + key, y: rect.y, role: .logTitle, workspace.glyphs)
        for (line, exchange) in workspace.log.newest(rect.height - 1).enumerated() {
            let place = Rect(x: 1, y: rect.y + 1 + line, width: rect.width - 2, height: 1)
            drawLine(exchange, place, isBrief: false, into: &frame)
        }
    }

    /// One line of the log: time, connection, direction, text; brief: without the first two.
    func drawLine(
        _ exchange: Exchange, _ place: Rect, isBrief: Bool, into frame: inout Frame
    ) {
        var x = place.x
        if !isBrief {
            x += frame.put(
                Format.clock(exchange.time, localOffset: workspace.options.localOffset) + " ", x: x,
                y: place.y, role: .logTime, limit: place.maxX - x)
            if exchange.connection > 0 {
                x += frame.put(
                    "#\(exchange.connection) ", x: x, y: place.y, role: .logTime,
                    limit: place.maxX - x)
            }
        }
        let role = exchange.role
        x += frame.put(
            exchange.mark(workspace.glyphs) + " ", x: x, y: place.y, role: role,
            limit: place.maxX - x)
        var text = exchange.text
        if let explanation = exchange.explanation, !isBrief { text += "  (\(explanation))" }
        frame.put(
            TextFit.cut(text, to: max(0, place.maxX - x)), x: x, y: place.y, role: role,
            limit: place.maxX - x)
    }
}
