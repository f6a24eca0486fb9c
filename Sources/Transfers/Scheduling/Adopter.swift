import Files
import Jobs
import Work

/// Goes on with jobs from the store: those of an earlier worker, and those that others add.
struct Adopter {
    private let flow: JobFlow
    private let jobs: JobTree
    private let journal: Journal
    private let notices: NoticeBoard
    private let questions: Questions
    private let lanes: LanePool
    private let parts: PartOwners

    init(_ flow: JobFlow) {
        self.flow = flow
        jobs = flow.jobs
        journal = flow.journal
        notices = flow.notices
        questions = flow.questions
        lanes = flow.lanes
        parts = flow.parts
    }

    /// Takes over all jobs; the listener knows of those in `shown`.
    func adopt(_ inheritance: Inheritance, showing shown: [JobID]) {
        parts.inherit(inheritance.batchesWithParts)
        adopt(inheritance.jobs)
        parts.endInherited(of: jobs)
        notices.noteShown(shown)
    }

    /// Takes jobs that are not known yet.
    func adopt(_ rows: [StoredJob]) {
        // A directory has a lower number than what is in it.
        for row in rows.sorted(by: { $0.job.id < $1.job.id }) where jobs[row.job.id] == nil {
            adopt(row)
        }
        let alone = rows.compactMap { jobs[$0.job.id] }.filter { $0.parent == nil }
        for batch in Dictionary(grouping: alone, by: \.job.batch).values {
            TwinTargets.note(in: batch)
        }
    }

    private func adopt(_ row: StoredJob) {
        var job = row.job
        let parent = job.parent.flatMap { jobs[$0] }
        job.parent = parent?.id
        if [.running, .committing, .expanding].contains(job.state) { job.state = .waiting }
        job.lane = nil
        job.speed = nil
        job.limitedBy = nil
        job.wait = .turn
        // A batch that has begun to write may have had no time to say so of its jobs.
        let mayHaveBegun = job.state == .waiting && parts.mayHaveBegun(job.batch)
        let node = JobNode(
            job, position: row.position, parent: parent,
            past: .inherited(wasTried: job.tries > 0 || mayHaveBegun))
        journal.noteRow(of: node)
        if job.chosen != nil { node.choice = Choice(kept: row.chosen) }
        node.file?.hasPart = row.hasPart
        node.throttle.setLimit(job.limit)
        jobs.insert(node)
        parts.begin(node)
        questions.begin(node)
        if let subtree = node.subtree { adoptDirectory(node, subtree, row) }
        if let parent { adopt(node, below: parent) }
        flow.touch(node, saving: false)
        if node.job.state == .waiting { lanes.enqueue(node) }
    }

    private func adoptDirectory(_ node: JobNode, _ subtree: Subtree, _ row: StoredJob) {
        if node.parent == nil, node.job.tries > 0 { subtree.walk = Walk() }
        if row.reading == .closing {
            // All that was in it has ended: what it counts is final.
            subtree.reading = .closing
        } else if node.hasFinalCounts {
            subtree.reading = row.reading == .handedOut ? .handedOut : .unread
        } else {
            // It will be read again, and counted again.
            node.job.size = 0
            node.job.done = 0
            node.job.filesFound = 0
            node.job.filesDone = 0
            node.job.unmeasured = Unmeasured()
            node.job.leftOut = LeftOut()
        }
    }

    private func adopt(_ node: JobNode, below parent: JobNode) {
        parent.subtree?.children.insert(node.id)
        if !node.isFinished { parent.subtree?.openChildren += 1 }
        if node.isUndone, node.job.kind != .directory || node.job.state == .cancelled {
            for directory in node.ancestors { directory.subtree?.shortfall.failed += 1 }
        }
        let isDirectory = node.job.kind == .directory
        node.file?.countedSize = node.job.size ?? 0
        node.isUnmeasured =
            isDirectory
            ? node.reading == .unread && !node.isFinished : node.job.size == nil
        let unmeasured = node.allUnmeasured
        for directory in node.ancestors {
            // One that has ended counts all that was in it, and so does whatever holds it.
            if directory.hasFinalCounts { break }
            directory.job.filesFound += isDirectory ? node.job.filesFound : 1
            directory.job.filesDone += isDirectory ? node.job.filesDone : 0
            let size = isDirectory ? node.job.size ?? 0 : (node.file?.countedSize ?? 0)
            directory.job.size = (directory.job.size ?? 0) &+ size
            directory.job.done = directory.job.done &+ node.job.done
            directory.job.unmeasured += unmeasured
        }
    }
}

extension JobNode {
    /// Whether what a directory from the store counts is what was in it: one that was given up
    /// while what holds it goes on is counted anew.
    fileprivate var hasFinalCounts: Bool {
        guard isFinished else { return false }
        return job.state != .cancelled || parent?.hasFinalCounts ?? false
    }
}
