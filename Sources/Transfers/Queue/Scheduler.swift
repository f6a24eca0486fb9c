import Files
import Jobs
import Work

/// Says which job comes next and where, and keeps account of all of them. Lives on the queue's
/// worker; every entry is a turn, at whose end idle lanes get work and listeners get news.
final class Scheduler {
    enum Phase {
        case working
        /// Lanes were told to stop.
        case stopping
        /// The jobs are being saved and left to the next worker.
        case leaving
        case left
    }

    let store: StoreWriter
    /// To be given up when the queue stops.
    private let right: WorkRight
    var configuration: TransferQueue.Configuration
    let clock: any QueueClock
    let post: SchedulerPost
    let onResult: @Sendable (Job) -> Void

    let jobs: JobTree
    let journal: Journal
    let notices: NoticeBoard
    let parts: PartOwners
    var targets = TargetReservations()
    var questions = Questions()
    let throttle = Throttle()
    private(set) var isPaused = false
    private(set) var phase = Phase.working

    let lanes: LanePool
    /// Servers to which a connection was ever made.
    var reachedSites: Set<Site> = []
    let pauses: Pauses
    /// Jobs on their way into the store.
    var submissions = 0

    /// Jobs that are gone from the queue, but whose targets lanes are still writing.
    var departed: [JobID: JobNode] = [:]
    /// Cancelled jobs that a lane still has, and what it will leave behind.
    var cancelled: [JobID: Remains] = [:]

    var runningJobs: Set<JobID> = []
    /// Whether a timer looks at the progress of what runs.
    var isTicking = false
    var foreignVersion: Int64 = -1
    private var idleWaiters: [@Sendable () -> Void] = []
    private var stopWaiters: [@Sendable () -> Void] = []

    init(
        store: StoreWriter, right: WorkRight, registry: PartRegistry,
        configuration: TransferQueue.Configuration,
        clock: any QueueClock,
        post: SchedulerPost, makeFileSystem: @escaping @Sendable (Site, Int) -> any FileSystem,
        onChange: @escaping @Sendable (QueueChange) -> Void,
        onResult: @escaping @Sendable (Job) -> Void
    ) {
        self.store = store
        self.right = right
        self.configuration = configuration
        self.clock = clock
        self.post = post
        self.onResult = onResult
        jobs = JobTree(reserveNumbers: store.reserveNumbers)
        parts = PartOwners(registry, isShared: configuration.isShared)
        journal = Journal(
            store, of: jobs,
            later: Later(clock: clock) { body in post { body($0.journal) } },
            failed: { error in post { $0.saveFailed(error) } })
        notices = NoticeBoard(
            of: jobs, later: Later(clock: clock) { body in post { body($0.notices) } },
            onChange: onChange)
        lanes = LanePool(
            most: Scheduler.bounded(configuration.lanes), idleTime: configuration.idleTime,
            later: Later(clock: clock) { body in post { body($0.lanes) } },
            makeFileSystem: makeFileSystem
        ) { events in
            post { $0.hear(events) }
        }
        pauses = Pauses(
            of: jobs, lanes, notices,
            later: Later(clock: clock) { body in post { body($0.pauses) } })
        throttle.setLimit(configuration.limit)
    }

    /// Runs `body`, then gives work to idle lanes and news to the listeners.
    func turn(_ body: (Scheduler) -> Void) {
        body(self)
        assignWork()
        keepTicking()
        notices.give()
        journal.schedule()
        checkIdle()
    }

    /// Takes over what an earlier worker left; the listener knows of the jobs in `shown`.
    func begin(showing shown: [JobID]) {
        guard configuration.isShared else { return }
        takeOver(showing: shown)
    }

    func setLanes(_ count: Int) {
        lanes.most = Scheduler.bounded(count)
    }

    private static func bounded(_ lanes: Int) -> Int { min(max(1, lanes), 16) }

    var isStopping: Bool { phase != .working }

    /// Stops everything at once without saving, for a queue that is let go of.
    func abandon() {
        phase = .left
        for node in jobs.all { node.control?.stop() }
        lanes.abandon()
        parts.abandon()
        store.abandon()
        right.release()
    }

    // MARK: - Jobs coming in

    func submit(
        _ requests: [JobRequest],
        accepted: @escaping @Sendable (Result<[JobID], StoreError>) -> Void
    ) {
        guard !isStopping else {
            return accepted(.failure(StoreError("Ferry is closing; nothing was added")))
        }
        var added: [JobNode] = []
        var batch: BatchID?
        for request in requests {
            let id = jobs.newNumber()
            let job = Job(
                request, id: id, batch: batch ?? BatchID(rawValue: id.rawValue))
            batch = job.batch
            added.append(JobNode(job, position: id.rawValue))
        }
        for node in added {
            jobs.insert(node)
            parts.begin(node)
            journal.noteRow(of: node)
            touch(node, saving: false)
            if let refusal = refusal(of: node.job) {
                fail(node, with: refusal)
            }
        }
        let ids = added.map(\.id)
        submissions += 1
        // Lanes begin only with what a crash cannot lose.
        journal.write(added) { [post] result in
            post { scheduler in
                scheduler.submissions -= 1
                var refusal: StoreError?
                if case .failure(let error) = result {
                    scheduler.saveFailed(error)
                    refusal = StoreError(
                        "What was added runs, but would be lost if Ferry ended now: \(error)")
                }
                for id in ids {
                    guard let node = scheduler.jobs[id], node.job.state == .waiting,
                        node.control == nil
                    else { continue }
                    scheduler.lanes.enqueue(node)
                }
                accepted(refusal.map { .failure($0) } ?? .success(ids))
            }
        }
    }

    /// Why a job makes no sense; nil where it does.
    private func refusal(of job: Job) -> FileSystemError? {
        guard job.operation != .delete else {
            guard job.source.path.isRoot else { return nil }
            return FileSystemError(
                .denied, path: job.source.path, detail: "The root directory cannot be deleted.")
        }
        guard let target = job.target else {
            return FileSystemError(
                .other, path: job.source.path,
                detail: "Nothing says where \(job.source.path) is to go; copy it again.")
        }
        guard target.site == job.source.site else { return nil }
        if target.path == job.source.path {
            return FileSystemError(
                .exists, path: target.path,
                detail: "\(target.path) cannot be put onto itself; choose another name.")
        }
        if job.kind == .directory, target.path.isInside(job.source.path) {
            return FileSystemError(
                .other, path: target.path,
                detail: "\(job.source.path) cannot be put into itself; choose another place.")
        }
        return nil
    }

    func route(for job: Job) -> Route { lanes.route(for: job) }

    private func checkIdle() {
        guard lanes.isIdle, submissions == 0 else { return }
        if isStopping { return leave() }
        guard pauses.isEmpty || isPaused, !idleWaiters.isEmpty else { return }
        let waiters = idleWaiters
        idleWaiters = []
        for waiter in waiters { waiter() }
    }

    /// Runs `body` once nothing can go on by itself.
    func whenIdle(_ bodies: [@Sendable () -> Void]) {
        idleWaiters += bodies
    }

    func setPaused(_ paused: Bool) {
        isPaused = paused
        notices.notePause(paused)
    }

    // MARK: - Closing down

    func stop(_ stopped: @escaping @Sendable () -> Void) {
        stopWaiters.append(stopped)
        guard phase == .working else { return }
        phase = .stopping
        for node in jobs.all where node.control != nil { halt(node, .hold) }
    }

    /// Leaves the queue to the next process once no lane works any more, and says good-bye to the
    /// servers.
    func leave() {
        if phase == .stopping {
            phase = .leaving
            journal.save()
            // Another Ferry need not wait until all good-byes are said.
            store.release(right) { [post] in
                post { $0.phase = .left }
            }
            lanes.close()
        }
        guard phase == .left, lanes.isClosed, !stopWaiters.isEmpty else { return }
        let waiters = stopWaiters + idleWaiters
        stopWaiters = []
        idleWaiters = []
        for waiter in waiters { waiter() }
    }
}
