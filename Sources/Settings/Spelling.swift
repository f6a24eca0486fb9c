import Files

/// Finds what somebody meant who wrote a word that is unknown.
package enum Spelling {
    /// "The setting 'sroted' is unknown; did you mean 'sorted'?"
    static func unknown(_ kind: String, _ word: String, known: some Collection<String>) -> String {
        let start = "The \(kind) '\(VisibleText.make(String(word.prefix(80))))' is unknown"
        if let meant = nearest(to: word, in: known) { return "\(start); did you mean '\(meant)'?" }
        if known.count <= 12, !known.isEmpty {
            return "\(start); choose from \(known.sorted().joined(separator: ", "))."
        }
        return "\(start)."
    }

    /// The known word with the fewest changed letters, if these are few for its length.
    package static func nearest(
        to word: String, in known: some Collection<String>
    ) -> String? {
        guard word.count <= 80 else { return nil }
        let best = known.map { (distance(word, $0), $0) }.min { $0 < $1 }
        guard let best, best.0 <= max(1, min(3, best.1.count / 3)) else { return nil }
        return best.1
    }

    /// Letters added, left out, changed, or two neighbours swapped (optimal string alignment).
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var before: [Int] = []
        var last = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var best = min(last[j] + (left[i] == right[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = min(best, before[j - 1] + 1)
                }
                row.append(best)
            }
            (before, last) = (last, row)
        }
        return last[right.count]
    }
}
