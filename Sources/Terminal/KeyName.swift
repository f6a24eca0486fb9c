extension Key {
    private static let codes: [(name: String, code: Code)] = [
        ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("home", .home),
        ("end", .end), ("pageup", .pageUp), ("pagedown", .pageDown), ("insert", .insert),
        ("delete", .delete), ("backspace", .backspace), ("enter", .enter), ("tab", .tab),
        ("escape", .escape), ("space", .character(" ")),
    ]

    /// The key's name in `keymap.toml`: `ctrl-r`, `shift-f6`, `alt-x`, `space`, `G`, `é`.
    package var name: String {
        var text = ""
        if modifiers.contains(.control) { text += "ctrl-" }
        if modifiers.contains(.alt) { text += "alt-" }
        if modifiers.contains(.shift) { text += "shift-" }
        if case .function(let number) = code { return text + "f\(number)" }
        if let known = Key.codes.first(where: { $0.code == code }) { return text + known.name }
        if case .character(let character) = code { return text + String(character) }
        return text
    }

    /// The key as people write it: `Ctrl-R`, `Shift-F6`, `Space`, `PgUp`, `Esc`, `G`.
    package var label: String {
        var text = ""
        if modifiers.contains(.control) { text += "Ctrl-" }
        if modifiers.contains(.alt) { text += "Alt-" }
        if modifiers.contains(.shift) { text += "Shift-" }
        switch code {
        case .character(" "): return text + "Space"
        case .character(let character):
            return text + (modifiers.contains(.control) ? character.uppercased() : "\(character)")
        case .function(let number): return text + "F\(number)"
        case .pageUp: return text + "PgUp"
        case .pageDown: return text + "PgDn"
        case .insert: return text + "Ins"
        case .delete: return text + "Del"
        case .escape: return text + "Esc"
        default:
            let plain = Key(code).name
            return text + plain.prefix(1).uppercased() + plain.dropFirst()
        }
    }

    /// Reads a name such as `name` gives; nil for what names no key. Of a character with Ctrl the
    /// case does not matter, as terminals do not tell.
    package init?(name: String) {
        var rest = name[...]
        var modifiers: Modifiers = []
        let prefixes: [(String, Modifiers)] = [
            ("ctrl-", .control), ("alt-", .alt), ("shift-", .shift),
        ]
        while let (prefix, modifier) = prefixes.first(where: { (prefix, _) in
            rest.count > prefix.count && rest.lowercased().hasPrefix(prefix)
        }) {
            guard !modifiers.contains(modifier) else { return nil }
            modifiers.insert(modifier)
            rest = rest.dropFirst(prefix.count)
        }
        if rest.count == 1, let character = rest.first {
            guard CharacterWidth.of(character) > 0, character != " " else { return nil }
            guard modifiers.contains(.control) else {
                // Shift is in a character already.
                guard !modifiers.contains(.shift) else { return nil }
                self.init(.character(character), modifiers)
                return
            }
            let lowered = character.lowercased()
            guard lowered.count == 1, let small = lowered.first else { return nil }
            self.init(.character(small), modifiers)
            return
        }
        let lowered = rest.lowercased()
        if let known = Key.codes.first(where: { $0.name == lowered }) {
            self.init(known.code, modifiers)
            return
        }
        guard lowered.first == "f", let number = Int(lowered.dropFirst()),
            (1...24).contains(number)
        else { return nil }
        self.init(.function(number), modifiers)
    }

    /// Reads keys separated by blanks: `g g`, `ctrl-x ctrl-c`; nil where one is no key, or none is
    /// there.
    package static func sequence(_ text: String) -> [Key]? {
        var keys: [Key] = []
        for part in text.split(separator: " ") {
            guard let key = Key(name: String(part)) else { return nil }
            keys.append(key)
        }
        return keys.isEmpty ? nil : keys
    }
}
