/// Where a line may end in text without spaces: Chinese and Japanese have none between words.
package enum LineBreaks {
    /// What no line begins with.
    package static let closing = Set<Character>("，。、；：？！）」』】》〉〕”’….,;:?!)]}%")
    /// What no line ends in.
    package static let opening = Set<Character>("（「『【《〈〔“‘([{")

    /// Whether a line may end between two characters that stand beside each other.
    package static func isBetween(_ first: Character, _ second: Character) -> Bool {
        // Nothing in ASCII or Latin is that wide, so that those texts cost no more than this.
        guard CharacterWidth.of(first) == 2 || CharacterWidth.of(second) == 2 else { return false }
        return !opening.contains(first) && !closing.contains(second)
    }

    /// A text without spaces in the pieces that lines can be made of; one for most of the world's.
    package static func parts(of text: some StringProtocol) -> [String] {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else {
            return text.isEmpty ? [] : [String(text)]
        }
        var parts: [String] = []
        var previous: Character?
        for character in text {
            if let previous, !isBetween(previous, character) {
                parts[parts.count - 1].append(character)
            } else {
                parts.append(String(character))
            }
            previous = character
        }
        return parts
    }
}
