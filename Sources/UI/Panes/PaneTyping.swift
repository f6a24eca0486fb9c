import Files
import Terminal
import Words

/// What is being typed in the focused pane itself, and what was looked for there last.
struct PaneTyping: Sendable {
    /// Nil while nothing is.
    private(set) var line: Typing?
    /// What n and N look for.
    private var searched = ""
    /// The sentence that says that nothing was found; over once something is.
    private var notFound: String?

    /// Whether something is.
    var isActive: Bool { line != nil }

    /// Whether it is a filter.
    var isFiltering: Bool {
        if case .filter = line { return true }
        return false
    }

    /// Ends what is typed without taking it back.
    mutating func end() {
        line = nil
    }

    /// Keys for the line that is being typed in the pane; nil where none is.
    mutating func take(_ key: Key, _ workspace: inout Workspace) -> Outcome? {
        guard var line else { return nil }
        switch (key.code, key.modifiers) {
        case (.enter, []):
            return accept(&workspace)
        case (.escape, []), (.character("g"), .control), (.character("c"), .control):
            return cancel(&workspace)
        default:
            break
        }
        let before = line.field.text
        if line.field.handle(key) {
            self.line = line
            return line.field.text == before ? .nothing : typed(&workspace)
        }
        // Moving on ends a search and a filter, and does what the key does otherwise.
        if case .rename = line { return .nothing }
        guard
            key.modifiers.isEmpty
                || workspace.keymap.lookup([key], in: PanesScreen.context) != .nothing
        else {
            return .nothing
        }
        let outcome = accept(&workspace)
        if key.code == .enter { return outcome }
        guard case .action(let action) = workspace.keymap.lookup([key], in: PanesScreen.context)
        else {
            return outcome
        }
        return outcome + .perform(action)
    }

    /// A press of the mouse elsewhere: a search and a filter stay as they are, as when a key moves on; a
    /// name that is being changed stays the old one.
    mutating func leave(_ workspace: inout Workspace) -> Outcome {
        if case .rename = line { return cancel(&workspace) }
        return accept(&workspace)
    }

    mutating func paste(_ text: String, _ workspace: inout Workspace) -> Outcome {
        guard var line else { return .nothing }
        let before = line.field.text
        line.field.insert(text)
        self.line = line
        return line.field.text == before ? .nothing : typed(&workspace)
    }

    /// With the commander preset a letter starts a search for a name; nil for any other key.
    mutating func takeUnbound(_ key: Key, _ workspace: inout Workspace) -> Outcome? {
        guard workspace.keymap.lettersFind, key.modifiers.isEmpty,
            case .character(let character) = key.code, character.isLetter || character.isNumber
        else { return nil }
        startFinding(workspace)
        return take(key, &workspace) ?? .nothing
    }

    /// After a listing has come: what was typed about another place, or about a name that has
    /// gone, is over.
    mutating func keep(isSamePlace: Bool, _ workspace: Workspace) {
        if case .rename(let entry, _) = line, workspace.panes.focused.current?.name != entry.name {
            end()
        }
        if !isSamePlace { end() }
    }

    mutating func startFinding(_ workspace: Workspace) {
        line = .find(TextField(), from: workspace.panes.focused.cursor)
    }

    mutating func startFilter(_ workspace: Workspace) {
        let filter = workspace.panes.focused.arrangement.filter
        line = .filter(TextField(filter), before: filter)
    }

    mutating func startRenaming(_ workspace: Workspace) {
        guard let entry = workspace.panes.focused.current else { return }
        let text = entry.name.editableText(on: workspace.panes.focused.site)
        var field = TextField(text)
        // The extension mostly stays.
        if entry.kind != .directory, let dot = text.lastIndex(of: "."), dot > text.startIndex {
            field.cursor = text.distance(from: text.startIndex, to: dot)
        }
        line = .rename(entry, field)
    }

    private mutating func typed(_ workspace: inout Workspace) -> Outcome {
        guard let line else { return .nothing }
        switch line {
        case .find(let field, let row):
            find(field.text, from: row, by: 1, includingFirst: true, &workspace)
            return .nothing
        case .filter(let field, _):
            let charset = workspace.panes.focused.site.charsetOfNames
            return workspace.panes.rearrange(&workspace.requests) { arrangement in
                arrangement.filter = field.text
                arrangement.charset = charset
            }
        case .rename:
            return .nothing
        }
    }

    private mutating func accept(_ workspace: inout Workspace) -> Outcome {
        guard let line else { return .nothing }
        self.line = nil
        switch line {
        case .find(let field, _):
            if !field.text.isEmpty { searched = field.text }
            return .nothing
        case .filter:
            return .nothing
        case .rename(let entry, let field):
            return rename(entry, to: field.text, &workspace)
        }
    }

    private func rename(
        _ entry: Entry, to text: String, _ workspace: inout Workspace
    ) -> Outcome {
        switch Change.name(text, on: workspace.panes.focused.site) {
        case .failure(let refusal):
            workspace.status.show(refusal.description, .error)
            return .nothing
        case .success(let name):
            guard name != entry.name else { return .nothing }
            let change = Change(
                .rename(from: entry.name), name, in: workspace.panes.focus, workspace.panes)
            return change.start(&workspace)
        }
    }

    private mutating func cancel(_ workspace: inout Workspace) -> Outcome {
        guard let line else { return .nothing }
        self.line = nil
        switch line {
        case .find(_, let row):
            workspace.panes.moveCursor(to: row, in: MainLayout(workspace))
            return .nothing
        case .filter(_, let before):
            return workspace.panes.rearrange(&workspace.requests) { $0.filter = before }
        case .rename:
            return .nothing
        }
    }

    /// Puts the cursor on the next name that holds what was looked for last.
    mutating func findAgain(by step: Int, _ workspace: inout Workspace) {
        find(searched, from: workspace.panes.focused.cursor, by: step, &workspace)
    }

    /// Puts the cursor on the next name that holds `text`, going round at the ends; Latin letters
    /// match without regard to case.
    private mutating func find(
        _ text: String, from row: Int, by step: Int, includingFirst: Bool = false,
        _ workspace: inout Workspace
    ) {
        let pane = workspace.panes.focused
        let count = pane.rowCount
        guard !text.isEmpty, count > 0 else {
            if includingFirst { workspace.panes.moveCursor(to: row, in: MainLayout(workspace)) }
            return
        }
        let wanted = NameMatch(text, charset: pane.charset)
        let found = pane.row(
            matching: wanted, from: row, forwards: step > 0, includingFirst: includingFirst)
        if let found {
            workspace.panes.moveCursor(to: found, in: MainLayout(workspace))
            if workspace.status.importance == .warning, workspace.status.text == notFound {
                workspace.status = Status()
            }
            return
        }
        let sentence = tr("No name here contains '\(VisibleText.make(text))'.")
        notFound = sentence
        workspace.status.show(sentence, .warning)
    }
}
