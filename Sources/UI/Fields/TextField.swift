package import Terminal

/// A line that the user edits.
package struct TextField: Hashable, Sendable {
    /// What it holds.
    package var text: String
    /// Characters before the cursor: 0…text.count.
    package var cursor: Int
    /// Shown as stars.
    package var isSecret: Bool
    /// The whole text is replaced by the first character typed.
    package var isSelected: Bool

    /// With the cursor at its end.
    package init(_ text: String = "", isSecret: Bool = false, isSelected: Bool = false) {
        self.text = text
        cursor = text.count
        self.isSecret = isSecret
        self.isSelected = isSelected && !text.isEmpty
    }

    /// Puts text in at the cursor; controls and line breaks are dropped, 4,096 characters kept.
    package mutating func insert(_ inserted: String) {
        if isSelected { self = TextField("", isSecret: isSecret) }
        let safe = inserted.filter {
            $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        }
        let room = max(0, 4_096 - text.count)
        let kept = String(safe.prefix(room))
        let index = text.index(text.startIndex, offsetBy: min(cursor, text.count))
        text.insert(contentsOf: kept, at: index)
        // Joining marks may merge with the character before: count anew.
        cursor = min(text.count, cursor + kept.count)
    }

    /// Whether the key was one for the field.
    package mutating func handle(_ key: Key) -> Bool {
        let count = text.count
        switch (key.code, key.modifiers) {
        case (.character(let character), []):
            insert(String(character))
            return true
        case (.left, []), (.character("b"), .control):
            cursor = isSelected ? 0 : max(0, cursor - 1)
        case (.right, []), (.character("f"), .control):
            cursor = min(count, cursor + 1)
        case (.home, []), (.character("a"), .control):
            cursor = 0
        case (.end, []), (.character("e"), .control):
            cursor = count
        case (.backspace, []), (.character("h"), .control):
            if isSelected { clear() } else if cursor > 0 { remove(cursor - 1..<cursor) }
        case (.delete, []), (.character("d"), .control):
            if isSelected { clear() } else if cursor < count { remove(cursor..<cursor + 1) }
        case (.character("u"), .control):
            remove(0..<cursor)
        case (.character("k"), .control):
            remove(cursor..<count)
        case (.character("w"), .control):
            removeWord()
        default:
            return false
        }
        isSelected = false
        return true
    }

    private mutating func clear() {
        text = ""
        cursor = 0
    }

    private mutating func remove(_ range: Range<Int>) {
        let start = text.index(text.startIndex, offsetBy: range.lowerBound)
        let end = text.index(text.startIndex, offsetBy: range.upperBound)
        text.removeSubrange(start..<end)
        cursor = min(range.lowerBound, text.count)
    }

    private mutating func removeWord() {
        let characters = Array(text)
        var start = cursor
        while start > 0, characters[start - 1] == " " { start -= 1 }
        while start > 0, characters[start - 1] != " ", characters[start - 1] != "/" { start -= 1 }
        if start == cursor, start > 0 { start -= 1 }
        remove(start..<cursor)
    }

    /// What is shown: stars for a secret.
    package var shown: String {
        isSecret ? String(repeating: "*", count: text.count) : text
    }
}
