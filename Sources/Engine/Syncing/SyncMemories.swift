import Files
package import Sync

/// Keeps how things stand once they were made the same: for this command what the two sides agree about, for
/// the others what their times do not tell.
package struct SyncMemories {
    /// Files that are written down together.
    private static let piece = 100_000

    private let agreements: AgreementStore
    private let memory: SyncMemory
    private let pairs: MirrorMemory
    /// What `pairs` knew before.
    private let known: PairMemory
    private let comparesSizesOnly: Bool
    private let comparesModes: Bool

    package init(
        _ agreements: AgreementStore, _ memory: SyncMemory, _ pairs: MirrorMemory,
        known: PairMemory, comparesSizesOnly: Bool, comparesModes: Bool
    ) {
        self.agreements = agreements
        self.memory = memory
        self.pairs = pairs
        self.known = known
        self.comparesSizesOnly = comparesSizesOnly
        self.comparesModes = comparesModes
    }

    /// Keeps what was the same already, and forgets what is gone from both sides: before the plan is run.
    /// `isLate`: whether the comparison may be so old that others have agreed about the same meanwhile; what
    /// they have agreed is newer.
    package func begin(
        _ plan: SyncPlan, _ comparison: Comparison, isLate: Bool = false
    ) throws {
        guard !plan.isStrange else { return }
        // What is to become the same does not count before it is. What one side alone has is no agreement.
        let open = Set(
            comparison.agreements.isEmpty
                ? []
                : plan.rows.lazy.map(\.difference).filter {
                    $0.entries.first != nil && $0.entries.second != nil
                }.map(\.names))
        let same = comparison.agreements.lazy.filter { !open.contains($0.names) }
        // Where one of two gets another name, what they agreed about is no more.
        let apart = plan.rows.lazy.filter(\.isKeptTwice).compactMap {
            memory.item(of: $0.difference)
        }
        // What has another spelling now is not also there under the old one.
        let respelled = same.compactMap { pair -> SyncMemory.Item? in
            guard let known = memory.item(onSecond: pair.names.second) else { return nil }
            return known.path == PairMemory.key(pair.names.first) ? nil : known
        }
        var gone = comparison.gone.compactMap(memory.item) + apart + respelled
        let isNothingNew = same.first { _ in true } == nil && gone.isEmpty
        if memory.time != nil, isNothingNew, plan.rows.isEmpty { return }
        let modes = Set(
            comparison.differences.indices.lazy.filter {
                comparison.differences.reason(at: $0) == .mode
            }.map { comparison.differences[$0].names })
        let now = isLate ? try agreements.load() : nil
        func isKnown(_ item: SyncMemory.Item) -> Bool {
            now.map { $0.item(item.path) == memory.item(item.path) } ?? true
        }
        gone = gone.filter(isKnown)
        try agreements.save([], forgetting: gone)
        // In pieces: who else writes into the store does not wait for a million.
        var piece: [SyncMemory.Item] = []
        for pair in same {
            let item = item(pair, differsInMode: modes.contains(pair.names))
            if isKnown(item) { piece.append(item) }
            guard piece.count >= SyncMemories.piece else { continue }
            try agreements.save(piece)
            piece = []
        }
        if !piece.isEmpty { try agreements.save(piece) }
        // Who compares sizes alone does not know that files are the same.
        guard !comparesSizesOnly else { return }
        try rememberTimes(same.map { ($0.names, $0.entries) }, isNew: false)
    }

    /// What both agree about. Permissions that still differ are not part of it, where they once agreed.
    private func item(_ pair: UnreadPair, differsInMode: Bool) -> SyncMemory.Item {
        var item = SyncMemory.Item(pair.names, pair.entries)
        guard
            differsInMode || !comparesModes && pair.entries.first.mode != pair.entries.second.mode,
            let known = memory.item(item.path)?.state
        else { return item }
        for side in ComparedSide.allCases {
            item.state.sides[side].mode = known.sides[side].mode
        }
        return item
    }

    /// Files have a new name on both sides. Of what an earlier run has noted, the old one is not known any
    /// more.
    func noteMoves(_ moved: [SyncPlan.Row]) throws {
        let rows = moved.filter { $0.origin.flatMap(memory.item) != nil }
        guard !rows.isEmpty else { return }
        var standing: [(names: Pair<[Name]>, entries: Pair<Entry>)] = []
        var items: [SyncMemory.Item] = []
        for row in rows {
            guard case .move(let side) = row.action, let origin = row.origin,
                let new = row.difference.entries[side.other], var old = origin.entries[side]
            else { continue }
            old.name = new.name
            let entries = side == .second ? Pair(new, old) : Pair(old, new)
            standing.append((row.difference.names, entries))
            var item = SyncMemory.Item(row.difference.names, entries)
            // A new name says nothing of permissions: who has changed them is seen the next time.
            if let known = memory.state(of: origin) {
                for side in ComparedSide.allCases {
                    item.state.sides[side].mode = known.sides[side].mode
                }
            }
            items.append(item)
        }
        try agreements.save(items, forgetting: rows.compactMap(\.origin).compactMap(memory.item))
        try rememberTimes(standing, isNew: true)
    }

    /// This is the same on both sides now.
    func note(_ standing: [(names: Pair<[Name]>, entries: Pair<Entry>)]) throws {
        guard !standing.isEmpty else { return }
        try agreements.save(standing.map { SyncMemory.Item($0.names, $0.entries) })
        try rememberTimes(standing, isNew: true)
    }

    /// These are gone from both sides.
    func forget(_ gone: [Difference]) throws {
        let items = gone.compactMap { memory.item(of: $0) }
        if !items.isEmpty { try agreements.save([], forgetting: items) }
    }

    /// `isNew`: whether they stand so from now on only.
    private func rememberTimes(
        _ standing: some Sequence<(names: Pair<[Name]>, entries: Pair<Entry>)>, isNew: Bool
    ) throws {
        let found = RememberedPairs(standing, known: known)
        let needed = found.needed.all.lazy.filter { isNew || known[$0.path] != $0.file }
        pairs.save(needed, forgetting: found.told)
    }
}

extension SyncPlan.Row {
    /// Whether both versions are kept.
    fileprivate var isKeptTwice: Bool {
        if case .keepBoth = action { true } else { false }
    }
}
