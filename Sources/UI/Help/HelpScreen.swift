import Files
import Terminal
import Words

extension ScreenID {
    /// Every key, by where it holds, and what a newcomer should know.
    package static let help = ScreenID("help")
}

/// The help screen: the keys of the screen that was left, what a newcomer should know, and all other
/// keys; to be scrolled and searched.
struct HelpScreen: Screen {
    static let id = ScreenID.help
    static let opener: Action? = .help

    private var scroll = TextScroll()
    /// What is shown holds all of its words.
    private var searched = TextField()
    /// Whether the field is open at the bottom.
    private(set) var isTyping = false
    /// The screen to go back to.
    private var origin = ScreenID.main
    /// Where its keys are looked up.
    private var context = Keymap.Context.pane

    var hints: [KeyHint] {
        [
            KeyHint(.find, tr("search")), KeyHint(.otherPane, tr("next topic"), in: .pane),
            KeyHint(.pageDown, tr("page")), KeyHint(.cancel, tr("back")),
        ]
    }

    var takesLetters: Bool { isTyping }

    mutating func opened(from other: ScreenID, _ workspace: inout Workspace) -> Outcome {
        self = HelpScreen()
        origin = other == .help ? .main : other
        context = workspace.previousContext
        return .nothing
    }

    mutating func endTyping() {
        isTyping = false
    }

    // MARK: Input

    mutating func intercept(_ key: Key, _ workspace: inout Workspace) -> Outcome? {
        guard isTyping else { return topicKey(key, workspace) }
        switch key.code {
        case .escape:
            isTyping = false
            search(for: TextField())
        case .enter:
            isTyping = false
        case .up, .down, .pageUp, .pageDown:
            return nil
        default:
            var field = searched
            guard field.handle(key) else { break }
            search(for: field)
        }
        return .nothing
    }

    /// The key for the other pane leads to the next topic, and with Shift to the one before.
    private mutating func topicKey(_ key: Key, _ workspace: Workspace) -> Outcome? {
        let isBack = key == Key(.tab, .shift)
        guard isBack || workspace.keymap.lookup([key], in: .pane) == .action(.otherPane) else {
            return nil
        }
        let page = page(workspace)
        let heads = page.rows.indices.filter { page.isHeading($0) }
        let next =
            isBack
            ? heads.last { $0 < scroll.top } ?? 0
            : heads.first { $0 > scroll.top } ?? page.rows.count
        scroll.scroll(to: next, count: page.rows.count, height: page.height)
        return .nothing
    }

    private mutating func search(for field: TextField) {
        searched = field
        scroll = TextScroll()
    }

    mutating func paste(_ text: String, _ workspace: inout Workspace) -> Outcome {
        guard isTyping else { return .nothing }
        var field = searched
        field.insert(text)
        search(for: field)
        return .nothing
    }

    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        let page = page(workspace)
        if scroll.scroll(action, count: page.rows.count, height: page.height) { return .nothing }
        switch action {
        case .enter: return .nothing
        case .find:
            isTyping = true
            searched = TextField(searched.text, isSelected: true)
        case .cancel where !searched.text.isEmpty: search(for: TextField())
        case .cancel, .help: return .show(origin)
        default: return nil
        }
        return .nothing
    }

    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome {
        let page = page(workspace)
        scroll.scroll(mouse, count: page.rows.count, height: page.height)
        return .nothing
    }

    // MARK: Drawing

    /// What there is to see at the terminal's size.
    private struct Page {
        let rows: [HelpRow]
        let columns: HelpColumns
        let height: Int

        func isHeading(_ row: Int) -> Bool {
            if case .heading = rows[row] { true } else { false }
        }
    }

    private func page(_ workspace: Workspace) -> Page {
        let columns = HelpColumns(
            width: workspace.size.width, isPlain: workspace.options.isPlain)
        let words = searched.text.lowercased().split(whereSeparator: \.isWhitespace)
        let topics = HelpTopic.all(of: workspace.keymap, from: context)
        let shown = words.isEmpty ? topics : topics.compactMap { $0.holding(words) }
        return Page(
            rows: HelpRow.rows(of: shown, columns), columns: columns,
            height: workspace.screenBody.height)
    }

    func draw(_ workspace: Workspace, into frame: inout Frame) {
        let (page, body) = (page(workspace), workspace.screenBody)
        let top = max(0, min(scroll.top, page.rows.count - body.height))
        let shown = min(page.rows.count, top + body.height)
        frame.drawScreenTitle(tr("Help"), aside: "\(shown)/\(page.rows.count)")
        for (row, content) in page.rows.dropFirst(top).prefix(body.height).enumerated() {
            draw(content, y: body.y + row, page.columns, into: &frame)
        }
        if page.rows.isEmpty {
            frame.put(
                TextFit.cut(
                    tr("No help matches '\(VisibleText.make(searched.text))'."),
                    to: workspace.size.width - 2), x: 1, y: body.y, role: .muted)
        }
        drawFoot(typing: isTyping ? (searched, tr("Search:")) : nil, workspace, into: &frame)
    }

    private func draw(_ row: HelpRow, y: Int, _ columns: HelpColumns, into frame: inout Frame) {
        func draw(_ cell: HelpRow.Cell, x: Int, keys: Int, words: Int) {
            let indent = min(cell.indent(keys), keys + 1 + words / 2)
            frame.put(TextFit.cut(cell.keys, to: indent - 1), x: x, y: y, role: .menuKey)
            frame.put(
                TextFit.cut(cell.text, to: keys + 1 + words - indent), x: x + indent, y: y,
                role: .text)
        }
        switch row {
        case .blank:
            break
        case .heading(let title):
            frame.put(TextFit.cut(title, to: frame.size.width - 2), x: 1, y: y, role: .strong)
        case .text(let text):
            frame.put(text, x: 2, y: y, role: .text)
        case .wide(let cell):
            draw(cell, x: 2, keys: columns.wideKeys, words: columns.wideWords)
        case .pair(let left, let right):
            draw(left, x: 2, keys: columns.keys, words: columns.words)
            if let right, let x = columns.second {
                draw(right, x: x, keys: columns.keys, words: columns.words)
            }
        }
    }
}
