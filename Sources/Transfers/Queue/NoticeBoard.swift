import Jobs

/// Tells the listener what has changed, at most ten times a second.
final class NoticeBoard {
    private static let pace = 0.1

    private let jobs: JobTree
    private let later: Later<NoticeBoard>
    private let onChange: @Sendable (QueueChange) -> Void

    private var changed: Set<JobID> = []
    private var removed: [JobID] = []
    private var isReordered = false
    private var isPaused: Bool?
    private var limit: TimedRate?
    private var toldLimit = TimedRate(nil)
    private var worker: QueueChange.Worker?
    private var connections: [SiteConnections] = []
    private var isConnectionNews = false
    private var answers: [SiteAnswer]?
    private var toldAnswers: [SiteAnswer] = []
    private var isUnlinked = false
    /// Jobs that the listener has seen; what it never saw need not be taken back.
    private var announced: Set<JobID> = []
    /// When the last notice was given.
    private var last = -Double.infinity
    /// Whether a timer will give the next.
    private var isDue = false

    init(
        of jobs: JobTree, later: Later<NoticeBoard>,
        onChange: @escaping @Sendable (QueueChange) -> Void
    ) {
        self.jobs = jobs
        self.later = later
        self.onChange = onChange
    }

    func noteChange(of id: JobID) { changed.insert(id) }
    func noteOrder() { isReordered = true }
    func notePause(_ isPaused: Bool) { self.isPaused = isPaused }
    func noteWorker(_ worker: QueueChange.Worker) { self.worker = worker }

    /// Notes that no other process works any more that would take passwords, and that what it was
    /// connected to is another matter.
    func noteUnlinked() {
        isUnlinked = true
        isConnectionNews = true
    }

    /// Notes which sites transfers are connected to.
    func note(_ connections: [SiteConnections]) {
        guard connections != self.connections else { return }
        self.connections = connections
        isConnectionNews = true
    }

    /// Notes the limit of all jobs together.
    func note(_ limit: TimedRate) {
        guard limit != toldLimit else { return }
        toldLimit = limit
        self.limit = limit
    }

    /// Notes the limit to a listener that may know another process's.
    func noteOwn(_ limit: TimedRate) {
        toldLimit = limit
        self.limit = limit
    }

    /// Notes what was answered for whole sites.
    func note(_ answers: [SiteAnswer]) {
        guard answers != toldAnswers else { return }
        toldAnswers = answers
        self.answers = answers
    }

    /// Notes that the listener knows these jobs, from another process.
    func noteShown(_ ids: [JobID]) {
        for id in ids {
            if jobs[id] != nil { announced.insert(id) } else { removed.append(id) }
        }
    }

    /// Notes that a job is gone.
    func forget(_ id: JobID) {
        changed.remove(id)
        if announced.remove(id) != nil { removed.append(id) }
    }

    /// Tells what has changed, now or as soon as that may be told.
    func give() {
        guard
            !changed.isEmpty || !removed.isEmpty || isReordered || isPaused != nil || worker != nil
                || isConnectionNews || answers != nil || limit != nil
        else { return }
        let wait = last + NoticeBoard.pace - later.clock.now()
        guard wait <= 0 else {
            guard !isDue else { return }
            isDue = true
            return later.after(wait) { $0.isDue = false }
        }
        var change = QueueChange()
        change.changed = changed.sorted().compactMap { id in
            guard let node = jobs[id] else { return nil }
            announced.insert(id)
            return node.job
        }
        change.removed = removed
        if isReordered { change.order = jobs.jobs.map(\.id) }
        change.isPaused = isPaused
        change.worker = worker
        change.answers = answers
        change.limit = limit
        if isConnectionNews { change.connections = connections }
        if isUnlinked { change.takesLogins = false }
        isUnlinked = false
        changed = []
        removed = []
        isReordered = false
        isPaused = nil
        worker = nil
        answers = nil
        limit = nil
        isConnectionNews = false
        last = later.clock.now()
        if !change.isEmpty { onChange(change) }
    }
}
