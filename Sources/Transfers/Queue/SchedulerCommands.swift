import Files
import Jobs
import Work

// What the user wants done to jobs.
extension Scheduler {
    /// Seconds that a stopped job gets to end in its protocol's own way.
    private static let patience = 2.0

    func obey(_ command: QueueCommand) {
        switch command {
        case .pause(let id): jobs[id].map(pause)
        case .resume(let id): jobs[id].map(resume)
        case .pauseAll: pauseAll()
        case .resumeAll: resumeAll()
        case .cancel(let id, keepsParts: true): jobs[id].map(giveUp)
        case .cancel(let id, keepsParts: false): jobs[id].map(cancel)
        case .retry(let id): jobs[id].map(retry)
        case .retryFailed:
            for node in jobs.all where node.parent == nil && node.hasFailed {
                tryAgain(node)
            }
        case .clearDone: clearDone()
        case .move(let id, let places): jobs[id].map { move($0, by: places) }
        case .answer(let id, let policy, .thisFile):
            jobs[id].map { answer($0, policy) }
        case .answer(let id, let policy, .batch):
            jobs[id].map { answerBatch($0.job.batch, policy) }
        case .setPolicy(let id, let policy):
            jobs[id].map { setPolicy(policy, of: $0) }
        case .limit(let id, let rate): jobs[id].map { setLimit(rate, of: $0) }
        case .limitAll(let rate): throttle.setLimit(rate)
        case .loginGiven(let site): goOn(on: site)
        }
    }

    // MARK: - Pausing

    func pause(_ node: JobNode) {
        guard !node.isFinished, node.job.state != .paused else { return }
        switch node.job.state {
        case .needsAnswer, .needsLogin: return
        default: break
        }
        pauses.end(node)
        if node.parent == nil, node.subtree?.walk == nil {
            route(for: node.job).waiting.remove(node.id, at: node.position)
        }
        // One that is being made final ends by itself.
        if node.control != nil, node.job.state != .settling { halt(node, .pause) }
        if node.job.state != .running, node.job.state != .settling {
            node.job.state = .paused
        }
        for below in jobs.descendants(of: node) {
            if below.control != nil { halt(below, .hold) }
            showHold(below)
        }
        touch(node)
    }

    /// Says on a waiting job whether a paused directory above is what it waits for.
    func showHold(_ node: JobNode) {
        guard node.job.state == .waiting else { return }
        let isHeld = node.isHeld
        guard isHeld != (node.job.wait == .directory) else { return }
        node.job.wait = isHeld ? .directory : .turn
        touch(node, saving: false)
    }

    private func resume(_ node: JobNode) {
        guard node.job.state == .paused || node.stop == .pause else { return }
        if node.control != nil {
            // The lane has not let go of it yet: it goes on as soon as that is so.
            node.assignment?.stop = .hold
            if node.job.state == .paused { node.job.state = .waiting }
        } else if node.job.kind == .directory, node.reading != .unread {
            node.job.state = .expanding
            if node.reading == .closing { lanes.enqueue(node) }
            checkComplete(node)
        } else {
            node.job.state = .waiting
            lanes.enqueue(node)
        }
        for below in [node] + jobs.descendants(of: node) { showHold(below) }
        touch(node)
    }

    private func pauseAll() {
        guard !isPaused else { return }
        keepPaused(true)
        for node in jobs.all where node.control != nil && node.job.state != .settling {
            halt(node, .hold)
        }
    }

    private func keepPaused(_ paused: Bool) {
        setPaused(paused)
        if configuration.isShared { store.setPaused(paused) }
    }

    private func resumeAll() {
        if isPaused { keepPaused(false) }
        for node in jobs.all { resume(node) }
    }

    /// Tells the lane that has the job to stop, and breaks its blocked call if it does not.
    func halt(_ node: JobNode, _ stop: Assignment.Stop) {
        guard let assignment = node.assignment else { return }
        // What the user wants of this very job outlasts what is wanted of all.
        if stop != .hold || assignment.stop == nil { assignment.stop = stop }
        let control = assignment.control
        control.stop()
        guard let interrupter = assignment.interrupter else { return }
        clock.after(Scheduler.patience) { interrupter.interrupt(control) }
    }

    // MARK: - Cancelling and clearing

    private func cancel(_ node: JobNode) {
        for below in jobs.descendants(of: node) { drop(below) }
        for directory in node.ancestors {
            directory.job.filesFound -= node.job.kind == .directory ? node.job.filesFound : 1
            directory.job.filesDone -= node.job.kind == .directory ? node.job.filesDone : 0
            if node.job.kind == .directory {
                subtract(node.job.size ?? 0, done: node.job.done, from: directory)
            } else {
                subtract((node.file?.countedSize ?? 0), done: node.job.done, from: directory)
            }
            directory.job.unmeasured -= node.allUnmeasured
            directory.subtree?.shortfall.failed -=
                node.isUndone ? node.undoneCount : node.shortfall.failed
            // Its source stays, and so do the directories that hold it.
            directory.subtree?.shortfall.skipped += node.job.operation == .move ? 1 : 0
            touch(directory, saving: false)
        }
        let wasOpen = !node.isFinished
        drop(node)
        guard wasOpen else { return }
        var job = node.job
        job.state = .failed(
            FileSystemError(.cancelled, path: job.source.path, detail: "It was cancelled."))
        onResult(job)
        if let parent = node.parent {
            parent.subtree?.openChildren -= 1
            checkComplete(parent)
        }
    }

    func subtract(_ size: UInt64, done: UInt64, from directory: JobNode) {
        let whole = directory.job.size ?? 0
        directory.job.size = whole > size ? whole - size : 0
        directory.job.done = directory.job.done > done ? directory.job.done - done : 0
    }

    /// Takes a job out of the queue; what it has written goes too.
    private func drop(_ node: JobNode) {
        pauses.end(node)
        let route = route(for: node.job)
        let remains = Remains(of: node, parts: parts.owner(for: node))
        if node.control != nil {
            halt(node, .cancel)
            if let remains { cancelled[node.id] = remains }
        } else if let remains, !node.isFinished || node.isUndone {
            throwAway(remains)
        }
        if node.parent == nil {
            route.waiting.remove(node.id, at: node.position)
            route.active.removeAll { $0 === node }
        }
        if node.subtree != nil { node.top.subtree?.walk?.stack.removeAll { $0.directory === node } }
        node.subtree?.walk = nil
        endParts(of: node)
        forget(node)
    }

    /// Has a lane throw away what a cancelled job has left, if it has.
    func throwAway(_ remains: Remains) {
        guard remains.isThere else { return }
        lanes[remains.route]?.leftovers.append(remains.leftover)
    }

    private func clearDone() {
        for node in Array(jobs.all) where node.parent == nil {
            if node.job.state == .done || node.job.state == .skipped { forget(node) }
        }
    }

    // MARK: - Order, answers, limits

    /// Changes the order of what waits: of the jobs that stand by themselves, or of those in one
    /// directory.
    private func move(_ node: JobNode, by places: Int) {
        let waiting = jobs.siblings(of: node).filter {
            $0.job.state == .waiting || $0.job.state == .paused
        }
        guard let from = waiting.firstIndex(where: { $0 === node }) else { return }
        let bounded = max(-waiting.count, min(places, waiting.count))
        let to = min(max(0, from + bounded), waiting.count - 1)
        let span = min(from, to)...max(from, to)
        let positions = span.map { waiting[$0].position }
        var moved = Array(waiting[span])
        let last = moved.count - 1
        moved.insert(moved.remove(at: from < to ? 0 : last), at: from < to ? last : 0)
        let onRoutes = moved.filter {
            $0.parent == nil && $0.subtree?.walk == nil && $0.control == nil
        }
        let listed = onRoutes.filter { node in
            route(for: node.job).waiting.remove(node.id, at: node.position)
        }
        for (node, position) in zip(moved, positions) {
            node.position = position
            touch(node)
        }
        for node in listed {
            route(for: node.job).waiting.insert(node.id, at: node.position)
        }
        sortReady(of: node.top)
        notices.noteOrder()
    }

    private func sortReady(of top: JobNode) {
        top.subtree?.walk?.ready.sort { left, right in
            guard let left = jobs[left], let right = jobs[right] else { return false }
            return (left.position, left.id) < (right.position, right.id)
        }
    }

    private func answer(_ node: JobNode, _ policy: ConflictPolicy) {
        guard case .needsAnswer = node.job.state, policy != .ask else { return }
        node.job.policy = policy
        node.meeting.isAnswered = true
        requeue(node)
    }

    private func answerBatch(_ batch: BatchID, _ policy: ConflictPolicy) {
        guard policy != .ask else { return }
        questions.setPolicy(policy, of: batch)
        // Kept with the jobs, so that the answer holds after a restart too.
        for node in jobs.all where node.job.batch == batch && !node.isFinished {
            if node.job.policy == .ask {
                node.job.policy = policy
                touch(node)
            }
        }
        for id in questions.takeConflicts(of: batch) {
            guard let node = jobs[id] else { continue }
            node.job.policy = .ask
            answer(node, policy)
        }
    }

    private func setPolicy(_ policy: ConflictPolicy, of node: JobNode) {
        if case .needsAnswer = node.job.state, policy != .ask { return answer(node, policy) }
        node.job.policy = policy
        touch(node)
    }

    private func setLimit(_ rate: UInt64?, of node: JobNode) {
        node.job.limit = rate
        node.throttle.setLimit(rate)
        touch(node)
    }
}
