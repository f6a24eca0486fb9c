import Files
import Jobs

// Giving jobs up and trying them again.
extension Scheduler {
    func retry(_ record: Record) {
        switch record.job.state {
        case .failed, .cancelled: tryAgain(record)
        case .needsLogin: requeue(record)
        case .skipped: askAgain(record)
        case .waiting where record.control == nil:
            wake(route(for: record.job))
            record.failures = 0
            guard record.isBackingOff else { return }
            endBackoff(record)
            queueUp(record)
        default: break
        }
    }

    /// Lets all jobs go on that needed a login for that site.
    func goOn(on site: Site) {
        for record in records.values.sorted(by: { $0.id < $1.id }) {
            guard case .needsLogin(let error) = record.job.state,
                record.job.site(of: error)?.isSameAccount(as: site) == true
            else { continue }
            requeue(record)
        }
    }

    /// Carries out a job after all that was skipped: now it is asked about, whatever was said of
    /// its batch.
    private func askAgain(_ record: Record) {
        guard record.parent == nil else { return }
        record.job.policy = .ask
        record.asksForItself = true
        requeue(record)
    }

    // MARK: - What failed or was given up

    /// Tries a job again that failed or was given up; of a directory, what failed in it.
    func tryAgain(_ record: Record) {
        guard record.isUndone else { return }
        // What lies in a directory that is to be read first cannot go on without it.
        if let unread = record.ancestors.last(where: { $0.isUndone && $0.reading == .unread }) {
            return tryAgain(unread)
        }
        let route = route(for: record.job)
        route.failures = 0
        wake(route)
        guard record.job.kind == .directory, record.tree != nil || record.parent != nil,
            record.job.operation != .delete
        else { return startOver(record) }
        if record.reading == .closing, !record.hasNewEntries {
            startOver(record)
        } else if record.reading == .handedOut, record.droppedFailures == 0,
            !record.children.isEmpty
        {
            for child in children(of: record) { tryAgain(child) }
        } else {
            readAgain(record)
        }
    }

    private func startOver(_ record: Record) {
        for directory in record.ancestors { directory.failuresBelow -= 1 }
        if let kept = record.top.tree?.keptFailures, kept > 0, record.parent != nil {
            record.top.tree?.keptFailures = kept - 1
        }
        record.failures = 0
        record.ending = nil
        reopen(record)
        record.parent?.openChildren += 1
        requeue(record)
    }

    /// Looks a whole directory through again: what failed in it is not known one by one, or it was
    /// given up before all of it had become jobs.
    private func readAgain(_ record: Record) {
        for directory in record.ancestors {
            directory.failuresBelow -= record.undoneCount
            directory.skippedBelow -= record.skippedBelow
            directory.leftOutBelow -= record.leftOutBelow
            directory.job.filesFound -= record.job.filesFound
            directory.job.filesDone -= record.job.filesDone
            directory.job.unmeasured -= record.allUnmeasured
            subtract(record.job.size ?? 0, done: record.job.done, from: directory)
        }
        reopen(record)
        record.parent?.openChildren += 1
        if record.parent == nil {
            record.tree = Tree()
            record.job.leftOut = LeftOut()
        }
        reset(record)
        for directory in record.ancestors { directory.job.unmeasured += record.ownUnmeasured }
        requeue(record)
    }

    /// Makes a directory as it was before it was read, save for the files in it that have a part.
    private func reset(_ record: Record) {
        record.reading = .unread
        record.openChildren = 0
        record.failuresBelow = 0
        record.droppedFailures = 0
        record.skippedBelow = 0
        record.leftOutBelow = 0
        record.job.filesFound = 0
        record.job.filesDone = 0
        record.job.size = 0
        record.job.done = 0
        record.job.unmeasured = Unmeasured()
        record.isUnmeasured = record.parent != nil
        for child in children(of: record) {
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
                    directory.job.size = (directory.job.size ?? 0) &+ child.countedSize
                    directory.job.done = directory.job.done &+ child.job.done
                    directory.job.unmeasured += child.ownUnmeasured
                }
            }
            record.openChildren += 1
            child.failures = 0
            // A lane that still has it lets go of it soon, and then it waits too.
            if child.control != nil { child.stop = .hold } else { requeue(child) }
        }
    }

    // MARK: - Giving up

    /// Ends a job for the user's sake; what it wrote stays, and so does its row.
    func giveUp(_ record: Record) {
        guard record.job.state != .cancelled, !record.isFinished || record.hasFailed else { return }
        guard record.control == nil else {
            // The lane ends it first, unless it is being made final.
            if record.job.state != .settling { halt(record, .giveUp) }
            return
        }
        endBackoff(record)
        if record.job.kind == .directory { giveUpContents(of: record) }
        leaveQueue(record)
        let wasOpen = !record.isFinished
        markGivenUp(record)
        guard wasOpen else { return }
        for directory in record.ancestors {
            directory.failuresBelow += 1
            touch(directory, saving: false)
        }
        guard let parent = record.parent else { return onResult(record.job) }
        parent.openChildren -= 1
        // Of a directory that has ended, only what has a part need be known.
        guard parent.isFinished else {
            onResult(record.job)
            return checkComplete(parent)
        }
        if !record.hasPart { forget(record) }
    }

    private func markGivenUp(_ record: Record) {
        setState(.cancelled, of: record)
        // What is in it may never be known, as little as of one that failed.
        if record.job.kind == .directory { record.measure() }
        touch(record)
    }

    private func leaveQueue(_ record: Record) {
        if record.parent == nil {
            let route = route(for: record.job)
            route.waiting.remove(record.id, at: record.position)
            route.active.removeAll { $0 === record }
            if record.tree != nil { record.tree = Tree() }
        } else {
            record.top.tree?.ready.removeAll { $0 == record.id }
            record.top.tree?.stack.removeAll { $0.directory === record }
        }
    }

    func giveUpContents(of directory: Record) {
        for child in children(of: directory) {
            if child.job.kind == .directory { giveUpContents(of: child) }
            leaveQueue(child)
            if child.control != nil {
                if child.job.state != .settling { halt(child, .giveUp) }
            } else if child.hasPart || !child.children.isEmpty || child.isFinished {
                endBackoff(child)
                markGivenUp(child)
            } else {
                endBackoff(child)
                forget(child)
            }
        }
        if directory.reading != .closing { directory.reading = .unread }
    }
}

extension Record {
    var hasFailed: Bool {
        if case .failed = job.state { return true }
        return false
    }

    /// Whether it ended without being done, and may be tried again.
    var isUndone: Bool { hasFailed || job.state == .cancelled }

    /// What it adds to the failures of the directories above, once it is undone.
    var undoneCount: Int {
        job.state == .cancelled ? failuresBelow + 1 : max(1, failuresBelow)
    }

    /// Whether what is to be removed last turned out not to be empty.
    fileprivate var hasNewEntries: Bool {
        if case .failed(let error) = job.state { return error.kind == .notEmpty }
        return false
    }
}
