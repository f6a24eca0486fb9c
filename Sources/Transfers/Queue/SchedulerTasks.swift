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

    /// Gives a job into the hands of a lane.
    func assign(_ node: JobNode, reserving places: [FoldedPath] = []) -> TaskControl {
        let control = TaskControl(done: node.job.done, throttle: node.throttle)
        node.activity = .inLane(Assignment(control, reserved: places))
        return control
    }

    /// Nil for a job without a target, and for one that has to wait for another to end.
    func fileTask(_ node: JobNode) -> FileTask? {
        let job = node.job
        guard let target = job.target, let places = reserveTarget(of: node) else { return nil }
        return FileTask(
            id: job.id, operation: job.operation, kind: job.kind, source: job.source.path,
            target: target.path, root: job.root, size: job.size, modified: job.modified,
            mode: job.mode, policy: questions.policy(of: node), links: job.links, link: job.link,
            depth: max(0, node.depth - 1), existing: node.meeting.existing,
            isAgain: node.hasPart, isRevisit: node.isRevisit && !node.meeting.isOwn,
            isInherited: node.isInherited,
            control: assign(node, reserving: places),
            throttles: [throttle, node.throttle] + node.ancestors.map(\.throttle),
            parts: parts.owner(for: node), isAlone: node.parent == nil)
    }

    func expansion(of node: JobNode) -> LaneWork? {
        guard let task = directoryTask(node) else { return nil }
        node.job.state = .expanding
        if node.job.tries > 0 { node.noteTried() }
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
            isInherited: node.isInherited && node.isRevisit, control: assign(node),
            parts: parts.owner(for: node))
    }

    /// The time to be set on the directory; nil where the listing did not say it exactly.
    func exactTime(of job: Job) -> Timestamp? {
        guard let time = job.modified, time.precision == .second, time.isZoned else { return nil }
        return time
    }
}
