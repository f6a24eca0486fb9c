import Files
import Jobs

/// The queue as another process works on it: shows that one's rows, and leaves it jobs and
/// commands in the store.
final class QueueWatch {
    let store: StoreWriter
    /// Where the worker may be reached; nil where it cannot.
    private let address: ControlAddress?
    private let clock: any QueueClock
    private let post: SchedulerPost
    private let onChange: @Sendable (QueueChange) -> Void

    /// Who works, as far as the listener is to know.
    private var worker = QueueChange.Worker.another
    /// What it was told of that.
    private var toldWorker: QueueChange.Worker?
    private var shown: [JobID: Job] = [:]
    private(set) var order: [JobID] = []
    private var isPaused = false
    /// What the listener was told of the limit; nil where that was another's.
    private var toldLimit: TimedRate? = TimedRate(nil)
    private var answers: [SiteAnswer] = []
    private var version: Int64 = -1
    private var isReading = false
    /// Speaks to the worker; what it says is newer than the rows.
    private var link: ControlLink?
    private var linkCount = 0
    /// Whether the listener knows of it.
    private var toldLink = false
    private var live: [JobID: JobProgress] = [:]
    /// Whether what is shown was heard, and holds no longer.
    private var isOutdated = false
    private var connections: [SiteConnections] = []
    /// When the rows may be read again: a long queue less often than a short one.
    private var nextReading = -Double.infinity
    var idleWaiters: [@Sendable () -> Void] = []

    init(
        store: StoreWriter, address: ControlAddress?, clock: any QueueClock, post: SchedulerPost,
        onChange: @escaping @Sendable (QueueChange) -> Void
    ) {
        self.store = store
        self.address = address
        self.clock = clock
        self.post = post
        self.onChange = onChange
    }

    var jobs: [Job] { order.compactMap { shown[$0] } }

    /// Whether the work was stopped from outside, and nobody has begun it anew.
    var isResting: Bool { worker == .nobody }

    /// The listener knows of these jobs, and of connections, from when this process worked; it may
    /// not have heard the last of them.
    func show(_ known: [JobID]) {
        order = known
        toldLink = true
        toldLimit = nil
    }

    /// The work was stopped from outside: all is shown as paused until somebody works again.
    func rest() {
        worker = .nobody
        version = -1
    }

    /// Reads the rows, if they have changed.
    func look() {
        let now = clock.now()
        guard !isReading, now >= nextReading else { return }
        isReading = true
        // What was heard over the rows holds no longer, though these have not changed.
        let known = isOutdated ? -1 : version
        isOutdated = false
        store.rows(since: known) { [post] version, rows in
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
        if isResting, found.terms > found.stoppedTerm { worker = .another }
        var change = QueueChange()
        if worker != toldWorker { change.worker = worker }
        toldWorker = worker
        let nowPaused = found.isPaused || isResting
        let newOrder = QueueWatch.ordered(found.jobs)
        let jobs = found.jobs.map { live[$0.id]?.applied(to: $0) ?? $0 }
        let rows = Dictionary(jobs.map { ($0.id, $0) }) { $1 }
        live = live.filter { id, _ in rows[id].flatMap { JobProgress($0) } != nil }
        change.changed = newOrder.compactMap { rows[$0] }.filter { shown[$0.id] != $0 }
        change.removed = order.filter { rows[$0] == nil }
        let known = Set(order)
        let isReordered =
            newOrder.filter { known.contains($0) } != order.filter { rows[$0] != nil }
        if isReordered { change.order = newOrder }
        if nowPaused != isPaused { change.isPaused = nowPaused }
        let limit = TimedRate(found.limit)
        if limit != toldLimit { change.limit = limit }
        toldLimit = limit
        if found.answers != answers { change.answers = found.answers }
        (shown, order, isPaused) = (rows, newOrder, nowPaused)
        answers = found.answers
        if !change.isEmpty { onChange(change) }
        tellLink()
        checkIdle()
    }

    // MARK: - What the worker says

    var isLinked: Bool { link != nil }

    /// Speaks to the worker from now on, where it can be reached.
    func connect() {
        guard link == nil, !isResting, let address else { return }
        linkCount += 1
        link = ControlLink(to: address) { [post, linkCount] messages in
            post.watching { $0.hear(messages, over: linkCount) }
        }
        // Before the first rows nobody knows that another process works.
        if version >= 0 { tellLink() }
    }

    private func tellLink() {
        guard isLinked != toldLink else { return }
        toldLink = isLinked
        var change = QueueChange()
        change.takesLogins = isLinked
        change.connections = connections
        onChange(change)
    }

    /// Has the worker take at once what was left for it in the store.
    func knock() { link?.knock() }

    func give(_ secret: Secret, for site: Site) { link?.give(secret, for: site) }

    private func hear(_ messages: [ControlMessage]?, over number: Int) {
        guard number == linkCount, link != nil else { return }
        var change = QueueChange()
        var isBehind = false
        for message in messages ?? [] {
            switch message {
            case .progress(let rows):
                for row in rows {
                    live[row.id] = row
                    guard let job = shown[row.id] else { continue }
                    let now = row.applied(to: job)
                    shown[row.id] = now
                    if now != job { change.changed.append(now) }
                }
            case .connections(let connections):
                self.connections = connections
                change.connections = connections
            case .changed: isBehind = true
            case .missed:
                live = [:]
                isOutdated = true
                isBehind = true
            case .look, .login: break
            }
        }
        if !change.isEmpty, version >= 0 { onChange(change) }
        if messages == nil {
            link = nil
            live = [:]
            isOutdated = true
            connections = []
            tellLink()
        }
        if isBehind { look() }
        if messages == nil { post.shared { $0.noteHangUp() } }
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
