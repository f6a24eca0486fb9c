import Terminal

/// Asks yes or no; No has the focus at first, `y` and `n` answer.
struct ConfirmDialog: Dialog {
    var title: String
    /// Sentences, one a line.
    var lines: [String]
    var yes: String
    var no: String
    var isGrave: Bool
    /// What Yes does.
    var outcome: Outcome
    /// Whether there is nothing to confirm any more.
    private let isSettled: @Sendable (Workspace) -> Bool
    private(set) var isYesFocused = false

    init(
        title: String, lines: [String], yes: String, no: String, isGrave: Bool, outcome: Outcome,
        isOver: @escaping @Sendable (Workspace) -> Bool = { _ in false }
    ) {
        self.title = title
        self.lines = lines
        self.yes = yes
        self.no = no
        self.isGrave = isGrave
        self.outcome = outcome
        isSettled = isOver
    }

    func isOver(in workspace: Workspace) -> Bool { isSettled(workspace) }

    func isGraveAnswer(_ key: Key) -> Bool { isGrave && isYes(key) }

    /// Whether this key says Yes now.
    func isYes(_ key: Key) -> Bool {
        switch (key.code, key.modifiers) {
        case (.character("y"), []), (.character("Y"), []): true
        case (.enter, []): isYesFocused
        default: false
        }
    }

    mutating func take(_ key: Key, _ workspace: inout Workspace) -> DialogReply {
        if key.closesDialog { return .cancelled }
        switch (key.code, key.modifiers) {
        case (.character("y"), []), (.character("Y"), []):
            return .closes(outcome)
        case (.character("n"), []), (.character("N"), []), (.character("q"), []):
            return .cancelled
        case (.enter, []):
            return .closes(isYesFocused ? outcome : .nothing)
        case (.tab, _), (.left, []), (.right, []), (.up, []), (.down, []),
            (.character("h"), []), (.character("l"), []):
            isYesFocused.toggle()
        default:
            break
        }
        return .stays
    }

    func box(in workspace: Workspace) -> DialogBox {
        var shown: [DialogLine] = lines.flatMap { sentence in
            TextFit.wrap(sentence, columns: min(50, workspace.size.width - 6), limit: 4)
                .map { DialogLine.text($0, .dialog) }
        }
        shown.append(.blank)
        shown.append(
            .buttons([("\(yes) (y)", isYesFocused), ("\(no) (n)", !isYesFocused)]))
        return DialogBox(title: title, width: 50, lines: shown)
    }
}
