import Jobs

/// Whether anything goes on, and how the queue is stopped: told to stop, saved, left to the next
/// worker, closed.
final class QueueEnd {
    private enum Phase {
        case working
        /// Lanes were told to stop.
        case stopping
        /// The jobs are being saved and left to the next worker.
        case leaving
        case left
    }

    private let store: StoreWriter
    /// To be given up when the queue stops.
    private let right: WorkRight
    private let control: ControlServer?
    private let isShared: Bool
    private let flow: JobFlow
    private let jobs: JobTree
    private let journal: Journal
    private let lanes: LanePool
    private let parts: PartOwners
    private let pauses: Pauses
    private let commandHandler: CommandHandler
    private let report: RunReport
    private let later: Later<QueueEnd>

    private var phase = Phase.working
    private var idleWaiters: [@Sendable () -> Void] = []
    private var stopWaiters: [@Sendable () -> Void] = []

    init(
        of jobs: JobTree, store: StoreWriter, right: WorkRight, control: ControlServer?,
        isShared: Bool, _ flow: JobFlow, _ journal: Journal, _ lanes: LanePool,
        _ parts: PartOwners, _ pauses: Pauses, _ commandHandler: CommandHandler,
        _ report: RunReport, later: Later<QueueEnd>
    ) {
        self.jobs = jobs
        self.store = store
        self.right = right
        self.control = control
        self.isShared = isShared
        self.flow = flow
        self.journal = journal
        self.lanes = lanes
        self.parts = parts
        self.pauses = pauses
        self.commandHandler = commandHandler
        self.report = report
        self.later = later
    }

    /// Whether nothing new is taken or begun.
    var isStopping: Bool { phase != .working }

    /// Runs them once nothing can go on by itself.
    func whenIdle(_ bodies: [@Sendable () -> Void]) {
        idleWaiters += bodies
    }

    /// Sees whether nothing goes on any more: tells those who wait for it, or leaves a queue that
    /// was stopped.
    func check(_ others: OtherProcesses) {
        guard lanes.isAtRest, journal.isWritten, !others.isLooking else { return }
        if isStopping { return leave() }
        guard lanes.isIdle else { return }
        guard pauses.isEmpty || commandHandler.isPaused else { return }
        let isReportDue = report.isDue && !commandHandler.isPaused
        // What waits for changes has no end; of the rest it is told all the same.
        let isIdle = pauses.watching.isEmpty || commandHandler.isPaused
        guard isIdle && !idleWaiters.isEmpty || isReportDue else { return }
        // What another process has added since the last look is work as well.
        guard others.hasFoundNothing || !isShared else { return others.look() }
        if isReportDue { report.give(jobs) }
        guard isIdle else { return }
        let waiters = idleWaiters
        idleWaiters = []
        for waiter in waiters { waiter() }
    }

    /// Begins nothing any more, and runs `stopped` once all is saved and said.
    func stop(_ stopped: @escaping @Sendable () -> Void) {
        stopWaiters.append(stopped)
        guard phase == .working else { return }
        phase = .stopping
        pauses.endWatches()
        flow.haltAll()
    }

    /// Leaves the queue to the next process once no lane works any more, and says good-bye to the
    /// servers.
    private func leave() {
        if phase == .stopping {
            phase = .leaving
            // A run may have ended meanwhile that goes on to wait for changes.
            pauses.endWatches()
            journal.save()
            // Before another one listens there.
            control?.close()
            parts.leave()
            // Another Ferry need not wait until all good-byes are said.
            store.release(right, report.handOver()) { [later] in
                later.now { $0.phase = .left }
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
        pauses.endWatches()
        for node in jobs.all { node.control?.stop() }
        lanes.abandon()
        parts.abandon()
        store.abandon()
        right.release()
    }
}
