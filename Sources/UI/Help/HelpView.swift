import Terminal

extension Model {
    /// The help screen: every key, by where it holds.
    func drawHelp(into frame: inout Frame) {
        let lines = HelpLine.all(of: keymap)
        let body = screenBody
        let top = max(0, min(help.top, lines.count - body.height))
        let shown = min(lines.count, top + body.height)
        drawScreenTitle("Keys", aside: "\(shown)/\(lines.count)", into: &frame)
        let keyWidth = max(18, min(32, size.width / 3))
        for (row, line) in lines.dropFirst(top).prefix(body.height).enumerated() {
            let y = body.y + row
            let isMatch = help.match == top + row
            if isMatch {
                frame.fill(Rect(x: 0, y: y, width: size.width, height: 1), role: .paneMatch)
            }
            if line.isHeading {
                frame.put(
                    TextFit.cut(line.text, to: size.width - 2), x: 1, y: y,
                    role: isMatch ? .paneMatch : .strong)
                continue
            }
            frame.put(
                TextFit.cut(line.keys, to: keyWidth), x: 2, y: y,
                role: isMatch ? .paneMatch : .menuKey)
            frame.put(
                TextFit.cut(line.text, to: size.width - keyWidth - 4), x: 3 + keyWidth, y: y,
                role: isMatch ? .paneMatch : .text)
        }
        if let field = help.typing {
            drawTyping(field, label: "Search:", into: &frame)
        } else {
            drawScreenStatus(into: &frame)
        }
        drawKeyHints(into: &frame)
    }
}
