import Files
import Terminal

/// A name made to fit into columns: cut in the middle, so that its start and its extension stay.
enum NameFit {
    static func cut(_ text: String, to columns: Int) -> String {
        guard CharacterWidth.of(text) > columns else { return text }
        guard columns > 6 else { return TextFit.cut(text, to: columns) }
        var tail = TextFit.end(of: text, columns: columns / 3)
        // The extension alone, where it is short enough to be one.
        if let dot = text.lastIndex(of: "."), dot > text.startIndex {
            let ext = String(text[dot...])
            let width = CharacterWidth.of(ext)
            if width <= columns / 3 {
                tail = TextFit.end(of: text, columns: min(width + 3, columns / 2))
            }
        }
        let head = TextFit.start(of: text, columns: columns - 1 - CharacterWidth.of(tail))
        return head + "~" + tail
    }
}

extension TextFit {
    /// As much of the start as fits.
    static func start(of text: String, columns: Int) -> String {
        var result = ""
        var used = 0
        for character in text {
            used += CharacterWidth.of(character)
            if used > columns { break }
            result.append(character)
        }
        return result
    }

    /// As much of the end as fits.
    static func end(of text: String, columns: Int) -> String {
        var kept: [Character] = []
        var used = 0
        for character in text.reversed() {
            used += CharacterWidth.of(character)
            if used > columns { break }
            kept.append(character)
        }
        return String(kept.reversed())
    }
}
