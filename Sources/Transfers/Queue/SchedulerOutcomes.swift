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
            guard let node = nodes[id], node.control != nil else { return }
            if size != nil { resize(node, to: size) }
            node.job.modified = modified ?? node.job.modified
            node.meter = SpeedMeter()
            start(node)
        case .opened(let id):
            cancelled[id]?.isThere = true
            guard let node = nodes[id] else { return }
            noteReached(route(for: node.job))
            node.isOpened = true
            guard !node.hasPart else { return }
            node.hasPart = true
            touch(node)
        case .settling(let id):
            guard let node = nodes[id], node.control != nil else { return }
            takeProgress(of: node)
            node.job.state = .settling
            touch(node)
        case .note(let id, let line):
            guard let node = nodes[id] else { return }
            node.tell(line)
            touch(node)
        case .unconfirmed(let id, let reason):
            guard let node = nodes[id] else { return }
            node.job.unconfirmed = reason
            node.tell("Copied, but not confirmed: \(reason).")
            node.top.noteUnconfirmed(reason)
            touch(node)
        case .retargeted(let id, let path):
            guard let node = nodes[id] else { return }
            node.job.target?.path = path
            reserve(path, for: node)
            node.existing = .none
            touch(node)
        case .finished(let id, let outcome):
            if let gone = departed.removeValue(forKey: id) {
                releaseTargets(of: gone, isDone: outcome.isDone)
            }
            if let remains = cancelled.removeValue(forKey: id) {
                return clearAway(remains, after: outcome)
            }
            guard let node = nodes[id], node.control != nil else { return }
            finish(node, outcome)
        }
    }

    private func finish(_ node: JobNode, _ outcome: Outcome) {
        takeProgress(of: node)
        let stop = node.stop
        node.control = nil
        node.interrupter = nil
        node.stop = nil
        node.job.lane = nil
        node.job.speed = nil
        runningJobs.remove(node.id)
        releaseTargets(of: node, isDone: outcome.isDone)
        if stop == .giveUp, !outcome.isFinal {
            // A command's jobs are given up where one of them has no room.
            makeRoom(node)
            if let error = node.ending { return fail(node, with: error) }
            return giveUp(node)
        }
        settle(node, outcome, stop)
        // It may have come back to the queue in another way than by being stopped.
        if stop == .pause, node.job.state == .waiting, nodes[node.id] === node {
            pause(node)
        }
    }

    private func settle(_ node: JobNode, _ outcome: Outcome, _ stop: JobNode.Stop?) {
        switch outcome {
        case .done(let size): done(node, size: size)
        case .skipped(let reason): skip(node, because: reason)
        case .leftOut(let reason): leaveOut(node, because: reason)
        case .leadsToDirectory(let entry): descend(node, into: entry)
        case .isLink(let target):
            // What it holds is copied, and only the link goes.
            node.job.link = target
            requeue(node)
        case .conflict(let conflict): park(node, conflict)
        case .failed(let error): failed(node, error)
        case .noRoom(let missing, let error): lackRoom(node, missing, error)
        case .expanded(let listings): expanded(node, listings, stop)
        case .mustCopy:
            node.mustCopy = true
            requeue(node)
        case .returned, .stopped: requeue(node)
        }
    }

    /// Makes a job wait for its turn again.
    func requeue(_ node: JobNode) {
        setState(.waiting, of: node)
        if node.isHeld { node.job.wait = .directory }
        node.existing = .unknown
        touch(node)
        queueUp(node)
    }

    /// Gives a job another state, and takes back what it asked for.
    func setState(_ state: Job.State, of node: JobNode) {
        endQuestion(of: node)
        endBackoff(node)
        node.job.state = state
        node.job.wait = .turn
    }

    func endQuestion(of node: JobNode) {
        switch node.job.state {
        case .needsAnswer: asking[node.job.batch]?.remove(node.id)
        case .needsLogin(let error):
            guard let site = node.job.site(of: error) else { return }
            loginsMissing[site]?.remove(node.id)
            if loginsMissing[site]?.isEmpty == true { loginsMissing[site] = nil }
        default: break
        }
    }

    /// Notes what a job asks for that has just come to need it.
    func beginQuestion(of node: JobNode) {
        switch node.job.state {
        case .needsAnswer: asking[node.job.batch, default: []].insert(node.id)
        case .needsLogin(let error):
            guard let site = node.job.site(of: error) else { return }
            loginsMissing[site, default: []].insert(node.id)
        default: break
        }
    }

    // MARK: - Ends

    private func done(_ node: JobNode, size: UInt64) {
        noteReached(route(for: node.job))
        if node.job.kind == .directory, node.reading == .closing {
            return finishDirectory(node)
        }
        if node.job.kind == .file || node.job.kind == .link {
            if node.job.operation != .delete {
                resize(node, to: size)
                setDone(node, size)
                noteWritten(node)
            }
            for directory in node.ancestors { directory.job.filesDone += 1 }
        } else {
            // It went as a whole.
            node.measure()
        }
        node.job.state = .done
        settled(node)
    }

    func skip(_ node: JobNode, because reason: String) {
        node.tell(reason)
        node.job.state = .skipped
        resize(node, to: 0)
        setDone(node, 0)
        for directory in node.ancestors {
            directory.job.filesDone += 1
            directory.skippedBelow += 1
        }
        settled(node)
    }

    private func park(_ node: JobNode, _ conflict: Conflict) {
        let policy = policy(of: node)
        if node.job.policy == .ask, policy != .ask {
            node.job.policy = policy
            return requeue(node)
        }
        node.job.state = .needsAnswer(conflict)
        beginQuestion(of: node)
        touch(node)
    }

    /// Ends a job that no retry will help.
    func fail(_ node: JobNode, with error: FileSystemError) {
        // Nothing below goes on until it could be read.
        if node.openChildren > 0 { giveUpContents(of: node) }
        setState(.failed(error), of: node)
        if node.job.kind == .directory { node.measure() }
        if node.job.story.last != error.message { node.tell(error.message) }
        for directory in node.ancestors { directory.failuresBelow += 1 }
        settled(node)
    }

    /// Accounts for a job that came to its end: tells of it, and closes the directory above when
    /// it was the last.
    func settled(_ node: JobNode) {
        touch(node)
        onResult(node.job)
        guard let parent = node.parent else {
            if [.done, .skipped].contains(node.job.state) { endParts(of: node) }
            return route(for: node.job).active.removeAll { $0 === node }
        }
        parent.openChildren -= 1
        for directory in node.ancestors { touch(directory, saving: false) }
        if case .failed = node.job.state {
            let top = node.top
            if let kept = top.tree?.keptFailures, kept < TreeLimits.failures {
                top.tree?.keptFailures = kept + 1
            } else {
                parent.droppedFailures += 1
                forget(node)
            }
        } else {
            // What is done need not be looked at again: its directory counts it.
            forget(node)
        }
        checkComplete(parent)
    }
}
