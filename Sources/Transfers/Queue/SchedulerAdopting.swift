import Files
import Jobs
import Work

// Going on with jobs from the store: those of an earlier worker, and those that others add.
extension Scheduler {
    /// Seconds between two looks at what other processes have left.
    private static let lookPace = 0.9

    func takeOver(showing shown: [JobID]) {
        submissions += 1
        store.takeOver { [post] result in
            post { scheduler in
                scheduler.submissions -= 1
                guard case .success(let (inheritance, commands)) = result else {
                    return scheduler.takeOverLater(showing: shown)
                }
                scheduler.adopt(inheritance, showing: shown)
                for command in commands { scheduler.obey(command) }
                scheduler.keepLooking()
            }
        }
    }

    private func takeOverLater(showing shown: [JobID]) {
        clock.after(Scheduler.lookPace) { [post] in
            post { if !$0.isStopping { $0.takeOver(showing: shown) } }
        }
    }

    private func keepLooking() {
        clock.after(Scheduler.lookPace) { [post] in
            post { if !$0.isStopping { $0.look() } }
        }
    }

    /// Takes what others have left; the next look begins once this one has ended.
    private func look() {
        submissions += 1
        store.look(since: foreignVersion) { [post] version, commands, rows in
            post { scheduler in
                scheduler.submissions -= 1
                scheduler.foreignVersion = version
                scheduler.adopt(rows)
                for command in commands { scheduler.obey(command) }
                scheduler.keepLooking()
            }
        }
    }

    private func adopt(_ inheritance: Inheritance, showing shown: [JobID]) {
        reachedSites.formUnion(inheritance.reached)
        if inheritance.isPaused, !isPaused {
            isPaused = true
            notices.isPaused = true
        }
        batchesWithParts = inheritance.batchesWithParts
        adopt(inheritance.jobs)
        endInheritedParts()
        for id in shown {
            if let record = records[id] {
                record.isAnnounced = true
            } else {
                notices.removed.append(id)
            }
        }
    }

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
        job.speed = nil
        job.wait = .turn
        let record = Record(job, position: row.position, parent: parent)
        record.isStored = true
        // A batch that has begun to write may have had no time to say so of its jobs.
        let mayHaveBegun = job.state == .waiting && batchesWithParts.contains(job.batch)
        record.isRevisit = job.tries > 0 || mayHaveBegun
        record.isInherited = true
        record.hasPart = row.hasPart
        record.throttle.setLimit(job.limit)
        records[job.id] = record
        beginParts(of: record)
        if job.policy != .ask, parent == nil { batchPolicies[job.batch] = job.policy }
        beginQuestion(of: record)
        if job.kind == .directory, job.operation != .delete { adoptDirectory(record, row) }
        if let parent { adopt(record, below: parent) }
        touch(record, saving: false)
        if record.job.state == .waiting { queueUp(record) }
    }

    private func adoptDirectory(_ record: Record, _ row: StoredJob) {
        if record.parent == nil, record.job.tries > 0 { record.tree = Tree() }
        if row.reading == .closing {
            // All that was in it has ended: what it counts is final.
            record.reading = .closing
        } else if record.hasFinalCounts {
            record.reading = row.reading == .handedOut ? .handedOut : .unread
        } else {
            // It will be read again, and counted again.
            record.job.size = 0
            record.job.done = 0
            record.job.filesFound = 0
            record.job.filesDone = 0
            record.job.unmeasured = Unmeasured()
            record.job.leftOut = LeftOut()
        }
    }

    private func adopt(_ record: Record, below parent: Record) {
        parent.children.insert(record.id)
        if !record.isFinished { parent.openChildren += 1 }
        if record.isUndone, record.job.kind != .directory || record.job.state == .cancelled {
            for directory in record.ancestors { directory.failuresBelow += 1 }
        }
        let isDirectory = record.job.kind == .directory
        if !isDirectory { record.countedSize = record.job.size ?? 0 }
        record.isUnmeasured =
            isDirectory
            ? record.reading == .unread && !record.isFinished : record.job.size == nil
        let unmeasured = record.allUnmeasured
        for directory in record.ancestors {
            // One that has ended counts all that was in it, and so does whatever holds it.
            if directory.hasFinalCounts { break }
            directory.job.filesFound += isDirectory ? record.job.filesFound : 1
            directory.job.filesDone += isDirectory ? record.job.filesDone : 0
            let size = isDirectory ? record.job.size ?? 0 : record.countedSize
            directory.job.size = (directory.job.size ?? 0) &+ size
            directory.job.done = directory.job.done &+ record.job.done
            directory.job.unmeasured += unmeasured
        }
    }
}

extension Record {
    /// Whether what a directory from the store counts is what was in it: one that was given up
    /// while what holds it goes on is counted anew.
    fileprivate var hasFinalCounts: Bool {
        guard isFinished else { return false }
        return job.state != .cancelled || parent?.hasFinalCounts ?? false
    }
}
