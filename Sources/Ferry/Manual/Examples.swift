import Manual

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
        return "EXAMPLES:\n"
            + shown.map { "  \($0.line)\n      \($0.meaning)\n" }.joined()
            + "\nThe whole page: ferry help \(name)\n"
    }

    private static var subjects: String {
        let width = 26
        return "\nSUBJECTS:\n"
            + ManualLibrary.subjects.map { name, summary in
                let gap = String(repeating: " ", count: max(1, width - 2 - name.count))
                return "  \(name)\(gap)\(summary)\n"
            }.joined() + "\nMore of each: ferry help SUBJECT\n"
    }
}
