import Dispatch
import Files
import Jobs
import Sync
import Synchronization
import Transfers
import Words
import Work

/// Carries a plan out that is a job of the queue, in the thread of the queue's that has it, and tells how
/// far it is. Whatever another try may help with ends it: the queue says when that comes.
final class PlanJobHost: PlanHost {
    private let run: PlanRun
    private let access: BesideAccess
    private let setup: PlanJobSetup
    let journal: PlanJournal
    private let meter: PlanMeter
    /// Whether each file is compared with its source before it gets its name.
    private let verifies: Bool
    private let connect: @Sendable (Site) -> any FileSystem
    /// Servers that have not answered yet; nil once that was told of all.
    private var unreached: Set<Site>?

    /// `meter` begins with what was done before. `connect` makes connections of the job's own.
    init(
        _ run: PlanRun, _ journal: PlanJournal, _ meter: PlanMeter, _ setup: PlanJobSetup,
        verifies: Bool, connect: @escaping @Sendable (Site) -> any FileSystem
    ) {
        self.run = run
        self.journal = journal
        self.setup = setup
        self.verifies = verifies
        self.meter = meter
        self.connect = connect
        unreached = Set([run.source.site, run.target.site].filter(\.isRemote))
        access = BesideAccess(run.stop, connections: PlanJobSetup.connections, connect)
    }

    var storePath: String? { setup.storePath }

    var batch: BatchID? { run.batch }

    var undoAction: UndoRecord.Action { run.operation == .watch ? .watch : .mirror }

    var isLate: Bool { true }

    var connectionCount: Int { access.connectionCount }

    var isStopped: Bool { run.stop.isCancelled }

    func connector(to site: Site) -> @Sendable () -> any FileSystem {
        access.connector(to: site)
    }

    func use<Value>(
        _ site: Site, keeps: Bool, _ body: (any FileSystem) throws -> Value
    ) throws -> Value {
        try proceed()
        let value = try access.use(site, keeps: keeps, body)
        noteReached([site])
        return value
    }

    func closeKept() { access.closeKept() }

    func proceed() throws(FileSystemError) {
        if isStopped { throw PlanJobHost.stopped }
    }

    /// Why nothing more is done; no failure.
    private static let stopped = FileSystemError(
        .cancelled, detail: tr("It was stopped before everything was done."))

    func note(removed row: MirrorPlan.Row, _ error: FileSystemError?, by steps: MirrorSteps) {
        if error == nil, row.takesAwayFile { meter.noteDeleted() }
    }

    func note(found row: MirrorPlan.Row) {
        if row.takesAwayFile { meter.noteDeleted() }
        if let file = row.copiedFile { meter.noteCopied(file.size ?? 0) }
    }

    func note(unnamed error: FileSystemError, at path: Path, _ side: ComparedSide) {}

    func sentences(of error: any Error) -> [String]? {
        switch error {
        case let error as FileSystemError: isStopped || error.endsPlan ? nil : [error.message]
        case let error as StoreError: ["\(error)"]
        default: nil
        }
    }

    func warn(_ sentence: String) { run.tell(sentence) }

    private func noteReached(_ sites: Set<Site>) {
        unreached?.subtract(sites)
        guard unreached?.isEmpty == true else { return }
        unreached = nil
        run.noteReached()
    }

    // MARK: - Copying

    func carry(
        _ request: JobRequest, keeping undo: RunningUndo,
        ended: @escaping @Sendable (Job) -> Void
    ) throws -> [String] {
        try proceed()
        access.closeKept()
        let outcome = Mutex(Outcome())
        let queue = TransferQueue(
            store: try Store.open(at: nil), parts: run.registry, configuration: configuration(undo),
            makeFileSystem: { [connect] site, _ in connect(site) },
            onChange: { [meter] change in meter.take(change) },
            onResult: { [meter, stop = run.stop] job in
                ended(job)
                meter.take(ended: job)
                // What the user has stopped has not failed.
                if !stop.isCancelled { outcome.withLock { $0.take(job) } }
            })
        queue.submit([request]) { result in
            if case .failure(let error) = result {
                outcome.withLock { $0.failures.append("\(error)") }
            }
        }
        let isOver = DispatchSemaphore(value: 0)
        run.stop.onCancel { isOver.signal() }
        queue.whenIdle { isOver.signal() }
        isOver.wait()
        if !isStopped {
            for job in queue.jobsThatAsk() { outcome.withLock { $0.take(job) } }
        }
        leave(queue)
        meter.endCopying()
        try proceed()
        let came = outcome.withLock { $0 }
        if came.hasMoved || came.ending == nil {
            noteReached([run.source.site, run.target.site])
        }
        if let ending = came.ending { throw ending }
        return came.failures
    }

    private func configuration(_ undo: RunningUndo) -> TransferQueue.Configuration {
        var configuration = setup.transfers
        configuration.isShared = false
        configuration.limit = nil
        configuration.limitNow = nil
        configuration.throttles = run.throttles
        configuration.errand = run.errand(
            isAgain: run.operation == .watch ? run.isAgain : journal.isAgain)
        configuration.whenDone = nil
        configuration.plans = nil
        if verifies { configuration.verifier = DigestVerifier() }
        configuration.hearUndo = { undo.keep($0) }
        return configuration
    }

    /// Puts down what is being copied, so that the next run goes on with it, unless nobody wants that.
    private func leave(_ queue: TransferQueue) {
        if run.isThrownAway { queue.cancelAll() }
        let left = DispatchSemaphore(value: 0)
        queue.stop { left.signal() }
        _ = left.wait(timeout: .now() + PlanJobHost.farewell)
    }

    /// Seconds until the queue is let go of; lanes give up much sooner by themselves. What it still writes
    /// must not meet the next run.
    private static let farewell = 60.0
}

/// What has come of single files.
private struct Outcome {
    var failures: [String] = []
    /// What ends all of it.
    var ending: FileSystemError?
    /// Whether anything was copied.
    var hasMoved = false
    /// Directories that fail because something in them has, which was told.
    private var holders: Set<JobID> = []

    /// A single file at which the line breaks each time fails by itself.
    mutating func take(_ job: Job) {
        if job.state == .done { hasMoved = true }
        guard case .failed(let error) = job.state else {
            failures += job.failures
            return
        }
        if let parent = job.parent { holders.insert(parent) }
        if error.endsPlan, job.parent == nil || [.login, .busy].contains(error.kind) {
            ending = ending ?? error
        } else if error.endsPlan {
            // What is wrong with a connection does not say of which file.
            failures.append(tr("\(job.source.text) was not copied. \(error.message)"))
        } else if !holders.contains(job.id) || job.leftOut.count > 0 {
            failures += job.failures
        } else if job.parent == nil, failures.isEmpty {
            failures.append(error.message)
        }
    }
}

extension FileSystemError {
    /// Whether nothing else can be done either, for now.
    var endsPlan: Bool {
        endsConnection || [.connection, .timeout, .login, .full, .busy, .cancelled].contains(kind)
    }
}

extension TransferQueue {
    /// Gives up all that is not done, from any thread.
    fileprivate func cancelAll() {
        let isSent = DispatchSemaphore(value: 0)
        jobs { [self] all in
            for job in all where job.parent == nil { send(.cancel(job.id, keepsParts: false)) }
            isSent.signal()
        }
        isSent.wait()
    }
}
