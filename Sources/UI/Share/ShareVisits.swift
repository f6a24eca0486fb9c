package import Jobs

/// Who is served by the share, and who was lately, as rows: divided once when they come, so that
/// drawing never looks for anything.
package struct ShareVisits: Hashable, Sendable {
    /// Those that are served now, the first one first.
    package private(set) var running: [Visit] = []
    /// Those that ended, the newest first.
    package private(set) var ended: [Visit] = []
    private var failed: [Visit] = []
    private var done: [Visit] = []
    /// Bytes a second, of all that run.
    package private(set) var speed = 0.0
    /// The one that the queue's screen leads to, until the share's screen has selected it.
    var chosen: Visit.ID?
    /// Ended ones that the user does not want to see any more.
    private var cleared: Set<Visit.ID> = []

    /// Nobody was served yet.
    package init() {}

    /// Takes in the visits as they are now, the oldest first.
    mutating func take(_ visits: [Visit]) {
        cleared.formIntersection(visits.map(\.id))
        running = visits.filter { $0.state == .running }
        speed = running.reduce(0) { $0 + max(0, $1.speed ?? 0) }
        ended = visits.reversed().filter { $0.state != .running && !cleared.contains($0.id) }
        divide()
    }

    /// Drops the rows of those that ended, also of those that failed: nobody here can try them
    /// again.
    mutating func clearEnded() {
        cleared.formUnion(ended.map(\.id))
        ended = []
        divide()
    }

    private mutating func divide() {
        failed = ended.filter { $0.tab == .failed }
        done = ended.filter { $0.tab == .done }
    }

    /// The rows that stand before a tab's jobs.
    package func before(_ tab: QueueState.Tab) -> [Visit] {
        switch tab {
        case .all, .active: running
        case .waiting, .needsYou, .failed, .done: []
        }
    }

    /// The rows that stand behind a tab's jobs.
    package func behind(_ tab: QueueState.Tab) -> [Visit] {
        switch tab {
        case .all: ended
        case .failed: failed
        case .done: done
        case .active, .waiting, .needsYou: []
        }
    }

    /// All rows.
    package var count: Int { running.count + ended.count }

    /// The visit in a row; nil outside.
    package subscript(row: Int) -> Visit? {
        if running.indices.contains(row) { return running[row] }
        let rest = row - running.count
        return ended.indices.contains(rest) ? ended[rest] : nil
    }

    func row(of id: Visit.ID) -> Int? {
        running.firstIndex { $0.id == id }
            ?? ended.firstIndex { $0.id == id }.map { running.count + $0 }
    }
}

extension Visit {
    /// The tab of the queue in which it stands, besides `all`.
    var tab: QueueState.Tab {
        switch state {
        case .running: .active
        case .failed: .failed
        case .done, .kicked: .done
        }
    }
}
