package import Files
package import Sync

/// Makes a plan for two sides from where they differ; reads files of which only the contents tell what has
/// become of them.
package struct SyncPlanner {
    /// Bytes of a file that is read to find out whether it has another name, and of one that is where only
    /// its directory has. Of larger ones size and time tell: to read them takes as long as to copy them.
    private static let (named, placed): (UInt64, UInt64) = (16 << 20, 1 << 20)

    private let places: Pair<Location>
    private let access: any TreeAccess

    package init(_ places: Pair<Location>, _ access: any TreeAccess) {
        self.places = places
        self.access = access
    }

    /// `outcome` gets what could not be read, and loses what turns out to be the same.
    package func plan(
        _ outcome: inout PairWalk.Outcome, _ memory: SyncMemory, _ rules: SyncRules
    ) throws -> SyncPlan {
        let whole = outcome
        let areWhole = Pair(isWhole(.first, whole), isWhole(.second, whole))
        let unread = try settleDoubts(&outcome)
        var plan = SyncPlan(outcome.comparison, memory, rules, unread: unread, areWhole: areWhole)
        var refuted: Set<Int> = []
        while true {
            // What was another's place may be taken for that of the next.
            let more = try unmoved(plan)
            if more.isEmpty { return plan }
            refuted.formUnion(more)
            plan = SyncPlan(
                outcome.comparison, memory, rules, unread: unread, unmoved: refuted,
                areWhole: areWhole)
        }
    }

    /// Whether nothing but single directories of a side could not be read.
    private func isWhole(_ side: ComparedSide, _ outcome: PairWalk.Outcome) -> Bool {
        !outcome.failures.contains {
            $0.side == side && ($0.error.endsConnection || $0.path == places[side].path)
        }
    }

    /// Reads files that only seem to differ; gives the indices of those that could not be read.
    private func settleDoubts(_ outcome: inout PairWalk.Outcome) throws -> Set<Int> {
        let doubts = SyncPlan.doubts(outcome.comparison).compactMap { index in
            outcome.comparison.differences[index].files.map { (index: index, files: $0) }
        }
        guard !doubts.isEmpty else { return [] }
        var same: Set<Int> = []
        var unread = Set(doubts.map { $0.files.names })
        try ContentComparer(places, access).compare(doubts.map(\.files)) { position, result in
            let (index, files) = doubts[position]
            switch result {
            case .success(let areSame):
                unread.remove(files.names)
                if areSame { same.insert(index) }
            case .failure(let error):
                outcome.failures.append(PairWalk.Failure(files, places, error))
            }
        }
        outcome.comparison.noteSame(same)
        return Set(
            outcome.comparison.differences.indices.filter {
                unread.contains(outcome.comparison.differences[$0].names)
            })
    }

    /// What only looks as if it had had another name, by its index.
    private func unmoved(_ plan: SyncPlan) throws -> Set<Int> {
        let moves = plan.moves.filter { _, files in
            let hasOtherName = files.names.first.last != files.names.second.last
            let limit = hasOtherName ? SyncPlanner.named : SyncPlanner.placed
            return files.entries.first.size.map { $0 < limit } ?? true
        }
        var unmoved = Set(moves.map(\.index))
        try ContentComparer(places, access).compare(moves.map(\.files)) { position, result in
            // What cannot be read is copied, and says then why it cannot be.
            if case .success(true) = result { unmoved.remove(moves[position].index) }
        }
        return unmoved
    }
}
