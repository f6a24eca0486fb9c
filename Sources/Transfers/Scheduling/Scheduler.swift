import Files
import Jobs
import Words
import Work

/// Says which job comes next and where: takes requests, commands and what lanes report, one turn
/// after the other, at whose end idle lanes get work and listeners get news. Lives on the queue's
/// worker.
final class Scheduler {
    private let store: StoreWriter
    private let isShared: Bool
    /// Whether all that is submitted was begun by an earlier queue.
    private let isContinuing: Bool
    private let clock: any QueueClock
    private let post: SchedulerPost

    let jobs = JobTree()
    let journal: Journal
    let notices: NoticeBoard
    private let flow: JobFlow
    let commandHandler: CommandHandler
    let lanes: LanePool
    private let laneNews: LaneNews
    private let questions = Questions()
    private let parts: PartOwners
    private let pauses: Pauses
    private let picker: Picker
    let throttle = Throttle()
    let limit: QueueLimit
    private let progress: ProgressWatch
    let end: QueueEnd
    let others: OtherProcesses

    init(
        store: StoreWriter, right: WorkRight, registry: PartRegistry,
        configuration: TransferQueue.Configuration, control: ControlServer?,
        clock: any QueueClock,
        post: SchedulerPost, makeFileSystem: @escaping @Sendable (Site, Int) -> any FileSystem,
        onChange: @escaping @Sendable (QueueChange) -> Void,
        onResult: @escaping @Sendable (Job) -> Void
    ) {
        self.store = store
        self.clock = clock
        self.post = post
        isShared = configuration.isShared
        isContinuing = configuration.errand?.isAgain == true
        journal = Journal(
            store, of: jobs,
            later: Later(clock: clock) { body in post { body($0.journal) } },
            // A command's own transfers leave nothing behind.
            hasHistory: configuration.isShared, hearUndo: configuration.hearUndo,
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
                usual: { [usual = configuration.usualLanes] in
                    usual().map(ConnectionLimits.bounded)
                },
                later: Later(clock: clock) { body in post { body($0.lanes.limits) } },
                memory: configuration.memory, isBrowsed: configuration.isBrowsed),
            idleTime: configuration.idleTime, division: configuration.division,
            later: Later(clock: clock) { body in post { body($0.lanes) } },
            verifier: configuration.verifier, packing: configuration.packing,
            plans: configuration.plans, goesStraight: configuration.goesStraight,
            topics: configuration.topics, makeFileSystem: makeFileSystem
        ) { events in
            post { $0.laneNews.hear(events) }
        }
        let pauses = Pauses(
            of: jobs, lanes, notices,
            later: Later(clock: clock) { body in post { body($0.pauses) } })
        self.pauses = pauses
        let targets = TargetReservations(of: jobs, lanes)
        parts = PartOwners(
            registry, isShared: isShared, errand: configuration.errand, lanes, store, journal)
        let tally = RunTally()
        flow = JobFlow(
            of: jobs, journal, notices, questions, lanes, targets, parts, pauses,
            later: Later(clock: clock) { body in post { body($0.flow) } }
        ) { job in
            tally.note(job)
            onResult(job)
        }
        let failures = FailurePolicy(
            flow, store, isShared: isShared, tellRetry: configuration.tellRetry)
        picker = Picker(flow, store, throttles: [throttle] + configuration.throttles)
        limit = QueueLimit(
            throttle, configured: configuration.limit, configuration.limitNow, notices,
            isShared ? store : nil)
        commandHandler = CommandHandler(
            flow, Retrier(flow), store, limit: limit, isShared: isShared)
        laneNews = LaneNews(
            jobs: jobs, lanes: lanes, flow: flow, failures: failures,
            reader: DirectoryReader(flow, targets), commandHandler: commandHandler)
        progress = ProgressWatch(
            of: jobs, flow, lanes, pauses, notices, limit,
            journal: isShared ? journal : nil,
            later: Later(clock: clock) { body in post { body($0.progress) } })
        let report = RunReport(tally, whenDone: configuration.whenDone)
        end = QueueEnd(
            of: jobs, store: store, right: right, control: control, isShared: isShared, flow,
            journal, lanes, parts, pauses, commandHandler, report,
            later: Later(clock: clock) { body in post { body($0.end) } })
        others = OtherProcesses(
            store: store, control: control, commandHandler, Adopter(flow), failures, report, end,
            later: Later(clock: clock) { body in post { body($0.others) } },
            takeLogin: configuration.takeLogin
        ) { count in
            post.shared { $0.noteStops(count) }
        }
    }

    /// Runs `body`, then gives work to idle lanes and news to the listeners.
    func turn(_ body: (Scheduler) -> Void) {
        body(self)
        // What begins now begins with the limit of now.
        if flow.running.isEmpty { limit.renew() }
        assignWork()
        progress.goOn()
        notices.note(lanes.numbers.connections)
        notices.give()
        journal.schedule()
        end.check(others)
        others.endTurn()
    }

    /// Takes over what an earlier worker left; the listener knows of the jobs in `shown`.
    func begin(showing shown: [JobID]) {
        if isShared { others.takeOver(showing: shown) }
    }

    /// Gives every idle lane work.
    private func assignWork() {
        let isHeld = commandHandler.isPaused || end.isStopping
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
            // Until the server answers, this is what it waits for, and no longer for its turn.
            guard node.failures.isLostLine, node.job.state == .waiting else { return }
            node.job.wait = .connecting
            notices.noteChange(of: id)
        }
    }

    // MARK: - Jobs coming in

    func submit(
        _ requests: [JobRequest],
        accepted: @escaping @Sendable (Result<[JobID], StoreError>) -> Void
    ) {
        guard !end.isStopping else {
            return accepted(.failure(StoreError(tr("Ferry is closing, so nothing was queued."))))
        }
        if isShared, requests.contains(where: { $0.plan != nil }) {
            return accepted(.failure(SharedQueue.takesNoPlans))
        }
        var added: [JobNode] = []
        var batch: BatchID?
        for request in requests {
            let id = jobs.newNumber(from: store)
            let job = Job(
                request, id: id, batch: batch ?? BatchID(rawValue: id.rawValue))
            batch = job.batch
            let node = JobNode(
                job, position: id.rawValue,
                past: isContinuing ? .inherited(wasTried: true) : .none)
            node.choice = request.chosen.map { Choice($0) }
            node.plan = request.plan
            node.script = request.script
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
                StoreError(tr("The new jobs run, but are lost if Ferry ends now. \($0)"))
            }
            accepted(refusal.map { .failure($0) } ?? .success(ids))
        }
    }

    /// Says on the jobs at hand that they would be lost.
    func saveFailed(_ error: StoreError) {
        let line = tr("This job is lost if Ferry ends now, because it could not be saved. \(error)")
        for node in jobs.all where node.parent == nil && !node.isFinished {
            if node.job.story.last != line {
                node.tell(line)
                notices.noteChange(of: node.id)
            }
        }
    }
}
