import Files

/// The sites screen: a box for a URL, which also filters the list of known sites below it.
package struct SitesState: Sendable {
    package private(set) var choices: [SiteChoice] = []
    /// Indices of the choices that the text lets through.
    private(set) var matches: [Int] = []
    package internal(set) var field = TextField()
    var scroll = ScrollPosition()
    /// Whether the user went into the list, so that Enter takes what is chosen there.
    var isListChosen = false
    /// Why the URL was refused.
    package internal(set) var refusal: String?

    package init() {}

    /// The choice under the cursor.
    package var current: SiteChoice? { choice(atRow: scroll.cursor) }

    func choice(atRow row: Int) -> SiteChoice? {
        matches.indices.contains(row) ? choices[matches[row]] : nil
    }

    /// Takes in the list anew; the cursor stays on its choice.
    mutating func take(_ choices: [SiteChoice], height: Int) {
        let chosen = current
        self.choices = choices
        refresh()
        let row = matches.firstIndex { choices[$0] == chosen } ?? scroll.cursor
        scroll.move(to: row, count: matches.count, height: height)
    }

    /// Empties the box.
    mutating func clear() {
        field = TextField()
        refusal = nil
        isListChosen = false
        refresh()
        scroll = ScrollPosition()
    }

    /// Finds anew what the text lets through: choices that hold all its words.
    mutating func refresh() {
        let words = field.text.lowercased().split(separator: " ")
        matches = choices.indices.filter { index in
            let choice = choices[index]
            let text = "\(choice.name) \(choice.address) \(choice.comment ?? "")".lowercased()
            return words.allSatisfy { text.contains($0) }
        }
    }
}

extension SiteChoice {
    /// Its URL, without a password.
    var address: String {
        site.isLocal ? (path?.text ?? "/") : site.text + (path?.text(on: site) ?? "")
    }
}
