import Files
import Jobs
import Work

// Keeping the jobs over a restart, and hearing of other processes.
extension Scheduler {
    /// Seconds that changes gather before they are written.
    private static let saveDelay = 0.1
    private static let retryDelay = 5.0
    private static let watchPace = 0.9
    /// A file below a directory keeps a row of its own while it runs only from this size on:
    /// smaller ones are found again by reading the directory again.
    private static let keptSize: UInt64 = 4 << 20

    /// Whether a job has a row: those that stand by themselves, and below a directory those that
    /// reading the directory again would not bring back as they are.
    func isKept(_ record: Record) -> Bool {
        guard record.parent != nil, !record.isStored else { return true }
        return switch record.job.state {
        case .paused, .needsAnswer, .needsLogin, .failed, .cancelled: true
        case .done, .skipped, .expanding: false
        case .waiting, .running, .settling:
            record.hasPart && record.job.kind == .file
                && (record.job.size ?? .max) >= Scheduler.keptSize
        }
    }

    func scheduleSaving() {
        guard !unsaved.isEmpty || !removedRows.isEmpty, !isSaveDue else { return }
        isSaveDue = true
        clock.after(Scheduler.saveDelay) { [post] in
            post { scheduler in
                scheduler.isSaveDue = false
                scheduler.save()
            }
        }
    }

    /// Writes all that has changed.
    func save() {
        var rows: [JobID: StoredJob] = [:]
        for id in unsaved {
            guard let record = records[id] else { continue }
            // A row needs those of the directories above it.
            for record in [record] + record.ancestors where rows[record.id] == nil {
                if record.isStored, !unsaved.contains(record.id) { continue }
                record.isStored = true
                rows[record.id] = record.stored
            }
        }
        let removed = removedRows
        unsaved = []
        removedRows = []
        guard !rows.isEmpty || !removed.isEmpty else { return }
        let ids = Array(rows.keys)
        store.write(Array(rows.values), removing: removed) { [post, clock] result in
            guard case .failure(let error) = result else { return }
            post { $0.saveFailed(error) }
            clock.after(Scheduler.retryDelay) {
                post { scheduler in
                    scheduler.unsaved.formUnion(ids)
                    scheduler.removedRows += removed
                }
            }
        }
    }

    /// Says on the jobs at hand that they would be lost.
    func saveFailed(_ error: StoreError) {
        let line = "Not saved (\(error)): it would be lost if Ferry ended now."
        for record in records.values where record.parent == nil && !record.isFinished {
            if record.job.story.last != line {
                record.tell(line)
                notices.changed.insert(record.id)
            }
        }
    }

    // MARK: - Other processes, and earlier runs

    func takeOver() {
        submissions += 1
        store.look(since: foreignVersion) { [post] version, commands, rows in
            post { scheduler in
                scheduler.submissions -= 1
                scheduler.foreignVersion = version
                scheduler.adopt(rows)
                for command in commands { scheduler.obey(command) }
            }
        }
    }

    func watchStore() {
        clock.after(Scheduler.watchPace) { [post] in
            post { scheduler in
                guard !scheduler.isStopping else { return }
                scheduler.takeOver()
                scheduler.watchStore()
            }
        }
    }

    /// Goes on with jobs from the store.
    private func adopt(_ rows: [StoredJob]) {
        // A directory has a lower number than what is in it.
        for row in rows.sorted(by: { $0.job.id < $1.job.id }) where records[row.job.id] == nil {
            adopt(row)
        }
    }

    private func adopt(_ row: StoredJob) {
        var job = row.job
        let parent = job.parent.flatMap { records[$0] }
        job.parent = parent?.id
        if [.running, .settling, .expanding].contains(job.state) { job.state = .waiting }
        job.lane = nil
        let record = Record(
            job, position: parent == nil ? row.position : 0, parent: parent)
        record.isStored = true
        record.isRevisit = job.tries > 0
        record.hasPart = row.hasPart
        record.throttle.setLimit(job.limit)
        records[job.id] = record
        if job.policy != .ask, parent == nil { batchPolicies[job.batch] = job.policy }
        if case .needsAnswer = job.state { asking[job.batch, default: []].insert(job.id) }
        if job.kind == .directory, job.operation != .delete { adoptDirectory(record) }
        if let parent { adopt(record, below: parent) }
        touch(record, saving: false)
        if record.job.state == .waiting { queueUp(record) }
    }

    private func adoptDirectory(_ record: Record) {
        if record.parent == nil, record.job.tries > 0 { record.tree = Tree() }
        if record.isFinished {
            record.isListed = true
            record.isHandedOut = true
        } else {
            // It will be read again, and counted again.
            record.job.size = 0
            record.job.done = 0
            record.job.filesFound = 0
            record.job.filesDone = 0
        }
    }

    private func adopt(_ record: Record, below parent: Record) {
        parent.children.insert(record.id)
        if !record.isFinished { parent.openChildren += 1 }
        if record.hasFailed, record.job.kind != .directory {
            for directory in record.ancestors { directory.failuresBelow += 1 }
        }
        guard record.job.kind != .directory else { return }
        record.countedSize = record.job.size ?? 0
        for directory in record.ancestors where !directory.isFinished {
            directory.job.filesFound += 1
            directory.job.size = (directory.job.size ?? 0) &+ record.countedSize
            directory.job.done = directory.job.done &+ record.job.done
        }
    }
}
