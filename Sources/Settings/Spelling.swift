import Files

/// Finds what somebody meant who wrote a word that is unknown.
enum Spelling {
    /// "The setting 'sroted' is unknown; did you mean 'sorted'?"
    static func unknown(_ kind: String, _ word: String, known: some Collection<String>) -> String {
        let start = "The \(kind) '\(VisibleText.make(String(word.prefix(80))))' is unknown"
        if let meant = nearest(to: word, in: known) { return "\(start); did you mean '\(meant)'?" }
        if known.count <= 12, !known.isEmpty {
            return "\(start); known are \(known.sorted().joined(separator: ", "))."
        }
        return "\(start)."
    }

    /// The known word with the fewest changed letters, if these are few for its length.
    static func nearest(to word: String, in known: some Collection<String>) -> String? {
        guard word.count <= 80 else { return nil }
        let best = known.map { (distance(word, $0), $0) }.min { $0 < $1 }
        guard let best, best.0 <= max(1, min(3, best.1.count / 3)) else { return nil }
        return best.1
    }

    /// Levenshtein's.
    private static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right)
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in right.enumerated() {
                let changed = diagonal + (a == b ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(changed, min(row[j], diagonal) + 1)
            }
        }
        return row[right.count]
    }
}
