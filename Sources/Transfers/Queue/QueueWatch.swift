import Files
import Jobs

/// The queue as another process works on it: shows that one's rows, and leaves it jobs and
/// commands in the store.
final class QueueWatch {
    let store: StoreWriter
    private let clock: any QueueClock
    private let post: SchedulerPost
    private let onChange: @Sendable (QueueChange) -> Void

    /// Who works, as far as the listener is to know.
    private var worker = QueueChange.Worker.another
    /// What it was told of that.
    private var toldWorker: QueueChange.Worker?
    /// How often anybody had begun to work when the work was stopped; nil until that was read.
    private var restedTerms: Int64?
    private var shown: [JobID: Job] = [:]
    private(set) var order: [JobID] = []
    private var isPaused = false
    private var version: Int64 = -1
    private var isReading = false
    /// When the rows may be read again: a long queue less often than a short one.
    private var nextReading = -Double.infinity
    var idleWaiters: [@Sendable () -> Void] = []

    init(
        store: StoreWriter, clock: any QueueClock, post: SchedulerPost,
        onChange: @escaping @Sendable (QueueChange) -> Void
    ) {
        self.store = store
        self.clock = clock
        self.post = post
        self.onChange = onChange
    }

    var jobs: [Job] { order.compactMap { shown[$0] } }

    /// Whether the work was stopped from outside, and nobody has begun it anew.
    var isResting: Bool { worker == .nobody }

    /// The listener knows these jobs already.
    func show(_ jobs: [Job]) {
        order = jobs.map(\.id)
        shown = Dictionary(jobs.map { ($0.id, $0) }) { $1 }
    }

    /// The work was stopped from outside: all is shown as paused until somebody works again.
    func rest() {
        worker = .nobody
        restedTerms = nil
        version = -1
    }

    /// Reads the rows, if they have changed.
    func look() {
        let now = clock.now()
        guard !isReading, now >= nextReading else { return }
        isReading = true
        store.rows(since: version) { [post] version, rows in
            post.watching { $0.take(rows, version, since: now) }
        } unchanged: { [post] in
            post.watching { $0.isReading = false }
        }
    }

    /// Seconds between two readings, for each second that one takes.
    private static let restPerReading = 10.0

    private func take(_ found: WatchedRows, _ version: Int64, since begun: Double) {
        isReading = false
        self.version = version
        let now = clock.now()
        nextReading = now + (now - begun) * QueueWatch.restPerReading
        post.shared { $0.noteStops(found.stops) }
        if isResting, found.terms != restedTerms ?? found.terms { worker = .another }
        restedTerms = found.terms
        var change = QueueChange()
        if worker != toldWorker { change.worker = worker }
        toldWorker = worker
        let nowPaused = found.isPaused || isResting
        let newOrder = QueueWatch.ordered(found.jobs)
        let rows = Dictionary(found.jobs.map { ($0.id, $0) }) { $1 }
        change.changed = newOrder.compactMap { rows[$0] }.filter { shown[$0.id] != $0 }
        change.removed = order.filter { rows[$0] == nil }
        let known = Set(order)
        let isReordered =
            newOrder.filter { known.contains($0) } != order.filter { rows[$0] != nil }
        if isReordered { change.order = newOrder }
        if nowPaused != isPaused { change.isPaused = nowPaused }
        (shown, order, isPaused) = (rows, newOrder, nowPaused)
        if !change.isEmpty { onChange(change) }
        checkIdle()
    }

    /// Each job followed by those below it.
    private static func ordered(_ jobs: [Job]) -> [JobID] {
        let ids = Set(jobs.map(\.id))
        var below: [JobID: [JobID]] = [:]
        var tops: [JobID] = []
        for job in jobs {
            if let parent = job.parent, ids.contains(parent) {
                below[parent, default: []].append(job.id)
            } else {
                tops.append(job.id)
            }
        }
        var order: [JobID] = []
        var rest = Array(tops.reversed())
        while let id = rest.popLast() {
            order.append(id)
            // Taken out, so that rows which name each other as parents end all the same.
            rest += (below.removeValue(forKey: id) ?? []).reversed()
        }
        return order
    }

    // MARK: - Idleness

    /// Whether nothing can go on by itself, as far as the rows say.
    func checkIdle() {
        guard !idleWaiters.isEmpty, version >= 0 else { return }
        // Nothing is tried there before a password has come.
        let closed = Set(shown.values.compactMap(\.missingLogin))
        let goesOn = shown.values.contains { job in
            switch job.state {
            case .running, .expanding, .committing: true
            case .waiting:
                !isPaused && job.wait != .directory
                    && closed.isDisjoint(with: [job.source.site, job.target?.site ?? .local])
            default: false
            }
        }
        guard !goesOn else { return }
        let waiters = idleWaiters
        idleWaiters = []
        for waiter in waiters { waiter() }
    }
}
