import Manual
import Words

/// The examples that the help of a command ends with, and the subjects that the help of all names.
enum Examples {
    /// Those of the command that was asked about, for a terminal; empty for one that has none.
    static func text(for arguments: [String]) -> String {
        let words = Array(arguments.prefix { !$0.hasPrefix("-") })
        if words.isEmpty || words == ["help"] { return subjects }
        guard let name = words.first, let page = CommandPage.named(name) else { return "" }
        let line = (["ferry"] + words).joined(separator: " ") + " "
        let fitting = page.examples.filter { $0.line.hasPrefix(line) || $0.line + " " == line }
        let shown = (fitting.isEmpty ? page.examples : fitting).prefix(4)
        guard !shown.isEmpty else { return "" }
        let list = shown.map { "  \($0.line)\n      \($0.meaning)\n" }.joined()
        let more = tr("The whole page: ferry help \(name)")
        return "\(tr("EXAMPLES:"))\n\(list)\n\(more)\n"
    }

    private static var subjects: String {
        let width = 26
        let list = ManualLibrary.subjects.map { name, summary in
            "  \(ColumnText.left(name, width - 2))\(summary)\n"
        }.joined()
        let more = tr("More of each: ferry help SUBJECT")
        return "\n\(tr("SUBJECTS:"))\n\(list)\n\(more)\n"
    }
}
