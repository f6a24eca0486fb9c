import Files
import Terminal
import Words

extension ScreenID {
    /// What was sent and received.
    package static let log = ScreenID("log")
}

/// The log's screen: lines, and the selected one in full with what it means.
struct LogScreen: Screen {
    static let id = ScreenID.log
    static let context = Keymap.Context.log
    static let opener: Action? = .log
    static let groups = [Action.Group.log]

    /// What is being typed at the bottom of the screen.
    enum Typing: Sendable {
        case search(TextField)
        case filter(TextField)

        var field: TextField {
            get {
                switch self {
                case .search(let field), .filter(let field): field
                }
            }
            set {
                switch self {
                case .search: self = .search(newValue)
                case .filter: self = .filter(newValue)
                }
            }
        }

        var label: String {
            switch self {
            case .search: tr("Search:")
            case .filter: tr("Only lines that contain:")
            }
        }
    }

    private(set) var lines = FilteredLog()
    /// Lower-case; what n and N look for.
    private var searched = ""
    private(set) var typing: Typing?

    var hints: [KeyHint] {
        [
            KeyHint(.find, tr("search")), KeyHint(.findNext, tr("next")),
            KeyHint(.logFilter, tr("filter")), KeyHint(.logErrors, tr("errors")),
            KeyHint(.cancel, tr("back")), KeyHint(.logConnection, tr("connection")),
            KeyHint(.logSave, tr("save")), KeyHint(.logCopy, tr("copy")),
            KeyHint(.bottom, tr("newest")), KeyHint(.help, tr("keys")),
        ]
    }

    private func height(_ workspace: Workspace) -> Int {
        LogLayout(size: workspace.size).list.height
    }

    mutating func opened(from other: ScreenID, _ workspace: inout Workspace) -> Outcome {
        typing = nil
        lines.move(to: lines.cursor, height: height(workspace))
        return .nothing
    }

    mutating func take(_ message: Message, _ workspace: inout Workspace) -> Outcome? {
        guard case .exchanged = message else { return nil }
        lines.follow(workspace.log)
        return Outcome.nothing
    }

    mutating func intercept(_ key: Key, _ workspace: inout Workspace) -> Outcome? {
        guard var typing else { return nil }
        switch key.code {
        case .escape:
            self.typing = nil
            if case .filter = typing { changeFilter(workspace) { $0.text = "" } }
        case .enter:
            self.typing = nil
            if case .search(let field) = typing {
                searched = field.text.lowercased()
                return find(by: 1, &workspace)
            }
        case .up, .down, .pageUp, .pageDown:
            self.typing = nil
            return nil
        default:
            guard typing.field.handle(key) else { break }
            typed(typing, workspace)
        }
        return Outcome.nothing
    }

    mutating func paste(_ text: String, _ workspace: inout Workspace) -> Outcome {
        guard var typing else { return .nothing }
        typing.field.insert(text)
        typed(typing, workspace)
        return .nothing
    }

    private mutating func typed(_ typing: Typing, _ workspace: Workspace) {
        self.typing = typing
        guard case .filter(let field) = typing else { return }
        let text = field.text.lowercased()
        changeFilter(workspace) { $0.text = text }
    }

    private mutating func changeFilter(
        _ workspace: Workspace, _ change: (inout LogFilter) -> Void
    ) {
        var filter = lines.filter
        change(&filter)
        lines.setFilter(filter, of: workspace.log, height: height(workspace))
    }

    mutating func perform(_ action: Action, _ workspace: inout Workspace) -> Outcome? {
        let height = height(workspace)
        let list = lines.shown(height: height)
        if let row = list.row(after: action, count: lines.count, height: height) {
            lines.move(to: row, height: height)
            return Outcome.nothing
        }
        switch action {
        case .find: typing = .search(TextField(searched, isSelected: true))
        case .findNext: return find(by: 1, &workspace)
        case .findPrevious: return find(by: -1, &workspace)
        case .logFilter, .filter: typing = .filter(TextField(lines.filter.text))
        case .logErrors: changeFilter(workspace) { $0.errorsOnly.toggle() }
        case .logConnection: return filterByConnection(&workspace)
        case .logCopy:
            guard let exchange = lines.current(of: workspace.log) else {
                return workspace.refuse(tr("No line is selected."))
            }
            workspace.status.show(tr("Copied the line to the clipboard."), .quiet)
            return [.copy(exchange.text)]
        case .logSave: return askWhereToSave(&workspace)
        case .cancel where !lines.filter.isEmpty: changeFilter(workspace) { $0 = LogFilter() }
        default: return nil
        }
        return Outcome.nothing
    }

    private mutating func filterByConnection(_ workspace: inout Workspace) -> Outcome {
        if lines.filter.connection != nil {
            changeFilter(workspace) { $0.connection = nil }
            return .nothing
        }
        guard let exchange = lines.current(of: workspace.log) else {
            return workspace.refuse(tr("No line is selected."))
        }
        changeFilter(workspace) { $0.connection = exchange.connection }
        return .nothing
    }

    private mutating func find(by step: Int, _ workspace: inout Workspace) -> Outcome {
        guard !searched.isEmpty else {
            return workspace.refuse(tr("Type a text to search for first."))
        }
        guard let row = lines.row(holding: searched, by: step, of: workspace.log) else {
            return workspace.refuse(tr("None of the lines shown contains '\(searched)'."))
        }
        lines.move(to: row, height: height(workspace))
        return .nothing
    }

    private func askWhereToSave(_ workspace: inout Workspace) -> Outcome {
        guard lines.count > 0 else { return workspace.refuse(tr("There are no lines to save.")) }
        let filter = lines.filter
        let number = Format.number(lines.count)
        let dialog = InputDialog(
            title: tr("Save the log"),
            label: tr(
                lines.count, one: "File for \(number) line:", other: "File for \(number) lines:"),
            field: TextField("ferry-log.txt", isSelected: true)
        ) { text, workspace in
            let panes = [workspace.panes.left, workspace.panes.right]
            let shown = panes.first { $0.site.isLocal && !$0.isEmpty }
            let base = shown?.path ?? workspace.options.home ?? .root
            return EditableLocation.file(text, from: base, home: workspace.options.home) { path in
                [.saveLog(workspace.log.lines(passing: filter), path)]
            }
        }
        return .present(dialog)
    }

    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome {
        guard mouse.isPress else { return .nothing }
        let rect = LogLayout(size: workspace.size).list
        let list = lines.shown(height: rect.height)
        if let row = list.row(after: mouse, count: lines.count, list: rect) {
            lines.move(to: row, height: rect.height)
        }
        return .nothing
    }
}
