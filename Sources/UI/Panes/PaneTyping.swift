import Files
import Terminal

extension PanesScreen {
    /// Keys for the line that is being typed in the pane; nil where none is.
    mutating func intercept(_ key: Key, _ workspace: inout Workspace) -> Outcome? {
        guard var typing else { return nil }
        switch (key.code, key.modifiers) {
        case (.enter, []):
            return acceptTyping(&workspace)
        case (.escape, []), (.character("g"), .control), (.character("c"), .control):
            return cancelTyping(&workspace)
        default:
            break
        }
        let before = typing.field.text
        if typing.field.handle(key) {
            self.typing = typing
            return typing.field.text == before ? .nothing : typed(&workspace)
        }
        // Moving on ends a search and a filter, and does what the key does otherwise.
        if case .rename = typing { return .nothing }
        guard key.modifiers.isEmpty || workspace.keymap.lookup([key], in: Self.context) != .nothing
        else {
            return .nothing
        }
        let outcome = acceptTyping(&workspace)
        if key.code == .enter { return outcome }
        guard case .action(let action) = workspace.keymap.lookup([key], in: Self.context) else {
            return outcome
        }
        return outcome + .perform(action)
    }

    mutating func paste(_ text: String, _ workspace: inout Workspace) -> Outcome {
        guard var typing else { return .nothing }
        let before = typing.field.text
        typing.field.insert(text)
        self.typing = typing
        return typing.field.text == before ? .nothing : typed(&workspace)
    }

    /// With the commander preset a letter starts a search for a name.
    mutating func takeUnbound(_ key: Key, _ workspace: inout Workspace) -> Outcome {
        guard workspace.keymap.lettersFind, key.modifiers.isEmpty,
            case .character(let character) = key.code, character.isLetter || character.isNumber
        else { return .nothing }
        startFinding(workspace)
        return intercept(key, &workspace) ?? .nothing
    }

    /// After a listing has come: what was typed about another place, or about a name that has
    /// gone, is over.
    mutating func keepTyping(isSamePlace: Bool, _ workspace: Workspace) {
        if case .rename(let entry, _) = typing, workspace.panes.focused.current?.name != entry.name
        {
            endTyping()
        }
        if !isSamePlace { endTyping() }
    }

    mutating func startFinding(_ workspace: Workspace) {
        typing = .find(TextField(), from: workspace.panes.focused.cursor)
    }

    mutating func startFilter(_ workspace: Workspace) {
        let filter = workspace.panes.focused.arrangement.filter
        typing = .filter(TextField(filter), before: filter)
    }

    mutating func startRenaming(_ workspace: Workspace) {
        guard let entry = workspace.panes.focused.current else { return }
        let text = entry.name.editableText(on: workspace.panes.focused.site)
        var field = TextField(text)
        // The extension mostly stays.
        if entry.kind != .directory, let dot = text.lastIndex(of: "."), dot > text.startIndex {
            field.cursor = text.distance(from: text.startIndex, to: dot)
        }
        typing = .rename(entry, field)
    }

    private mutating func typed(_ workspace: inout Workspace) -> Outcome {
        guard let typing else { return .nothing }
        switch typing {
        case .find(let field, let row):
            find(field.text, from: row, by: 1, includingFirst: true, &workspace)
            return .nothing
        case .filter(let field, _):
            let charset = workspace.panes.focused.site.charset
            return workspace.panes.rearrange(&workspace.requests) { arrangement in
                arrangement.filter = field.text
                arrangement.charset = charset
            }
        case .rename:
            return .nothing
        }
    }

    private mutating func acceptTyping(_ workspace: inout Workspace) -> Outcome {
        guard let typing else { return .nothing }
        self.typing = nil
        switch typing {
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

    private mutating func cancelTyping(_ workspace: inout Workspace) -> Outcome {
        guard let typing else { return .nothing }
        self.typing = nil
        switch typing {
        case .find(_, let row):
            moveCursor(to: row, &workspace)
            return .nothing
        case .filter(_, let before):
            return workspace.panes.rearrange(&workspace.requests) { $0.filter = before }
        case .rename:
            return .nothing
        }
    }

    /// Puts the cursor on the next name that holds `text`, going round at the ends; Latin letters
    /// match without regard to case.
    func find(
        _ text: String, from row: Int, by step: Int, includingFirst: Bool = false,
        _ workspace: inout Workspace
    ) {
        let pane = workspace.panes.focused
        let count = pane.rowCount
        guard !text.isEmpty, count > 0 else {
            if includingFirst { moveCursor(to: row, &workspace) }
            return
        }
        let wanted = NameMatch(text, charset: pane.charset)
        let found = pane.row(
            matching: wanted, from: row, forwards: step > 0, includingFirst: includingFirst)
        if let found {
            moveCursor(to: found, &workspace)
            if workspace.status.importance == .warning,
                workspace.status.text.hasPrefix(PanesScreen.notFoundText)
            {
                workspace.status = Status()
            }
            return
        }
        workspace.status.show("\(PanesScreen.notFoundText) '\(VisibleText.make(text))'.", .warning)
    }

    private static let notFoundText = "No name here holds"
}
