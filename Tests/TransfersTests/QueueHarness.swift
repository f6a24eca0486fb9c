import Dispatch
import Files
import Foundation
import Jobs
import Support
import Synchronization
import Testing
import Work

@testable import Transfers

/// A queue between this machine and a server, both in memory.
final class QueueHarness: Sendable {
    let local: MemoryVolume
    let remote: MemoryVolume
    let clock = TestClock()
    let watcher = Watcher()
    /// What a command says of each retry.
    let retries = RetryLines()
    let queue: TransferQueue
    private let process: Int
    private static let lastProcess = Atomic<Int>(0)

    init(
        store: Store? = nil, lanes: Int? = 1, local: MemoryVolume? = nil,
        remote: MemoryVolume = MemoryVolume(), isShared: Bool = true, limit: UInt64? = nil,
        idleTime: Double = 60, memory: any ConnectionMemory = NoConnectionMemory(),
        isBrowsed: @escaping @Sendable (Site) -> Bool = { _ in false },
        division: DivisionRules = .usual,
        verifier: (any CopyVerifier)? = nil, plans: (any PlanCarrier)? = nil,
        isSuccessor: Bool = false, trees: TreeCopyingMemoryFileSystem.Skill? = nil,
        limitNow: (@Sendable () -> TimedRate)? = nil,
        whenDone: (@Sendable (RunCounts) -> Void)? = nil
    ) throws {
        let here = local ?? MemoryVolume(site: .local)
        self.local = here
        self.remote = remote
        var configuration = TransferQueue.Configuration()
        configuration.lanes = lanes
        configuration.isShared = isShared
        configuration.limit = limit
        configuration.idleTime = idleTime
        configuration.memory = memory
        configuration.verifier = verifier
        configuration.plans = plans
        configuration.isSuccessor = isSuccessor
        configuration.division = division
        configuration.isBrowsed = isBrowsed
        configuration.limitNow = limitNow
        configuration.whenDone = whenDone
        configuration.tellRetry = { [retries] in retries.note($0) }
        let process = QueueHarness.lastProcess.wrappingAdd(1, ordering: .relaxed).newValue
        self.process = process
        queue = TransferQueue(
            store: try store ?? Store.open(at: nil), configuration: configuration, clock: clock,
            makeFileSystem: { site, _ in
                if let trees, !site.isLocal {
                    return TreeCopyingMemoryFileSystem(remote, process, trees)
                }
                return (site.isLocal ? here : remote).connect(of: process)
            },
            onChange: { [watcher] in watcher.note($0) },
            onResult: { [watcher] in watcher.note($0) })
    }

    // MARK: - Asking for jobs

    func request(
        _ operation: Job.Operation, from source: MemoryVolume, _ path: String,
        to target: MemoryVolume? = nil, _ targetPath: String? = nil,
        policy: ConflictPolicy = .ask, kind: Entry.Kind? = nil
    ) -> JobRequest {
        let missing = Entry(name: QueueHarness.someName, kind: .file)
        var entry = source.entry(path) ?? missing
        if let kind { entry.kind = kind }
        return JobRequest(
            operation: operation, source: Location(site: source.site, path: Path(path)),
            entry: entry,
            target: targetPath.flatMap { path in
                target.map { Location(site: $0.site, path: Path(path)) }
            }, root: targetPath.map { Path($0).parent }, policy: policy)
    }

    private static let someName = Path("/x").components[0]

    func download(
        _ path: String, to target: String, _ operation: Job.Operation = .copy,
        policy: ConflictPolicy = .ask
    ) -> JobRequest {
        request(operation, from: remote, path, to: local, target, policy: policy)
    }

    func upload(
        _ path: String, to target: String, _ operation: Job.Operation = .copy,
        policy: ConflictPolicy = .ask
    ) -> JobRequest {
        request(operation, from: local, path, to: remote, target, policy: policy)
    }

    /// Adds jobs; returns once they are accepted.
    @discardableResult
    func submit(_ requests: JobRequest...) throws -> [JobID] {
        try submit(requests)
    }

    @discardableResult
    func submit(_ requests: [JobRequest]) throws -> [JobID] {
        let done = Signal()
        let answer = Mutex<Result<[JobID], StoreError>>(.success([]))
        queue.submit(requests) { result in
            answer.withLock { $0 = result }
            done.send()
        }
        done.wait()
        return try answer.withLock { $0 }.get()
    }

    /// Adds jobs, waits until nothing goes on, and gives the first of them.
    @discardableResult
    func run(_ requests: JobRequest...) throws -> Job {
        let ids = try submit(requests)
        queue.awaitIdle()
        return try #require(job(ids[0]))
    }

    // MARK: - Looking

    var jobs: [Job] {
        let done = Signal()
        let answer = Mutex<[Job]>([])
        queue.jobs { jobs in
            answer.withLock { $0 = jobs }
            done.send()
        }
        done.wait()
        return answer.withLock { $0 }
    }

    /// The limit of all jobs together.
    var limit: UInt64? {
        let done = Signal()
        let answer = Mutex<UInt64?>(nil)
        queue.choices { choices in
            answer.withLock { $0 = choices.limit }
            done.send()
        }
        done.wait()
        return answer.withLock { $0 }
    }

    func job(_ id: JobID) -> Job? { jobs.first { $0.id == id } }

    func job(named name: String) -> Job? {
        jobs.first { $0.source.path.name?.text == name }
    }

    /// Ends the queue as a process ends that is killed.
    func kill() {
        let done = Signal()
        queue.abandon { done.send() }
        done.wait()
        local.end(process)
        remote.end(process)
    }

    func stop() {
        let done = Signal()
        queue.stop { done.send() }
        done.wait()
    }
}

/// Keeps what the queue says, and waits for it.
final class Watcher: Sendable {
    private let condition = NSCondition()
    private struct State {
        var results: [Job] = []
        var changes: [QueueChange] = []
        var jobs: [JobID: Job] = [:]
    }
    private let state = Mutex(State())

    func note(_ job: Job) {
        state.withLock { $0.results.append(job) }
        wake()
    }

    func note(_ change: QueueChange) {
        state.withLock { state in
            state.changes.append(change)
            for job in change.changed { state.jobs[job.id] = job }
            for id in change.removed { state.jobs[id] = nil }
        }
        wake()
    }

    private func wake() {
        condition.lock()
        condition.broadcast()
        condition.unlock()
    }

    var results: [Job] { state.withLock(\.results) }
    var changes: [QueueChange] { state.withLock(\.changes) }
    /// What was last said of answers for whole sites; nil where nothing was.
    var answers: [SiteAnswer]? { changes.last { $0.answers != nil }?.answers }
    /// The jobs as a screen would show them.
    var shown: [JobID: Job] { state.withLock(\.jobs) }

    /// Blocks until the jobs shown are as wanted; fails the test after ten seconds.
    func wait(
        _ what: Comment, until isAsWanted: ([JobID: Job]) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let end = Date(timeIntervalSinceNow: 10)
        condition.lock()
        defer { condition.unlock() }
        while !isAsWanted(shown) {
            guard condition.wait(until: end) else {
                Issue.record("It never came to be: \(what)", sourceLocation: sourceLocation)
                return
            }
        }
    }
}

extension Job {
    var isDone: Bool { state == .done }

    var failure: FileSystemError? {
        if case .failed(let error) = state { return error }
        return nil
    }

    var conflict: Conflict? {
        if case .needsAnswer(let conflict) = state { return conflict }
        return nil
    }
}

/// Bytes that differ from one place to the next.
func pattern(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    let words = [UInt64](unsafeUninitializedCapacity: count / 8 + 1) { buffer, filled in
        for index in buffer.indices {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            buffer[index] = state
        }
        filled = buffer.count
    }
    return words.withUnsafeBytes { Array($0.prefix(count)) }
}

extension TransferQueue {
    /// Waits until nothing can go on by itself, but not for ever.
    func awaitIdle(file: String = #fileID, path: String = #filePath, line: Int = #line) {
        let done = Signal()
        whenIdle { done.send() }
        done.wait("the queue never came to rest", file: file, path: path, line: line)
    }
}

/// Waits until the store of a folder says that a job is in that state.
func untilSaved(_ folder: TemporaryFolder, _ state: String) throws {
    let store = try Store.open(at: folder.path("s"))
    let deadline = Deadline(seconds: 60)
    while try !store.allJobs().contains(where: { StoredJob.word(for: $0.state) == state }) {
        try #require(deadline.isOpen, "no job was saved as \(state)")
    }
}
