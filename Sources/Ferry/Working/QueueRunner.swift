import Dispatch
import Engine
import Files
import Glibc
import Jobs
import Settings
import Synchronization
import Transfers
import Words
import Work

/// Works on the user's queue without a screen until nothing is left that can be done; while another
/// process works on it, waits with that one.
struct QueueRunner {
    /// Why it ended.
    enum Ending: Equatable {
        /// Nothing is left that can be done.
        case idle
        /// `ferry queue stop`
        case stopped
        case signal(CInt)
    }

    /// How it is worked.
    enum Manner {
        /// For whoever started it, and waits for its end.
        case inForeground
        /// For a process that hands over to it, and waits for its beginning.
        case inBackground(Handover)
    }

    private enum Event: Sendable {
        /// This process has begun to work.
        case works
        /// Nothing goes on by itself, since this runner has let that many sites' jobs go on.
        case idle(after: Int)
        case stopped
        case left
        /// The command that is run at the end, with what went wrong.
        case commandEnded(String?)
        /// Jobs ask for passwords of these sites.
        case logins([Site])
    }

    /// Seconds for lanes to put down what they carry and for good-byes to servers.
    private static let farewell = 5.0
    /// Seconds between two looks at who works.
    private static let lookPace = 0.03

    private let session: HeadlessSession
    private let store: Store
    private let signals: EndSignals
    private let manner: Manner
    private let events: Mailbox<Event>
    private let progress: ProgressLine
    private let report = RunReport()
    private let told: QueueEvents?
    private let done = DoneTelling()

    /// `signals` were made before anything else. `lines` hear what happens.
    init(
        _ session: HeadlessSession, _ store: Store, _ signals: EndSignals, _ manner: Manner,
        telling lines: EventLines? = nil
    ) throws {
        told = lines.map { QueueEvents($0) }
        guard let events = Mailbox<Event>() else {
            throw Failure([tr("Too many files are open; close some programs.")])
        }
        self.session = session
        self.store = store
        self.signals = signals
        self.manner = manner
        self.events = events
        progress = ProgressLine(session.terminal?.line ?? TerminalLine())
    }

    /// Throws a line for each job that failed, or that the user has to say something about. Does not
    /// return where a signal ended it.
    func run() throws {
        var queue = makeQueue()
        guard try begin(queue) else { return leave(queue) }
        var (ending, jobs) = work(on: queue)
        // What was added after the last look, while it was still this process's to do. A store that
        // cannot be read now has nothing that could be done.
        while ending == .idle, RunReport.hasNewWork((try? stored()) ?? [], since: jobs) {
            queue = makeQueue()
            (ending, jobs) = work(on: queue)
        }
        progress.clear()
        switch ending {
        case .idle:
            told?.end(jobs)
            for line in report.remarks(on: jobs) { StandardError.say(Failure.prefix + line) }
            var lines = report.failures(in: jobs)
            if let failure = try runDoneCommand() { lines.append(failure) }
            if !lines.isEmpty { throw Failure(lines) }
        case .stopped:
            let jobs = try stored()
            told?.end(jobs)
            let left = RunReport.waiting(in: jobs)
            if left > 0 {
                let transfers = Plural.count(left, "transfer")
                throw Failure([tr("'ferry queue stop' stopped the queue with \(transfers) left.")])
            }
            let lines = report.failures(in: jobs)
            if !lines.isEmpty { throw Failure(lines) }
        case .signal(let number):
            session.close()
            EndSignals.end(by: number)
        }
    }

    /// Runs the command that the user wants run at the end; what went wrong, a sentence. A signal ends
    /// this process, while the command goes on.
    private func runDoneCommand() throws -> String? {
        guard let command = session.settings.config.onDone else { return nil }
        let worker = Worker<Void>(label: "ferry.done") {}
        worker.perform { [events, done] _ in
            events.post(.commandEnded(done.runCommand(command)))
        }
        while true {
            if let number = waitForEvent() {
                session.close()
                EndSignals.end(by: number)
            }
            for case .commandEnded(let failure) in events.drain() { return failure }
        }
    }

    /// Works until nothing is left, or it is ended; why, and the jobs that there are where nothing is left.
    private func work(on queue: TransferQueue) -> (Ending, [Job]) {
        let ending = wait(for: queue)
        let jobs = ending == .idle ? jobs(of: queue) : []
        leave(queue)
        return (ending, jobs)
    }

    private func stored() throws -> [Job] {
        do throws(StoreError) {
            return try store.allJobs()
        } catch {
            throw Failure([error.description])
        }
    }

    private func makeQueue() -> TransferQueue {
        var configuration = TransferQueue.Configuration()
        configuration.packing = session.session.packing
        configuration.limit = choices.limit
        configuration.limitNow = choices.limitHolds ? nil : session.limitNow
        configuration.whenDone = { [done] in done.note($0) }
        configuration.memory = session.session.known
        let credentials = session.session.credentials
        configuration.takeLogin = { credentials.remember($1, for: $0) }
        configuration.usualLanes = { [count = session.settings.config.connections] in count }
        if let connections = session.settings.config.connections {
            session.session.limitConnections(to: connections)
        }
        if case .inBackground(let handover) = manner, handover.isSuccession {
            configuration.isSuccessor = true
        }
        configuration.stopPolicy = .ends { [events] in events.post(.stopped) }
        let (context, prompter) = (session.session, session.prompter)
        var plans = PlanJobSetup()
        plans.transfers = configuration
        plans.storePath = store.path
        configuration.plans = PlanJobs(context, plans, prompter: prompter)
        return TransferQueue(
            store: store, configuration: configuration,
            makeFileSystem: { site, _ in
                context.fileSystem(
                    for: site, connection: context.nextConnection(), prompter: prompter,
                    isForJob: true)
            },
            onChange: { [events, progress, report, told] change in
                let news = report.note(change)
                progress.take(news)
                told?.take(news)
                if change.worker == .this { events.post(.works) }
                let sites = change.changed.compactMap(\.missingLogin)
                if !sites.isEmpty { events.post(.logins(sites)) }
            }, onResult: { [told] in told?.take(result: $0) })
    }

    /// What the user has said of the queue, here or where it comes from.
    private var choices: QueueChoices {
        guard case .inBackground(let handover) = manner else {
            return QueueChoices(limit: session.limit, limitHolds: session.limitNow == nil)
        }
        return handover.choices
    }

    /// Tells whoever waits for it that it has begun; false where another process works already and
    /// is going to go on.
    private func begin(_ queue: TransferQueue) throws -> Bool {
        guard case .inBackground(let handover) = manner else { return true }
        while true {
            switch answer(queue.standing) {
            case .works:
                events.post(.works)
                try BackgroundBeginning.finish(saying: getpid())
                return true
            case .ended(let reason):
                throw Failure([reason.description])
            case .looksOn, .rests, nil:
                if handover.isSuccession {
                    try BackgroundBeginning.finish(saying: getpid())
                    return true
                }
                // Who has only just begun has not said yet who it is.
                if let other = try? store.workingProcess() {
                    try BackgroundBeginning.finish(saying: other)
                    return false
                }
            }
            if let number = waitForEvent(atMost: QueueRunner.lookPace) {
                leave(queue)
                EndSignals.end(by: number)
            }
        }
    }

    private func wait(for queue: TransferQueue) -> Ending {
        var tried: Set<Site> = []
        awaitIdle(queue, after: 0)
        while true {
            if let number = waitForEvent() { return .signal(number) }
            for event in events.drain() {
                switch event {
                case .idle(let count):
                    give(jobs(of: queue).compactMap(\.missingLogin), to: queue, &tried)
                    if count == tried.count { return .idle }
                case .logins(let sites):
                    give(sites, to: queue, &tried)
                case .works:
                    for (site, count) in choices.connections {
                        queue.send(.connections(site, count))
                    }
                case .stopped:
                    return .stopped
                case .left, .commandEnded:
                    break
                }
            }
        }
    }

    private func awaitIdle(_ queue: TransferQueue, after count: Int) {
        queue.whenIdle { [events] in events.post(.idle(after: count)) }
    }

    /// The number of a signal that came meanwhile.
    private func waitForEvent(atMost seconds: Double = 60) -> CInt? {
        var descriptors = [
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        poll(&descriptors, nfds_t(descriptors.count), CInt(max(0, seconds) * 1_000))
        return signals.next()
    }

    /// Lets jobs of an earlier worker go on that had no password, where this one was given one; each
    /// site once.
    private func give(_ sites: [Site], to queue: TransferQueue, _ tried: inout Set<Site>) {
        let new = Set(sites).subtracting(tried).filter {
            session.session.credentials.hasForJobs(on: $0)
        }
        // Another process that works knows nothing of the password.
        guard !new.isEmpty, case .works? = answer(queue.standing) else { return }
        tried.formUnion(new)
        for site in new { queue.send(.loginGiven(site)) }
        awaitIdle(queue, after: tried.count)
    }

    private func jobs(of queue: TransferQueue) -> [Job] {
        answer(queue.jobs) ?? []
    }

    /// What the queue's thread says, which never takes long.
    private func answer<Value: Sendable>(
        _ question: (@escaping @Sendable (Value) -> Void) -> Void
    ) -> Value? {
        let given = Mutex<Value?>(nil)
        let isGiven = DispatchSemaphore(value: 0)
        question { value in
            given.withLock { $0 = value }
            isGiven.signal()
        }
        isGiven.wait()
        return given.withLock { $0 }
    }

    /// Puts down what runs so that it can be gone on with; a dead line, or a second signal, does not
    /// hold the program.
    private func leave(_ queue: TransferQueue) {
        queue.stop { [events] in events.post(.left) }
        let start = Instant.now()
        while true {
            let left = QueueRunner.farewell - Instant.now().seconds(since: start)
            guard left > 0, waitForEvent(atMost: left) == nil else { return }
            for case .left in events.drain() { return }
        }
    }
}
