import Dispatch
import Files
import Jobs
import Sync
import Synchronization
import Transfers
import UI
import Work

/// Carries a plan out for the screen, in a thread of its own, and tells how far it is.
final class ScreenPlanHost: PlanHost {
    private let access: BesideAccess
    private let context: ConnectionContext
    private let setup: PlanController.Setup
    let stop: Cancellation
    private let pause: PlanPause
    private let meter: PlanMeter
    /// Whether each file is compared with its source before it gets its name.
    private let verifies: Bool
    /// What is to be known and is no failure, a sentence each.
    private var remarks: [String] = []

    /// `told` hears how far it is, some times a second, on any thread.
    init(
        _ access: BesideAccess, _ context: ConnectionContext, _ setup: PlanController.Setup,
        _ stop: Cancellation, _ pause: PlanPause, verifies: Bool,
        told: @escaping @Sendable (PlanProgress) -> Void
    ) {
        self.access = access
        self.context = context
        self.setup = setup
        self.stop = stop
        self.pause = pause
        self.verifies = verifies
        meter = PlanMeter(told)
    }

    /// What was done so far.
    var progress: PlanProgress { meter.progress }

    var storePath: String? { setup.storePath }

    var connectionCount: Int { access.connectionCount }

    var isStopped: Bool { stop.isCancelled }

    func connector(to site: Site) -> @Sendable () -> any FileSystem {
        access.connector(to: site)
    }

    func use<Value>(
        _ site: Site, keeps: Bool, _ body: (any FileSystem) throws -> Value
    ) throws -> Value {
        try proceed()
        return try access.use(site, keeps: keeps, body)
    }

    func closeKept() { access.closeKept() }

    func proceed() throws(FileSystemError) {
        pause.waitWhilePaused()
        if stop.isCancelled { throw ScreenPlanHost.stopped }
    }

    /// Why nothing more is done; no failure.
    static let stopped = FileSystemError(
        .cancelled, detail: "You stopped it before everything was done.")

    func begin(_ step: PlanProgress.Step) { meter.begin(step) }

    func note(removed row: MirrorPlan.Row, _ error: FileSystemError?, by steps: MirrorSteps) {
        if error == nil, row.difference.entries.second?.kind != .directory { meter.noteDeleted() }
    }

    func note(unnamed error: FileSystemError, at path: Path, _ side: ComparedSide) {}

    func sentences(of error: any Error) -> [String]? {
        switch error {
        case is FileSystemError where stop.isCancelled: [ScreenPlanHost.stopped.message]
        case let error as FileSystemError: [error.message]
        case let error as StoreError: ["\(error)"]
        default: nil
        }
    }

    func warn(_ sentence: String) { remarks.append(sentence) }

    /// The remarks since the last time.
    func takeRemarks() -> [String] {
        defer { remarks = [] }
        return remarks
    }

    // MARK: - Copying

    func carry(
        _ request: JobRequest, keeping undo: RunningUndo,
        ended: @escaping @Sendable (Job) -> Void
    ) throws -> [String] {
        var sentences: [String] = []
        // What failed before is told as well, whatever becomes of this.
        let lost = try caught { sentences = try carryOut(request, keeping: undo, ended: ended) }
        return sentences + lost
    }

    private func carryOut(
        _ request: JobRequest, keeping undo: RunningUndo,
        ended: @escaping @Sendable (Job) -> Void
    ) throws -> [String] {
        try proceed()
        access.closeKept()
        var configuration = setup.transfers
        configuration.isShared = false
        configuration.whenDone = nil
        if verifies { configuration.verifier = DigestVerifier() }
        configuration.hearUndo = { undo.keep($0) }
        let failures = Mutex<[String]>([])
        let (context, meter, stop) = (context, meter, stop)
        let queue = TransferQueue(
            store: try Store.open(at: nil), parts: registry(), configuration: configuration,
            makeFileSystem: { site, _ in
                context.fileSystem(for: site, connection: context.nextConnection(), isForJob: true)
            },
            onChange: { change in
                meter.take(change)
            },
            onResult: { job in
                ended(job)
                meter.take(ended: job)
                // What the user has stopped has not failed.
                if !stop.isCancelled { failures.withLock { $0 += job.failures } }
            })
        pause.hold(queue)
        queue.submit([request]) { result in
            switch result {
            case .failure(let error): failures.withLock { $0.append(error.description) }
            case .success:
                // Partial files of what is stopped are of no use to the next plan.
                stop.onCancel { queue.cancelAll() }
            }
        }
        if !isOver(queue) { failures.withLock { $0.append(ScreenPlanHost.unfinished) } }
        for job in queue.jobsThatAsk() { failures.withLock { $0 += job.failures } }
        pause.hold(nil)
        let left = DispatchSemaphore(value: 0)
        queue.stop { left.signal() }
        _ = left.wait(timeout: .now() + ScreenPlanHost.farewell)
        meter.endCopying()
        let sentences = failures.withLock { $0 }
        return stop.isCancelled ? sentences + [ScreenPlanHost.stopped.message] : sentences
    }

    private static let unfinished = "Not everything was copied; compare again, and run the rest."

    /// Waits until nothing is left that can be done, a pause aside; whether all has come to an end.
    private func isOver(_ queue: TransferQueue) -> Bool {
        // Each time it may just have been resumed.
        for _ in 0..<ScreenPlanHost.looks {
            repeat {
                queue.waitUntilIdle()
                if stop.isCancelled || !queue.hasUnfinished { return true }
            } while pause.waitWhilePaused()
        }
        return false
    }

    /// How often it is looked whether something goes on that seemed not to.
    private static let looks = 5

    /// Seconds for good-byes to servers, which give up sooner by themselves.
    private static let farewell = 5.0

    /// What all processes of this user know of unfinished files; nil where that cannot be read.
    private func registry() -> PartRegistry? {
        guard let path = setup.storePath else { return nil }
        do throws(StoreError) {
            return PartRegistry(try Store.open(at: path))
        } catch {
            warn("\(error); partial files will not be found again.")
            return nil
        }
    }
}

extension TransferQueue {
    /// All jobs, once they are known.
    private var allJobs: [Job] {
        let known = DispatchSemaphore(value: 0)
        let jobs = Mutex<[Job]>([])
        self.jobs { all in
            jobs.withLock { $0 = all }
            known.signal()
        }
        known.wait()
        return jobs.withLock { $0 }
    }

    /// Whether something would still go on, if it were not paused.
    fileprivate var hasUnfinished: Bool {
        allJobs.contains { job in
            switch job.state {
            case .waiting, .expanding, .running, .committing, .paused: job.parent == nil
            default: false
            }
        }
    }

    /// Gives up all that is not done, from any thread.
    fileprivate func cancelAll() {
        jobs { [self] all in
            for job in all where job.parent == nil { send(.cancel(job.id, keepsParts: false)) }
        }
    }
}
