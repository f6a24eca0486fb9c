import Files

/// A word that may stand where the user pressed Tab.
struct Candidate: Hashable {
    /// The whole word.
    let word: String
    /// What it is, for shells that show it; a few words.
    let meaning: String

    init(_ word: String, _ meaning: String = "") {
        self.word = word
        self.meaning = meaning
    }

    /// Whether shells and terminals show it as it is. A name with control characters is not offered: it
    /// could move the terminal, and without them it would be that of another file.
    var isClean: Bool { VisibleText.make(word) == word }

    /// As a shell's script reads it.
    var line: String { meaning.isEmpty ? word : "\(word)\t\(VisibleText.make(meaning))" }
}
