import Files
import Jobs
import Work

// What a lane needs to know of a job.
extension Scheduler {
    /// Marks a job as running that does not wait for its bytes to begin.
    func start(_ node: JobNode) {
        node.job.state = .running
        node.job.tries += 1
        runningJobs.insert(node.id)
        touch(node)
    }

    func takeControl(of node: JobNode) -> TaskControl {
        let control = TaskControl(done: node.job.done, throttle: node.throttle)
        node.control = control
        node.stop = nil
        node.isOpened = false
        return control
    }

    /// Nil for a job without a target, and for one that has to wait for another to end.
    func fileTask(_ node: JobNode) -> FileTask? {
        let job = node.job
        guard let target = job.target, reserveTarget(of: node) else { return nil }
        return FileTask(
            id: job.id, operation: job.operation, kind: job.kind, source: job.source.path,
            target: target.path, root: job.root, size: job.size, modified: job.modified,
            mode: job.mode, policy: policy(of: node), links: job.links, link: job.link,
            depth: max(0, node.depth - 1), existing: node.existing,
            isAgain: node.hasPart, isRevisit: node.isRevisit && !node.meetsOwn,
            isInherited: node.isInherited,
            control: takeControl(of: node),
            throttles: [throttle, node.throttle] + node.ancestors.map(\.throttle),
            parts: parts(of: node), isAlone: node.parent == nil)
    }

    /// Where the job's batch was answered, that answer; else the job's own.
    func policy(of node: JobNode) -> ConflictPolicy {
        var policy = node.job.policy
        if policy == .ask, !node.asksForItself {
            policy = batchPolicies[node.job.batch] ?? .ask
        }
        // "Overwrite" was said of what was there before, not of what the batch itself has made.
        let isSafe = policy == .keepBoth || policy == .skip
        return node.meetsOwn && !node.isAnswered && !isSafe ? .ask : policy
    }

    func expansion(of node: JobNode) -> LaneWork? {
        guard let task = directoryTask(node) else { return nil }
        node.job.state = .expanding
        node.isRevisit = node.isRevisit || node.job.tries > 0
        node.job.tries += 1
        runningJobs.insert(node.id)
        touch(node)
        return .expand(task)
    }

    func closing(of node: JobNode) -> LaneWork? {
        guard let task = directoryTask(node) else { return nil }
        node.job.state = .settling
        runningJobs.insert(node.id)
        touch(node)
        return .close(task)
    }

    private func directoryTask(_ node: JobNode) -> DirectoryTask? {
        let job = node.job
        guard let target = job.target else { return nil }
        return DirectoryTask(
            id: job.id, operation: job.operation, source: job.source.path, target: target.path,
            root: job.root, modified: exactTime(of: job), links: job.links, isLink: job.link != nil,
            isAlone: node.parent == nil, isLoop: node.isLoop, above: node.directoriesAbove,
            moved: node.movedDirectory,
            isInherited: node.isInherited && node.isRevisit, control: takeControl(of: node),
            parts: parts(of: node))
    }

    /// The time to be set on the directory; nil where the listing did not say it exactly.
    func exactTime(of job: Job) -> Timestamp? {
        guard let time = job.modified, time.precision == .second, time.isZoned else { return nil }
        return time
    }
}
