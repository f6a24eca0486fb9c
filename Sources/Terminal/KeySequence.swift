/// Keys that are pressed one after the other for one action: `g g`, `ctrl-x ctrl-s`, or a single key.
package struct KeySequence: Hashable, Sendable {
    /// The most keys a sequence may have.
    package static let limit = 4

    /// 1…`limit` of them.
    package let keys: [Key]

    /// Nil where there are no keys, or more than `limit`.
    package init?(_ keys: [Key]) {
        guard !keys.isEmpty, keys.count <= KeySequence.limit else { return nil }
        self.keys = keys
    }

    /// Reads names of keys with blanks between them. Two or three letters or signs that name no
    /// key are that many keys: `gg` is `g g`, but `Up` is the arrow. Nil where a word names no key.
    package init?(parsing text: String) {
        var keys: [Key] = []
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
            if let key = Key(name: String(word)) {
                keys.append(key)
            } else if word.count <= 3, !word.contains("-") {
                for character in word {
                    guard let key = Key(name: String(character)) else { return nil }
                    keys.append(key)
                }
            } else {
                return nil
            }
        }
        self.init(keys)
    }

    /// As it is written in `keymap.toml`.
    package var name: String { keys.map(\.name).joined(separator: " ") }

    /// As it is shown to the user: `gg`, `Ctrl-D`, `Ctrl-X Ctrl-S`.
    package var label: String {
        let labels = keys.map(\.label)
        return labels.joined(separator: labels.allSatisfy { $0.count == 1 } ? "" : " ")
    }
}

extension Key {
    /// The keys that `KeySequence` reads from a text; nil where it reads none.
    package static func sequence(_ text: String) -> [Key]? {
        KeySequence(parsing: text)?.keys
    }
}

extension KeySequence: CustomStringConvertible {
    package var description: String { name }
}
