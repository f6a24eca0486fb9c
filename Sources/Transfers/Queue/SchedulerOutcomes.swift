import Files
import Jobs

// What lanes report.
extension Scheduler {
    func hear(_ events: [LaneEvent]) {
        for event in events { hear(event) }
    }

    private func hear(_ event: LaneEvent) {
        switch event {
        case .began(let id, let size, let modified):
            guard let record = records[id], record.control != nil else { return }
            if size != nil { resize(record, to: size) }
            record.job.modified = modified ?? record.job.modified
            record.meter = SpeedMeter()
            start(record)
        case .opened(let id):
            cancelled[id]?.isThere = true
            guard let record = records[id] else { return }
            noteReached(route(for: record.job))
            record.isOpened = true
            guard !record.hasPart else { return }
            record.hasPart = true
            touch(record)
        case .settling(let id):
            guard let record = records[id], record.control != nil else { return }
            takeProgress(of: record)
            record.job.state = .settling
            touch(record)
        case .note(let id, let line):
            guard let record = records[id] else { return }
            record.tell(line)
            touch(record)
        case .unconfirmed(let id, let reason):
            guard let record = records[id] else { return }
            record.job.unconfirmed = reason
            record.tell("Copied, but not confirmed: \(reason).")
            record.top.noteUnconfirmed(reason)
            touch(record)
        case .retargeted(let id, let path):
            guard let record = records[id] else { return }
            record.job.target?.path = path
            reserve(path, for: record)
            record.existing = .none
            touch(record)
        case .finished(let id, let outcome):
            if let gone = departed.removeValue(forKey: id) {
                releaseTargets(of: gone, isDone: outcome.isDone)
            }
            if let remains = cancelled.removeValue(forKey: id) {
                return clearAway(remains, after: outcome)
            }
            guard let record = records[id], record.control != nil else { return }
            finish(record, outcome)
        }
    }

    private func finish(_ record: Record, _ outcome: Outcome) {
        takeProgress(of: record)
        let stop = record.stop
        record.control = nil
        record.interrupter = nil
        record.stop = nil
        record.job.lane = nil
        record.job.speed = nil
        runningJobs.remove(record.id)
        releaseTargets(of: record, isDone: outcome.isDone)
        if stop == .giveUp, !outcome.isFinal {
            // A command's jobs are given up where one of them has no room.
            makeRoom(record)
            if let error = record.ending { return fail(record, with: error) }
            return giveUp(record)
        }
        settle(record, outcome, stop)
        // It may have come back to the queue in another way than by being stopped.
        if stop == .pause, record.job.state == .waiting, records[record.id] === record {
            pause(record)
        }
    }

    private func settle(_ record: Record, _ outcome: Outcome, _ stop: Record.Stop?) {
        switch outcome {
        case .done(let size): done(record, size: size)
        case .skipped(let reason): skip(record, because: reason)
        case .leftOut(let reason): leaveOut(record, because: reason)
        case .leadsToDirectory(let entry): descend(record, into: entry)
        case .isLink(let target):
            // What it holds is copied, and only the link goes.
            record.job.link = target
            requeue(record)
        case .conflict(let conflict): park(record, conflict)
        case .failed(let error): failed(record, error)
        case .noRoom(let missing, let error): lackRoom(record, missing, error)
        case .expanded(let listings): expanded(record, listings, stop)
        case .mustCopy:
            record.mustCopy = true
            requeue(record)
        case .returned, .stopped: requeue(record)
        }
    }

    /// Makes a job wait for its turn again.
    func requeue(_ record: Record) {
        setState(.waiting, of: record)
        if record.isHeld { record.job.wait = .directory }
        record.existing = .unknown
        touch(record)
        queueUp(record)
    }

    /// Gives a job another state, and takes back what it asked for.
    func setState(_ state: Job.State, of record: Record) {
        endQuestion(of: record)
        endBackoff(record)
        record.job.state = state
        record.job.wait = .turn
    }

    func endQuestion(of record: Record) {
        switch record.job.state {
        case .needsAnswer: asking[record.job.batch]?.remove(record.id)
        case .needsLogin(let error):
            guard let site = record.job.site(of: error) else { return }
            loginsMissing[site]?.remove(record.id)
            if loginsMissing[site]?.isEmpty == true { loginsMissing[site] = nil }
        default: break
        }
    }

    /// Notes what a job asks for that has just come to need it.
    func beginQuestion(of record: Record) {
        switch record.job.state {
        case .needsAnswer: asking[record.job.batch, default: []].insert(record.id)
        case .needsLogin(let error):
            guard let site = record.job.site(of: error) else { return }
            loginsMissing[site, default: []].insert(record.id)
        default: break
        }
    }

    // MARK: - Ends

    private func done(_ record: Record, size: UInt64) {
        noteReached(route(for: record.job))
        if record.job.kind == .directory, record.reading == .closing {
            return finishDirectory(record)
        }
        if record.job.kind == .file || record.job.kind == .link {
            if record.job.operation != .delete {
                resize(record, to: size)
                setDone(record, size)
                noteWritten(record)
            }
            for directory in record.ancestors { directory.job.filesDone += 1 }
        } else {
            // It went as a whole.
            record.measure()
        }
        record.job.state = .done
        settled(record)
    }

    func skip(_ record: Record, because reason: String) {
        record.tell(reason)
        record.job.state = .skipped
        resize(record, to: 0)
        setDone(record, 0)
        for directory in record.ancestors {
            directory.job.filesDone += 1
            directory.skippedBelow += 1
        }
        settled(record)
    }

    private func park(_ record: Record, _ conflict: Conflict) {
        let policy = policy(of: record)
        if record.job.policy == .ask, policy != .ask {
            record.job.policy = policy
            return requeue(record)
        }
        record.job.state = .needsAnswer(conflict)
        beginQuestion(of: record)
        touch(record)
    }

    /// Ends a job that no retry will help.
    func fail(_ record: Record, with error: FileSystemError) {
        // Nothing below goes on until it could be read.
        if record.openChildren > 0 { giveUpContents(of: record) }
        setState(.failed(error), of: record)
        if record.job.kind == .directory { record.measure() }
        if record.job.story.last != error.message { record.tell(error.message) }
        for directory in record.ancestors { directory.failuresBelow += 1 }
        settled(record)
    }

    /// Accounts for a job that came to its end: tells of it, and closes the directory above when
    /// it was the last.
    func settled(_ record: Record) {
        touch(record)
        onResult(record.job)
        guard let parent = record.parent else {
            if [.done, .skipped].contains(record.job.state) { endParts(of: record) }
            return route(for: record.job).active.removeAll { $0 === record }
        }
        parent.openChildren -= 1
        for directory in record.ancestors { touch(directory, saving: false) }
        if case .failed = record.job.state {
            let top = record.top
            if let kept = top.tree?.keptFailures, kept < TreeLimits.failures {
                top.tree?.keptFailures = kept + 1
            } else {
                parent.droppedFailures += 1
                forget(record)
            }
        } else {
            // What is done need not be looked at again: its directory counts it.
            forget(record)
        }
        checkComplete(parent)
    }
}
