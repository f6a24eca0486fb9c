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
        case .cancel(let id, keepsParts: true): records[id].map(giveUp)
        case .cancel(let id, keepsParts: false): records[id].map(cancel)
        case .retry(let id): records[id].map(retry)
        case .retryFailed:
            for record in records.values where record.parent == nil && record.hasFailed {
                tryAgain(record)
            }
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

    func pause(_ record: Record) {
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
        for below in descendants(of: record) {
            if below.control != nil { halt(below, .hold) }
            showHold(below)
        }
        touch(record)
    }

    /// Says on a waiting job whether a paused directory above is what it waits for.
    func showHold(_ record: Record) {
        guard record.job.state == .waiting else { return }
        let isHeld = record.isHeld
        guard isHeld != (record.job.wait == .directory) else { return }
        record.job.wait = isHeld ? .directory : .turn
        touch(record, saving: false)
    }

    private func resume(_ record: Record) {
        guard record.job.state == .paused || record.stop == .pause else { return }
        if record.control != nil {
            // The lane has not let go of it yet: it goes on as soon as that is so.
            record.stop = .hold
            if record.job.state == .paused { record.job.state = .waiting }
        } else if record.job.kind == .directory, record.reading != .unread {
            record.job.state = .expanding
            if record.reading == .closing { queueUp(record) }
            checkComplete(record)
        } else {
            record.job.state = .waiting
            queueUp(record)
        }
        for below in [record] + descendants(of: record) { showHold(below) }
        touch(record)
    }

    private func pauseAll() {
        guard !isPaused else { return }
        setPaused(true)
        for record in records.values where record.control != nil && record.job.state != .settling {
            halt(record, .hold)
        }
    }

    private func setPaused(_ paused: Bool) {
        isPaused = paused
        notices.isPaused = paused
        if configuration.isShared { store.setPaused(paused) }
    }

    private func resumeAll() {
        if isPaused { setPaused(false) }
        for record in records.values { resume(record) }
    }

    /// Tells the lane that has the job to stop, and breaks its blocked call if it does not.
    func halt(_ record: Record, _ stop: Record.Stop) {
        guard let control = record.control else { return }
        // What the user wants of this very job outlasts what is wanted of all.
        if stop != .hold || record.stop == nil { record.stop = stop }
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
            directory.job.unmeasured -= record.allUnmeasured
            directory.failuresBelow -=
                record.isUndone ? record.undoneCount : record.failuresBelow
            // Its source stays, and so do the directories that hold it.
            directory.skippedBelow += record.job.operation == .move ? 1 : 0
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

    func subtract(_ size: UInt64, done: UInt64, from directory: Record) {
        let whole = directory.job.size ?? 0
        directory.job.size = whole > size ? whole - size : 0
        directory.job.done = directory.job.done > done ? directory.job.done - done : 0
    }

    /// Takes a job out of the queue; what it has written goes too.
    private func drop(_ record: Record) {
        endBackoff(record)
        let route = route(for: record.job)
        let remains = Remains(of: record, parts: parts(of: record))
        if record.control != nil {
            halt(record, .cancel)
            if let remains { cancelled[record.id] = remains }
        } else if let remains, !record.isFinished || record.isUndone {
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
        endParts(of: record)
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

    // MARK: - Order, answers, limits

    /// Changes the order of what waits: of the jobs that stand by themselves, or of those in one
    /// directory.
    private func move(_ record: Record, by places: Int) {
        let waiting = siblings(of: record).filter {
            $0.job.state == .waiting || $0.job.state == .paused
        }
        guard let from = waiting.firstIndex(where: { $0 === record }) else { return }
        let bounded = max(-waiting.count, min(places, waiting.count))
        let to = min(max(0, from + bounded), waiting.count - 1)
        let span = min(from, to)...max(from, to)
        let positions = span.map { waiting[$0].position }
        var moved = Array(waiting[span])
        let last = moved.count - 1
        moved.insert(moved.remove(at: from < to ? 0 : last), at: from < to ? last : 0)
        let onRoutes = moved.filter { $0.parent == nil && $0.tree == nil && $0.control == nil }
        let listed = onRoutes.filter { record in
            route(for: record.job).waiting.remove(record.id, at: record.position)
        }
        for (record, position) in zip(moved, positions) {
            record.position = position
            touch(record)
        }
        for record in listed {
            route(for: record.job).waiting.insert(record.id, at: record.position)
        }
        sortReady(of: record.top)
        notices.isReordered = true
    }

    private func siblings(of record: Record) -> [Record] {
        guard let parent = record.parent else { return tops() }
        return children(of: parent)
    }

    private func sortReady(of top: Record) {
        top.tree?.ready.sort { left, right in
            guard let left = records[left], let right = records[right] else { return false }
            return (left.position, left.id) < (right.position, right.id)
        }
    }

    private func answer(_ record: Record, _ policy: ConflictPolicy) {
        guard case .needsAnswer = record.job.state, policy != .ask else { return }
        record.job.policy = policy
        record.isAnswered = true
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
