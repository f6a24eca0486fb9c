import Files
import Terminal

/// Where the log's screen has what, for drawing and for the mouse.
struct LogLayout {
    let list: Rect
    /// The selected line in full, below its rule.
    let detail: Rect

    init(size: Size) {
        let detailHeight = size.height < 20 ? 2 : 4
        let listHeight = max(1, size.height - 1 - 1 - detailHeight - 2)
        list = Rect(x: 0, y: 1, width: size.width, height: listHeight)
        detail = Rect(
            x: 1, y: 1 + listHeight + 1, width: max(1, size.width - 2), height: detailHeight)
    }
}

extension Model {
    /// The log's screen: lines, and the selected one in full with what it means.
    func drawLog(into frame: inout Frame) {
        let layout = LogLayout(size: size)
        drawScreenTitle(
            "Log", aside: logSummary,
            asideRole: log.filter.isEmpty ? .title : .titleWarning, into: &frame)
        let top = logTop(height: layout.list.height)
        for row in 0..<layout.list.height {
            guard let exchange = log.exchange(atRow: top + row) else { break }
            drawExchange(
                exchange, y: layout.list.y + row, isSelected: top + row == log.cursor, into: &frame)
        }
        if log.shownCount == 0 {
            let text =
                log.filter.isEmpty
                ? "Nothing was sent or received yet." : "No line passes the filter."
            frame.put(text, x: 2, y: layout.list.y + 1, role: .muted)
        }
        drawExchangeDetail(layout, into: &frame)
        switch log.typing {
        case .search: drawTyping(log.field, label: "Search:", into: &frame)
        case .filter: drawTyping(log.field, label: "Only lines with:", into: &frame)
        case nil: drawScreenStatus(into: &frame)
        }
        drawKeyHints(into: &frame)
    }

    /// What is shown, and how much of it.
    private var logSummary: String {
        var parts: [String] = []
        if log.filter.errorsOnly { parts.append("errors") }
        if let connection = log.filter.connection { parts.append("#\(connection)") }
        if !log.filter.text.isEmpty {
            parts.append("'\(TextFit.cut(log.filter.text, to: 16))'")
        }
        let count = "\(log.shownCount == 0 ? 0 : log.cursor + 1)/\(log.shownCount)"
        parts.append(log.isFollowing ? count + " following" : count)
        return parts.joined(separator: ", ")
    }

    private func drawExchange(
        _ exchange: Exchange, y: Int, isSelected: Bool, into frame: inout Frame
    ) {
        let width = size.width
        let cursorRole: Role? = isSelected ? .logCursor : nil
        if isSelected {
            frame.fill(Rect(x: 0, y: y, width: width, height: 1), role: .logCursor)
        }
        let time = Format.clock(exchange.time, localOffset: options.localOffset)
        frame.put(time, x: 1, y: y, role: cursorRole ?? .logTime)
        let number = exchange.connection > 0 ? "#\(exchange.connection)" : ""
        frame.put(TextFit.left(number, 4), x: 10, y: y, role: cursorRole ?? .logTime)
        frame.put(
            exchange.mark(isASCII: options.isASCII), x: 15, y: y, role: cursorRole ?? exchange.role)
        var room = max(0, width - 18)
        if let elapsed = exchange.elapsed, width >= 70 {
            frame.put(
                TextFit.right(Format.elapsed(elapsed), 7), x: width - 8, y: y,
                role: cursorRole ?? .logTime)
            room = max(0, room - 9)
        }
        let text = TextFit.cut(exchange.text, to: room)
        let used = frame.put(text, x: 17, y: y, role: cursorRole ?? exchange.role)
        if let explanation = exchange.explanation, room - used >= 12 {
            frame.put(
                TextFit.cut("  (\(explanation))", to: room - used), x: 17 + used, y: y,
                role: cursorRole ?? .logRemark)
        }
    }

    private func drawExchangeDetail(_ layout: LogLayout, into frame: inout Frame) {
        let exchange = log.current
        drawRule(
            exchange.map(detailTitle) ?? "", y: layout.detail.y - 1, role: .logTitle, into: &frame)
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
        if exchange.connection > 0 { parts.append("connection \(exchange.connection)") }
        if let elapsed = exchange.elapsed { parts.append("after \(Format.elapsed(elapsed))") }
        return parts.joined(separator: ", ")
    }
}

extension Exchange {
    /// One column: which way the line went.
    func mark(isASCII: Bool) -> String {
        switch direction {
        case .sent: isASCII ? ">" : "→"
        case .received: isASCII ? "<" : "←"
        case .remark: "*"
        case .trouble: "!"
        }
    }

    var directionWord: String {
        switch direction {
        case .sent: "Sent"
        case .received: code.map { "Reply \($0)" } ?? "Received"
        case .remark: "Remark"
        case .trouble: "Trouble"
        }
    }

    /// A reply's by its class.
    var role: Role {
        switch direction {
        case .sent: return .logSent
        case .remark: return .logRemark
        case .trouble: return .logTrouble
        case .received: break
        }
        switch (code ?? 0) / 100 {
        case 1: return .reply1
        case 2: return .reply2
        case 3: return .reply3
        case 4: return .reply4
        case 5: return .reply5
        default: return .log
        }
    }
}

extension Format {
    /// `12ms`, `1.2s`, `0:45`
    static func elapsed(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "-" }
        if seconds < 0.9995 { return "\(Int((seconds * 1_000).rounded()))ms" }
        if seconds < 9.95 {
            let tenths = Int((seconds * 10).rounded())
            return "\(tenths / 10).\(tenths % 10)s"
        }
        return seconds < 59.5 ? "\(Int(seconds.rounded()))s" : duration(seconds)
    }
}
