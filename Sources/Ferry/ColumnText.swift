import Terminal

/// Texts one below the other, by the columns that they take on a terminal.
enum ColumnText {
    /// Filled up with blanks on the right; at least one follows a text that is as wide or wider.
    static func left(_ text: String, _ columns: Int) -> String {
        text + String(repeating: " ", count: max(1, columns - CharacterWidth.of(text)))
    }

    /// How wide a column is that has room for each of these, and `gap` blanks after it.
    ///
    /// - Parameter least: How wide it is where they are short, as they are in English.
    static func column(
        _ labels: some Sequence<String>, atLeast least: Int = 0, gap: Int = 2
    ) -> Int {
        labels.reduce(least) { max($0, CharacterWidth.of($1) + gap) }
    }
}
