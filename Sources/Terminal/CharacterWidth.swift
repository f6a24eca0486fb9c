/// Columns that text takes on a terminal, by Ferry's own tables, whatever the locale is.
///
/// Terminals agree about single scalars and disagree about what is joined of several; so a
/// character takes the sum of its scalars, which is what the C library's `wcwidth` adds up to and
/// nearly every terminal does. Only a skin tone after an emoji adds nothing: it is not drawn.
package enum CharacterWidth {
    /// 0 for controls and lone marks, 1 or 2 for nearly all; more for some Indic conjuncts.
    package static func of(_ character: Character) -> Int {
        if let ascii = character.asciiValue { return ascii >= 0x20 && ascii < 0x7F ? 1 : 0 }
        var width = 0
        for scalar in character.unicodeScalars where !(width > 0 && isSkinTone(scalar)) {
            width += of(scalar)
        }
        return width
    }

    /// Columns that a text takes.
    package static func of(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// 0, 1 or 2.
    package static func of(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        switch value {
        case 0..<0x20, 0x7F..<0xA0: return 0
        case 0x20..<0x300: return 1
        case 0x2500..<0x2600: return WideCharacters.contain(value) ? 2 : 1
        case 0x4E00..<0xA000, 0xAC00..<0xD7A4: return 2
        // Hangul vowels and finals stand in the block of the initial before them.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator,
            .paragraphSeparator:
            return 0
        default:
            return WideCharacters.contain(value) ? 2 : 1
        }
    }

    /// Emoji modifiers (UTS #51), drawn as part of the emoji before them or not at all.
    package static func isSkinTone(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F3FB...0x1F3FF).contains(scalar.value)
    }

    /// The parts of a character that each take cells of their own: one scalar that takes columns,
    /// and the marks after it. What takes none at the start is dropped.
    static func parts(of character: Character) -> [Character] {
        var parts: [String.UnicodeScalarView] = []
        for scalar in character.unicodeScalars {
            let isPart = of(scalar) > 0
            if isPart, !(!parts.isEmpty && isSkinTone(scalar)) {
                parts.append(String.UnicodeScalarView([scalar]))
            } else if !isPart, !parts.isEmpty {
                parts[parts.count - 1].append(scalar)
            }
        }
        return parts.compactMap { String($0).first }
    }
}
