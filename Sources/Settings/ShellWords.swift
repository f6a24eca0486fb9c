/// Words between blanks, as the shell and ssh's config have them: quotes hold blanks together, and a
/// backslash takes the sign behind it as it is. Nothing is expanded.
enum ShellWords {
    /// A quote that is never closed goes to the end. With comments, a word that begins with `#` ends
    /// the text.
    static func split(_ text: some StringProtocol, endsAtComment: Bool = false) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { word?.append(character) }
            } else if character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if character.isWhitespace {
                if let word { words.append(word) }
                word = nil
            } else if endsAtComment, character == "#", word == nil {
                return words
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return words
    }
}
