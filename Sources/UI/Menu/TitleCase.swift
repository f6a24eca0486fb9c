import Words

/// Words as a menu writes them: "Mark by pattern…" becomes "Mark by Pattern…". Only English does so.
enum TitleCase {
    private static let small: Set<Substring> = [
        "a", "an", "and", "at", "by", "for", "if", "in", "of", "on", "or", "the", "to", "with",
    ]

    /// The first word and all but the small ones begin with a capital letter.
    static func make(_ text: String) -> String {
        guard Language.isEnglish else { return text }
        return text.split(separator: " ", omittingEmptySubsequences: false).enumerated()
            .map { number, word in
                guard number == 0 || !small.contains(word), let first = word.first else {
                    return String(word)
                }
                return first.uppercased() + word.dropFirst()
            }
            .joined(separator: " ")
    }
}
