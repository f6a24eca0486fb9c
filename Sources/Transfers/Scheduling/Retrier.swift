import Files
import Jobs

/// Tries jobs again.
struct Retrier {
    private let flow: JobFlow
    private let jobs: JobTree
    private let lanes: LanePool
    private let pauses: Pauses

    init(_ flow: JobFlow) {
        self.flow = flow
        jobs = flow.jobs
        lanes = flow.lanes
        pauses = flow.pauses
    }

    func retry(_ node: JobNode) {
        switch node.job.state {
        case .failed, .cancelled: tryAgain(node)
        case .needsLogin: flow.requeue(node)
        case .skipped: askAgain(node)
        case .waiting where node.control == nil:
            pauses.wake(lanes.route(for: node.job))
            node.failures.count = 0
            guard node.pause != nil || node.watch != nil else { return }
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
            flow.requeue(node)
        }
    }

    /// Carries out a job after all that was skipped: now it is asked about, whatever was said of
    /// its batch.
    private func askAgain(_ node: JobNode) {
        guard node.parent == nil else { return }
        node.job.policy = .ask
        node.meeting.asksForItself = true
        flow.requeue(node)
    }

    // MARK: - What failed or was given up

    /// Tries a job again that failed or was given up; of a directory, what failed in it.
    func tryAgain(_ node: JobNode) {
        guard node.isUndone else { return }
        // What lies in a directory that is to be read first cannot go on without it.
        if let unread = node.ancestors.last(where: { $0.isUndone && $0.reading == .unread }) {
            return tryAgain(unread)
        }
        let route = lanes.route(for: node.job)
        route.failures = 0
        pauses.wake(route)
        guard node.job.kind == .directory, node.subtree?.walk != nil || node.parent != nil,
            !node.job.operation.isRemoval
        else { return startOver(node) }
        if node.reading == .closing, !node.hasNewEntries {
            startOver(node)
        } else if node.reading == .handedOut, node.shortfall.dropped == 0,
            // What an earlier process dropped is known by the numbers alone.
            node.job.filesFound - node.job.filesDone <= node.shortfall.failed,
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
        flow.reopen(node)
        node.parent?.subtree?.openChildren += 1
        flow.requeue(node)
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
            directory.subtract(node.job.size ?? 0, done: node.job.done)
        }
        node.top.job.leftOut.subtract(node.shortfall.leftOut)
        flow.reopen(node)
        node.parent?.subtree?.openChildren += 1
        if node.parent == nil {
            node.subtree?.walk = Walk()
            node.job.leftOut = LeftOut()
        }
        reset(node)
        for directory in node.ancestors { directory.job.unmeasured += node.ownUnmeasured }
        flow.requeue(node)
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
                    flow.forget(child)
                    continue
                }
                for directory in child.ancestors {
                    directory.job.unmeasured += child.ownUnmeasured
                }
            } else {
                guard child.control != nil || child.hasPart else {
                    flow.forget(child)
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
            if child.control != nil { child.assignment?.stop = .hold } else { flow.requeue(child) }
        }
    }
}
