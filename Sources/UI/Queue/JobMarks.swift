import Jobs

/// The jobs that the user has marked on the queue's screen, to do something to all of them.
struct JobMarks: Sendable {
    private var ids: Set<JobID> = []
    /// More are not marked at once: each gets its own command.
    static let limit = 10_000

    var isEmpty: Bool { ids.isEmpty }
    var count: Int { ids.count }

    func contains(_ id: JobID) -> Bool { ids.contains(id) }

    /// Marks a job, or no longer; false where too many are marked.
    mutating func toggle(_ id: JobID) -> Bool {
        if ids.remove(id) != nil { return true }
        guard ids.count < JobMarks.limit else { return false }
        ids.insert(id)
        return true
    }

    /// Marks all jobs of a tab, none, or those that were not; whether the action was one of these.
    mutating func perform(_ action: Action, on tab: QueueState.Tab, of queue: QueueState) -> Bool {
        switch action {
        case .unmarkAll: ids = []
        case .markAll: ids = JobMarks.jobs(of: tab, in: queue)
        case .markInvert: ids = JobMarks.jobs(of: tab, in: queue).subtracting(ids)
        default: return false
        }
        return true
    }

    private static func jobs(of tab: QueueState.Tab, in queue: QueueState) -> Set<JobID> {
        let rows = 0..<min(queue.jobRowCount(of: tab), limit)
        return Set(rows.compactMap { queue.job(atRow: $0, of: tab)?.id })
    }

    /// Drops those that have left the queue.
    mutating func follow(_ queue: QueueState) {
        if !ids.isEmpty { ids = ids.filter { queue[$0] != nil } }
    }

    /// The marked jobs as they are now, in the order in which they were asked for.
    func jobs(in queue: QueueState) -> [Job] {
        ids.compactMap { queue[$0] }.sorted { $0.id < $1.id }
    }
}
