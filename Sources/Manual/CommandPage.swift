import Words

/// What the manual says of a subcommand besides its arguments, which the argument parser knows.
package struct CommandPage: Sendable {
    /// The subcommand, as users type it.
    package let name: String
    /// The text, as `ManualText` reads it.
    package let text: String
    /// How it is used, the simplest first. Those of its own subcommands are among them.
    package let examples: [Example]

    init(_ name: String, _ text: String, _ examples: [Example]) {
        self.name = name
        self.text = text
        self.examples = examples
    }

    /// The page of a subcommand; nil for one that has none.
    package static func named(_ name: String) -> CommandPage? { all.first { $0.name == name } }
}

/// A command line that works as it is written, and what it does.
package struct Example: Hashable, Sendable {
    /// As it is typed into a shell.
    package let line: String
    /// What it does: a sentence.
    package let meaning: String

    init(_ line: String, _ meaning: String) {
        self.line = line
        self.meaning = translated(meaning)
    }
}
