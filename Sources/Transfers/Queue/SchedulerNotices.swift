import Files
import Jobs
import Synchronization

/// What listeners have not heard of yet.
struct Notices {
    var changed: Set<JobID> = []
    var removed: [JobID] = []
    var isReordered = false
    var isPaused: Bool?
    var worker: QueueChange.Worker?
    /// When the last was given.
    var last = -Double.infinity
    /// Whether a timer will give the next.
    var isDue = false
    /// Whether a timer looks at the progress of what runs.
    var isTicking = false

    var isEmpty: Bool {
        changed.isEmpty && removed.isEmpty && !isReordered && isPaused == nil && worker == nil
    }
}

// Telling the listeners, at most ten times a second.
extension Scheduler {
    private static let pace = 0.1
    /// Seconds between two looks at the countdowns, where nothing else runs.
    private static let countdownPace = 0.4

    /// Notes that a job has changed, for the listeners and, where it is kept, for the store.
    func touch(_ node: JobNode, saving: Bool = true) {
        notices.changed.insert(node.id)
        // What a directory that has ended counts is read from the store, and not counted again.
        let isFinal = node.job.kind == .directory && node.isFinished
        if saving || isFinal, isKept(node) { unsaved.insert(node.id) }
    }

    /// Takes a job out of all accounts.
    func forget(_ node: JobNode) {
        let id = node.id
        nodes[id] = nil
        runningJobs.remove(id)
        node.parent?.children.remove(id)
        endQuestion(of: node)
        endBackoff(node)
        if node.job.kind == .directory { endFilling(node) }
        if node.control != nil, !node.reserved.isEmpty { departed[id] = node }
        notices.changed.remove(id)
        if node.isAnnounced { notices.removed.append(id) }
        unsaved.remove(id)
        if node.isStored { removedRows.append(id) }
    }

    func giveNotice() {
        if !runningJobs.isEmpty || !countingDown.isEmpty, !notices.isTicking {
            notices.isTicking = true
            let pace = runningJobs.isEmpty ? Scheduler.countdownPace : Scheduler.pace
            clock.after(pace) { [post] in
                post { scheduler in
                    scheduler.notices.isTicking = false
                    scheduler.tick()
                }
            }
        }
        guard !notices.isEmpty else { return }
        let wait = notices.last + Scheduler.pace - clock.now()
        guard wait <= 0 else {
            guard !notices.isDue else { return }
            notices.isDue = true
            return clock.after(wait) { [post] in post { $0.notices.isDue = false } }
        }
        var change = QueueChange()
        change.changed = notices.changed.sorted().compactMap { id in
            nodes[id]?.isAnnounced = true
            return nodes[id]?.job
        }
        change.removed = notices.removed
        if notices.isReordered { change.order = allJobs().map(\.id) }
        change.isPaused = notices.isPaused
        change.worker = notices.worker
        notices.changed = []
        notices.removed = []
        notices.isReordered = false
        notices.isPaused = nil
        notices.worker = nil
        notices.last = clock.now()
        if !change.isEmpty { onChange(change) }
    }

    // MARK: - Progress

    /// Looks how far the running jobs are.
    private func tick() {
        let now = clock.now()
        countDown()
        var above: Set<JobID> = []
        for id in runningJobs {
            guard let node = nodes[id] else { continue }
            takeProgress(of: node)
            if node.job.state == .running {
                node.job.speed = node.meter.add(node.job.done, at: now)
            }
            notices.changed.insert(id)
            for directory in node.ancestors { above.insert(directory.id) }
        }
        for id in above {
            guard let node = nodes[id] else { continue }
            node.job.speed = node.meter.add(node.job.done, at: now)
            notices.changed.insert(id)
        }
        saveProgress(of: runningJobs.union(above).union(countingDown))
    }

    func takeProgress(of node: JobNode) {
        guard let control = node.control else { return }
        if node.job.operation == .delete {
            node.job.filesDone = control.removed.load(ordering: .relaxed)
            node.job.filesFound = control.found.load(ordering: .relaxed)
        } else if node.job.kind != .directory {
            setDone(node, control.progress.load(ordering: .relaxed))
        }
    }

    /// Sets the bytes done of a file, and corrects the accounts of the directories above.
    func setDone(_ node: JobNode, _ bytes: UInt64) {
        let before = node.job.done
        guard bytes != before else { return }
        node.job.done = bytes
        for directory in node.ancestors {
            let done = directory.job.done
            directory.job.done =
                bytes > before ? done &+ (bytes - before) : done - min(done, before - bytes)
        }
    }

    /// Sets the size of a file, and corrects the accounts of the directories above.
    func resize(_ node: JobNode, to size: UInt64?) {
        node.job.size = size
        if size != nil { node.measure() }
        let (before, now) = (node.countedSize, size ?? 0)
        guard node.parent != nil, before != now else { return }
        node.countedSize = now
        for directory in node.ancestors {
            let whole = directory.job.size ?? 0
            directory.job.size =
                now > before ? whole &+ (now - before) : whole - min(whole, before - now)
        }
    }
}
