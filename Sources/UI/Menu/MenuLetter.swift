import Terminal

/// The letter that leads to an entry of a menu. It is the first of what the entry says; where no key types that,
/// as in Chinese, it is the one that a translation has in brackets (`文件(F)`), or else that of its name.
struct MenuLetter {
    private let text: String
    /// In lower case; nil where the first letter of the text is meant.
    private let own: Character?

    init(_ entry: MenuPage.Entry) {
        text = MenuLayout.text(of: entry)
        guard let first = text.first, CharacterWidth.of(first) > 1 else {
            own = nil
            return
        }
        own =
            MenuLetter.written(in: text)
            ?? MenuLetter.name(of: entry)?.first { $0.isASCII && $0.isLetter }
    }

    /// Whether a letter that was typed, in lower case, leads to the entry.
    func isMeant(by typed: String) -> Bool {
        own.map { String($0) } == typed || text.lowercased().hasPrefix(typed)
    }

    /// The letter that stands last in brackets.
    private static func written(in text: String) -> Character? {
        guard let end = text.lastIndex(of: ")") else { return nil }
        let before = text[..<end]
        guard let letter = before.last, letter.isASCII, letter.isLetter,
            before.dropLast().last == "("
        else { return nil }
        return letter.lowercased().first
    }

    /// What the entry is called in all languages: for an action, the last word of its name.
    private static func name(of entry: MenuPage.Entry) -> Substring? {
        switch entry {
        case .action(let action), .inPane(_, let action): action.rawValue.split(separator: ".").last
        case .theme: "theme"
        case .separator: nil
        }
    }
}
