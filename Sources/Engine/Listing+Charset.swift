import Files
import UI

extension Listing {
    /// Looks at the names that are not UTF-8, and guesses what they are in.
    mutating func guessCharset() {
        let directory = directory
        // Counted to the last one; the guess itself looks at no more than it needs.
        let foreign = (0..<directory.count).lazy.map { directory.nameBytes(at: $0) }.filter {
            name in
            name.contains { $0 >= 0x80 } && String(validating: name, as: UTF8.self) == nil
        }
        foreignCount = foreign.reduce(0) { count, _ in count + 1 }
        if foreignCount > 0 { charsetGuess = Charset.guess(for: foreign) }
    }
}
