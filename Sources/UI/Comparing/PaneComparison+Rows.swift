import Files
import Sync
import Words

/// What is known of the rows of two panes that stand side by side, for many rows at once.
struct ComparedRows {
    private let panes: Pair<Pane>
    private let verdicts: [Verdict]
    private let firstRow: Int
    private let found: [ComparedName: Verdict]
    /// Whether what was found out since goes for every row, and not only for open ones.
    private let hasNews: Bool

    /// Nil where the rows do not stand side by side.
    init?(_ comparison: PaneComparison, _ panes: Panes) {
        guard comparison.isAligned(panes), let alignment = comparison.alignment else { return nil }
        self.panes = Pair(panes.left, panes.right)
        verdicts = alignment.verdicts
        firstRow = panes.left.firstRow
        found = comparison.found
        hasNews = comparison.hasNews
    }

    /// Rows, that of `..` included.
    var count: Int { verdicts.count + firstRow }

    /// Nil for the row of `..`, and outside.
    subscript(row: Int) -> Verdict? {
        let position = row - firstRow
        guard verdicts.indices.contains(position) else { return nil }
        let known = verdicts[position]
        guard known == .open || hasNews && (known == .same || known == .different),
            !found.isEmpty, let one = panes.first.entry(atRow: row),
            let two = panes.second.entry(atRow: row)
        else { return known }
        return found[ComparedName(one, two)] ?? known
    }
}

// What is shown of it.
extension PaneComparison {
    /// That the clocks of both sides differ, and by how much.
    static func text(ofOffset seconds: Int64) -> String {
        let minutes = seconds.magnitude / 60
        let (hours, rest) = (minutes / 60, minutes % 60)
        let length =
            switch (hours > 0, rest > 0) {
            case (true, true): tr("\(hours) h \(rest) min")
            case (true, false): tr("\(hours) h")
            case (false, true): tr("\(rest) min")
            case (false, false): ""
            }
        return tr("All times differ by \(length); they count as equal.")
    }

    /// Why the entries in the cursor's row differ, seen from one side; nil where they do not.
    func reason(_ side: Side, _ panes: Panes) -> String? {
        let row = panes[side].cursor
        guard ComparedRows(self, panes)?[row] == .different,
            let one = panes.left.entry(atRow: row), let two = panes.right.entry(atRow: row)
        else { return nil }
        if one.kind == .directory, two.kind == .directory { return tr("contents differ") }
        var rules = ComparisonRules(criterion: criterion == .contents ? .size : criterion)
        rules.tops = places
        let difference = Difference.between(one, two, rules, offset: offset)
        guard let difference else {
            return criterion == .contents ? tr("contents differ") : nil
        }
        return (side == .left ? difference : difference.reversed).shortWords
    }

    /// That only the other pane has something in the cursor's row; nil where that is not so.
    func gap(_ side: Side, _ panes: Panes) -> String? {
        let row = panes[side].cursor
        guard ComparedRows(self, panes)?[row] != nil, panes[side].entry(atRow: row) == nil,
            let entry = panes[side.other].entry(atRow: row)
        else { return nil }
        return tr("Only the other pane has \(entry.shownName(in: panes[side.other].charset)).")
    }
}
