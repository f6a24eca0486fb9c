import Words

/// Part of the help page: a heading, and what belongs below it.
struct HelpTopic: Hashable, Sendable {
    enum Item: Hashable, Sendable {
        /// Keys, or what is typed, and what they do.
        case keys(String, String)
        /// A sentence or two.
        case text(String)
    }

    let title: String
    let items: [Item]

    /// All of them: the keys of the screen that was left first, those of everywhere, the concepts, and
    /// then the other screens.
    static func all(of keymap: Keymap, from context: Keymap.Context) -> [HelpTopic] {
        let sections = KeyTable.sections(of: keymap)
        func keys(_ isWanted: (KeyTable.Section) -> Bool) -> [HelpTopic] {
            sections.filter(isWanted).map { HelpTopic($0) }
        }
        return keys { $0.context == context && context != .everywhere }
            + keys { $0.context == .everywhere }
            + HelpConcepts(keymap).topics + notes
            + keys { $0.context != context && $0.context != .everywhere }
    }

    init(_ title: String, _ items: [Item]) {
        self.title = title
        self.items = items
    }

    private init(_ section: KeyTable.Section) {
        title = section.title
        items = section.rows.map { .keys($0.shownKeys.joined(separator: "  "), $0.title) }
    }

    /// What of it holds all the words, which are lower-case; nil where nothing does. A word of the
    /// heading counts for everything below it.
    func holding(_ words: [Substring]) -> HelpTopic? {
        let head = title.lowercased()
        let kept = items.filter { item in
            let text = item.searched
            return words.allSatisfy { text.contains($0) || head.contains($0) }
        }
        return kept.isEmpty ? nil : HelpTopic(title, kept)
    }

    private static let notes = [
        HelpTopic(
            tr("In the palette"),
            [
                .keys(
                    tr("words", meaning: "typed into the palette"),
                    tr("find an action, a site, a directory or a theme")),
                .keys(tr("cd PATH"), tr("open a path or a URL in the focused pane")),
                .keys(tr("raw LINE"), tr("send one command unchanged, and show the reply")),
                .keys("Up", tr("recall what was typed before")),
            ]),
        HelpTopic(
            tr("In every text field"),
            [
                .keys("Ctrl-U", tr("erase to the start")), .keys("Ctrl-K", tr("erase to the end")),
                .keys("Ctrl-W", tr("erase a word")), .keys("Home", tr("go to the start")),
                .keys("End", tr("go to the end")),
            ]),
        HelpTopic(
            tr("Terminal and mouse"),
            [
                .keys("Esc 1 … Esc 0", tr("the same as F1 … F10")),
                .keys(tr("click"), tr("select", meaning: "what a click does")),
                .keys(tr("double click"), tr("open", meaning: "what a double click does")),
                .keys(tr("wheel"), tr("scroll")),
            ]),
    ]
}

extension HelpTopic.Item {
    /// Where words are looked for.
    fileprivate var searched: String {
        switch self {
        case .keys(let keys, let text): "\(keys) \(text)".lowercased()
        case .text(let text): text.lowercased()
        }
    }
}
