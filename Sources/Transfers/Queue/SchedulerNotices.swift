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
    func touch(_ record: Record, saving: Bool = true) {
        notices.changed.insert(record.id)
        // What a directory that has ended counts is read from the store, and not counted again.
        let isFinal = record.job.kind == .directory && record.isFinished
        if saving || isFinal, isKept(record) { unsaved.insert(record.id) }
    }

    /// Takes a job out of all accounts.
    func forget(_ record: Record) {
        let id = record.id
        records[id] = nil
        runningJobs.remove(id)
        record.parent?.children.remove(id)
        endQuestion(of: record)
        endBackoff(record)
        if record.job.kind == .directory { endFilling(record) }
        if record.control != nil, !record.reserved.isEmpty { departed[id] = record }
        notices.changed.remove(id)
        if record.isAnnounced { notices.removed.append(id) }
        unsaved.remove(id)
        if record.isStored { removedRows.append(id) }
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
            records[id]?.isAnnounced = true
            return records[id]?.job
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
            guard let record = records[id] else { continue }
            takeProgress(of: record)
            if record.job.state == .running {
                record.job.speed = record.meter.add(record.job.done, at: now)
            }
            notices.changed.insert(id)
            for directory in record.ancestors { above.insert(directory.id) }
        }
        for id in above {
            guard let record = records[id] else { continue }
            record.job.speed = record.meter.add(record.job.done, at: now)
            notices.changed.insert(id)
        }
        saveProgress(of: runningJobs.union(above).union(countingDown))
    }

    func takeProgress(of record: Record) {
        guard let control = record.control else { return }
        if record.job.operation == .delete {
            record.job.filesDone = control.removed.load(ordering: .relaxed)
            record.job.filesFound = control.found.load(ordering: .relaxed)
        } else if record.job.kind != .directory {
            setDone(record, control.progress.load(ordering: .relaxed))
        }
    }

    /// Sets the bytes done of a file, and corrects the accounts of the directories above.
    func setDone(_ record: Record, _ bytes: UInt64) {
        let before = record.job.done
        guard bytes != before else { return }
        record.job.done = bytes
        for directory in record.ancestors {
            let done = directory.job.done
            directory.job.done =
                bytes > before ? done &+ (bytes - before) : done - min(done, before - bytes)
        }
    }

    /// Sets the size of a file, and corrects the accounts of the directories above.
    func resize(_ record: Record, to size: UInt64?) {
        record.job.size = size
        if size != nil { record.measure() }
        let (before, now) = (record.countedSize, size ?? 0)
        guard record.parent != nil, before != now else { return }
        record.countedSize = now
        for directory in record.ancestors {
            let whole = directory.job.size ?? 0
            directory.job.size =
                now > before ? whole &+ (now - before) : whole - min(whole, before - now)
        }
    }
}
