import Terminal

/// Text made to fit into columns.
enum TextFit {
    /// Cut at the end, with `~` where something is missing.
    static func cut(_ text: String, to columns: Int) -> String {
        guard CharacterWidth.of(text) > columns else { return text }
        guard columns > 1 else { return columns == 1 ? "~" : "" }
        var result = ""
        var used = 0
        for character in text {
            let width = CharacterWidth.of(character)
            guard used + width < columns else { break }
            result.append(character)
            used += width
        }
        return result + "~"
    }

    /// Cut at the start, as a path is best known by its end.
    static func cutStart(_ text: String, to columns: Int) -> String {
        guard CharacterWidth.of(text) > columns else { return text }
        guard columns > 1 else { return columns == 1 ? "~" : "" }
        var kept: [Character] = []
        var used = 0
        for character in text.reversed() {
            let width = CharacterWidth.of(character)
            guard used + width < columns else { break }
            kept.append(character)
            used += width
        }
        return "~" + String(kept.reversed())
    }

    /// Filled up with blanks on the right, or cut.
    static func left(_ text: String, _ columns: Int) -> String {
        let fitting = cut(text, to: columns)
        return fitting + blanks(columns - CharacterWidth.of(fitting))
    }

    /// Filled up with blanks on the left, or cut.
    static func right(_ text: String, _ columns: Int) -> String {
        let fitting = cut(text, to: columns)
        return blanks(columns - CharacterWidth.of(fitting)) + fitting
    }

    /// How wide a column is that has room for each of these labels and two blanks after it.
    ///
    /// - Parameter least: How wide it is where the labels are short, as they are in English.
    static func column(_ labels: [String], atLeast least: Int = 0) -> Int {
        labels.reduce(least) { max($0, CharacterWidth.of($1) + 2) }
    }

    /// Without blanks at its end.
    static func trimmed(_ text: String) -> String {
        var kept = text[...]
        while kept.last == " " { kept.removeLast() }
        return String(kept)
    }

    private static func blanks(_ count: Int) -> String {
        String(repeating: " ", count: max(0, count))
    }

    /// Broken into lines at blanks and between wide characters, and inside words that are longer than a
    /// line; at most `limit` lines, the last one cut. Looks at no more text than can be shown.
    static func wrap(_ text: String, columns: Int, limit: Int = 1_000) -> [String] {
        guard columns > 0, limit > 0 else { return [] }
        var wrapping = TextWrapping(columns: columns, limit: limit)
        for character in text {
            wrapping.take(character)
            if wrapping.isOver { break }
        }
        return wrapping.end()
    }
}
