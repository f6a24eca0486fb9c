import Files

/// The sites that the user can choose, a text that filters them, and a cursor among those that it
/// lets through.
struct SiteList: Sendable {
    private(set) var choices: [SiteChoice] = []
    /// Indices of the choices that the text lets through.
    private var matches: [Int] = []
    private var text = ""
    private(set) var list = ListCursor()

    /// Choices that the text lets through.
    var count: Int { matches.count }

    /// The choice under the cursor.
    var current: SiteChoice? { choice(atRow: list.cursor) }

    func choice(atRow row: Int) -> SiteChoice? {
        matches.indices.contains(row) ? choices[matches[row]] : nil
    }

    /// Takes in the list anew; the cursor stays on its choice.
    mutating func take(_ choices: [SiteChoice], height: Int) {
        let chosen = current
        self.choices = choices
        refresh()
        let row = matches.firstIndex { choices[$0] == chosen } ?? list.cursor
        list.move(to: row, count: count, height: height)
    }

    /// Shows the choices that hold all words of a text, with the cursor on the one that is called so.
    mutating func filter(_ text: String, height: Int) {
        self.text = text
        refresh()
        let name = text.trimmed
        let row = matches.firstIndex { choices[$0].isCalled(name) } ?? 0
        list.move(to: row, count: count, height: height)
    }

    /// Shows all again, with the cursor on the user's own site of that name.
    mutating func select(_ name: String, height: Int) {
        clear()
        let row = choices.firstIndex { $0.origin == .sites && $0.name == name } ?? 0
        list.move(to: row, count: count, height: height)
    }

    /// Puts the cursor on the first with this account; nowhere where there is none.
    mutating func select(_ site: Site, height: Int) {
        let row = matches.firstIndex { choices[$0].site.isSameAccount(as: site) }
        if let row { list.move(to: row, count: count, height: height) }
    }

    /// Moves the cursor by rows.
    mutating func move(by rows: Int, height: Int) {
        list.move(by: rows, count: count, height: height)
    }

    /// Shows all again, from the first.
    mutating func clear() {
        text = ""
        refresh()
        list = ListCursor()
    }

    private mutating func refresh() {
        let words = text.lowercased().split(separator: " ")
        matches = choices.indices.filter { index in
            let choice = choices[index]
            let text = "\(choice.name) \(choice.address) \(choice.comment ?? "")".lowercased()
            return words.allSatisfy { text.contains($0) }
        }
    }
}

extension SiteChoice {
    /// Whether somebody gave it this name: a visit has none.
    func isCalled(_ name: String) -> Bool { origin != .recent && self.name == name }

    /// Its URL, without a password.
    var address: String {
        if site.isLocal { return path?.text ?? "/" }
        if let path { return site.text + EditableLocation.urlPath(path.text(on: site), on: site) }
        guard let below else { return site.text }
        return site.text + (below.user == nil ? "/~/" : "/") + below.text
    }
}

extension String {
    /// Without blanks around it.
    var trimmed: String {
        var kept = self[...]
        while kept.first?.isWhitespace ?? false { kept.removeFirst() }
        while kept.last?.isWhitespace ?? false { kept.removeLast() }
        return String(kept)
    }
}
