import Files
import Jobs
import Work

/// Says which job comes next and where: takes requests, commands and what lanes report, one turn
/// after the other, at whose end idle lanes get work and listeners get news. Lives on the queue's
/// worker.
final class Scheduler {
    private enum Phase {
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
    /// Nil where others have to look into the store.
    let control: ControlServer?
    let takeLogin: @Sendable (Site, Secret) -> Void
    let isShared: Bool
    let clock: any QueueClock
    let post: SchedulerPost

    let jobs = JobTree()
    let journal: Journal
    let notices: NoticeBoard
    let flow: JobFlow
    let commandHandler: CommandHandler
    let lanes: LanePool
    private let questions = Questions()
    private let parts: PartOwners
    private let pauses: Pauses
    let reader: DirectoryReader
    let failures: FailurePolicy
    private let picker: Picker
    let adopter: Adopter
    let throttle = Throttle()
    let timedLimit: TimedLimit
    private let tally = RunTally()
    private let whenDone: (@Sendable (RunCounts) -> Void)?

    private var phase = Phase.working
    /// Directories of which it was told what keeps them from being faster.
    var explained: Set<JobID> = []
    /// Whether a timer looks at the progress of what runs.
    private var isTicking = false
    /// Answers of the store about other processes that are on their way.
    var openLooks = 0
    var foreignVersion: Int64 = -1
    var knocking = Knocking.none
    /// Whether this turn has just seen that other processes have left nothing.
    var hasFoundNothing = false
    private var idleWaiters: [@Sendable () -> Void] = []
    private var stopWaiters: [@Sendable () -> Void] = []

    init(
        store: StoreWriter, right: WorkRight, registry: PartRegistry,
        configuration: TransferQueue.Configuration, control: ControlServer?,
        clock: any QueueClock,
        post: SchedulerPost, makeFileSystem: @escaping @Sendable (Site, Int) -> any FileSystem,
        onChange: @escaping @Sendable (QueueChange) -> Void,
        onResult: @escaping @Sendable (Job) -> Void
    ) {
        self.store = store
        self.right = right
        self.control = control
        takeLogin = configuration.takeLogin
        self.clock = clock
        self.post = post
        isShared = configuration.isShared
        journal = Journal(
            store, of: jobs,
            later: Later(clock: clock) { body in post { body($0.journal) } },
            // A command's own transfers leave nothing behind.
            hasHistory: configuration.isShared,
            failed: { error in post { $0.saveFailed(error) } })
        notices = NoticeBoard(
            of: jobs, later: Later(clock: clock) { body in post { body($0.notices) } },
            onChange: { change in
                control?.tell(change)
                onChange(change)
            })
        lanes = LanePool(
            limits: ConnectionLimits(
                fixed: configuration.lanes.map(ConnectionLimits.bounded),
                usual: configuration.usualLanes.map(ConnectionLimits.bounded),
                later: Later(clock: clock) { body in post { body($0.lanes.limits) } },
                memory: configuration.memory, isBrowsed: configuration.isBrowsed),
            idleTime: configuration.idleTime, division: configuration.division,
            later: Later(clock: clock) { body in post { body($0.lanes) } },
            verifier: configuration.verifier, goesStraight: configuration.goesStraight,
            makeFileSystem: makeFileSystem
        ) { events in
            post { $0.hear(events) }
        }
        pauses = Pauses(
            of: jobs, lanes, notices,
            later: Later(clock: clock) { body in post { body($0.pauses) } })
        let targets = TargetReservations(of: jobs, lanes)
        parts = PartOwners(registry, isShared: isShared, lanes, store, journal)
        flow = JobFlow(
            of: jobs, journal, notices, questions, lanes, targets, parts, pauses,
            later: Later(clock: clock) { body in post { body($0.flow) } }
        ) { [tally] job in
            tally.note(job)
            onResult(job)
        }
        reader = DirectoryReader(flow, targets)
        failures = FailurePolicy(
            flow, store, isShared: isShared, tellRetry: configuration.tellRetry)
        picker = Picker(flow, store, throttle: throttle)
        commandHandler = CommandHandler(
            flow, Retrier(flow), store, throttle: throttle, isShared: isShared)
        adopter = Adopter(flow)
        throttle.setLimit(configuration.limit)
        timedLimit = TimedLimit(throttle, configuration.limitNow)
        whenDone = configuration.whenDone
    }

    /// Runs `body`, then gives work to idle lanes and news to the listeners.
    func turn(_ body: (Scheduler) -> Void) {
        body(self)
        // What begins now begins with the limit of now.
        if flow.running.isEmpty { timedLimit.renew() }
        assignWork()
        keepTicking()
        notices.note(lanes.numbers.connections)
        notices.give()
        journal.schedule()
        checkIdle()
        hasFoundNothing = false
    }

    /// Takes over what an earlier worker left; the listener knows of the jobs in `shown`.
    func begin(showing shown: [JobID]) {
        guard isShared else { return }
        takeOver(showing: shown)
    }

    /// Gives every idle lane work.
    private func assignWork() {
        let isHeld = commandHandler.isPaused || isStopping
        picker.noteQuestions()
        lanes.giveWork { route in
            // What was cancelled is cleared away even when nothing else is done.
            !route.isResting && !questions.lackLogin(for: route.needs.keys)
                && (!isHeld || route.hasCleaning)
        } _: { route in
            picker.nextWork(on: route, cleaningOnly: isHeld)
        } begin: { id, lane in
            guard let node = jobs[id] else { return }
            node.assignment?.interrupter = lane.interrupter
            node.assignment?.standstill = lanes.route(for: node.job).standstill
            node.job.lane = lane.number
        }
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
            let id = jobs.newNumber(from: store)
            let job = Job(
                request, id: id, batch: batch ?? BatchID(rawValue: id.rawValue))
            batch = job.batch
            let node = JobNode(job, position: id.rawValue)
            node.choice = request.chosen.map { Choice($0) }
            added.append(node)
        }
        TwinTargets.note(in: added)
        for node in added {
            jobs.insert(node)
            parts.begin(node)
            journal.noteRow(of: node)
            flow.touch(node, saving: false)
            if let refusal = node.refusal {
                flow.fail(node, with: refusal)
            }
        }
        let ids = added.map(\.id)
        // Lanes begin only with what a crash cannot lose.
        journal.write(added, Later(clock: clock) { [post] in post($0) }) { scheduler, error in
            for id in ids {
                guard let node = scheduler.jobs[id], node.job.state == .waiting,
                    node.control == nil
                else { continue }
                scheduler.lanes.enqueue(node)
            }
            let refusal = error.map {
                StoreError("What was added runs, but would be lost if Ferry ended now: \($0)")
            }
            accepted(refusal.map { .failure($0) } ?? .success(ids))
        }
    }

    // MARK: - Progress

    /// Seconds between two looks at what runs.
    private static let pace = 0.1
    /// Seconds between two looks at the countdowns, where nothing else runs.
    private static let countdownPace = 0.4

    /// Has the progress of what runs, and the countdowns, looked at now and then.
    private func keepTicking() {
        guard !flow.running.isEmpty || !pauses.countingDown.isEmpty || !explained.isEmpty,
            !isTicking
        else { return }
        isTicking = true
        clock.after(flow.running.isEmpty ? Scheduler.countdownPace : Scheduler.pace) { [post] in
            post { scheduler in
                scheduler.isTicking = false
                scheduler.tick()
            }
        }
    }

    /// Looks how far the running jobs are.
    private func tick() {
        let now = clock.now()
        pauses.countDown()
        timedLimit.look(at: now)
        let above = measure(flow.running, at: now)
        if isShared {
            journal.noteProgress(of: flow.running.union(above).union(pauses.countingDown))
        }
    }

    /// Says on the jobs at hand that they would be lost.
    func saveFailed(_ error: StoreError) {
        let line = "Not saved (\(error)): it would be lost if Ferry ended now."
        for node in jobs.all where node.parent == nil && !node.isFinished {
            if node.job.story.last != line {
                node.tell(line)
                notices.noteChange(of: node.id)
            }
        }
    }

    // MARK: - The end

    private func checkIdle() {
        guard lanes.isAtRest, journal.isWritten, openLooks == 0 else { return }
        if isStopping { return leave() }
        guard lanes.isIdle else { return }
        guard pauses.isEmpty || commandHandler.isPaused else { return }
        guard !idleWaiters.isEmpty || isDone else { return }
        // What another process has added since the last look is work as well.
        guard hasFoundNothing || !isShared else { return look() }
        if isDone { tellDone() }
        let waiters = idleWaiters
        idleWaiters = []
        for waiter in waiters { waiter() }
    }

    /// Whether somebody is to be told what the jobs came to, where nothing goes on by itself.
    private var isDone: Bool {
        whenDone != nil && !tally.isNothing && !commandHandler.isPaused
    }

    /// Takes in what the process that worked before has counted and told nobody.
    func inherit(_ counts: RunCounts) {
        if whenDone != nil { tally.add(counts) }
    }

    private func tellDone() {
        var counts = tally.take()
        counts.waiting = jobs.all.count { node in
            switch node.job.state {
            case .needsAnswer, .needsLogin: true
            default: false
            }
        }
        whenDone?(counts)
    }

    /// Runs them once nothing can go on by itself.
    func whenIdle(_ bodies: [@Sendable () -> Void]) {
        idleWaiters += bodies
    }

    var isStopping: Bool { phase != .working }

    func stop(_ stopped: @escaping @Sendable () -> Void) {
        stopWaiters.append(stopped)
        guard phase == .working else { return }
        phase = .stopping
        flow.haltAll()
    }

    /// Leaves the queue to the next process once no lane works any more, and says good-bye to the
    /// servers.
    private func leave() {
        if phase == .stopping {
            phase = .leaving
            journal.save()
            // Before another one listens there.
            control?.close()
            parts.leave()
            // Another Ferry need not wait until all good-byes are said.
            store.release(right, whenDone == nil ? RunCounts() : tally.take()) { [post] in
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

    /// Stops everything at once without saving, for a queue that is let go of.
    func abandon() {
        phase = .left
        for node in jobs.all { node.control?.stop() }
        lanes.abandon()
        parts.abandon()
        store.abandon()
        right.release()
    }
}
