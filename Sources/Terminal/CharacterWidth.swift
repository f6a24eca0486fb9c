import CSystem

/// Columns that a character takes on a terminal.
package enum CharacterWidth {
    /// 0, 1 or 2: that of the widest scalar in it.
    package static func of(_ character: Character) -> Int {
        if let ascii = character.asciiValue { return ascii >= 0x20 && ascii < 0x7F ? 1 : 0 }
        var width = 0
        for scalar in character.unicodeScalars { width = max(width, of(scalar)) }
        return width
    }

    /// By the C library's table where the locale is UTF-8; controls take 0.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        max(0, Int(ferry_wcwidth(scalar.value)))
    }

    /// Columns that a text takes.
    package static func of(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }
}
