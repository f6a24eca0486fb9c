import Files
import Sync
import Synchronization
import UI

/// What a comparison of two trees has found out so far about each entry of the top, while it goes on.
final class ComparisonFindings: Sendable {
    private struct State {
        /// Differences that were looked at.
        var seen = 0
        var different: Set<Name> = []
        /// Directories below each entry of the top that are still to be compared.
        var open: [Name: Int] = [:]
        /// Entries of which more is to be found out at the end.
        var doubtful: Set<Name> = []
        var waiting: [Name: Verdict] = [:]
        var pace = ReportPace()
    }

    private let tops: Set<Name>
    private let criterion: Criterion
    private let state = Mutex(State())

    /// `tops`: what both sides have at the top, by the first one's names.
    init(_ tops: Set<Name>, criterion: Criterion) {
        self.tops = tops
        self.criterion = criterion
    }

    /// Whether an entry of the top is known to differ.
    func isDifferent(_ name: Name) -> Bool { state.withLock { $0.different.contains(name) } }

    /// A directory was compared; gives what may be told by now, and whether what is below it matters.
    func note(
        _ directory: PairedDirectory, below: Int, _ comparison: Comparison,
        at now: Instant = .now()
    ) -> (news: [Name: Verdict], isWanted: Bool) {
        state.withLock { state in
            let top = directory.names.first.first
            // All is walked once more where capitals do not count.
            if top == nil { state = State() }
            for difference in comparison.differences[state.seen...] {
                guard let name = difference.names.first.first, tops.contains(name) else {
                    continue
                }
                if !difference.isCertain {
                    state.doubtful.insert(name)
                } else if difference.names.first.count > 1, state.different.insert(name).inserted {
                    state.waiting[name] = .different
                }
            }
            state.seen = comparison.differences.count
            guard let top else { return ([:], true) }
            let isWanted = !state.different.contains(top)
            state.open[top, default: 1] += (isWanted ? below : 0) - 1
            if state.open[top] == 0, isWanted, !state.doubtful.contains(top),
                criterion != .contents, comparison.untold.isEmpty,
                !comparison.holding.first.contains([top]), comparison.unfollowedCount == 0
            {
                state.waiting[top] = .same
            }
            guard !state.waiting.isEmpty, state.pace.isDue(at: now) else { return ([:], isWanted) }
            defer { state.waiting = [:] }
            return (state.waiting, isWanted)
        }
    }
}
