import Words

/// What a plan has to be done with something; the raw values are the words of `--json` and of a plan's
/// file.
enum PlanWord: String, CaseIterable {
    case copy
    case makeDirectory = "mkdir"
    case makeLink = "link"
    case replace, delete, move, conflict, skip

    /// How people read it.
    var title: String {
        switch self {
        case .copy: tr("copy", meaning: "what a plan does with a file")
        case .makeDirectory: "mkdir"
        case .makeLink: tr("link", meaning: "what a plan does: it makes a link")
        case .replace: tr("replace", meaning: "what a plan does with a file")
        case .delete: tr("delete", meaning: "what a plan does with a file")
        case .move: tr("move", meaning: "what a plan does with a file")
        case .conflict: tr("conflict", meaning: "a plan does nothing with a file")
        case .skip: tr("skip", meaning: "what a plan does with a file")
        }
    }

    /// How wide a column is that has room for each of them.
    static var column: Int { ColumnText.column(allCases.map(\.title)) }
}
