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
            guard let node = jobs[id], node.control != nil else { return }
            if size != nil { resize(node, to: size) }
            node.job.modified = modified ?? node.job.modified
            node.meter = SpeedMeter()
            start(node)
        case .opened(let id):
            cancelled[id]?.isThere = true
            guard let node = jobs[id] else { return }
            noteReached(route(for: node.job))
            node.assignment?.isOpened = true
            guard !node.hasPart else { return }
            node.file?.hasPart = true
            touch(node)
        case .settling(let id):
            guard let node = jobs[id], node.control != nil else { return }
            takeProgress(of: node)
            node.job.state = .settling
            touch(node)
        case .note(let id, let line):
            guard let node = jobs[id] else { return }
            node.tell(line)
            touch(node)
        case .unconfirmed(let id, let reason):
            guard let node = jobs[id] else { return }
            node.job.unconfirmed = reason
            node.tell("Copied, but not confirmed: \(reason).")
            node.top.subtree?.noteUnconfirmed(reason)
            touch(node)
        case .retargeted(let id, let path):
            guard let node = jobs[id] else { return }
            node.job.target?.path = path
            reserve(path, for: node)
            node.meeting.existing = .none
            touch(node)
        case .finished(let id, let outcome):
            if let gone = departed.removeValue(forKey: id) {
                release(gone.assignment?.reserved ?? [], of: gone, isDone: outcome.isDone)
            }
            if let remains = cancelled.removeValue(forKey: id) {
                return clearAway(remains, after: outcome)
            }
            guard let node = jobs[id], let assignment = node.assignment else { return }
            finish(node, assignment, outcome)
        }
    }

    private func finish(_ node: JobNode, _ assignment: Assignment, _ outcome: Outcome) {
        takeProgress(of: node)
        let stop = assignment.stop
        node.activity = .none
        node.job.lane = nil
        node.job.speed = nil
        runningJobs.remove(node.id)
        release(assignment.reserved, of: node, isDone: outcome.isDone)
        if stop == .giveUp, !outcome.isFinal {
            // A command's jobs are given up where one of them has no room.
            makeRoom(node)
            if let error = assignment.ending { return fail(node, with: error) }
            return giveUp(node)
        }
        take(outcome, of: node, assignment)
        // It may have come back to the queue in another way than by being stopped.
        if stop == .pause, node.job.state == .waiting, jobs[node.id] === node {
            pause(node)
        }
    }

    private func take(_ outcome: Outcome, of node: JobNode, _ assignment: Assignment) {
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
        case .failed(let error): failed(node, error, isOpened: assignment.isOpened)
        case .noRoom(let missing, let error): lackRoom(node, missing, error)
        case .expanded(let listings): expanded(node, listings, assignment.stop)
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
        node.meeting.existing = .unknown
        touch(node)
        lanes.enqueue(node)
    }

    /// Gives a job another state, and takes back what it asked for.
    func setState(_ state: Job.State, of node: JobNode) {
        questions.end(node)
        pauses.end(node)
        node.job.state = state
        node.job.wait = .turn
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
            directory.subtree?.shortfall.skipped += 1
        }
        settled(node)
    }

    private func park(_ node: JobNode, _ conflict: Conflict) {
        let policy = questions.policy(of: node)
        if node.job.policy == .ask, policy != .ask {
            node.job.policy = policy
            return requeue(node)
        }
        node.job.state = .needsAnswer(conflict)
        questions.begin(node)
        touch(node)
    }

    /// Ends a job that no retry will help.
    func fail(_ node: JobNode, with error: FileSystemError) {
        // Nothing below goes on until it could be read.
        if let subtree = node.subtree, subtree.openChildren > 0 { giveUpContents(of: node) }
        setState(.failed(error), of: node)
        if node.job.kind == .directory { node.measure() }
        if node.job.story.last != error.message { node.tell(error.message) }
        for directory in node.ancestors { directory.subtree?.shortfall.failed += 1 }
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
}
