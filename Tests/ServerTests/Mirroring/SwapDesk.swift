import Files
import Jobs
import Support
import Sync
import Synchronization
import Testing
import Work

@testable import Engine
@testable import Transfers

/// Replaces one directory by another as a whole, as often as one likes, with a store of its own.
final class SwapDesk {
    /// How it is asked for.
    struct Wishes {
        var deletes = true
        /// Where the old directory is kept, below the target.
        var backup: String? = ".kept"
        /// A pattern that is left out.
        var excluded: String?
        /// A pattern of what alone is taken.
        var included: String?
        /// So many files may be deleted.
        var limit = DeletionLimit.percent(100)
        /// After so many looks at the places everything ends, as if the process was killed.
        var end = Int.max
        var comparesModes = false
        /// Whether something may be told that is no failure.
        var mayWarn = false
        /// Goes on once the copies are made, before the target is looked at again.
        var meanwhile: () -> Void = {}
    }

    /// Everything ended.
    struct Killed: Error {}

    private let places: Pair<Location>
    private let connect: @Sendable (Site) -> any FileSystem
    private let folder: TemporaryFolder
    private var runs = 0
    private var storeName = "s"
    /// What was told of the last one that is no failure.
    private(set) var warnings: [String] = []
    /// How the last one ended.
    private(set) var progress: [SwapProgress] = []
    /// What the last undoing has told that is no failure.
    private(set) var notes: [String] = []

    var storePath: String { folder.path(storeName) }

    /// From now on nothing can be kept.
    func loseStore() throws {
        try folder.write("a file", to: "file")
        storeName = "file/s"
    }

    init(
        _ places: Pair<Location>, _ connect: @escaping @Sendable (Site) -> any FileSystem
    ) throws {
        self.places = places
        self.connect = connect
        folder = try TemporaryFolder()
    }

    /// What a comparison makes of the two.
    private func compare(
        _ wishes: Wishes, _ host: SwapHost
    ) throws -> (
        plan: MirrorPlan, outcome: PairWalk.Outcome, rules: ComparisonRules, hasTarget: Bool
    ) {
        var filter: [PathFilter.Rule] = []
        if let pattern = wishes.excluded.flatMap(PathPattern.init) {
            filter.append(PathFilter.Rule(isInclude: false, pattern))
        }
        if let pattern = wishes.included.flatMap(PathPattern.init) {
            filter.append(PathFilter.Rule(isInclude: true, pattern))
        }
        var rules = ComparisonRules(filter: PathFilter(filter))
        rules.descendsLone = Pair(true, wishes.deletes)
        rules.confirmsEmpty.first = wishes.deletes
        rules.aside = wishes.backup.map { Path($0).components }
        rules.keepsDirectories = true
        rules.comparesModes = wishes.comparesModes
        rules.tops = places
        rules.agreed = SyncMemory()
        rules.memory = memory.load()
        let target = connect(places.second.site)
        defer { target.close() }
        let hasTarget = try target.entry(at: places.second.path) != nil
        var comparer = TreeComparer(places, rules, host)
        comparer.areThere.second = hasTarget
        let outcome = try comparer.run()
        let plan = MirrorPlan(
            outcome.comparison, MirrorRules(deletes: wishes.deletes, limit: wishes.limit),
            isSourceWhole: outcome.failures.isEmpty)
        return (plan, outcome, comparer.rules, hasTarget)
    }

    private var memory: MirrorMemory {
        MirrorMemory(places, storePath: storePath) { Issue.record("\($0)") }
    }

    /// How much differs.
    func differences(_ wishes: Wishes = Wishes()) throws -> [String] {
        try compare(wishes, SwapHost(connect, storePath, Wishes())).outcome.comparison.differences
            .map { "\(VisibleText.make($0.path)): \($0.words)" }
    }

    /// Does it; what failed, a sentence each.
    func swap(_ wishes: Wishes = Wishes()) throws -> [String] {
        let host = SwapHost(connect, storePath, wishes)
        let (plan, outcome, rules, hasTarget) = try compare(wishes, host)
        runs += 1
        let aside = wishes.backup.map { Path($0 + "/run\(runs)").components }
        host.isCounting = true
        defer {
            warnings = host.warnings
            progress = host.progress
            if !wishes.mayWarn { for sentence in warnings { Issue.record("\(sentence)") } }
        }
        return try MirrorSwap(
            plan, outcome, rules, places, hasTarget: hasTarget, deletes: wishes.deletes,
            aside: aside, memory, host
        ).run()
    }

    /// The records of what can be undone.
    func records() throws -> [UndoRecord] { try Store.open(at: storePath).undoRecords() }

    /// Has nobody know of what was done last.
    func forgetNewest() throws {
        let store = try Store.open(at: storePath)
        guard let newest = try records().first,
            let record = try store.undoRecord(newest.number)
        else { return }
        try store.endUndo(record.number, steps: record.steps.map(\.number), failure: nil)
    }

    /// Something else was done.
    func note(_ record: UndoRecord) throws { try Store.open(at: storePath).noteUndo(record) }

    /// Takes back what was done last, or what has that number; why something was not.
    func undo(_ number: Int64? = nil) throws -> [String] {
        let store = try Store.open(at: storePath)
        guard let number = try number ?? records().first?.number,
            let record = try store.undoRecord(number)
        else { return ["There is nothing to undo."] }
        if let obstacle = try store.obstacle(to: record) { return [obstacle] }
        let files = connect(record.site)
        defer { files.close() }
        let result = Undoer.run(record, on: files, stop: Cancellation())
        try store.endUndo(
            record.number, steps: result.undone, failure: result.failures.first.first?.message)
        notes = result.notes
        return result.failures.first.map(\.message)
    }
}

/// Whoever does it, until it is killed.
private final class SwapHost: PlanHost {
    let storePath: String?
    let batch: BatchID? = nil
    let journal = PlanJournal()
    let isLate = false
    /// Whether its looks at the places are counted.
    var isCounting = false

    private let access: BesideAccess
    private let connect: @Sendable (Site) -> any FileSystem
    private let wishes: SwapDesk.Wishes
    private var looks = 0
    private(set) var warnings: [String] = []
    private(set) var progress: [SwapProgress] = []

    init(
        _ connect: @escaping @Sendable (Site) -> any FileSystem, _ storePath: String,
        _ wishes: SwapDesk.Wishes
    ) {
        self.storePath = storePath
        self.connect = connect
        self.wishes = wishes
        access = BesideAccess(Cancellation(), connections: 2, connect)
    }

    var connectionCount: Int { access.connectionCount }

    var isStopped: Bool { false }

    func connector(to site: Site) -> @Sendable () -> any FileSystem {
        access.connector(to: site)
    }

    func use<Value>(
        _ site: Site, keeps: Bool, _ body: (any FileSystem) throws -> Value
    ) throws -> Value {
        if isCounting { looks += 1 }
        guard looks <= wishes.end else { throw SwapDesk.Killed() }
        return try access.use(site, keeps: keeps, body)
    }

    func closeKept() { access.closeKept() }

    func carry(
        _ request: JobRequest, keeping undo: RunningUndo,
        ended: @escaping @Sendable (Job) -> Void
    ) throws -> [String] {
        access.closeKept()
        let failures = Mutex<[String]>([])
        var configuration = TransferQueue.Configuration()
        configuration.isShared = false
        configuration.lanes = 2
        configuration.hearUndo = { undo.keep($0) }
        let queue = TransferQueue(
            store: try Store.open(at: nil), configuration: configuration,
            makeFileSystem: { [connect] site, _ in connect(site) }, onChange: { _ in },
            onResult: { job in
                ended(job)
                failures.withLock { $0 += job.failures }
            })
        queue.submit([request]) { result in
            if case .failure(let error) = result {
                failures.withLock { $0.append("\(error)") }
            }
        }
        queue.waitUntilIdle()
        let stopped = Signal()
        queue.stop { stopped.send() }
        stopped.wait("the queue does not stop")
        wishes.meanwhile()
        return failures.withLock { $0 }
    }

    func proceed() throws(FileSystemError) {}

    func note(removed row: MirrorPlan.Row, _ error: FileSystemError?, by steps: MirrorSteps) {}

    func note(found row: MirrorPlan.Row) {}

    func note(_ progress: SwapProgress) { self.progress.append(progress) }

    func note(unnamed error: FileSystemError, at path: Path, _ side: ComparedSide) {}

    func sentences(of error: any Error) -> [String]? {
        switch error {
        // It was killed.
        case let error as FileSystemError where error.kind == .cancelled: nil
        case let error as FileSystemError: [error.message]
        case let error as StoreError: ["\(error)"]
        default: nil
        }
    }

    func warn(_ sentence: String) { warnings.append(sentence) }
}
