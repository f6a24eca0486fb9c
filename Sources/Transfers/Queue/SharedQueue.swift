import Jobs

/// What this process does for the queue: of all processes one works on it, the others look on,
/// and the first of them to notice takes over when that one ends. Lives on the queue's worker.
final class SharedQueue {
    private enum Role {
        case working(Scheduler)
        case watching(QueueWatch)
        /// Why nothing is done any more, or ever.
        case ended(StoreError)
    }

    /// Seconds between two tries to become the one that works.
    static let watchPace = 0.5

    /// Nil where there is none.
    private let store: StoreWriter?
    private let clock: any QueueClock
    private let post: SchedulerPost
    private let makeScheduler: ((WorkRight) -> Scheduler)?
    private let makeWatch: (() -> QueueWatch)?
    private var role: Role

    init(
        store: StoreWriter, clock: any QueueClock, post: SchedulerPost,
        makeScheduler: @escaping (WorkRight) -> Scheduler,
        makeWatch: @escaping () -> QueueWatch
    ) {
        self.store = store
        self.clock = clock
        self.post = post
        self.makeScheduler = makeScheduler
        self.makeWatch = makeWatch
        role = SharedQueue.closed
    }

    /// A queue that takes nothing, because there is no store.
    init(refusing reason: StoreError, clock: any QueueClock, post: SchedulerPost) {
        store = nil
        self.clock = clock
        self.post = post
        makeScheduler = nil
        makeWatch = nil
        role = .ended(StoreError("Nothing was queued, because \(reason)"))
    }

    private static var closed: Role {
        .ended(StoreError("Ferry is closing; nothing was added"))
    }

    func begin(isShared: Bool) {
        guard let makeWatch else { return }
        guard isShared else { return work(.own, after: nil) }
        if let right = takeRight() { return work(right, after: nil) }
        let watch = makeWatch()
        role = .watching(watch)
        watch.look()
        keepWatching()
    }

    private func takeRight() -> WorkRight? {
        // That locks work was seen when the store was opened: what fails now may work again.
        try? store?.store.takeWork()
    }

    private func work(_ right: WorkRight, after watch: QueueWatch?) {
        guard let scheduler = makeScheduler?(right) else { return }
        role = .working(scheduler)
        scheduler.whenIdle(watch?.idleWaiters ?? [])
        if watch != nil { scheduler.notices.noteWorker(.this) }
        scheduler.turn { $0.begin(showing: watch?.order ?? []) }
    }

    private func keepWatching() {
        clock.after(SharedQueue.watchPace) { [post] in
            post.shared { queue in
                guard case .watching(let watch) = queue.role else { return }
                if let right = queue.takeRight() { return queue.work(right, after: watch) }
                watch.look()
                queue.keepWatching()
            }
        }
    }

    // MARK: - What the process asks for

    /// Runs `body` in a turn of the scheduler, where this process works.
    func turn(_ body: (Scheduler) -> Void) {
        if case .working(let scheduler) = role { scheduler.turn(body) }
    }

    func watching(_ body: (QueueWatch) -> Void) {
        if case .watching(let watch) = role { body(watch) }
    }

    func submit(
        _ requests: [JobRequest],
        accepted: @escaping @Sendable (Result<[JobID], StoreError>) -> Void
    ) {
        switch role {
        case .working(let scheduler): scheduler.turn { $0.submit(requests, accepted: accepted) }
        case .watching(let watch):
            watch.store.add(requests) { result in
                accepted(
                    result.mapError { StoreError("Nothing was queued, because \($0)") })
            }
        case .ended(let reason): accepted(.failure(reason))
        }
    }

    func send(_ command: QueueCommand) {
        switch role {
        case .working(let scheduler): scheduler.turn { $0.commandHandler.obey(command) }
        case .watching(let watch): watch.store.send(command)
        case .ended: break
        }
    }

    /// Runs `body` once the store has done all that was asked of it so far.
    func afterWriting(_ body: @escaping @Sendable () -> Void) {
        if let store { store.afterWriting(body) } else { body() }
    }

    var jobs: [Job] {
        switch role {
        case .working(let scheduler): scheduler.jobs.jobs
        case .watching(let watch): watch.jobs
        case .ended: []
        }
    }

    func whenIdle(_ body: @escaping @Sendable () -> Void) {
        switch role {
        case .working(let scheduler): scheduler.turn { $0.whenIdle([body]) }
        case .watching(let watch):
            watch.idleWaiters.append(body)
            watch.checkIdle()
        case .ended: body()
        }
    }

    func stop(_ stopped: @escaping @Sendable () -> Void) {
        switch role {
        case .working(let scheduler): scheduler.turn { $0.stop(stopped) }
        case .watching, .ended:
            role = SharedQueue.closed
            stopped()
        }
    }

    /// Stops at once without saving, as a process does that is killed.
    func abandon() {
        if case .working(let scheduler) = role { scheduler.abandon() }
        role = SharedQueue.closed
    }
}
