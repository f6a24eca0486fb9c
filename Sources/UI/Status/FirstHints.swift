import Words

/// What somebody new is told at the right of the status bar, one thing at a time. A hint goes away for good when its
/// action was used.
package struct FirstHints: Sendable {
    private struct Hint: Sendable {
        let action: Action
        let words: String
    }

    /// In the order in which they are needed.
    private static let all = [
        Hint(action: .otherPane, words: tr("switch panes")),
        Hint(action: .sites, words: tr("connect to a server")),
        Hint(action: .copy, words: tr("copy to the other pane")),
        Hint(action: .mark, words: tr("mark files")),
        Hint(action: .queue, words: tr("see the transfers")),
        Hint(action: .palette, words: tr("find any command by its name")),
        Hint(action: .help, words: tr("see all keys")),
    ]
    /// After so many other actions another hint has its turn.
    private static let patience = 12

    private var used: [Action] = []
    /// Nil until it is known what was used.
    private var left: [Hint]?
    private var others = 0

    /// None, until it is known what was used.
    init() {}

    /// What was used at other times, by the names of the actions. It may have been read before what was used since
    /// was written.
    mutating func begin(used names: [String]) {
        used += names.compactMap { Action(rawValue: $0) }.filter { !used.contains($0) }
        // Those that are left keep their turn, however often the names are read.
        left = (left ?? FirstHints.all).filter { !used.contains($0.action) }
    }

    /// An action was done. Gives the names of all that were used, where that is news.
    mutating func note(_ action: Action) -> [String]? {
        guard var left, let first = left.first else { return nil }
        defer { self.left = left }
        if left.contains(where: { $0.action == action }) {
            left.removeAll { $0.action == action }
            if first.action == action { others = 0 }
            used.append(action)
            return used.map(\.rawValue)
        }
        others += 1
        if others == FirstHints.patience {
            others = 0
            left.append(left.removeFirst())
        }
        return nil
    }

    /// `Tab: switch panes`, by the user's keys; nil where there is nothing to say.
    func text(_ keymap: Keymap) -> String? {
        guard let hint = left?.first else { return nil }
        return keymap.labels(for: hint.action, in: .pane).first.map { tr("\($0): \(hint.words)") }
    }
}
