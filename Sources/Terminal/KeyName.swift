extension Key {
    private struct CodeName {
        var code: Code
        /// As it is written in `keymap.toml`.
        var name: String
        /// As it is shown to people.
        var label: String
        /// What else may be written for it.
        var others: [String] = []
    }

    private static let codeNames = [
        CodeName(code: .up, name: "up", label: "Up"),
        CodeName(code: .down, name: "down", label: "Down"),
        CodeName(code: .left, name: "left", label: "Left"),
        CodeName(code: .right, name: "right", label: "Right"),
        CodeName(code: .home, name: "home", label: "Home"),
        CodeName(code: .end, name: "end", label: "End"),
        CodeName(code: .pageUp, name: "pageup", label: "PgUp", others: ["pgup"]),
        CodeName(code: .pageDown, name: "pagedown", label: "PgDn", others: ["pgdn", "pgdown"]),
        CodeName(code: .insert, name: "insert", label: "Ins", others: ["ins"]),
        CodeName(code: .delete, name: "delete", label: "Del", others: ["del"]),
        CodeName(code: .backspace, name: "backspace", label: "Backspace", others: ["bs"]),
        CodeName(code: .enter, name: "enter", label: "Enter", others: ["return"]),
        CodeName(code: .tab, name: "tab", label: "Tab"),
        CodeName(code: .escape, name: "escape", label: "Esc", others: ["esc"]),
        CodeName(code: .character(" "), name: "space", label: "Space"),
    ]

    /// The single letters stand in capitals, because `c-` could also be meant as two keys.
    private static let prefixes: [(String, Modifiers)] = [
        ("C-", .control), ("M-", .alt), ("A-", .alt), ("S-", .shift), ("ctrl-", .control),
        ("control-", .control), ("alt-", .alt), ("meta-", .alt), ("shift-", .shift),
    ]

    /// Reads a key's name: `d`, `é`, `ctrl-d`, `C-d`, `Shift-F6`, `space`, `M-Enter`, `f18` (which
    /// is Shift-F6). Case matters for single characters only, and there not with Ctrl, as
    /// terminals do not tell. Nil where the text names no key.
    package init?(name: String) {
        // Most names of the presets, all of which are read at every start.
        if name.utf8.count == 1, let byte = name.utf8.first, (0x21...0x7E).contains(byte) {
            self.init(.character(Character(Unicode.Scalar(byte))))
            return
        }
        var rest = name[...]
        var modifiers: Modifiers = []
        while rest.utf8.contains(0x2D),
            let (prefix, modifier) = Key.prefixes.first(where: { prefix, _ in
                rest.count > prefix.count
                    && (prefix.count == 2
                        ? rest.hasPrefix(prefix) : rest.lowercased().hasPrefix(prefix))
            })
        {
            guard !modifiers.contains(modifier) else { return nil }
            modifiers.insert(modifier)
            rest = rest.dropFirst(prefix.count)
        }
        guard let code = Key.code(named: rest) else { return nil }
        self = Key(code, modifiers).normalized
    }

    private static func code(named name: Substring) -> Code? {
        if name.count == 1, let character = name.first {
            return CharacterWidth.of(character) > 0 ? .character(character) : nil
        }
        let small = name.lowercased()
        if let known = codeNames.first(where: { $0.name == small || $0.others.contains(small) }) {
            return known.code
        }
        let digits = small.dropFirst()
        guard small.first == "f", let first = digits.first, ("1"..."9").contains(first),
            let number = Int(digits), number <= 24
        else { return nil }
        return .function(number)
    }

    /// The one form in which a key is compared: F13…F24 are Shift with F1…F12, Shift is in the
    /// character, Control goes with small letters.
    package var normalized: Key {
        var key = self
        switch code {
        case .function(let number) where number > 12:
            key.code = .function(min(number, 24) - 12)
            key.modifiers.insert(.shift)
        case .character(let character) where modifiers.contains(.control):
            let small = character.lowercased()
            if small.count == 1, let first = small.first { key.code = .character(first) }
            key.modifiers.remove(.shift)
        case .character(let character) where modifiers.contains(.shift) && character != " ":
            let large = character.uppercased()
            if large.count == 1, let first = large.first { key.code = .character(first) }
            key.modifiers.remove(.shift)
        default:
            break
        }
        return key
    }

    /// The key's name in `keymap.toml`: `ctrl-r`, `shift-f6`, `alt-x`, `space`, `G`, `é`.
    package var name: String {
        var text = ""
        if modifiers.contains(.control) { text += "ctrl-" }
        if modifiers.contains(.alt) { text += "alt-" }
        if modifiers.contains(.shift) { text += "shift-" }
        if let known = Key.codeNames.first(where: { $0.code == code }) { return text + known.name }
        switch code {
        case .function(let number): return text + "f\(number)"
        case .character(let character): return text + String(character)
        default: return text
        }
    }

    /// The key as people write it: `Ctrl-R`, `Shift-F6`, `Space`, `PgUp`, `Esc`, `G`.
    package var label: String {
        var text = ""
        if modifiers.contains(.control) { text += "Ctrl-" }
        if modifiers.contains(.alt) { text += "Alt-" }
        if modifiers.contains(.shift) { text += "Shift-" }
        if let known = Key.codeNames.first(where: { $0.code == code }) { return text + known.label }
        switch code {
        case .function(let number): return text + "F\(number)"
        case .character(let character):
            return text + (modifiers.contains(.control) ? character.uppercased() : "\(character)")
        default: return text
        }
    }
}

extension Key: CustomStringConvertible {
    package var description: String { name }
}
