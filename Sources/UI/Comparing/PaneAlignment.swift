package import Files
package import Sync

/// The directories of both panes, and how they are compared.
package struct PanePair: Hashable, Sendable {
    /// What the left and the right pane show.
    package let shown: Pair<Arranged>
    /// Where that is.
    package let places: Pair<Location>
    /// What makes two files the same.
    package let criterion: Criterion
    /// Which sides take names for the same that differ in capitals only, as far as it is known.
    package let foldsCase: Pair<Bool>
    /// What earlier mirrors have left behind of them; the Engine knows it.
    package var memory = PairMemory()

    /// What the two show now.
    package init(
        _ shown: Pair<Arranged>, at places: Pair<Location>, by criterion: Criterion,
        foldsCase: Pair<Bool>
    ) {
        self.shown = shown
        self.places = places
        self.criterion = criterion
        self.foldsCase = foldsCase
    }

    /// What both hold.
    package var directories: Pair<Directory> { shown.map(\.directory) }

    /// As the command compares, but without permissions.
    package var rules: ComparisonRules {
        var rules = ComparisonRules(
            criterion: criterion, charsets: places.map(\.site.nameCharset), foldsCase: foldsCase)
        rules.asksDetails = true
        rules.tops = places
        rules.memory = memory
        return rules
    }
}

/// The rows of a pane beside those of the other one.
package struct AlignedRows: Sendable {
    /// No entry stands there: only the other pane has one.
    private static let gap = UInt32.max

    private let indices: [UInt32]
    /// The row of each entry, by its place among those that are shown.
    private let rows: [UInt32]

    /// By row, without that of `..`, an index into the directory; nil for a gap.
    fileprivate init(_ indices: [UInt32?]) {
        self.indices = indices.map { $0 ?? AlignedRows.gap }
        rows = indices.indices.filter { indices[$0] != nil }.map { UInt32(clamping: $0) }
    }

    var count: Int { indices.count }

    /// The entry of a row, by its index in the directory; nil for a gap.
    func index(at row: Int) -> UInt32? {
        guard indices.indices.contains(row), indices[row] != AlignedRows.gap else { return nil }
        return indices[row]
    }

    /// The row of the entry that is shown in this place.
    func row(ofPlace place: Int) -> Int? {
        rows.indices.contains(place) ? Int(rows[place]) : nil
    }

    /// The entries of rows.
    func indices(in range: Range<Int>) -> [UInt32] {
        indices[range.clamped(to: indices.indices)].filter { $0 != AlignedRows.gap }
    }
}

/// Both panes' entries put together by their names, in one order. It looks at each of a million entries, so
/// it is made before it comes to the interface.
package struct PaneAlignment: Sendable {
    let rows: Pair<AlignedRows>
    let orders: Pair<EntryOrder>
    /// What the lists alone tell of each row.
    let verdicts: [Verdict]
    /// Whether the lists alone do not tell all.
    let isOpen: Bool
    /// Rows of each verdict; what only one pane has is counted by its side.
    let counts: [Verdict: Int]
    let lone: Pair<Int>

    /// Orders the rows as a pane orders its entries. `found` is what was found out before, other than by the
    /// lists. Not for the main thread.
    package init(
        _ pair: PanePair, _ arrangement: Arrangement, found findings: [ComparedName: Verdict] = [:]
    ) {
        let directories = pair.directories
        let names = NamePairs(directories, pair.rules)
        let quick = QuickComparison(names, directories, pair.rules)
        var found: [(first: UInt32?, second: UInt32?, verdict: Verdict)] = []
        found.reserveCapacity(directories.first.count + directories.second.count)
        for (first, second) in names.both {
            let verdict = quick.verdict(first, second, findings)
            found.append((UInt32(first), UInt32(second), verdict))
        }
        for index in names.onlyFirst {
            found.append((UInt32(index), nil, quick.verdict(lone: index, on: .first)))
        }
        for index in names.onlySecond {
            found.append((nil, UInt32(index), quick.verdict(lone: index, on: .second)))
        }
        for (side, index, _) in names.meeting {
            let index = UInt32(index)
            found.append(side == .first ? (index, nil, .different) : (nil, index, .different))
        }
        var builder = DirectoryBuilder()
        var kept: [Int] = []
        for (position, row) in found.enumerated() {
            let entry =
                row.first.flatMap { directories.first.entry(at: Int($0)) }
                ?? row.second.flatMap { directories.second.entry(at: Int($0)) }
            let count = builder.directory.count
            if let entry { builder.append(entry) }
            if builder.directory.count > count { kept.append(position) }
        }
        let order = arrangement.order(of: builder.directory).map { found[kept[Int($0)]] }
        rows = Pair(AlignedRows(order.map(\.first)), AlignedRows(order.map(\.second)))
        orders = Pair(
            EntryOrder(order.compactMap(\.first), in: directories.first),
            EntryOrder(order.compactMap(\.second), in: directories.second))
        verdicts = order.map(\.verdict)
        isOpen = quick.isOpen
        counts = verdicts.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        let alone = order.filter { $0.verdict == .only }
        let firsts = alone.count { $0.first != nil }
        lone = Pair(firsts, alone.count - firsts)
    }
}

/// What the lists of two directories alone tell.
package struct QuickComparison {
    private let directories: Pair<Directory>
    private var differing: Set<Name> = []
    private var open: Set<Name> = []

    /// Looks at what both have. Not for the main thread.
    package init(
        _ names: NamePairs, _ directories: Pair<Directory>, _ rules: ComparisonRules
    ) {
        self.directories = directories
        // Only what both have: what one has alone is no question.
        let common = Pair(
            directories.first.picking(names.both.map(\.first)),
            directories.second.picking(names.both.map(\.second)))
        var comparison = Comparison(rules)
        let below = comparison.take(.top, common)
        for difference in comparison.differences {
            guard let name = difference.names.first.last else { continue }
            // Whether times differ by a zone is told by all that is below.
            if difference.isCertain {
                differing.insert(name)
            } else {
                open.insert(name)
            }
        }
        for pair in comparison.unread + comparison.untold {
            if let name = pair.names.first.last { open.insert(name) }
        }
        for directory in below {
            if let name = directory.names.first.last { open.insert(name) }
        }
    }

    /// Whether more than the lists is needed.
    var isOpen: Bool { !open.isEmpty }

    /// Whether more than the lists is needed for what the first has under a name.
    package func isOpen(_ name: Name) -> Bool { open.contains(name) }

    func verdict(
        _ first: Int, _ second: Int, _ findings: [ComparedName: Verdict]
    ) -> Verdict {
        guard let name = Name(directories.first.nameBytes(at: first)) else { return .open }
        if !findings.isEmpty, let one = directories.first.entry(at: first),
            let two = directories.second.entry(at: second),
            let verdict = findings[ComparedName(one, two)]
        {
            return verdict
        }
        let isSpecial =
            directories.first.kind(at: first) == .other
            || directories.second.kind(at: second) == .other
        if isSpecial || Comparison.isLeftOut(name) { return .leftOut }
        if differing.contains(name) { return .different }
        return open.contains(name) ? .open : .same
    }

    func verdict(lone index: Int, on side: ComparedSide) -> Verdict {
        guard let name = Name(directories[side].nameBytes(at: index)) else { return .only }
        return Comparison.isLeftOut(name) ? .leftOut : .only
    }
}
