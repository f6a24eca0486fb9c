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
    let right: WorkRight
    var configuration: TransferQueue.Configuration
    let clock: any QueueClock
    let post: SchedulerPost
    let makeFileSystem: @Sendable (Site, Int) -> any FileSystem
    let onChange: @Sendable (QueueChange) -> Void
    let onResult: @Sendable (Job) -> Void

    var nodes: [JobID: JobNode] = [:]
    var routes: [RouteKey: Route] = [:]
    /// Fewer lanes than configured, for sites that said they have too many connections.
    var siteLimits: [Site: SiteLimit] = [:]
    /// The answers that were given for whole batches.
    var batchPolicies: [BatchID: ConflictPolicy] = [:]
    /// Jobs of a batch that wait for an answer, and of a site that wait for a password.
    var asking: [BatchID: Set<JobID>] = [:]
    var loginsMissing: [Site: Set<JobID>] = [:]
    let throttle = Throttle()
    var isPaused = false
    var phase = Phase.working
    /// Servers to which a connection was ever made.
    var reachedSites: Set<Site> = []

    let registry: PartRegistry
    /// The unfinished files of each batch.
    var partOwners: [BatchID: PartOwner] = [:]
    /// Those of which an earlier worker may have left some.
    var batchesWithParts: Set<BatchID> = []
    /// Targets that lanes are writing, and the jobs that wait for them.
    var targets: [FoldedPath: JobID] = [:]
    var blocked: [FoldedPath: [JobID]] = [:]
    /// Jobs that are gone from the queue, but whose targets lanes are still writing.
    var departed: [JobID: JobNode] = [:]
    /// What jobs that stand by themselves have written, by batch.
    var written: [BatchID: Set<FoldedPath>] = [:]
    /// Directories whose entries are being handed out, by their targets.
    var filling: [FoldedPath: Set<JobID>] = [:]

    /// Cancelled jobs that a lane still has, and what it will leave behind.
    var cancelled: [JobID: Remains] = [:]

    /// Numbers reserved in the store and not used yet.
    var numbers: Range<Int64> = 0..<0
    /// Lanes at work, jobs on their way into the store, pauses before another try.
    var busyLanes = 0
    var submissions = 0
    var pauses = 0
    /// Jobs whose rows show the seconds until their next try.
    var countingDown: Set<JobID> = []
    var closingLanes = 0
    var idleWaiters: [@Sendable () -> Void] = []
    var stopWaiters: [@Sendable () -> Void] = []

    var notices = Notices()
    /// Jobs whose rows have to be written, or to go.
    var unsaved: Set<JobID> = []
    var removedRows: [JobID] = []
    var isSaveDue = false
    var runningJobs: Set<JobID> = []
    var foreignVersion: Int64 = -1
    /// When progress was last noted in the store.
    var lastProgress = -Double.infinity

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
        self.registry = registry
        self.configuration = configuration
        self.configuration.lanes = min(max(1, configuration.lanes), 16)
        self.clock = clock
        self.post = post
        self.makeFileSystem = makeFileSystem
        self.onChange = onChange
        self.onResult = onResult
        throttle.setLimit(configuration.limit)
    }

    /// Runs `body`, then gives work to idle lanes and news to the listeners.
    func turn(_ body: (Scheduler) -> Void) {
        body(self)
        assignWork()
        giveNotice()
        scheduleSaving()
        checkIdle()
    }

    /// Takes over what an earlier worker left; the listener knows of the jobs in `shown`.
    func begin(showing shown: [JobID]) {
        guard configuration.isShared else { return }
        takeOver(showing: shown)
    }

    func setLanes(_ count: Int) {
        configuration.lanes = min(max(1, count), 16)
    }

    var isStopping: Bool { phase != .working }

    /// Stops everything at once without saving, for a queue that is let go of.
    func abandon() {
        phase = .left
        for node in nodes.values { node.control?.stop() }
        for route in routes.values {
            for lane in route.lanes { lane.worker.retire { $0.close() } }
        }
        registry.abandon()
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
            let id = newNumber()
            let job = Job(
                request, id: id, batch: batch ?? BatchID(rawValue: id.rawValue))
            batch = job.batch
            added.append(JobNode(job, position: id.rawValue))
        }
        let rows = added.map(\.stored)
        for node in added {
            node.isStored = true
            nodes[node.id] = node
            beginParts(of: node)
            touch(node, saving: false)
            if let refusal = refusal(of: node.job) {
                fail(node, with: refusal)
            }
        }
        let ids = added.map(\.id)
        submissions += 1
        // Lanes begin only with what a crash cannot lose.
        store.write(rows, removing: []) { [post] result in
            post { scheduler in
                scheduler.submissions -= 1
                var refusal: StoreError?
                if case .failure(let error) = result {
                    scheduler.saveFailed(error)
                    refusal = StoreError(
                        "What was added runs, but would be lost if Ferry ended now: \(error)")
                }
                for id in ids {
                    guard let node = scheduler.nodes[id], node.job.state == .waiting,
                        node.control == nil
                    else { continue }
                    scheduler.queueUp(node)
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

    /// Puts a job that is to be carried out where the lanes find it.
    func queueUp(_ node: JobNode) {
        let route = route(for: node.job)
        let top = node.top
        if node === top, node.tree == nil {
            route.waiting.insert(node.id, at: node.position)
        } else {
            if top.tree?.ready.contains(node.id) == false { top.tree?.ready.append(node.id) }
            activate(top, on: route)
        }
    }

    func activate(_ top: JobNode, on route: Route) {
        guard !route.active.contains(where: { $0 === top }) else { return }
        let index = route.active.firstIndex { $0.position > top.position }
        route.active.insert(top, at: index ?? route.active.endIndex)
    }

    func route(for job: Job) -> Route {
        let key = RouteKey(job)
        if let route = routes[key] { return route }
        let route = Route(key)
        routes[key] = route
        return route
    }

    /// A number for a job; where the store gives none, one that is kept in memory only.
    func newNumber() -> JobID {
        if numbers.isEmpty { numbers = store.reserveNumbers() }
        let number = numbers.lowerBound
        numbers = (number + 1)..<max(number + 1, numbers.upperBound)
        return JobID(rawValue: number)
    }

    // MARK: - Looking

    func allJobs() -> [Job] {
        var jobs: [Job] = []
        for top in tops() { collect(top, into: &jobs) }
        return jobs
    }

    private func collect(_ node: JobNode, into jobs: inout [Job]) {
        jobs.append(node.job)
        for child in children(of: node) { collect(child, into: &jobs) }
    }

    /// The jobs in a directory, in their order.
    func children(of node: JobNode) -> [JobNode] {
        node.children.compactMap { nodes[$0] }.sorted {
            ($0.position, $0.id) < ($1.position, $1.id)
        }
    }

    /// The jobs that stand by themselves, in their order.
    func tops() -> [JobNode] {
        nodes.values.filter { $0.parent == nil }.sorted {
            ($0.position, $0.id) < ($1.position, $1.id)
        }
    }

    private func checkIdle() {
        guard busyLanes == 0, submissions == 0 else { return }
        if isStopping { return leave() }
        guard pauses == 0 || isPaused, !idleWaiters.isEmpty else { return }
        let waiters = idleWaiters
        idleWaiters = []
        for waiter in waiters { waiter() }
    }
}
