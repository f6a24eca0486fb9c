import Dispatch
package import Files
package import Jobs
import Synchronization
import Words
package import Work

/// The queue of transfers: takes jobs, carries them out on connections of its own, and keeps them
/// over a restart. All calls return at once, from any thread, save `waitUntilIdle`.
package final class TransferQueue: Sendable {
    package struct Configuration: Sendable {
        /// Connections for transfers to one site at most, 1…16; nil finds out how many are of use and
        /// are let in.
        package var lanes: Int?
        /// The same for sites that say nothing of their own, as the user wants it by now.
        package var usualLanes: @Sendable () -> Int? = { nil }
        /// What is known of how many servers let in.
        package var memory: any ConnectionMemory = NoConnectionMemory()
        /// Whether this process looks around on a site with a connection of its own, beside those that
        /// transfers have. Called on any thread.
        package var isBrowsed: @Sendable (Site) -> Bool = { _ in false }
        /// Bytes a second of all jobs together; nil for no limit.
        package var limit: UInt64?
        /// The limit that holds at this time of the day, asked for now and then while something runs:
        /// where it becomes another one, `limit` does too. Nil where it never does. Called on the
        /// queue's thread.
        package var limitNow: (@Sendable () -> TimedRate)?
        /// Hears what jobs came to once nothing goes on by itself any more, where this process works
        /// and some have ended since. Called on the queue's thread.
        package var whenDone: (@Sendable (RunCounts) -> Void)?
        /// Seconds after which an idle connection is closed.
        package var idleTime = 60.0
        /// When large files are fetched by several connections.
        package var division = DivisionRules.usual
        /// Work on the jobs that the store holds, unless another process does: then show that
        /// one's, and take over when it ends. False carries out only what is submitted here.
        package var isShared = true
        /// Hears why something that was submitted is tried again, and when; only where it is not shared.
        /// Called on the queue's thread.
        package var tellRetry: @Sendable (String) -> Void = { _ in }
        /// Hears what was done to files, where it can be taken back; nil for what cannot. Called on the
        /// queue's thread.
        package var hearUndo: @Sendable (UndoStep?) -> Void = { _ in }
        /// Whether nothing is done, and nothing opened, before `begin`.
        package var isHeld = false
        /// What becomes of it where another process stops the work.
        package var stopPolicy = StopPolicy.rests
        /// Takes a password for a site that another process was given for a job of this queue. Called
        /// on the queue's thread.
        package var takeLogin: @Sendable (Site, Secret) -> Void = { _, _ in }
        /// Whether this process is there to go on with the work as soon as the one that works has left it.
        package var isSuccessor = false
        /// The job of a shared queue for which this one works: what it leaves unfinished is gone on with by the
        /// next that works for the same. Only where it is not shared.
        package var errand: Errand?
        /// Compares each file with its source before it takes its name; nil trusts sizes.
        package var verifier: (any CopyVerifier)?
        /// Makes archives; without it, jobs that are to make one fail.
        package var packing: (any Packing)?
        /// Carries out plans; without it, jobs that are to do that fail.
        package var plans: (any PlanCarrier)?
        /// What bounds all jobs together, besides `limit`.
        package var throttles: [Throttle] = []
        /// Files between two servers are sent straight from one to the other where both do that (FXP),
        /// also where neither site says so.
        package var goesStraight = false
        /// Told which job each connection works for.
        package let topics = JobTopics()

        package init() {}
    }

    /// A job for which a queue of its own copies files.
    package struct Errand: Sendable {
        let batch: BatchID
        /// Whether an earlier queue has worked for it.
        let isAgain: Bool
    }

    private let worker: Worker<SharedQueue>

    /// Opens the store at `path` on the queue's own thread; nil keeps the queue in memory, and so does
    /// a store that cannot be opened, of which `noticed` hears a sentence. The rest is as below.
    package convenience init(
        storeAt path: String?, configuration: Configuration,
        makeFileSystem: @escaping @Sendable (Site, Int) -> any FileSystem,
        onChange: @escaping @Sendable (QueueChange) -> Void,
        noticed: @escaping @Sendable (String) -> Void
    ) {
        self.init(
            openStore: {
                let opened = Result { () throws(StoreError) in try Store.open(at: path) }
                switch opened {
                case .success(let store): if let notice = store.notice { noticed(notice) }
                case .failure(let error): noticed(tr("There is no queue. \(error)"))
                }
                return opened
            }, parts: nil, configuration: configuration, clock: SystemClock(),
            makeFileSystem: makeFileSystem, onChange: onChange, onResult: { _ in })
    }

    /// `parts` knows of unfinished files: of all processes that share a store; nil takes those of
    /// `store` alone. `makeFileSystem` is called with a site and the number of the lane (1…), on that lane's own
    /// thread. `onChange` hears what to show, at most ten times a second and without delay for the
    /// first; `onResult` hears of every job that is done, skipped, failed or cancelled (those of
    /// files below a directory too), as soon as it is. Both are called on the queue's thread.
    package convenience init(
        store: Store, parts: PartRegistry? = nil,
        configuration: Configuration = Configuration(),
        clock: any QueueClock = SystemClock(),
        makeFileSystem: @escaping @Sendable (Site, Int) -> any FileSystem,
        onChange: @escaping @Sendable (QueueChange) -> Void,
        onResult: @escaping @Sendable (Job) -> Void = { _ in }
    ) {
        self.init(
            openStore: { .success(store) }, parts: parts, configuration: configuration,
            clock: clock, makeFileSystem: makeFileSystem, onChange: onChange, onResult: onResult)
    }

    /// `openStore` runs on the queue's thread; where it fails, nothing is taken.
    init(
        openStore: @escaping @Sendable () -> Result<Store, StoreError>, parts: PartRegistry?,
        configuration: Configuration, clock: any QueueClock,
        makeFileSystem: @escaping @Sendable (Site, Int) -> any FileSystem,
        onChange: @escaping @Sendable (QueueChange) -> Void,
        onResult: @escaping @Sendable (Job) -> Void
    ) {
        let post = SchedulerPost()
        worker = Worker(label: "ferry.queue", isHeld: configuration.isHeld) {
            let store: Store
            switch openStore() {
            case .success(let opened): store = opened
            case .failure(let error): return SharedQueue(refusing: error, clock: clock, post: post)
            }
            let writer = StoreWriter(store)
            let address =
                configuration.isShared ? store.path.map { ControlAddress(store: $0) } : nil
            return SharedQueue(
                store: writer, clock: clock, post: post, isSuccessor: configuration.isSuccessor,
                stopPolicy: configuration.stopPolicy
            ) { right, post in
                let control = address.flatMap { address in
                    ControlServer(at: address) { news in post { $0.others.hear(news) } }
                }
                writer.onWrite { [weak control] in control?.tellChanged() }
                return Scheduler(
                    store: writer, right: right, registry: parts ?? PartRegistry(store),
                    configuration: configuration, control: control, clock: clock, post: post,
                    makeFileSystem: makeFileSystem, onChange: onChange, onResult: onResult)
            } makeWatch: {
                QueueWatch(
                    store: writer, address: address, clock: clock, post: post, onChange: onChange)
            }
        }
        post.connect(worker)
        worker.perform { $0.begin(isShared: configuration.isShared) }
    }

    deinit {
        abandon()
    }

    /// Begins, where the configuration held it; what was asked for meanwhile comes first.
    package func begin() {
        worker.begin()
    }

    /// Runs `body` once the store has done all that was asked of it so far.
    func afterWriting(_ body: @escaping @Sendable () -> Void) {
        worker.perform { $0.afterWriting(body) }
    }

    /// Stops everything at once without saving, as a process does that is killed.
    func abandon(_ abandoned: @escaping @Sendable () -> Void = {}) {
        worker.retire { queue in
            queue.abandon()
            abandoned()
        }
    }

    /// Adds jobs, in this order, at the end; they belong to one batch. `accepted` hears their
    /// numbers once they are safe on the disk; or why they are not, in which case they are
    /// carried out all the same, but do not outlive the process.
    package func submit(
        _ requests: [JobRequest],
        accepted: @escaping @Sendable (Result<[JobID], StoreError>) -> Void = { _ in }
    ) {
        worker.perform { $0.submit(requests, accepted: accepted) }
    }

    /// Passes a password for a site on to the process that works, where that is another one.
    package func give(_ secret: Secret, for site: Site) {
        worker.perform { $0.give(secret, for: site) }
    }

    /// Does what the user wants; a job that is gone is left out.
    package func send(_ command: QueueCommand) {
        worker.perform { $0.send(command) }
    }

    /// Gives what this process does for the queue.
    package func standing(_ body: @escaping @Sendable (QueueStanding) -> Void) {
        worker.perform { body($0.standing) }
    }

    /// Gives what the user has said while this process works: nothing of it is kept on the disk.
    package func choices(_ body: @escaping @Sendable (QueueChoices) -> Void) {
        worker.perform { body($0.choices) }
    }

    /// Gives all jobs, those that stand by themselves in their order, each followed by those
    /// below it.
    package func jobs(_ body: @escaping @Sendable ([Job]) -> Void) {
        worker.perform { body($0.jobs) }
    }

    /// Gives the transfers that are over and hold all these words in their source or target: the newest,
    /// as many as a screen may want, the newest last. `body` is called on another thread.
    package func history(
        _ words: [String],
        _ body: @escaping @Sendable (Result<[FinishedJob], StoreError>) -> Void
    ) {
        worker.perform { $0.history(words, body) }
    }

    /// Uses what is kept beside the jobs, after all that was to be written before: `body` is called on
    /// another thread.
    package func withStore(
        _ body: @escaping @Sendable (Result<Store, StoreError>) -> Void
    ) {
        worker.perform { $0.withStore(body) }
    }

    /// Runs `body` once nothing is running and nothing can go on by itself: what is left waits
    /// for an answer, is paused, failed, or done.
    package func whenIdle(_ body: @escaping @Sendable () -> Void) {
        worker.perform { $0.whenIdle(body) }
    }

    /// Blocks until nothing can go on by itself.
    package func waitUntilIdle() {
        let done = DispatchSemaphore(value: 0)
        whenIdle { done.signal() }
        done.wait()
    }

    /// Blocks until it is known which jobs wait for an answer about a name.
    package func jobsThatAsk() -> [Job] {
        let done = DispatchSemaphore(value: 0)
        let asking = Mutex<[Job]>([])
        jobs { all in
            asking.withLock { asking in
                asking = all.filter { job in
                    if case .needsAnswer = job.state { true } else { false }
                }
            }
            done.signal()
        }
        done.wait()
        return asking.withLock { $0 }
    }

    /// Stops all lanes, keeping parts, says good-bye to servers, saves everything, and gives the
    /// jobs back to the store; then runs `stopped`. Nothing is accepted afterwards.
    package func stop(_ stopped: @escaping @Sendable () -> Void) {
        // Lanes report to the queue until the last is closed: it must not be let go of before.
        worker.perform { shared in
            shared.stop { [self] in withExtendedLifetime(self, stopped) }
        }
    }
}
