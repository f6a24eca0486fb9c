import Engine
import Files
import Jobs
import Settings
import Synchronization
import Transfers
import Words

/// Runs jobs to their end in a queue of this process's own, which nothing outlives: a script
/// knows itself what it wants to try again.
struct HeadlessTransfers {
    /// Seconds for good-byes to servers, which give up sooner by themselves.
    private static let farewell = 5.0

    private let session: HeadlessSession
    private let options: TransferOptions
    private let goesStraight: Bool
    private let events: EventLines?
    private let undo: RunningUndo?
    private let ended: (@Sendable (Job) -> Void)?

    /// `goesStraight`: files go from FTP server to FTP server without coming here, where both do that.
    /// `events` hear what happens, `undo` what can be taken back, `ended` of each
    /// job that has come to its end.
    init(
        _ session: HeadlessSession, _ options: TransferOptions, goesStraight: Bool = false,
        telling events: EventLines? = nil, keeping undo: RunningUndo? = nil,
        ended: (@Sendable (Job) -> Void)? = nil
    ) {
        self.ended = ended
        self.undo = undo
        self.goesStraight = goesStraight
        self.session = session
        self.options = options
        self.events = events
    }

    /// Returns when all is done; throws a line for each job that failed, behind those of what
    /// failed `before`, so that there is no request for it.
    func run(_ requests: [JobRequest], after before: [String] = []) throws {
        guard !requests.isEmpty else {
            if !before.isEmpty { throw Failure(before) }
            return
        }
        session.closeKept()
        let store: Store
        do {
            store = try Store.open(at: nil)
        } catch {
            throw Failure([error.description])
        }
        var configuration = TransferQueue.Configuration()
        configuration.isShared = false
        configuration.limit = session.limit
        configuration.limitNow = session.limitNow
        configuration.memory = session.session.known
        configuration.lanes = options.connections
        configuration.goesStraight = goesStraight
        if options.checksum { configuration.verifier = DigestVerifier() }
        if let undo { configuration.hearUndo = { undo.keep($0) } }
        configuration.usualLanes = { [count = session.settings.config.connections] in count }
        if let connections = options.connections ?? session.settings.config.connections {
            session.session.limitConnections(to: connections)
        }
        let progress = ProgressLine(session.terminal?.line ?? TerminalLine())
        configuration.tellRetry = { line in
            progress.clear()
            StandardError.say(Failure.prefix + line)
        }
        let failures = Mutex(before)
        let undecided = Mutex<[Undecided]>([])
        let unreached = Mutex(false)
        let doubts = Mutex(Doubts())
        let differing = Mutex<[String]>([])
        let (shared, prompter, events) = (session.session, session.prompter, events)
        let ended = ended
        let queue = TransferQueue(
            store: store, parts: registry(), configuration: configuration,
            makeFileSystem: { site, _ in
                shared.fileSystem(
                    for: site, connection: shared.nextConnection(), prompter: prompter)
            },
            onChange: { change in
                progress.take(change)
                events?.take(change)
            },
            onResult: { job in
                ended?(job)
                doubts.withLock { $0.note(job) }
                if let line = HeadlessTransfers.difference(of: job) {
                    differing.withLock { $0.append(line) }
                }
                if job.isUnreached { unreached.withLock { $0 = true } }
                if let asked = Undecided(job) {
                    events?.asks(job, asked.error.message)
                    undecided.withLock { $0.append(asked) }
                } else {
                    let lines = job.failures
                    if let lack = job.lack { events?.asks(job, lack) }
                    events?.take(job, failures: lines)
                    failures.withLock { $0 += lines }
                }
            })
        events?.queued(requests)
        queue.submit(requests) { result in
            if case .failure(let error) = result {
                failures.withLock { $0.append(error.description) }
            }
        }
        queue.waitUntilIdle()
        var settled: [Undecided] = []
        while true {
            let asked = undecided.withLock { list in
                defer { list = [] }
                return list
            }
            if asked.isEmpty { break }
            progress.clear()
            let (again, unsettled) = decide(asked, &settled)
            failures.withLock { lines in
                for line in unsettled where !lines.contains(line) { lines.append(line) }
            }
            for job in again { queue.send(.retry(job)) }
            queue.waitUntilIdle()
        }
        // Nobody is there to answer: what asks was not done.
        for job in queue.jobsThatAsk() {
            guard let lack = job.lack else { continue }
            events?.asks(job, lack)
            let lines = job.failures
            events?.take(job, failures: lines)
            failures.withLock { $0 += lines }
        }
        // All is over by now: a good-bye that nobody takes must not hold a script.
        if let completions = CompletionCounter() {
            queue.stop { completions.note() }
            completions.wait(for: 1, seconds: HeadlessTransfers.farewell)
        }
        progress.clear()
        for line in doubts.withLock({ $0.lines }) + differing.withLock({ $0 }) {
            StandardError.say(Failure.prefix + line)
        }
        let lines = failures.withLock { $0 }
        if !lines.isEmpty { throw Failure(lines, isUnreached: unreached.withLock { $0 }) }
    }

    /// What all processes of this user know of unfinished files. Without it nothing that is cut off
    /// can be found again, which is said.
    private func registry() -> PartRegistry? {
        let path = session.settings.storePath
        do throws(StoreError) {
            let store = try Store.open(at: path)
            if let notice = store.notice { StandardError.say("ferry: \(notice)") }
            return PartRegistry(store)
        } catch {
            StandardError.say(
                Failure.prefix + tr("\(error); partial files will not be found again."))
            return nil
        }
    }

    /// Asks about servers where there is somebody to ask: which jobs may go on, and what is to be
    /// said of the others. `settled` grows by what was answered; what still fails then has failed.
    private func decide(
        _ asked: [Undecided], _ settled: inout [Undecided]
    ) -> (again: [JobID], failures: [String]) {
        var again: [JobID] = []
        var failures: [String] = []
        var answers: [(asked: Undecided, isYes: Bool)] = []
        for one in asked {
            let known = answers.first { $0.asked.isSame(as: one) }?.isYes
            let isYes =
                known
                ?? (!settled.contains { $0.isSame(as: one) }
                    && TrustPrompt.settles(one.question, one.error, one.site, session))
            if known == nil { answers.append((one, isYes)) }
            if isYes {
                again.append(one.job)
            } else {
                failures += Failure(one.error, on: one.site).lines.map {
                    String($0.dropFirst(Failure.prefix.count))
                }
            }
        }
        settled += answers.filter(\.isYes).map(\.asked)
        return (again, failures)
    }

    /// What is to be said of targets that only seemed to be whole.
    private static func difference(of job: Job) -> String? {
        guard job.differing > 0 else { return nil }
        let text = job.target?.text ?? job.source.text
        guard job.kind == .directory else {
            return tr(
                "\(text) had the size and time of its source but other contents; Ferry copied "
                    + "it again.")
        }
        let files = Plural.count(job.differing, "file")
        return tr(
            "Ferry copied \(files) below \(text) again: same size and time as the source, but "
                + "other contents.")
    }
}

/// What was copied to servers that give no proof that it is whole: told, since nobody else would.
private struct Doubts: Sendable {
    private var files: [(text: String, reason: String)] = []
    private var count = 0
    /// More are only counted.
    private static let limit = 3

    mutating func note(_ job: Job) {
        guard job.state == .done, let reason = job.unconfirmed else { return }
        count += 1
        let text = job.target?.text ?? job.source.text
        if files.count < Doubts.limit { files.append((text, reason)) }
    }

    var lines: [String] {
        let lines = files.map { tr("\($0.text) was copied, but not confirmed. \($0.reason)") }
        guard count > files.count else { return lines }
        return lines + [tr("In total, \(count) files were copied but not confirmed.")]
    }
}

extension Job {
    /// Whether it failed because nobody could be spoken to.
    fileprivate var isUnreached: Bool {
        guard case .failed(let error) = state else { return false }
        return [.connection, .timeout, .login, .security, .cancelled].contains(error.kind)
    }
}

/// A job that failed because only the user can decide about its server.
private struct Undecided: Sendable {
    let job: JobID
    let site: Site
    let question: TrustQuestion
    let error: FileSystemError

    init?(_ job: Job) {
        guard case .failed(let error) = job.state, let question = error.question,
            let site = job.site(of: error)
        else { return nil }
        self.job = job.id
        self.site = site
        self.question = question
        self.error = error
    }

    func isSame(as other: Undecided) -> Bool {
        site.host == other.site.host && site.port == other.site.port && question == other.question
    }
}
