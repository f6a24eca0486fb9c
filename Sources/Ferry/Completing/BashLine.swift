/// The beginning of a command line of bash, up to the cursor, and how its last word is to go on.
struct BashLine {
    private enum Quote: Equatable {
        case single, double
    }

    /// The words of the last command in it, without quotes and backslashes; the last one is being typed.
    private(set) var words: [String] = []
    /// The quote that is open at its end.
    private var quote: Quote?
    /// What bash keeps of the last word: it replaces only what comes after the last of its breaks, or after
    /// the quote that is open.
    private var kept = ""
    /// Whether the last word begins with `~/` that bash itself will read.
    private var hasHome = false

    /// `breaks` is COMP_WORDBREAKS.
    init(_ line: String, breaks: String) {
        var word = ""
        var isWord = false
        var isEscaped = false
        var typed = ""
        func isPlain(_ character: Character) -> Bool { quote == nil && !isEscaped }
        func finish(_ line: inout BashLine) {
            if isWord { line.words.append(word) }
            (word, typed, line.kept, isWord) = ("", "", "", false)
            line.hasHome = false
        }
        for character in line {
            if isEscaped {
                // Between double quotes a backslash is one before most characters.
                if quote == .double, !"\\\"$`\n".contains(character) { word += "\\" }
                word.append(character)
                isEscaped = false
            } else if character == "\\", quote != .single {
                isEscaped = true
                isWord = true
            } else if quote == .single ? character == "'" : quote == .double && character == "\"" {
                quote = nil
            } else if quote != nil {
                word.append(character)
            } else if character == "'" || character == "\"" {
                quote = character == "'" ? .single : .double
                isWord = true
                kept = word
            } else if character == " " || character == "\t" {
                finish(&self)
            } else if ";|&(\n".contains(character) {
                finish(&self)
                words = []
            } else {
                word.append(character)
                isWord = true
                typed.append(character)
                if typed == "~/" { hasHome = true }
                if breaks.contains(character) { kept = word }
            }
        }
        words.append(word)
    }

    /// What bash is to insert for a word; nil for one that it cannot.
    func insertion(_ word: String) -> String? {
        guard word.hasPrefix(kept) else { return nil }
        var rest = word.dropFirst(kept.count)
        switch quote {
        case .single: return String(rest).replacing("'", with: "'\\''")
        case .double:
            // Where history is expanded, nothing keeps this from it.
            guard !rest.contains("!") else { return nil }
            return rest.reduce(into: "") { text, character in
                if "\\\"$`".contains(character) { text.append("\\") }
                text.append(character)
            }
        case nil:
            var start = ""
            if hasHome, kept.isEmpty, rest.hasPrefix("~/") {
                start = "~/"
                rest = rest.dropFirst(2)
            }
            return rest.reduce(into: start) { text, character in
                if " \t!\"#$&'()*;<>?[\\]^`{|}~".contains(character) { text.append("\\") }
                text.append(character)
            }
        }
    }
}
