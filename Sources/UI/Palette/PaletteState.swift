/// The command palette: a line being typed, what it could mean, and what a raw command answered.
package struct PaletteState: Sendable {
    package var field: TextField
    /// Actions that the text could mean, the best first.
    package internal(set) var matches: [Action] = []
    package internal(set) var cursor = 0
    /// The raw command whose reply is waited for.
    struct Awaited: Hashable, Sendable {
        var request: RequestID
        var side: Side
    }

    /// Lines of a reply that are kept.
    static let outputLimit = 2_000

    var awaited: Awaited?
    /// The reply's lines, or why there is none.
    package internal(set) var output: [String] = []
    package internal(set) var outputTop = 0
    package internal(set) var isOutputError = false
    /// Which line of the history is shown; nil for what was typed.
    package internal(set) var historyIndex: Int?

    package init(_ text: String = "") {
        field = TextField(text)
        refresh()
    }

    /// The action that Enter does.
    var match: Action? { matches.indices.contains(cursor) ? matches[cursor] : nil }

    /// The first action shown where the list has `height` rows.
    func top(height: Int) -> Int { max(0, cursor - height + 1) }

    /// Shows lines instead of the list until something else is typed.
    mutating func show(_ lines: [String], isError: Bool) {
        output = lines
        outputTop = 0
        isOutputError = isError
    }
}

/// What was typed into the palette, the newest last; passwords never.
package struct PaletteHistory: Hashable, Sendable {
    /// Lines kept.
    static let capacity = 100

    package private(set) var lines: [String] = []

    package init() {}

    package mutating func append(_ line: String) {
        lines.removeAll { $0 == line }
        lines.append(line)
        if lines.count > PaletteHistory.capacity { lines.removeFirst() }
    }
}
