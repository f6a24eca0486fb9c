import Files
import Glibc
import Jobs

/// Keeps the jobs over a restart: knows which have rows in the store, and which of these have to be
/// written, or to go.
final class Journal {
    /// Seconds that changes gather before they are written.
    private static let delay = 0.1
    private static let retryDelay = 5.0
    /// A file below a directory keeps a row of its own while it runs only from this size on:
    /// smaller ones are found again by reading the directory again.
    private static let keptSize: UInt64 = 4 << 20
    /// Seconds between two notes of how far the jobs are.
    private static let progressPace = 1.0

    private let store: StoreWriter
    private let jobs: JobTree
    private let later: Later<Journal>
    private let failed: @Sendable (StoreError) -> Void
    private let hasHistory: Bool
    private let hearUndo: @Sendable (UndoStep?) -> Void

    /// Jobs that have rows, or are about to.
    private var kept: Set<JobID> = []
    private var unsaved: Set<JobID> = []
    private var removed: [JobID] = []
    /// Jobs whose chosen names, or scripts, could not be written: they go with the next row.
    private var unwrittenChoices: Set<JobID> = []
    /// Jobs that have ended since the last write, for the history: their rows may be cleared before.
    private var ended: [JobID: FinishedJob] = [:]
    /// What was done since the last write that can be taken back.
    private var undo: [UndoNote] = []
    private var isSaveDue = false
    /// What is to follow the next save.
    private var followers: [() -> Void] = []
    /// Writes that somebody waits for.
    private var openWrites = 0
    /// When progress was last noted.
    private var lastProgress = -Double.infinity

    /// `failed` hears of what could not be written; it is tried again. `hasHistory`: jobs that end are
    /// kept in the history. `hearUndo`: what was done, where it can be taken back.
    init(
        _ store: StoreWriter, of jobs: JobTree, later: Later<Journal>, hasHistory: Bool = true,
        hearUndo: @escaping @Sendable (UndoStep?) -> Void = { _ in },
        failed: @escaping @Sendable (StoreError) -> Void
    ) {
        self.store = store
        self.jobs = jobs
        self.later = later
        self.hasHistory = hasHistory
        self.hearUndo = hearUndo
        self.failed = failed
    }

    /// Whether nobody waits for a write.
    var isWritten: Bool { openWrites == 0 }

    /// Notes that a job has a row.
    func noteRow(of node: JobNode) {
        kept.insert(node.id)
    }

    /// Notes that a job has changed.
    func note(_ node: JobNode) {
        if isKept(node) { unsaved.insert(node.id) }
        if hasHistory, let finished = FinishedJob(node.job, ended: Int64(time(nil))) {
            ended[node.id] = finished
        }
    }

    /// Notes what a job has done that can be taken back, or that something cannot.
    func noteUndo(_ content: UndoNote.Content, by node: JobNode) {
        switch content {
        case .step(let step): hearUndo(step)
        case .lost(let count): for _ in 0..<count { hearUndo(nil) }
        }
        guard hasHistory, let action = UndoRecord.Action(node.job.operation) else { return }
        let place = node.job.target ?? node.job.source
        undo.append(
            UndoNote(
                batch: node.job.batch, action: action, site: place.site,
                origin: action == .move ? node.job.source.site : nil, time: Int64(time(nil)),
                content: content))
    }

    /// Notes that a job is gone.
    func forget(_ node: JobNode) {
        unsaved.remove(node.id)
        if kept.remove(node.id) != nil { removed.append(node.id) }
    }

    /// Whether a job has a row: those that stand by themselves, and below a directory those that
    /// reading the directory again would not bring back as they are.
    private func isKept(_ node: JobNode) -> Bool {
        guard node.parent != nil, !kept.contains(node.id) else { return true }
        return switch node.job.state {
        case .paused, .needsAnswer, .needsLogin, .failed, .cancelled: true
        case .done, .skipped, .expanding: false
        case .waiting, .running, .committing:
            node.hasPart && node.job.kind == .file
                && (node.job.size ?? .max) >= Journal.keptSize
        }
    }

    // MARK: Writing

    /// Writes what has changed before long.
    func schedule() {
        guard
            !unsaved.isEmpty || !removed.isEmpty || !ended.isEmpty || !followers.isEmpty
                || !undo.isEmpty, !isSaveDue
        else { return }
        isSaveDue = true
        later.after(Journal.delay) { journal in
            journal.isSaveDue = false
            journal.save()
        }
    }

    /// Runs `body` once what has changed so far is on its way to the store.
    func afterSaving(_ body: @escaping () -> Void) {
        followers.append(body)
    }

    /// Writes all that has changed.
    func save() {
        defer {
            let bodies = followers
            followers = []
            for body in bodies { body() }
        }
        var rows: [JobID: StoredJob] = [:]
        for id in unsaved {
            guard let node = jobs[id] else { continue }
            // A row needs those of the directories above it.
            for node in [node] + node.ancestors where rows[node.id] == nil {
                if kept.contains(node.id), !unsaved.contains(node.id) { continue }
                kept.insert(node.id)
                rows[node.id] =
                    unwrittenChoices.remove(node.id) == nil ? node.stored : node.storedWithChoice
            }
        }
        let (removed, ended, undo) = (removed, ended, undo)
        self.undo = []
        unsaved = []
        self.removed = []
        self.ended = [:]
        guard !rows.isEmpty || !removed.isEmpty || !ended.isEmpty || !undo.isEmpty else {
            return
        }
        let ids = Array(rows.keys)
        let choices = rows.values.filter { $0.chosen != nil || $0.script != nil }.map(\.job.id)
        // In the order in which they were asked for, where they end together.
        let finished = ended.values.sorted { $0.id < $1.id }
        store.write(
            Array(rows.values), removing: removed, ended: finished, undo: undo
        ) { [failed, later] result in
            guard case .failure(let error) = result else { return }
            failed(error)
            later.after(Journal.retryDelay) { journal in
                journal.unwrittenChoices.formUnion(choices)
                journal.unsaved.formUnion(ids)
                journal.removed += removed
                journal.undo = Array((undo + journal.undo).prefix(UndoRows.steps))
                journal.ended.merge(ended) { newer, _ in newer }
            }
        }
    }

    /// Writes these rows at once; `then` hears what was in the way, in a turn of its part, before
    /// the rows count as written.
    func write<Part>(
        _ nodes: [JobNode], _ part: Later<Part>,
        then: @escaping @Sendable (Part, StoreError?) -> Void
    ) {
        for node in nodes { kept.insert(node.id) }
        let ids = nodes.filter { $0.choice != nil || $0.script != nil }.map(\.id)
        openWrites += 1
        store.write(nodes.map(\.storedWithChoice), removing: []) { [failed, later] result in
            var error: StoreError?
            if case .failure(let found) = result {
                error = found
                failed(found)
                later.now { $0.unwrittenChoices.formUnion(ids) }
            } else {
                // It may be long, and the store gives it to whoever needs it.
                later.now { journal in for id in ids { journal.jobs[id]?.script = nil } }
            }
            part.now { [error] in then($0, error) }
            later.now { $0.openWrites -= 1 }
        }
    }

    /// Notes for those who look on how far those jobs are that have rows, now and then.
    func noteProgress(of ids: Set<JobID>) {
        let now = later.clock.now()
        guard !ids.isEmpty, now - lastProgress >= Journal.progressPace else { return }
        lastProgress = now
        let nodes = ids.intersection(kept).compactMap { jobs[$0] }
        if !nodes.isEmpty { store.writeProgress(nodes.map(\.stored)) }
    }
}

extension UndoRecord.Action {
    /// Nil for what cannot be taken back.
    fileprivate init?(_ operation: Job.Operation) {
        switch operation {
        case .copy: self = .copy
        case .move: self = .move
        case .trash: self = .trash
        case .pack: self = .pack
        // Who carries a plan out writes down beforehand what it does.
        case .delete, .mirror, .sync, .watch: return nil
        }
    }
}
