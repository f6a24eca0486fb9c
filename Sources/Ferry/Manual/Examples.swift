import Manual

/// The examples that the help of a command ends with.
enum Examples {
    /// Those of the command that was asked about, for a terminal; empty for one that has none.
    static func text(for arguments: [String]) -> String {
        let words = Array(arguments.prefix { !$0.hasPrefix("-") })
        guard let name = words.first, let page = CommandPage.named(name) else { return "" }
        let line = (["ferry"] + words).joined(separator: " ") + " "
        let fitting = page.examples.filter { $0.line.hasPrefix(line) || $0.line + " " == line }
        let shown = (fitting.isEmpty ? page.examples : fitting).prefix(4)
        guard !shown.isEmpty else { return "" }
        return "EXAMPLES:\n"
            + shown.map { "  \($0.line)\n      \($0.meaning)\n" }.joined()
            + "\nThe whole page: ferry help \(name)\n"
    }
}
