package import Files
import Words

/// What is not the same on both sides, and why.
package struct Difference: Hashable, Sendable {
    /// In what way.
    package enum Reason: Hashable, Sendable {
        /// Only that side has it.
        case only(ComparedSide)
        /// The sizes differ; and by how many seconds the first is newer, where that is known.
        case size(newerBy: Int64?)
        /// The sizes are equal; by how many seconds the first is newer.
        case time(newerBy: Int64)
        /// Nothing tells whether they are the same.
        case unknown
        case contents
        /// Links that lead to different places.
        case link
        /// The permission bits.
        case mode
        /// One is a file where the other is a directory, say.
        case kind
        /// Names that are one on a side which does not tell capitals from small letters.
        case nameMeets([UInt8])
    }

    /// The names of the directory that holds it, from the top of each tree: one for all that it holds.
    let directory: Pair<[Name]>
    /// Its own; nil for the tops themselves.
    let last: Pair<Name?>
    /// What each side has; nil where it has nothing.
    package var entries: Pair<Entry?>
    package var reason: Reason

    package init(names: Pair<[Name]>, entries: Pair<Entry?>, reason: Reason) {
        directory = names.map { Array($0.dropLast()) }
        last = names.map(\.last)
        self.entries = entries
        self.reason = reason
    }

    /// The same, where the directory's names are at hand.
    init(
        in directory: Pair<[Name]>, _ last: Pair<Name?>, entries: Pair<Entry?>, reason: Reason
    ) {
        self.directory = directory
        self.last = last
        self.entries = entries
        self.reason = reason
    }

    /// The names from the top of each tree; of what only one side has, as the other would have them.
    package var names: Pair<[Name]> {
        Pair(
            directory.first + (last.first.map { [$0] } ?? []),
            directory.second + (last.second.map { [$0] } ?? []))
    }

    /// Of two entries of one name by themselves; nil where they are the same. `offset`: the seconds by which
    /// the first side's clock is known to be ahead.
    package static func between(
        _ one: Entry, _ two: Entry, _ rules: ComparisonRules, offset: Int64? = nil
    ) -> Difference? {
        var (first, second) = (DirectoryBuilder(), DirectoryBuilder())
        first.append(one)
        var other = two
        other.name = one.name
        second.append(other)
        var comparison = Comparison(rules)
        _ = comparison.take(.top, Pair(first.directory, second.directory))
        comparison.finish(knowing: offset)
        return comparison.differences.first
    }

    /// Whether it stays one, whatever is found out of the other files: clocks of two zones may make up for
    /// a difference of times.
    package var isCertain: Bool {
        switch reason {
        case .time:
            guard let one = entries.first?.modified, let two = entries.second?.modified else {
                return false
            }
            return !TimeSpan(one, two).mayBeZone
        case .unknown: return false
        default: return true
        }
    }

    /// The same, seen from the other side.
    package var reversed: Difference {
        var reversed = Difference(
            in: Pair(directory.second, directory.first), Pair(last.second, last.first),
            entries: Pair(entries.second, entries.first), reason: reason)
        switch reason {
        case .only(let side): reversed.reason = .only(side.other)
        case .size(let gap): reversed.reason = .size(newerBy: gap.map { -$0 })
        case .time(let gap): reversed.reason = .time(newerBy: -gap)
        case .unknown, .contents, .link, .mode, .kind, .nameMeets: break
        }
        return reversed
    }

    /// One side's by itself, as it would be new there; under another last name, where one is given.
    func alone(on side: ComparedSide, named name: Name? = nil) -> Difference {
        var entries: Pair<Entry?> = Pair(nil, nil)
        entries[side] = self.entries[side]
        if let name { entries[side]?.name = name }
        return Difference(
            in: directory, name.map { Pair($0, $0) } ?? last, entries: entries,
            reason: .only(side))
    }

    /// Both sides, where both have it.
    package var files: UnreadPair? {
        guard let one = entries.first, let two = entries.second, let name = last.first,
            let other = last.second
        else { return nil }
        return UnreadPair(
            directory: directory, last: Pair(name, other), entries: Pair(one, two))
    }

    /// The path below the top, as the side has it that has it; the first, where both have.
    package var path: [UInt8] {
        let names = entries.first == nil ? names.second : names.first
        return Array(names.map(\.bytes).joined(separator: [0x2F]))
    }

    /// Whether it is a directory on a side that has it.
    package var isDirectory: Bool {
        (entries.first ?? entries.second)?.kind == .directory
    }

    /// Why they differ, in a few words.
    package var words: String {
        switch reason {
        case .only(.first): tr("only in the first")
        case .only(.second): tr("only in the second")
        case .size(let gap):
            sizes(text(of: entries.first?.size), text(of: entries.second?.size), gap ?? 0)
        case .time(let gap):
            Difference.wholeHours(gap).map {
                tr("sizes are equal, times differ by exactly \($0) h")
            } ?? tr("sizes are equal, \(Difference.age(gap))")
        case .unknown: tr("nothing says whether they are the same")
        case .contents: tr("sizes are equal, contents differ")
        case .link: tr("the links lead to different places")
        case .mode:
            tr(
                "permissions \(text(ofMode: entries.first?.mode)), not "
                    + "\(text(ofMode: entries.second?.mode))")
        case .kind: tr("\(kind(entries.first)), not \(kind(entries.second))")
        case .nameMeets(let other):
            tr("its name is the same as '\(VisibleText.make(other))' on the other side")
        }
    }

    /// The same for a narrow place: which of two is the newer, above all.
    package var shortWords: String {
        switch reason {
        case .only(.first), .only(.second): tr("only here")
        case .size(let gap):
            gap.flatMap { $0 == 0 ? nil : Difference.age($0) } ?? tr("size differs")
        case .time(let gap): Difference.age(gap)
        case .unknown: tr("not known to be the same")
        case .contents: tr("contents differ")
        case .link: tr("target differs")
        case .mode: tr("permissions differ")
        case .kind: tr("type differs")
        case .nameMeets: tr("name differs in capitals")
        }
    }

    private func sizes(_ first: String, _ second: String, _ gap: Int64) -> String {
        gap == 0
            ? tr("size \(first), not \(second)")
            : tr("size \(first), not \(second), \(Difference.age(gap))")
    }

    private func text(of size: UInt64?) -> String { size.map { "\($0)" } ?? tr("unknown") }

    private func text(ofMode mode: UInt16?) -> String {
        mode.map { String($0 & 0o777, radix: 8) } ?? tr("unknown")
    }

    private func kind(_ entry: Entry?) -> String {
        switch entry?.kind {
        case .directory: tr("a directory")
        case .link: tr("a link")
        case .file: tr("a file")
        case .other, nil: tr("a special file")
        }
    }

    /// What daylight saving and zones make of one time; nil where it is another difference.
    private static func wholeHours(_ gap: Int64) -> UInt64? {
        let (hours, rest) = (gap.magnitude + 2).quotientAndRemainder(dividingBy: 3_600)
        return (1...26).contains(hours) && rest <= 4 ? hours : nil
    }

    /// `newer by 3 d`.
    private static func age(_ gap: Int64) -> String {
        let seconds = gap.magnitude
        let amount =
            switch seconds {
            case ..<60: tr("\(seconds) s")
            case ..<3_600: tr("\(seconds / 60) min")
            case ..<86_400: tr("\(seconds / 3_600) h")
            default: tr("\(seconds / 86_400) d")
            }
        return gap < 0 ? tr("older by \(amount)") : tr("newer by \(amount)")
    }
}
