import Files
import Jobs

/// What was asked for in one go, all its rows together.
struct BatchTotals: Hashable, Sendable {
    /// Rows that stand by themselves, and those of them that have not ended.
    var count = 0
    var unfinished = 0
    /// Files found so far, and finished.
    var files = 0
    var filesDone = 0

    fileprivate mutating func add(_ job: Job, _ sign: Int) {
        let isDirectory = job.kind == .directory
        let hasEnded = QueueState.Tab(of: job.state) == .done
        count += sign
        if !hasEnded { unfinished += sign }
        files += sign * (isDirectory ? job.filesFound : 1)
        filesDone += sign * (isDirectory ? job.filesDone : hasEnded ? 1 : 0)
    }
}

/// What the queue's rows come to together, and when each last moved: kept while they change, so that
/// no frame walks through them.
struct QueueProgress: Sendable {
    private var batches: [BatchID: BatchTotals] = [:]
    /// Of what is under way, when more of it was done.
    private var moved: [JobID: Instant] = [:]
    /// Those that keep something up to date, which have no end.
    private(set) var watches: Set<JobID> = []
    /// Those of them that wait for the next change.
    private(set) var resting: Set<JobID> = []
    /// Seconds without any news after which a job is called stalled.
    static let patience = 5

    /// What a batch comes to; nil for one that has no row that stands by itself.
    subscript(batch: BatchID) -> BatchTotals? { batches[batch] }

    /// Whole seconds since a job under way last moved, where it ought to have; nil otherwise.
    func stall(of job: Job, at now: Instant) -> Int? {
        switch job.state {
        // What comes after the last file is not counted.
        case .running where job.operation.isPlan && job.filesDone >= job.filesFound: return nil
        case .running, .expanding: break
        default: return nil
        }
        guard let since = moved[job.id] else { return nil }
        let seconds = Int(min(86_400, max(0, now.seconds(since: since))))
        return seconds >= QueueProgress.patience ? seconds : nil
    }

    private mutating func noteWatch(_ old: Job?, _ new: Job?) {
        if let old {
            watches.remove(old.id)
            resting.remove(old.id)
        }
        guard let new, new.operation == .watch else { return }
        if [.active, .waiting].contains(QueueState.Tab(of: new.state)) { watches.insert(new.id) }
        if new.state == .waiting, new.wait == .change { resting.insert(new.id) }
    }

    /// A row came, changed or went.
    mutating func note(_ old: Job?, _ new: Job?, at now: Instant) {
        if let old, old.parent == nil { add(old, -1) }
        if let new, new.parent == nil { add(new, 1) }
        noteWatch(old, new)
        guard let new, QueueState.Tab(of: new.state) == .active else {
            if let old { moved[old.id] = nil }
            return
        }
        let isMoving =
            old.map {
                $0.done != new.done || $0.filesDone != new.filesDone
                    || $0.filesFound != new.filesFound || $0.state != new.state
            } ?? true
        if isMoving { moved[new.id] = now }
    }

    private mutating func add(_ job: Job, _ sign: Int) {
        var totals = batches[job.batch] ?? BatchTotals()
        totals.add(job, sign)
        batches[job.batch] = totals.count > 0 ? totals : nil
    }
}
