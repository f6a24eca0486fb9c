/// A line of the help page.
struct HelpLine: Hashable, Sendable {
    var keys = ""
    var text = ""
    var isHeading = false

    func holds(_ searched: String) -> Bool {
        text.lowercased().contains(searched) || keys.lowercased().contains(searched)
    }

    /// All of them, from the keymap.
    static func all(of keymap: Keymap) -> [HelpLine] {
        var lines: [HelpLine] = []
        for section in KeyTable.sections(of: keymap) {
            if !lines.isEmpty { lines.append(HelpLine()) }
            lines.append(HelpLine(text: section.title, isHeading: true))
            lines += section.rows.map {
                HelpLine(keys: $0.keys.joined(separator: "  "), text: $0.action.title)
            }
        }
        for note in notes {
            lines += [HelpLine(), HelpLine(text: note.title, isHeading: true)]
            lines += note.rows.map { HelpLine(keys: $0.0, text: $0.1) }
        }
        return lines
    }

    private static let notes: [(title: String, rows: [(String, String)])] = [
        (
            "In the palette",
            [
                ("words", "an action by words in its name; Enter runs it, Tab completes it"),
                ("cd PATH", "opens it in the focused pane; a URL connects"),
                ("raw LINE", "sends one command to the server unchanged and shows the reply"),
                ("Up", "earlier input"),
            ]
        ),
        (
            "In every text field",
            [
                ("Ctrl-U Ctrl-K Ctrl-W", "erase to the start, to the end, a word"),
                ("Home End", "to the start, to the end"),
            ]
        ),
        (
            "Terminal and mouse",
            [
                ("Esc 1 to Esc 0", "the same as F1 … F10"),
                ("click, double click", "select, open"),
                ("wheel", "scroll"),
            ]
        ),
    ]
}
