import Files
import Jobs

// Giving jobs up and trying them again.
extension Scheduler {
    func retry(_ node: JobNode) {
        switch node.job.state {
        case .failed, .cancelled: tryAgain(node)
        case .needsLogin: requeue(node)
        case .skipped: askAgain(node)
        case .waiting where node.control == nil:
            pauses.wake(route(for: node.job))
            node.failures.count = 0
            guard node.pause != nil else { return }
            pauses.end(node)
            lanes.enqueue(node)
        default: break
        }
    }

    /// Lets all jobs go on that needed a login for that site.
    func goOn(on site: Site) {
        for node in jobs.all.sorted(by: { $0.id < $1.id }) {
            guard case .needsLogin(let error) = node.job.state,
                node.job.site(of: error)?.isSameAccount(as: site) == true
            else { continue }
            requeue(node)
        }
    }

    /// Carries out a job after all that was skipped: now it is asked about, whatever was said of
    /// its batch.
    private func askAgain(_ node: JobNode) {
        guard node.parent == nil else { return }
        node.job.policy = .ask
        node.meeting.asksForItself = true
        requeue(node)
    }

    // MARK: - What failed or was given up

    /// Tries a job again that failed or was given up; of a directory, what failed in it.
    func tryAgain(_ node: JobNode) {
        guard node.isUndone else { return }
        // What lies in a directory that is to be read first cannot go on without it.
        if let unread = node.ancestors.last(where: { $0.isUndone && $0.reading == .unread }) {
            return tryAgain(unread)
        }
        let route = route(for: node.job)
        route.failures = 0
        pauses.wake(route)
        guard node.job.kind == .directory, node.subtree?.walk != nil || node.parent != nil,
            node.job.operation != .delete
        else { return startOver(node) }
        if node.reading == .closing, !node.hasNewEntries {
            startOver(node)
        } else if node.reading == .handedOut, node.shortfall.dropped == 0,
            !node.children.isEmpty
        {
            for child in jobs.children(of: node) { tryAgain(child) }
        } else {
            readAgain(node)
        }
    }

    private func startOver(_ node: JobNode) {
        for directory in node.ancestors { directory.subtree?.shortfall.failed -= 1 }
        if let kept = node.top.subtree?.walk?.keptFailures, kept > 0, node.parent != nil {
            node.top.subtree?.walk?.keptFailures = kept - 1
        }
        node.failures.count = 0
        reopen(node)
        node.parent?.subtree?.openChildren += 1
        requeue(node)
    }

    /// Looks a whole directory through again: what failed in it is not known one by one, or it was
    /// given up before all of it had become jobs.
    private func readAgain(_ node: JobNode) {
        for directory in node.ancestors {
            directory.subtree?.shortfall.failed -= node.undoneCount
            directory.subtree?.shortfall.skipped -= node.shortfall.skipped
            directory.subtree?.shortfall.leftOut -= node.shortfall.leftOut
            directory.job.filesFound -= node.job.filesFound
            directory.job.filesDone -= node.job.filesDone
            directory.job.unmeasured -= node.allUnmeasured
            subtract(node.job.size ?? 0, done: node.job.done, from: directory)
        }
        reopen(node)
        node.parent?.subtree?.openChildren += 1
        if node.parent == nil {
            node.subtree?.walk = Walk()
            node.job.leftOut = LeftOut()
        }
        reset(node)
        for directory in node.ancestors { directory.job.unmeasured += node.ownUnmeasured }
        requeue(node)
    }

    /// Makes a directory as it was before it was read, save for the files in it that have a part.
    private func reset(_ node: JobNode) {
        node.subtree?.reset()
        node.job.filesFound = 0
        node.job.filesDone = 0
        node.job.size = 0
        node.job.done = 0
        node.job.unmeasured = Unmeasured()
        node.isUnmeasured = node.parent != nil
        for child in jobs.children(of: node) {
            if child.job.kind == .directory {
                reset(child)
                guard child.control != nil || !child.children.isEmpty else {
                    forget(child)
                    continue
                }
                for directory in child.ancestors {
                    directory.job.unmeasured += child.ownUnmeasured
                }
            } else {
                guard child.control != nil || child.hasPart else {
                    forget(child)
                    continue
                }
                for directory in child.ancestors {
                    directory.job.filesFound += 1
                    directory.job.size = (directory.job.size ?? 0) &+ (child.file?.countedSize ?? 0)
                    directory.job.done = directory.job.done &+ child.job.done
                    directory.job.unmeasured += child.ownUnmeasured
                }
            }
            node.subtree?.openChildren += 1
            child.failures.count = 0
            // A lane that still has it lets go of it soon, and then it waits too.
            if child.control != nil { child.assignment?.stop = .hold } else { requeue(child) }
        }
    }

    // MARK: - Giving up

    /// Ends a job for the user's sake; what it wrote stays, and so does its row.
    func giveUp(_ node: JobNode) {
        guard node.job.state != .cancelled, !node.isFinished || node.hasFailed else { return }
        guard node.control == nil else {
            // The lane ends it first, unless it is being made final.
            if node.job.state != .settling { halt(node, .giveUp) }
            return
        }
        pauses.end(node)
        if node.job.kind == .directory { giveUpContents(of: node) }
        leaveQueue(node)
        let wasOpen = !node.isFinished
        markGivenUp(node)
        guard wasOpen else { return }
        for directory in node.ancestors {
            directory.subtree?.shortfall.failed += 1
            touch(directory, saving: false)
        }
        guard let parent = node.parent else { return onResult(node.job) }
        parent.subtree?.openChildren -= 1
        // Of a directory that has ended, only what has a part need be known.
        guard parent.isFinished else {
            onResult(node.job)
            return checkComplete(parent)
        }
        if !node.hasPart { forget(node) }
    }

    private func markGivenUp(_ node: JobNode) {
        setState(.cancelled, of: node)
        // What is in it may never be known, as little as of one that failed.
        if node.job.kind == .directory { node.measure() }
        touch(node)
    }

    private func leaveQueue(_ node: JobNode) {
        if node.parent == nil {
            let route = route(for: node.job)
            route.waiting.remove(node.id, at: node.position)
            route.active.removeAll { $0 === node }
            if node.subtree?.walk != nil { node.subtree?.walk = Walk() }
        } else {
            node.top.subtree?.walk?.ready.removeAll { $0 == node.id }
            node.top.subtree?.walk?.stack.removeAll { $0.directory === node }
        }
    }

    func giveUpContents(of directory: JobNode) {
        for child in jobs.children(of: directory) {
            if child.job.kind == .directory { giveUpContents(of: child) }
            leaveQueue(child)
            if child.control != nil {
                if child.job.state != .settling { halt(child, .giveUp) }
            } else if child.hasPart || !child.children.isEmpty || child.isFinished {
                pauses.end(child)
                markGivenUp(child)
            } else {
                pauses.end(child)
                forget(child)
            }
        }
        if directory.reading != .closing { directory.subtree?.reading = .unread }
    }
}

extension JobNode {
    var hasFailed: Bool {
        if case .failed = job.state { return true }
        return false
    }

    /// Whether it ended without being done, and may be tried again.
    var isUndone: Bool { hasFailed || job.state == .cancelled }

    /// What it adds to the failures of the directories above, once it is undone.
    var undoneCount: Int {
        job.state == .cancelled ? shortfall.failed + 1 : max(1, shortfall.failed)
    }

    /// Whether what is to be removed last turned out not to be empty.
    fileprivate var hasNewEntries: Bool {
        if case .failed(let error) = job.state { return error.kind == .notEmpty }
        return false
    }
}
