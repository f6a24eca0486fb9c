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

    /// Without blanks at its end.
    static func trimmed(_ text: String) -> String {
        var kept = text[...]
        while kept.last == " " { kept.removeLast() }
        return String(kept)
    }

    private static func blanks(_ count: Int) -> String {
        String(repeating: " ", count: max(0, count))
    }

    /// Broken into lines at blanks, and inside words that are longer than a line; at most `limit`
    /// lines, the last one cut. Looks at no more text than can be shown.
    static func wrap(_ text: String, columns: Int, limit: Int = 1_000) -> [String] {
        guard columns > 0, limit > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        var width = 0
        for word in text.split(separator: " ", omittingEmptySubsequences: true) {
            var rest = String(word)
            var restWidth = CharacterWidth.of(rest)
            if width > 0, width + 1 + restWidth > columns {
                lines.append(line)
                (line, width) = ("", 0)
            }
            while restWidth > columns, lines.count <= limit {
                let head = start(of: rest, columns: columns)
                guard !head.isEmpty else { break }
                lines.append(head)
                rest.removeFirst(head.count)
                restWidth = CharacterWidth.of(rest)
            }
            if lines.count > limit { break }
            if width > 0 {
                line.append(" ")
                width += 1
            }
            line += rest
            width += restWidth
        }
        if width > 0 { lines.append(line) }
        guard lines.count > limit else { return lines }
        var kept = Array(lines.prefix(limit))
        kept[limit - 1] = cut(kept[limit - 1] + " " + lines[limit], to: columns)
        return kept
    }
}
