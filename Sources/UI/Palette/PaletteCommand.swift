/// What a line in the palette means, besides the name of an action.
enum PaletteCommand: Hashable, Sendable {
    /// `cd PATH` or `cd URL`: the focused pane goes there.
    case go(String)
    /// `raw LINE`: the line is sent to the server as it is.
    case raw(String)

    init?(_ text: String) {
        let words = text.drop { $0 == " " }
        if let place = PaletteCommand.argument(of: "cd", in: words) {
            self = .go(place)
        } else if let line = PaletteCommand.argument(of: "raw", in: words) {
            self = .raw(line)
        } else {
            return nil
        }
    }

    /// Whether the text can only be part of an action's name or title.
    static func isAction(_ text: String) -> Bool { PaletteCommand(text) == nil }

    private static func argument(of word: String, in text: Substring) -> String? {
        guard text == word || text.hasPrefix(word + " ") else { return nil }
        let rest = text.dropFirst(word.count).drop { $0 == " " }
        return String(rest)
    }
}
