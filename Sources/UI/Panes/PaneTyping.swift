import Files
import Terminal

extension Model {
    /// Keys for the line that is being typed in the pane; nil where none is.
    mutating func interceptInPane(_ key: Key) -> [Effect]? {
        guard var typing else { return nil }
        switch (key.code, key.modifiers) {
        case (.enter, []):
            return acceptTyping()
        case (.escape, []), (.character("g"), .control), (.character("c"), .control):
            return cancelTyping()
        default:
            break
        }
        let before = typing.field.text
        if typing.field.handle(key) {
            self.typing = typing
            return typing.field.text == before ? [] : typed()
        }
        // Moving on ends a search and a filter, and does what the key does otherwise.
        if case .rename = typing { return [] }
        guard key.modifiers.isEmpty || keymap.lookup([key], in: context) != .nothing else {
            return []
        }
        let effects = acceptTyping()
        if key.code == .enter { return effects }
        guard case .action(let action) = keymap.lookup([key], in: context) else { return effects }
        return effects + perform(action)
    }

    mutating func pasteInPane(_ text: String) -> [Effect] {
        guard var typing else { return [] }
        let before = typing.field.text
        typing.field.insert(text)
        self.typing = typing
        return typing.field.text == before ? [] : typed()
    }

    /// With the commander preset a letter starts a search for a name.
    mutating func takeUnbound(_ key: Key) -> [Effect] {
        guard screen == .main, keymap.lettersFind, key.modifiers.isEmpty,
            case .character(let character) = key.code, character.isLetter || character.isNumber
        else { return [] }
        startFinding()
        return interceptInPane(key) ?? []
    }

    /// Ends what is typed without taking it back.
    mutating func endTyping() {
        typing = nil
    }

    /// After a listing has come: what was typed about another place, or about a name that has
    /// gone, is over.
    mutating func keepTyping(isSamePlace: Bool) {
        if case .rename(let entry, _) = typing, self[focus].current?.name != entry.name {
            endTyping()
        }
        if !isSamePlace { endTyping() }
    }

    mutating func startFinding() {
        typing = .find(TextField(), from: self[focus].cursor)
    }

    mutating func startFilter() {
        let filter = self[focus].arrangement.filter
        typing = .filter(TextField(filter), before: filter)
    }

    mutating func startRenaming() {
        guard let entry = self[focus].current else { return }
        let text = entry.name.editableText(on: self[focus].site)
        var field = TextField(text)
        // The extension mostly stays.
        if entry.kind != .directory, let dot = text.lastIndex(of: "."), dot > text.startIndex {
            field.cursor = text.distance(from: text.startIndex, to: dot)
        }
        typing = .rename(entry, field)
    }

    private mutating func typed() -> [Effect] {
        guard let typing else { return [] }
        switch typing {
        case .find(let field, let row):
            find(field.text, from: row, by: 1, includingFirst: true)
            return []
        case .filter(let field, _):
            let charset = self[focus].site.charset
            return rearrange { arrangement in
                arrangement.filter = field.text
                arrangement.charset = charset
            }
        case .rename:
            return []
        }
    }

    private mutating func acceptTyping() -> [Effect] {
        guard let typing else { return [] }
        self.typing = nil
        switch typing {
        case .find(let field, _):
            if !field.text.isEmpty { searched = field.text }
            return []
        case .filter:
            return []
        case .rename(let entry, let field):
            return rename(entry, to: field.text)
        }
    }

    private mutating func cancelTyping() -> [Effect] {
        guard let typing else { return [] }
        self.typing = nil
        switch typing {
        case .find(_, let row):
            moveCursor(to: row)
            return []
        case .filter(_, let before):
            return rearrange { $0.filter = before }
        case .rename:
            return []
        }
    }

    /// Puts the cursor on the next name that holds `text`, going round at the ends; Latin letters
    /// match without regard to case.
    mutating func find(_ text: String, from row: Int, by step: Int, includingFirst: Bool = false) {
        let pane = self[focus]
        let count = pane.rowCount
        guard !text.isEmpty, count > 0 else {
            if includingFirst { moveCursor(to: row) }
            return
        }
        let wanted = NameMatch(text, charset: pane.charset)
        let found = pane.row(
            matching: wanted, from: row, forwards: step > 0, includingFirst: includingFirst)
        if let found {
            moveCursor(to: found)
            if status.importance == .warning, status.text.hasPrefix(Model.notFoundText) {
                status = Status()
            }
            return
        }
        status.show("\(Model.notFoundText) '\(VisibleText.make(text))'.", .warning)
    }

    private static let notFoundText = "No name here holds"
}
