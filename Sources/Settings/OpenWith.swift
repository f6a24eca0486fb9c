package import Files

/// Which programs open which files: `*.pdf zathura {} &`. The first whose patterns match a name holds.
package struct OpenWith: Hashable, Sendable {
    private struct Rule: Hashable {
        /// As it stands in the settings: patterns with commas between them.
        let pattern: String
        let names: NamePattern
        let command: String
    }

    private var rules: [Rule] = []

    /// No program for any file.
    package init() {}

    /// Nil where a line is none; `lines` as they stand in the settings.
    package init?(_ lines: [String]) {
        for line in lines {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let names = NamePattern(String(words[0])) else { return nil }
            let command = words[1].drop { $0 == " " }
            guard !command.isEmpty, !command.unicodeScalars.contains(where: { $0.value == 0 })
            else {
                return nil
            }
            rules.append(
                Rule(pattern: String(words[0]), names: names, command: String(command)))
        }
    }

    /// As they stand in the settings.
    var lines: [String] { rules.map { "\($0.pattern) \($0.command)" } }

    /// The command line that opens a file of this name; nil where none is set.
    package func command(for name: Name) -> String? {
        rules.first { $0.names.matches(name.bytes[...]) }?.command
    }
}
