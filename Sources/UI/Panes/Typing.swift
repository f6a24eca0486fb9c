package import Files

/// A line that is typed inside a pane, without a dialog.
package enum Typing: Sendable {
    /// `/`: the cursor goes to the first match as one types; it came from this row.
    case find(TextField, from: Int)
    /// `f`: only matching names are shown; the filter was this before.
    case filter(TextField, before: String)
    /// A new name, on the entry's own row.
    case rename(Entry, TextField)

    /// What was typed so far.
    package var field: TextField {
        get {
            switch self {
            case .find(let field, _), .filter(let field, _), .rename(_, let field): field
            }
        }
        set {
            self =
                switch self {
                case .find(_, let row): .find(newValue, from: row)
                case .filter(_, let before): .filter(newValue, before: before)
                case .rename(let entry, _): .rename(entry, newValue)
                }
        }
    }
}
