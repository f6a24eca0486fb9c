import Terminal

/// The letter that leads to an entry of a menu. It is the first of what the entry says; where no key types that,
/// as in Chinese, it is one of its own, which stands in brackets behind: `复制(C)…`.
struct MenuLetter {
    /// What leads to other places in every menu.
    private static let taken: Set<Character> = ["h", "j", "k", "l", "q"]

    private let text: String
    /// In lower case; nil where the first letter of the text is meant.
    private let own: Character?
    /// Whether the text itself has it, as a translation may: `文件(F)`.
    private let isWritten: Bool

    init(_ entry: MenuPage.Entry) {
        text = MenuLayout.text(of: entry)
        guard let first = text.first, CharacterWidth.of(first) > 1 else {
            (own, isWritten) = (nil, false)
            return
        }
        let written = MenuLetter.written(in: text)
        own = written ?? MenuLetter.name(of: entry)?.first { $0.isASCII && $0.isLetter }
        isWritten = written != nil
    }

    /// Whether a letter that was typed, in lower case, leads to the entry.
    func isMeant(by typed: String) -> Bool {
        own.map { String($0) } == typed || text.lowercased().hasPrefix(typed)
    }

    /// What the entry says, with its letter where that is free on the screen below.
    func shown(in workspace: Workspace) -> String {
        guard let own, !isWritten, !MenuLetter.taken.contains(own) else { return text }
        if case .action = workspace.keymap.lookup([Key(own)], in: workspace.context) { return text }
        let end = text.hasSuffix("…") ? "…" : ""
        return "\(text.dropLast(end.count))(\(own.uppercased()))\(end)"
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
