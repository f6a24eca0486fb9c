import Files
import Words

/// Finds what somebody meant who wrote a word that is unknown.
package enum Spelling {
    /// What a word should have named.
    enum Kind {
        case setting, theme, language, context, action, role, colour
        /// Below a role's name, or the rest of it.
        case roleSetting

        /// `The setting 'sroted'`.
        fileprivate func words(_ name: String) -> String {
            switch self {
            case .setting: tr("The setting '\(name)'")
            case .theme: tr("The theme '\(name)'")
            case .language: tr("The language '\(name)'")
            case .context: tr("The context '\(name)'")
            case .action: tr("The action '\(name)'")
            case .role: tr("The role '\(name)'")
            case .colour: tr("The colour '\(name)'")
            case .roleSetting: tr("The role setting '\(name)'")
            }
        }
    }

    /// "The setting 'sroted' is unknown; did you mean 'sorted'?"
    static func unknown(_ kind: Kind, _ word: String, known: some Collection<String>) -> String {
        let thing = kind.words(VisibleText.make(String(word.prefix(80))))
        if let meant = nearest(to: word, in: known) {
            return tr("\(thing) is unknown; did you mean '\(meant)'?")
        }
        if known.count <= 12, !known.isEmpty {
            let list = known.sorted().joined(separator: ", ")
            return tr("\(thing) is unknown; choose from \(list).")
        }
        return tr("\(thing) is unknown.")
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
