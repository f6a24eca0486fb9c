import Files
import Jobs
import Words

// Giving jobs up, and taking them out of the queue.
extension JobFlow {
    /// Ends a job for the user's sake; what it wrote stays, and so does its row.
    func giveUp(_ node: JobNode) {
        guard node.job.state != .cancelled, !node.isFinished || node.hasFailed else { return }
        guard node.control == nil else {
            // The lane ends it first, unless it is being made final.
            if node.job.state != .committing { halt(node, .giveUp) }
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
        guard let parent = node.parent else { return tellResult(of: node) }
        parent.subtree?.openChildren -= 1
        // Of a directory that has ended, only what has a part need be known.
        guard parent.isFinished else {
            tellResult(of: node)
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
            let route = lanes.route(for: node.job)
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
                if child.job.state != .committing { halt(child, .giveUp) }
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

    // MARK: - Cancelling

    /// Takes a job out of the queue for the user's sake, and what is below it.
    func cancel(_ node: JobNode) {
        for below in jobs.descendants(of: node) { drop(below) }
        for directory in node.ancestors {
            directory.job.filesFound -= node.job.kind == .directory ? node.job.filesFound : 1
            directory.job.filesDone -= node.job.kind == .directory ? node.job.filesDone : 0
            if node.job.kind == .directory {
                directory.subtract(node.job.size ?? 0, done: node.job.done)
            } else {
                directory.subtract((node.file?.countedSize ?? 0), done: node.job.done)
            }
            directory.job.unmeasured -= node.allUnmeasured
            directory.subtree?.shortfall.failed -=
                node.isUndone ? node.undoneCount : node.shortfall.failed
            // Its source stays, and so do the directories that hold it.
            directory.subtree?.shortfall.skipped += node.job.operation == .move ? 1 : 0
            touch(directory, saving: false)
        }
        let wasOpen = !node.isFinished
        drop(node)
        guard wasOpen else { return }
        var job = node.job
        job.state = .failed(
            FileSystemError(.cancelled, path: job.source.path, detail: tr("It was cancelled.")))
        tellResult(job)
        if let parent = node.parent {
            parent.subtree?.openChildren -= 1
            checkComplete(parent)
        }
    }

    /// Takes a job out of the queue; what it has written goes too.
    private func drop(_ node: JobNode) {
        pauses.end(node)
        let route = lanes.route(for: node.job)
        let remains = Remains(of: node, parts: parts.owner(for: node))
        let isCarriedOut = node.isCarriedOut
        if node.job.operation.isPlan, !isCarriedOut { parts.noteLeftovers(of: node) }
        if node.control != nil {
            halt(node, .cancel)
            if let remains { noteCancelled(node.id, remains) }
        } else if let remains, !node.isFinished || node.isUndone {
            parts.throwAway(remains)
        }
        if node.parent == nil {
            route.waiting.remove(node.id, at: node.position)
            route.active.removeAll { $0 === node }
        }
        if node.subtree != nil { node.top.subtree?.walk?.stack.removeAll { $0.directory === node } }
        node.subtree?.walk = nil
        if !isCarriedOut { parts.end(node) }
        forget(node)
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
    var hasNewEntries: Bool {
        if case .failed(let error) = job.state { return error.kind == .notEmpty }
        return false
    }
}
