import Files
import Jobs
import Words
import Work

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
    /// The same of a successor whose worker has hung up, and how many of them: that one gives its right
    /// back next.
    private static let successionPace = 0.05
    private static let successionTries = 40

    /// Nil where there is none.
    private let store: StoreWriter?
    private let clock: any QueueClock
    private let post: SchedulerPost
    private let isSuccessor: Bool
    private let stopPolicy: StopPolicy
    private let makeScheduler: ((WorkRight, SchedulerPost) -> Scheduler)?
    private let makeWatch: (() -> QueueWatch)?
    private var role: Role
    /// How often this process has begun to work.
    private var term = 0
    /// How often the work was ever stopped from outside, as far as that was obeyed; nil where there
    /// are no others, or the store did not say.
    private var stops: Int64?

    /// A scheduler gets the way back to itself.
    init(
        store: StoreWriter, clock: any QueueClock, post: SchedulerPost, isSuccessor: Bool,
        stopPolicy: StopPolicy,
        makeScheduler: @escaping (WorkRight, SchedulerPost) -> Scheduler,
        makeWatch: @escaping () -> QueueWatch
    ) {
        self.store = store
        self.clock = clock
        self.post = post
        self.isSuccessor = isSuccessor
        self.stopPolicy = stopPolicy
        self.makeScheduler = makeScheduler
        self.makeWatch = makeWatch
        role = SharedQueue.closed
    }

    /// A queue that takes nothing, because there is no store.
    init(refusing reason: StoreError, clock: any QueueClock, post: SchedulerPost) {
        store = nil
        self.clock = clock
        self.post = post
        isSuccessor = false
        stopPolicy = .rests
        makeScheduler = nil
        makeWatch = nil
        role = .ended(StoreError(tr("Nothing was queued. \(reason)")))
    }

    private static var closed: Role {
        .ended(StoreError(tr("Ferry is closing, so nothing was queued.")))
    }

    /// The store keeps nothing of a plan: after a restart all of its directory would go.
    static let takesNoPlans = StoreError(
        tr("Nothing was queued: a planned copy cannot outlive its process."))

    func begin(isShared: Bool) {
        guard let makeWatch else { return }
        guard isShared else { return work(.own, after: nil) }
        stops = try? store?.store.stopCount()
        if let right = takeRight() { return work(right, after: nil) }
        let watch = makeWatch()
        role = .watching(watch)
        watch.look()
        watch.connect()
        keepWatching()
    }

    private func takeRight() -> WorkRight? {
        // That locks work was seen when the store was opened: what fails now may work again.
        guard let store = store?.store, let right = try? store.takeWork() else { return nil }
        // One that was stopped from outside is not to be followed by those that looked on.
        guard let count = try? store.stopCount(), count > stops ?? count else { return right }
        right.release()
        noteStops(count)
        return nil
    }

    private func work(_ right: WorkRight, after watch: QueueWatch?) {
        term += 1
        guard let scheduler = makeScheduler?(right, post.during(term)) else { return }
        role = .working(scheduler)
        scheduler.end.whenIdle(watch?.idleWaiters ?? [])
        if watch != nil {
            scheduler.notices.noteWorker(.this)
            scheduler.limit.tell()
        }
        if watch?.isLinked == true { scheduler.notices.noteUnlinked() }
        if watch?.isResting == true { scheduler.notices.notePause(false) }
        scheduler.turn { $0.begin(showing: watch?.order ?? []) }
    }

    private func keepWatching() {
        clock.after(SharedQueue.watchPace) { [post] in
            post.shared { if $0.takeOverOrLook() { $0.keepWatching() } }
        }
    }

    /// Works where nobody does any more, else looks what the one that does has done; whether this
    /// process looks on.
    func takeOverOrLook(mayConnect: Bool = true) -> Bool {
        guard case .watching(let watch) = role else { return false }
        if !watch.isResting, let right = takeRight() {
            work(right, after: watch)
            return false
        }
        // It may have been stopped just now.
        guard case .watching = role else { return false }
        watch.look()
        if mayConnect { watch.connect() }
        return true
    }

    /// The worker speaks to this process no more: it may have died, or is about to leave the queue.
    func noteHangUp() {
        // Where it turns connections away, the next is tried in a while.
        guard takeOverOrLook(mayConnect: false), isSuccessor else { return }
        hurry(tries: SharedQueue.successionTries)
    }

    private func hurry(tries: Int) {
        guard tries > 0 else { return }
        clock.after(SharedQueue.successionPace) { [post] in
            post.shared { if $0.takeOverOrLook(mayConnect: false) { $0.hurry(tries: tries - 1) } }
        }
    }

    // MARK: - Stopped from outside

    /// Notes how often the work was ever stopped from outside, and obeys where that is news.
    func noteStops(_ count: Int64) {
        guard let known = stops else {
            stops = count
            return
        }
        guard count > known else { return }
        stops = count
        switch (role, stopPolicy) {
        case (.working, .ends(let tell)):
            tell()
        case (.watching, .ends(let tell)):
            role = SharedQueue.closed
            tell()
        case (.working(let scheduler), .rests):
            scheduler.turn { scheduler in
                scheduler.end.stop { [post] in post.shared { $0.rest() } }
            }
        case (.watching(let watch), .rests):
            watch.rest()
        case (.ended, _):
            break
        }
    }

    /// The scheduler has left the queue, and shows it as one who looks on.
    private func rest() {
        guard case .working(let scheduler) = role, let watch = makeWatch?() else { return }
        watch.show(scheduler.jobs.jobs.map(\.id))
        watch.rest()
        role = .watching(watch)
        watch.look()
        keepWatching()
    }

    /// The store has what the user wants done: the worker is to take it, or this one where it rested.
    private func haveTaken() {
        guard case .watching(let watch) = role else { return }
        guard watch.isResting else { return watch.knock() }
        if let right = takeRight() { work(right, after: watch) }
    }

    func give(_ secret: Secret, for site: Site) {
        if case .watching(let watch) = role { watch.give(secret, for: site) }
    }

    // MARK: - What the process asks for

    /// Runs `body` in a turn of the scheduler, where this process works for the same time.
    func turn(during term: Int, _ body: (Scheduler) -> Void) {
        if case .working(let scheduler) = role, term == self.term { scheduler.turn(body) }
    }

    func watching(_ body: (QueueWatch) -> Void) {
        if case .watching(let watch) = role { body(watch) }
    }

    var standing: QueueStanding {
        switch role {
        case .working: .works
        case .watching(let watch): watch.isResting ? .rests : .looksOn
        case .ended(let reason): .ended(reason)
        }
    }

    /// What the user has said while this process works.
    var choices: QueueChoices {
        guard case .working(let scheduler) = role else { return QueueChoices() }
        return QueueChoices(
            limit: scheduler.throttle.limit, limitHolds: scheduler.limit.isFixed,
            connections: scheduler.lanes.limits.choices)
    }

    func submit(
        _ requests: [JobRequest],
        accepted: @escaping @Sendable (Result<[JobID], StoreError>) -> Void
    ) {
        switch role {
        case .working(let scheduler): scheduler.turn { $0.submit(requests, accepted: accepted) }
        case .watching where requests.contains { $0.plan != nil }:
            accepted(.failure(SharedQueue.takesNoPlans))
        case .watching(let watch):
            watch.store.add(requests) { [post] result in
                accepted(
                    result.mapError { StoreError(tr("Nothing was queued. \($0)")) })
                post.shared { $0.haveTaken() }
            }
        case .ended(let reason): accepted(.failure(reason))
        }
    }

    func send(_ command: QueueCommand) {
        switch role {
        case .working(let scheduler): scheduler.turn { $0.commandHandler.obey(command) }
        case .watching(let watch):
            watch.store.send(command)
            guard !watch.isResting || command.wantsWork else { return }
            watch.store.afterWriting { [post] in post.shared { $0.haveTaken() } }
        case .ended: break
        }
    }

    /// Runs `body` once the store has done all that was asked of it so far.
    func afterWriting(_ body: @escaping @Sendable () -> Void) {
        if let store { store.afterWriting(body) } else { body() }
    }

    func history(
        _ words: [String],
        _ body: @escaping @Sendable (Result<[FinishedJob], StoreError>) -> Void
    ) {
        guard let store else { return body(.failure(StoreError(tr("There is no queue.")))) }
        store.history(words, body)
    }

    func withStore(_ body: @escaping @Sendable (Result<Store, StoreError>) -> Void) {
        guard let store else { return body(.failure(StoreError(tr("There is no queue.")))) }
        if case .working(let scheduler) = role { scheduler.journal.save() }
        store.withStore { body(.success($0)) }
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
        case .working(let scheduler): scheduler.turn { $0.end.whenIdle([body]) }
        case .watching(let watch):
            watch.idleWaiters.append(body)
            watch.checkIdle()
        case .ended: body()
        }
    }

    func stop(_ stopped: @escaping @Sendable () -> Void) {
        switch role {
        case .working(let scheduler): scheduler.turn { $0.end.stop(stopped) }
        case .watching, .ended:
            role = SharedQueue.closed
            stopped()
        }
    }

    /// Stops at once without saving, as a process does that is killed.
    func abandon() {
        if case .working(let scheduler) = role { scheduler.end.abandon() }
        role = SharedQueue.closed
    }
}

extension QueueCommand {
    /// Whether it is said so that something goes on.
    fileprivate var wantsWork: Bool {
        switch self {
        case .resume, .resumeAll, .retry, .retryFailed, .answer, .rename, .loginGiven: true
        case .pause, .pauseAll, .cancel, .clearDone, .move, .setPolicy, .limit, .limitAll,
            .connections, .forgetAnswer:
            false
        }
    }
}
