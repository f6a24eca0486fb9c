import Terminal

extension ScreenID {
    /// Every key, by where it holds.
    package static let help = ScreenID("help")
}

/// The help screen: every key, by where it holds, to be scrolled and searched.
struct HelpScreen: Screen {
    static let id = ScreenID.help
    static let opener: Action? = .help

    private var text = TextScroll()
    /// Lower-case; what n and N look for.
    private var searched = ""
    /// The line that was found last.
    private var match: Int?
    /// The field that is open at the bottom.
    private var typing: TextField?
    /// The screen to go back to.
    private var origin = ScreenID.main

    var hints: [KeyHint] {
        [
            KeyHint(.find, "search"), KeyHint(.findNext, "next"), KeyHint(.pageDown, "page"),
            KeyHint(.cancel, "back"),
        ]
    }

    mutating func opened(from other: ScreenID, _ workspace: inout Workspace) -> Outcome {
        self = HelpScreen()
        origin = other == .help ? .main : other
        return .nothing
    }

    mutating func intercept(_ key: Key, _ workspace: inout Workspace) -> Outcome? {
        guard var field = typing else { return nil }
        switch key.code {
        case .escape:
            typing = nil
        case .enter:
            typing = nil
            searched = field.text.lowercased()
            match = nil
            return find(by: 1, &workspace)
        default:
            _ = field.handle(key)
            typing = field
        }
        return .nothing
    }

    mutating func paste(_ text: String, _ workspace: inout Workspace) -> Outcome {
        typing?.insert(text)
        return .nothing
    }

    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        let count = HelpLine.all(of: workspace.keymap).count
        let height = workspace.screenBody.height
        if text.scroll(action, count: count, height: height) { return .nothing }
        switch action {
        case .enter: return .nothing
        case .find: typing = TextField(searched, isSelected: true)
        case .findNext: return find(by: 1, &workspace)
        case .findPrevious: return find(by: -1, &workspace)
        case .cancel, .help: return .show(origin)
        default: return nil
        }
        return .nothing
    }

    private mutating func find(by step: Int, _ workspace: inout Workspace) -> Outcome {
        guard !searched.isEmpty else { return workspace.refuse("Type a text to search for first.") }
        let lines = HelpLine.all(of: workspace.keymap)
        let height = workspace.screenBody.height
        let start = match ?? (step > 0 ? text.top - 1 : text.top)
        for distance in 1...max(1, lines.count) {
            let row = ((start + step * distance) % lines.count + lines.count) % lines.count
            guard lines[row].holds(searched) else { continue }
            match = row
            if row < text.top || row >= text.top + height {
                text.scroll(to: row - height / 3, count: lines.count, height: height)
            }
            return .nothing
        }
        match = nil
        return workspace.refuse("This page does not contain '\(searched)'.")
    }

    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome {
        let count = HelpLine.all(of: workspace.keymap).count
        text.scroll(mouse, count: count, height: workspace.screenBody.height)
        return .nothing
    }

    func draw(_ workspace: Workspace, into frame: inout Frame) {
        let lines = HelpLine.all(of: workspace.keymap)
        let (body, width) = (workspace.screenBody, workspace.size.width)
        let top = max(0, min(text.top, lines.count - body.height))
        let shown = min(lines.count, top + body.height)
        frame.drawScreenTitle("Keys", aside: "\(shown)/\(lines.count)")
        let keyWidth = max(18, min(32, width / 3))
        for (row, line) in lines.dropFirst(top).prefix(body.height).enumerated() {
            let y = body.y + row
            let isMatch = match == top + row
            if isMatch {
                frame.fill(Rect(x: 0, y: y, width: width, height: 1), role: .paneMatch)
            }
            if line.isHeading {
                frame.put(
                    TextFit.cut(line.text, to: width - 2), x: 1, y: y,
                    role: isMatch ? .paneMatch : .strong)
                continue
            }
            frame.put(
                TextFit.cut(line.keys, to: keyWidth), x: 2, y: y,
                role: isMatch ? .paneMatch : .menuKey)
            frame.put(
                TextFit.cut(line.text, to: width - keyWidth - 4), x: 3 + keyWidth, y: y,
                role: isMatch ? .paneMatch : .text)
        }
        drawFoot(typing: typing.map { ($0, "Search:") }, workspace, into: &frame)
    }
}
