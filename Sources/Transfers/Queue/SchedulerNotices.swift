import Files
import Jobs
import Synchronization

// What has changed, and how far it is.
extension Scheduler {
    /// Seconds between two looks at what runs.
    private static let pace = 0.1
    /// Seconds between two looks at the countdowns, where nothing else runs.
    private static let countdownPace = 0.4

    /// Notes that a job has changed, for the listeners and, where it is kept, for the store.
    func touch(_ node: JobNode, saving: Bool = true) {
        notices.noteChange(of: node.id)
        // What a directory that has ended counts is read from the store, and not counted again.
        let isFinal = node.job.kind == .directory && node.isFinished
        if saving || isFinal { journal.note(node) }
    }

    /// Takes a job out of all accounts.
    func forget(_ node: JobNode) {
        jobs.remove(node)
        runningJobs.remove(node.id)
        questions.end(node)
        pauses.end(node)
        if node.subtree != nil { endFilling(node) }
        if node.assignment?.reserved.isEmpty == false { departed[node.id] = node }
        notices.forget(node.id)
        journal.forget(node)
    }

    /// Has the progress of what runs, and the countdowns, looked at now and then.
    func keepTicking() {
        guard !runningJobs.isEmpty || !pauses.countingDown.isEmpty, !isTicking else { return }
        isTicking = true
        clock.after(runningJobs.isEmpty ? Scheduler.countdownPace : Scheduler.pace) { [post] in
            post { scheduler in
                scheduler.isTicking = false
                scheduler.tick()
            }
        }
    }

    // MARK: - Progress

    /// Looks how far the running jobs are.
    private func tick() {
        let now = clock.now()
        pauses.countDown()
        var above: Set<JobID> = []
        for id in runningJobs {
            guard let node = jobs[id] else { continue }
            takeProgress(of: node)
            if node.job.state == .running {
                node.job.speed = node.meter.add(node.job.done, at: now)
            }
            notices.noteChange(of: id)
            for directory in node.ancestors { above.insert(directory.id) }
        }
        for id in above {
            guard let node = jobs[id] else { continue }
            node.job.speed = node.meter.add(node.job.done, at: now)
            notices.noteChange(of: id)
        }
        if configuration.isShared {
            journal.noteProgress(of: runningJobs.union(above).union(pauses.countingDown))
        }
    }

    func takeProgress(of node: JobNode) {
        guard let control = node.control else { return }
        if node.job.operation == .delete {
            node.job.filesDone = control.removed.load(ordering: .relaxed)
            node.job.filesFound = control.found.load(ordering: .relaxed)
        } else if node.job.kind != .directory {
            setDone(node, control.progress.load(ordering: .relaxed))
        }
    }

    /// Sets the bytes done of a file, and corrects the accounts of the directories above.
    func setDone(_ node: JobNode, _ bytes: UInt64) {
        let before = node.job.done
        guard bytes != before else { return }
        node.job.done = bytes
        for directory in node.ancestors {
            let done = directory.job.done
            directory.job.done =
                bytes > before ? done &+ (bytes - before) : done - min(done, before - bytes)
        }
    }

    /// Sets the size of a file, and corrects the accounts of the directories above.
    func resize(_ node: JobNode, to size: UInt64?) {
        node.job.size = size
        if size != nil { node.measure() }
        let (before, now) = ((node.file?.countedSize ?? 0), size ?? 0)
        guard node.parent != nil, before != now else { return }
        node.file?.countedSize = now
        for directory in node.ancestors {
            let whole = directory.job.size ?? 0
            directory.job.size =
                now > before ? whole &+ (now - before) : whole - min(whole, before - now)
        }
    }
}
