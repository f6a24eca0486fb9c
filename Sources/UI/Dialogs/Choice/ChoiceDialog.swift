import Terminal

/// Lets the user choose one of a few, with the arrows or by its letter.
struct ChoiceDialog: Dialog {
    /// One that can be chosen.
    struct Option: Sendable {
        var key: Character
        var label: String
        /// Holds now; shown with a dot.
        var isCurrent = false
        /// Whether it destroys something.
        var isGrave = false
        /// What it does.
        var outcome: Outcome
    }

    var title: String
    /// Sentences above the options, one a line.
    var lines: [String]
    var options: [Option]
    private(set) var list = ListCursor()
    private let isSettled: @Sendable (Workspace) -> Bool

    /// `isOver` says whether there is nothing to choose about any more.
    init(
        title: String, lines: [String] = [], options: [Option],
        isOver: @escaping @Sendable (Workspace) -> Bool = { _ in false }
    ) {
        self.title = title
        self.lines = lines
        self.options = options
        isSettled = isOver
        let current = options.firstIndex { $0.isCurrent } ?? 0
        list.move(to: current, count: options.count, height: options.count)
    }

    var isGrave: Bool { options.contains { $0.isGrave } }

    var closesOutside: Bool { true }

    func isOver(in workspace: Workspace) -> Bool { isSettled(workspace) }

    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        let count = options.count
        if key.closesDialog { return .cancelled }
        switch (key.code, key.modifiers) {
        case (.up, []): list.move(by: -1, count: count, height: count)
        case (.down, []), (.tab, []): list.move(by: 1, count: count, height: count)
        case (.home, []): list.move(to: 0, count: count, height: count)
        case (.end, []): list.move(to: count - 1, count: count, height: count)
        case (.enter, []):
            guard options.indices.contains(list.cursor) else { return .stays }
            return .closes(options[list.cursor].outcome)
        case (.character(let letter), []):
            if let option = options.first(where: { $0.key == letter }) {
                return .closes(option.outcome)
            }
        default: break
        }
        return .stays
    }

    mutating func press(option: Int, _ workspace: inout Workspace) -> DialogReply {
        guard options.indices.contains(option) else { return .stays }
        list.move(to: option, count: options.count, height: options.count)
        return take(Key(.enter), &workspace)
    }

    func box(in workspace: Workspace) -> DialogBox {
        let room = workspace.size.width - 6
        let widest =
            options.map {
                CharacterWidth.of($0.label) + 6 + CharacterWidth.of(workspace.glyphs.dot)
            }.max() ?? 0
        let width = max(
            lines.isEmpty ? 24 : min(50, room), widest, min(50, CharacterWidth.of(title) + 2))
        var shown = lines.flatMap { sentence in
            TextFit.wrap(sentence, columns: min(width, room), limit: 4)
                .map { DialogLine.text($0, .dialog) }
        }
        if !shown.isEmpty { shown.append(.blank) }
        let dot = workspace.glyphs.dot
        shown += options.enumerated().map { row, option in
            DialogLine.option(
                "\(option.key)  \(option.label)\(option.isCurrent ? " \(dot)" : "")",
                isFocused: row == list.cursor)
        }
        return DialogBox(title: title, width: width, lines: shown)
    }
}
