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

    /// As a shell's script reads it: one line, without anything that would end it.
    var line: String {
        func clean(_ text: String) -> String {
            String(
                String.UnicodeScalarView(
                    text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
        }
        return meaning.isEmpty ? clean(word) : "\(clean(word))\t\(clean(meaning))"
    }
}
