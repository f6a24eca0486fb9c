/// A line of ssh's config: a keyword, and words behind it, `=` between them or blanks (ssh_config(5)).
struct SSHConfigLine: Equatable {
    /// In small letters; empty for a comment or nothing.
    let keyword: String
    /// Without their quotes.
    let words: [String]

    init(_ line: Substring) {
        let blanks: Set<Character> = [" ", "\t"]
        let text = line.drop { blanks.contains($0) }
        let keyword = text.prefix { !blanks.contains($0) && $0 != "=" && $0 != "#" }
        var rest = text.dropFirst(keyword.count).drop { blanks.contains($0) }
        if rest.first == "=" { rest.removeFirst() }
        self.keyword = keyword.lowercased()
        words = keyword.isEmpty ? [] : ShellWords.split(rest, endsAtComment: true)
    }
}
