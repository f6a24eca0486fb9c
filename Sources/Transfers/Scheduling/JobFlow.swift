import Files
import Jobs
import Synchronization

/// What becomes of jobs: gives them their states, accounts for their ends, and ends the directories
/// that hold them.
final class JobFlow {
    /// Seconds that a stopped job gets to end in its protocol's own way.
    private static let patience = 2.0

    let jobs: JobTree
    let journal: Journal
    let notices: NoticeBoard
    let questions: Questions
    let lanes: LanePool
    let targets: TargetReservations
    let parts: PartOwners
    let pauses: Pauses
    let later: Later<JobFlow>
    private let onResult: @Sendable (Job) -> Void

    /// Jobs that lanes have begun.
    private(set) var running: Set<JobID> = []
    /// Jobs that are gone from the queue, but whose targets lanes are still writing.
    private var departed: [JobID: JobNode] = [:]
    /// Cancelled jobs that a lane still has, and what it will leave behind.
    private var cancelled: [JobID: Remains] = [:]

    init(
        of jobs: JobTree, _ journal: Journal, _ notices: NoticeBoard, _ questions: Questions,
        _ lanes: LanePool, _ targets: TargetReservations, _ parts: PartOwners, _ pauses: Pauses,
        later: Later<JobFlow>, onResult: @escaping @Sendable (Job) -> Void
    ) {
        self.jobs = jobs
        self.journal = journal
        self.notices = notices
        self.questions = questions
        self.lanes = lanes
        self.targets = targets
        self.parts = parts
        self.pauses = pauses
        self.later = later
        self.onResult = onResult
    }

    // MARK: - Accounts

    /// Notes that a job has changed, for the listeners and, where it is kept, for the store.
    func touch(_ node: JobNode, saving: Bool = true) {
        notices.noteChange(of: node.id)
        // What a directory that has ended counts is read from the store, and not counted again.
        let isFinal = node.job.kind == .directory && node.isFinished
        if saving || isFinal { journal.note(node) }
    }

    /// Takes a job out of all accounts.
    func forget(_ node: JobNode) {
        jobs.remove(node)
        running.remove(node.id)
        questions.end(node)
        pauses.end(node)
        if node.subtree != nil { targets.endFilling(node) }
        if node.assignment?.reserved.isEmpty == false || node.isCarriedOut {
            departed[node.id] = node
        }
        notices.forget(node.id)
        journal.forget(node)
    }

    // MARK: - States

    /// Marks a job as begun by a lane.
    func begin(_ node: JobNode, _ state: Job.State = .running) {
        node.job.state = state
        node.job.wait = .turn
        if state != .committing { node.job.tries += 1 }
        running.insert(node.id)
        touch(node)
    }

    /// Makes a job wait for its turn again.
    func requeue(_ node: JobNode) {
        setState(.waiting, of: node)
        if node.isHeld { node.job.wait = .directory }
        node.meeting.existing = .unknown
        touch(node)
        lanes.enqueue(node)
    }

    /// The same for one that was not done through no fault of its own: a directory was not tried,
    /// then, so that what lies in its target is not taken for its own work.
    func giveBack(_ node: JobNode) {
        if node.job.state == .expanding, node.job.tries > 0 { node.job.tries -= 1 }
        requeue(node)
    }

    /// Gives a job another state, and takes back what it asked for.
    func setState(_ state: Job.State, of node: JobNode) {
        questions.end(node)
        pauses.end(node)
        node.job.state = state
        node.job.wait = .turn
    }

    /// Has the user asked what is to become of a file that is there.
    func park(_ node: JobNode, _ conflict: Conflict) {
        let policy = questions.policy(of: node)
        // "Overwrite" was said of what was there before, not of what the batch itself has made.
        let isSettled = conflict.meets == nil || policy == .keepBoth || policy == .skip
        if node.job.policy == .ask, policy != .ask, isSettled {
            node.job.policy = policy
            return requeue(node)
        }
        node.job.state = .needsAnswer(conflict)
        questions.begin(node)
        touch(node)
    }

    // MARK: - What lanes have

    /// Takes a job out of the hands of its lane.
    func release(_ node: JobNode, _ assignment: Assignment, _ outcome: Outcome) {
        node.takeProgress()
        node.takeTimes()
        node.job.moved &+= assignment.control.moved
        node.activity = .none
        node.job.lane = nil
        node.job.speed = nil
        node.job.limitedBy = nil
        running.remove(node.id)
        targets.release(assignment.reserved, of: node, isDone: outcome.isDone)
    }

    /// Plans that lanes carry out, also those that are gone from the queue.
    var plansUnderWay: [JobNode] {
        (Array(jobs.tops) + Array(departed.values)).filter(\.isCarriedOut)
    }

    /// Notes that a lane has begun to write the file of a job, which may be gone from the queue.
    func noteOpened(_ id: JobID) {
        cancelled[id]?.isThere = true
    }

    /// Takes in what became of a job that is gone from the queue; false for others.
    func takeGone(_ id: JobID, _ outcome: Outcome) -> Bool {
        if let gone = departed.removeValue(forKey: id) {
            targets.release(
                gone.assignment?.reserved ?? [], of: gone, isDone: outcome.isDone)
            if gone.isCarriedOut {
                // Only now nobody writes for it any more.
                parts.noteLeftovers(of: gone)
                parts.end(gone)
            }
        }
        guard let remains = cancelled.removeValue(forKey: id) else { return false }
        parts.clearAway(remains, after: outcome)
        return true
    }

    /// Tells all lanes to stop.
    func haltAll() {
        for node in jobs.all where node.control != nil { halt(node, .hold) }
    }

    /// Tells the lane that has the job to stop, and breaks its blocked call if it does not.
    func halt(_ node: JobNode, _ stop: Assignment.Stop) {
        guard let assignment = node.assignment else { return }
        // What the user wants of this very job outlasts what is wanted of all.
        if stop != .hold || assignment.stop == nil { assignment.stop = stop }
        let control = assignment.control
        if stop == .cancel { control.isThrownAway.store(true, ordering: .relaxed) }
        control.stop()
        guard let interrupter = assignment.interrupter else { return }
        later.clock.after(JobFlow.patience) { interrupter.interrupt(control) }
    }

    // MARK: - Ends

    /// A lane has done a job.
    func done(_ node: JobNode, size: UInt64) {
        if node.job.kind == .directory, node.reading == .closing {
            return finishDirectory(node)
        }
        if node.job.kind == .file || node.job.kind == .link {
            if !node.job.operation.isRemoval {
                node.resize(to: size)
                node.setDone(size)
                targets.noteWritten(node)
            }
            for directory in node.ancestors { directory.job.filesDone += 1 }
        } else {
            // It went as a whole.
            node.measure()
            if node.job.operation == .copy {
                node.job.filesDone = node.job.filesFound
                node.setDone(size)
            }
        }
        node.job.state = .done
        node.choice = nil
        ended(node)
    }

    func skip(_ node: JobNode, because reason: String) {
        node.tell(reason)
        node.job.state = .skipped
        node.resize(to: 0)
        node.setDone(0)
        for directory in node.ancestors {
            directory.job.filesDone += 1
            directory.subtree?.shortfall.skipped += 1
        }
        ended(node)
    }

    /// Ends a job that no retry will help.
    func fail(_ node: JobNode, with error: FileSystemError) {
        // Nothing below goes on until it could be read.
        if let subtree = node.subtree, subtree.openChildren > 0 { giveUpContents(of: node) }
        setState(.failed(error), of: node)
        if node.job.kind == .directory { node.measure() }
        if node.job.story.last != error.message { node.tell(error.message) }
        for directory in node.ancestors { directory.subtree?.shortfall.failed += 1 }
        ended(node)
    }

    /// Notes what can be taken back. Of what is moved by copying, that is the whole: its copies alone
    /// must not be taken away.
    func noteStep(_ step: UndoStep, of node: JobNode) {
        guard node.job.operation == .move else {
            return journal.noteUndo(.step(step), by: node)
        }
        if case .renamed = step.what { return journal.noteUndo(.step(step), by: node) }
        if isChosen(node) { node.hasMadeTarget = true }
    }

    /// Whether the user has named it, and not a directory above.
    private func isChosen(_ node: JobNode) -> Bool {
        node.parent.map { $0.job.chosen != nil } ?? true
    }

    /// A move that went by copying is over.
    func noteMove(_ node: JobNode) {
        guard node.hasMadeTarget, node.job.state == .done, node.job.chosen == nil,
            let target = node.job.target
        else { return }
        guard node.shortfall.skipped == 0, node.shortfall.leftOut == 0 else {
            return journal.noteUndo(.lost(1), by: node)
        }
        journal.noteUndo(
            .step(UndoStep(target.path, .moved(from: node.job.source.path))), by: node)
    }

    /// Accounts for a job that came to its end: tells of it, and closes the directory above when
    /// it was the last.
    private func ended(_ node: JobNode) {
        touch(node)
        noteMove(node)
        onResult(node.job)
        guard let parent = node.parent else {
            if [.done, .skipped].contains(node.job.state) { parts.end(node) }
            return lanes.route(for: node.job).active.removeAll { $0 === node }
        }
        parent.subtree?.openChildren -= 1
        for directory in node.ancestors { touch(directory, saving: false) }
        if case .failed = node.job.state {
            let top = node.top
            if let kept = top.subtree?.walk?.keptFailures, kept < TreeLimits.failures {
                top.subtree?.walk?.keptFailures = kept + 1
            } else {
                parent.subtree?.shortfall.dropped += 1
                forget(node)
            }
        } else {
            // What is done need not be looked at again: its directory counts it.
            forget(node)
        }
        checkComplete(parent)
    }

    /// Ends a job that cannot be copied: the one that stands by itself tells of it.
    func leaveOut(_ node: JobNode, because reason: String) {
        guard let parent = node.parent else {
            node.job.leftOut = LeftOut()
            node.job.leftOut.add(1, reason)
            return skip(node, because: reason)
        }
        if node.job.kind != .directory {
            for directory in node.ancestors { directory.job.filesFound -= 1 }
        }
        noteLeftOut(1, reason, below: node.ancestors)
        parent.subtree?.openChildren -= 1
        for directory in node.ancestors { touch(directory, saving: false) }
        forget(node)
        checkComplete(parent)
    }

    /// Adds to the account of what was not copied; `directories` are those that hold it, the last
    /// of them the one that stands by itself.
    func noteLeftOut(_ count: Int, _ sentence: String, below directories: [JobNode]) {
        for directory in directories { directory.subtree?.shortfall.leftOut += count }
        guard let top = directories.last else { return }
        // What fails each time is told once.
        if !top.job.story.contains(sentence) { top.tell(sentence) }
        top.job.leftOut.add(count, sentence)
        touch(top)
    }

    func tellResult(of node: JobNode) { onResult(node.job) }
    func tellResult(_ job: Job) { onResult(job) }

    /// Notes that a lane still has a job that is cancelled, and what it will leave behind.
    func noteCancelled(_ id: JobID, _ remains: Remains) {
        cancelled[id] = remains
        parts.hold(remains)
    }
}
