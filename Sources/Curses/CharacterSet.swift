/// Which of the characters that the interface draws with a terminal can show.
package enum CharacterSet: Hashable, Sendable {
    case unicode
    /// The Linux console's font: lines and blocks, but no rounded corners.
    case console
    case ascii

    /// What is drawn for `character`; names from elsewhere pass through it unchanged.
    package func shown(_ character: Character) -> Character {
        switch self {
        case .unicode: character
        case .console: CharacterSet.consoleForms[character] ?? character
        case .ascii: CharacterSet.asciiForms[character] ?? character
        }
    }

    private static let consoleForms: [Character: Character] = [
        "╭": "┌", "╮": "┐", "╰": "└", "╯": "┘", "▮": "■", "▯": "·", "…": "~", "✓": "√", "●": "•",
        "▸": "►", "▾": "▼", "▴": "▲", "◂": "◄", "—": "-", "–": "-",
    ]

    private static let asciiForms: [Character: Character] = [
        "─": "-", "━": "-", "═": "=", "│": "|", "┃": "|", "║": "|",
        "╭": "+", "╮": "+", "╰": "+", "╯": "+", "┌": "+", "┐": "+", "└": "+", "┘": "+",
        "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+",
        "╔": "+", "╗": "+", "╚": "+", "╝": "+", "╠": "+", "╣": "+",
        "█": "#", "▓": "#", "▒": ":", "░": ".", "▮": "#", "▯": ".", "■": "#", "□": ".",
        "▌": "#", "▐": "#", "▀": "#", "▄": "#",
        "↑": "^", "↓": "v", "→": ">", "←": "<", "↔": "=", "↕": "|",
        "▲": "^", "▼": "v", "▴": "^", "▾": "v", "►": ">", "◄": "<", "▸": ">", "◂": "<",
        "…": "~", "·": ".", "•": "*", "●": "*", "○": "o", "✓": "+", "✗": "x", "×": "x",
        "—": "-", "–": "-", "‹": "<", "›": ">", "«": "<", "»": ">",
    ]
}
