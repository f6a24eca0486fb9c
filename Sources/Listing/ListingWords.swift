/// The words of a line, one after the other.
struct ListingWords {
    let line: ListingLine
    /// Behind the last word that was taken.
    private(set) var position: Int

    init(_ line: ListingLine, from position: Int = 0) {
        self.line = line
        self.position = position
    }

    /// Empty at the end of the line.
    mutating func next() -> Range<Int> {
        let word = line.token(from: position)
        position = word.upperBound
        return word
    }

    /// The word after those taken, left where it is.
    func peek() -> Range<Int> { line.token(from: position) }

    /// How many words are left.
    func count() -> Int {
        var rest = self
        var count = 0
        while !rest.next().isEmpty { count += 1 }
        return count
    }
}
