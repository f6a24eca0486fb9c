import Files
import Jobs
import Work

// What a lane needs to know of a job.
extension Scheduler {
    /// Marks a job as running that does not wait for its bytes to begin.
    func start(_ record: Record) {
        record.job.state = .running
        record.job.tries += 1
        runningJobs.insert(record.id)
        touch(record)
    }

    func takeControl(of record: Record) -> TaskControl {
        let control = TaskControl(done: record.job.done, throttle: record.throttle)
        record.control = control
        record.stop = nil
        record.isOpened = false
        return control
    }

    /// Nil for a job without a target, and for one that has to wait for another to end.
    func fileTask(_ record: Record) -> FileTask? {
        let job = record.job
        guard let target = job.target, reserveTarget(of: record) else { return nil }
        return FileTask(
            id: job.id, operation: job.operation, kind: job.kind, source: job.source.path,
            target: target.path, root: job.root, size: job.size, modified: job.modified,
            mode: job.mode, policy: policy(of: record), links: job.links, link: job.link,
            depth: max(0, record.depth - 1), existing: record.existing,
            isAgain: record.hasPart, isRevisit: record.isRevisit && !record.meetsOwn,
            isInherited: record.isInherited,
            control: takeControl(of: record),
            throttles: [throttle, record.throttle] + record.ancestors.map(\.throttle),
            parts: parts(of: record), isAlone: record.parent == nil)
    }

    /// Where the job's batch was answered, that answer; else the job's own.
    func policy(of record: Record) -> ConflictPolicy {
        var policy = record.job.policy
        if policy == .ask, !record.asksForItself {
            policy = batchPolicies[record.job.batch] ?? .ask
        }
        // "Overwrite" was said of what was there before, not of what the batch itself has made.
        let isSafe = policy == .keepBoth || policy == .skip
        return record.meetsOwn && !record.isAnswered && !isSafe ? .ask : policy
    }

    func expansion(of record: Record) -> LaneWork? {
        guard let task = directoryTask(record) else { return nil }
        record.job.state = .expanding
        record.isRevisit = record.isRevisit || record.job.tries > 0
        record.job.tries += 1
        runningJobs.insert(record.id)
        touch(record)
        return .expand(task)
    }

    func closing(of record: Record) -> LaneWork? {
        guard let task = directoryTask(record) else { return nil }
        record.job.state = .settling
        runningJobs.insert(record.id)
        touch(record)
        return .close(task)
    }

    private func directoryTask(_ record: Record) -> DirectoryTask? {
        let job = record.job
        guard let target = job.target else { return nil }
        return DirectoryTask(
            id: job.id, operation: job.operation, source: job.source.path, target: target.path,
            root: job.root, modified: exactTime(of: job), links: job.links, isLink: job.link != nil,
            isAlone: record.parent == nil, isLoop: record.isLoop, above: record.directoriesAbove,
            moved: record.movedDirectory,
            isInherited: record.isInherited && record.isRevisit, control: takeControl(of: record),
            parts: parts(of: record))
    }

    /// The time to be set on the directory; nil where the listing did not say it exactly.
    func exactTime(of job: Job) -> Timestamp? {
        guard let time = job.modified, time.precision == .second, time.isZoned else { return nil }
        return time
    }
}
