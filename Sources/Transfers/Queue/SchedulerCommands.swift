import Files
import Jobs
import Work

// What the user wants done to jobs.
extension Scheduler {
    /// Seconds that a stopped job gets to end in its protocol's own way.
    private static let patience = 2.0

    func obey(_ command: QueueCommand) {
        switch command {
        case .pause(let id): records[id].map(pause)
        case .resume(let id): records[id].map(resume)
        case .pauseAll: pauseAll()
        case .resumeAll: resumeAll()
        case .cancel(let id, _): records[id].map(cancel)
        case .retry(let id): records[id].map(retry)
        case .retryFailed:
            for record in records.values where record.parent == nil { retryIfFailed(record) }
        case .clearDone: clearDone()
        case .move(let id, let places): records[id].map { move($0, by: places) }
        case .answer(let id, let policy, .thisFile):
            records[id].map { answer($0, policy) }
        case .answer(let id, let policy, .batch):
            records[id].map { answerBatch($0.job.batch, policy) }
        case .setPolicy(let id, let policy):
            records[id].map { setPolicy(policy, of: $0) }
        case .limit(let id, let rate): records[id].map { setLimit(rate, of: $0) }
        case .limitAll(let rate): throttle.setLimit(rate)
        case .loginGiven(let site): goOn(on: site)
        }
    }

    // MARK: - Pausing

    private func pause(_ record: Record) {
        guard !record.isFinished, record.job.state != .paused else { return }
        switch record.job.state {
        case .needsAnswer, .needsLogin: return
        default: break
        }
        endBackoff(record)
        if record.parent == nil, record.tree == nil {
            route(for: record.job).waiting.remove(record.id, at: record.position)
        }
        // One that is being made final ends by itself.
        if record.control != nil, record.job.state != .settling { halt(record, .pause) }
        if record.job.state != .running, record.job.state != .settling {
            record.job.state = .paused
        }
        for below in descendants(of: record) where below.control != nil { halt(below, .hold) }
        touch(record)
    }

    private func resume(_ record: Record) {
        guard record.job.state == .paused || record.stop == .pause else { return }
        if record.control != nil {
            // The lane has not let go of it yet: it goes on as soon as that is so.
            record.stop = .hold
            if record.job.state == .paused { record.job.state = .waiting }
        } else if record.job.kind == .directory, record.isListed {
            record.job.state = .expanding
            checkComplete(record)
        } else {
            record.job.state = .waiting
            queueUp(record)
        }
        touch(record)
    }

    private func pauseAll() {
        guard !isPaused else { return }
        isPaused = true
        notices.isPaused = true
        for record in records.values where record.control != nil && record.job.state != .settling {
            halt(record, .hold)
        }
    }

    private func resumeAll() {
        if isPaused {
            isPaused = false
            notices.isPaused = false
        }
        for record in records.values { resume(record) }
    }

    /// Tells the lane that has the job to stop, and breaks its blocked call if it does not.
    func halt(_ record: Record, _ stop: Record.Stop) {
        guard let control = record.control else { return }
        record.stop = stop
        control.stop()
        guard let interrupter = record.interrupter else { return }
        clock.after(Scheduler.patience) { interrupter.interrupt(control) }
    }

    // MARK: - Cancelling and clearing

    private func cancel(_ record: Record) {
        for below in descendants(of: record) { drop(below) }
        for directory in record.ancestors {
            directory.job.filesFound -= record.job.kind == .directory ? record.job.filesFound : 1
            directory.job.filesDone -= record.job.kind == .directory ? record.job.filesDone : 0
            if record.job.kind == .directory {
                subtract(record.job.size ?? 0, done: record.job.done, from: directory)
            } else {
                subtract(record.countedSize, done: record.job.done, from: directory)
            }
            if case .failed = record.job.state {
                directory.failuresBelow -= max(1, record.failuresBelow)
            } else {
                directory.failuresBelow -= record.failuresBelow
            }
            touch(directory, saving: false)
        }
        let wasOpen = !record.isFinished
        drop(record)
        guard wasOpen else { return }
        var job = record.job
        job.state = .failed(
            FileSystemError(.cancelled, path: job.source.path, detail: "It was cancelled."))
        onResult(job)
        if let parent = record.parent {
            parent.openChildren -= 1
            checkComplete(parent)
        }
    }

    private func subtract(_ size: UInt64, done: UInt64, from directory: Record) {
        let whole = directory.job.size ?? 0
        directory.job.size = whole > size ? whole - size : 0
        directory.job.done = directory.job.done > done ? directory.job.done - done : 0
    }

    /// Takes a job out of the queue; what it has written goes too.
    private func drop(_ record: Record) {
        endBackoff(record)
        let route = route(for: record.job)
        let remains = Remains(of: record)
        if record.control != nil {
            halt(record, .cancel)
            if let remains { cancelled[record.id] = remains }
        } else if let remains, !record.isFinished || record.hasFailed {
            throwAway(remains)
        }
        if record.parent == nil {
            route.waiting.remove(record.id, at: record.position)
            route.active.removeAll { $0 === record }
        }
        if record.job.kind == .directory {
            record.top.tree?.stack.removeAll { $0.directory === record }
        }
        record.tree = nil
        forget(record)
    }

    /// Has a lane throw away what a cancelled job has left, if it has.
    func throwAway(_ remains: Remains) {
        guard remains.isThere else { return }
        routes[remains.route]?.leftovers.append(remains.leftover)
    }

    private func clearDone() {
        for record in Array(records.values) where record.parent == nil {
            if record.job.state == .done || record.job.state == .skipped { forget(record) }
        }
    }

    /// All jobs below a directory.
    func descendants(of record: Record) -> [Record] {
        record.children.compactMap { records[$0] }.flatMap { [$0] + descendants(of: $0) }
    }

    // MARK: - Trying again

    private func retry(_ record: Record) {
        if record.isBackingOff {
            endBackoff(record)
            queueUp(record)
        } else {
            retryIfFailed(record)
        }
    }

    private func retryIfFailed(_ record: Record) {
        guard record.hasFailed else { return }
        let route = route(for: record.job)
        route.failures = 0
        wake(route)
        guard record.job.kind == .directory, record.isListed else { return startOver(record) }
        if record.droppedFailures > 0 || record.children.isEmpty {
            // What failed is not known one by one any more: the whole directory is looked through.
            for below in descendants(of: record) { forget(below) }
            for directory in record.ancestors { directory.failuresBelow -= record.failuresBelow }
            record.failuresBelow = 0
            record.droppedFailures = 0
            record.isListed = false
            record.isHandedOut = false
            record.isClosing = false
            record.job.size = 0
            record.job.done = 0
            record.job.filesFound = 0
            record.job.filesDone = 0
            reopen(record)
            record.parent?.openChildren += 1
            if record.parent == nil { record.tree = record.tree ?? Tree() }
            requeue(record)
        } else {
            for id in record.children.sorted() { records[id].map(retryIfFailed) }
        }
    }

    private func goOn(on site: Site) {
        for record in records.values.sorted(by: { $0.id < $1.id }) {
            guard case .needsLogin(let error) = record.job.state,
                record.job.site(of: error)?.isSameAccount(as: site) == true
            else { continue }
            requeue(record)
        }
    }

    private func startOver(_ record: Record) {
        for directory in record.ancestors { directory.failuresBelow -= 1 }
        if let kept = record.top.tree?.keptFailures, kept > 0, record.parent != nil {
            record.top.tree?.keptFailures = kept - 1
        }
        record.failures = 0
        reopen(record)
        record.parent?.openChildren += 1
        requeue(record)
    }

    // MARK: - Order, answers, limits

    private func move(_ record: Record, by places: Int) {
        let waiting = tops().filter { $0.job.state == .waiting || $0.job.state == .paused }
        guard let from = waiting.firstIndex(where: { $0 === record }) else { return }
        let bounded = max(-waiting.count, min(places, waiting.count))
        let to = min(max(0, from + bounded), waiting.count - 1)
        let span = min(from, to)...max(from, to)
        let positions = span.map { waiting[$0].position }
        var moved = Array(waiting[span])
        let last = moved.count - 1
        moved.insert(moved.remove(at: from < to ? 0 : last), at: from < to ? last : 0)
        for (record, position) in zip(moved, positions) {
            let waits =
                record.job.state == .waiting && !record.isBackingOff && record.tree == nil
                && record.control == nil
            let route = route(for: record.job)
            if waits { route.waiting.remove(record.id, at: record.position) }
            record.position = position
            touch(record)
        }
        for record in moved where record.job.state == .waiting && !record.isBackingOff {
            if record.tree == nil, record.control == nil {
                route(for: record.job).waiting.insert(record.id, at: record.position)
            }
        }
        notices.isReordered = true
    }

    private func answer(_ record: Record, _ policy: ConflictPolicy) {
        guard case .needsAnswer = record.job.state, policy != .ask else { return }
        record.job.policy = policy
        asking[record.job.batch]?.remove(record.id)
        requeue(record)
    }

    private func answerBatch(_ batch: BatchID, _ policy: ConflictPolicy) {
        guard policy != .ask else { return }
        batchPolicies[batch] = policy
        // Kept with the jobs, so that the answer holds after a restart too.
        for record in records.values where record.job.batch == batch && !record.isFinished {
            if record.job.policy == .ask {
                record.job.policy = policy
                touch(record)
            }
        }
        for id in (asking[batch] ?? []).sorted() {
            guard let record = records[id] else { continue }
            record.job.policy = .ask
            answer(record, policy)
        }
        asking[batch] = nil
    }

    private func setPolicy(_ policy: ConflictPolicy, of record: Record) {
        if case .needsAnswer = record.job.state, policy != .ask { return answer(record, policy) }
        record.job.policy = policy
        touch(record)
    }

    private func setLimit(_ rate: UInt64?, of record: Record) {
        record.job.limit = rate
        record.throttle.setLimit(rate)
        touch(record)
    }
}

extension Record {
    var hasFailed: Bool {
        if case .failed = job.state { return true }
        return false
    }
}
