import Files
import Jobs
import Words

// Directories: when they are done, and when they go on.
extension JobFlow {
    /// Ends a directory once everything in it has ended.
    func checkComplete(_ node: JobNode) {
        guard node.reading == .handedOut, node.subtree?.openChildren == 0, node.control == nil,
            node.job.state == .expanding
        else { return }
        let isEmptied = isEmptied(node)
        let isTimed = node.job.target?.site.isLocal == true || node.job.modes == .preserve
        let getsTime = isTimed && node.job.exactTime != nil
        // What failed below has still to go in.
        let isOver = node.job.operation == .copy || isEmptied
        let getsMode = node.subtree?.finalMode != nil && !hasUndone(node) && isOver
        guard isEmptied || getsMode || (getsTime && node.job.operation == .copy) else {
            return finishDirectory(node)
        }
        node.subtree?.reading = .closing
        guard isEmptied, node.parent == nil else { return lanes.enqueue(node) }
        // Once its source is gone, only the store can tell that there was one, and that all that
        // was in it has ended.
        let id = node.id
        journal.save()
        journal.write([node], later) { flow, _ in
            guard let node = flow.jobs[id], node.reading == .closing, node.job.state == .expanding
            else { return }
            flow.lanes.enqueue(node)
        }
    }

    /// Whether the source of a directory that is moved holds nothing more, and goes.
    func isEmptied(_ node: JobNode) -> Bool {
        node.job.operation == .move && node.job.chosen == nil && !hasUndone(node)
            && node.shortfall.skipped == 0 && node.shortfall.leftOut == 0
    }

    func finishDirectory(_ node: JobNode) {
        node.subtree?.reading = .handedOut
        if let sentence = node.subtree?.takeUnconfirmed() { node.tell(sentence) }
        if hasUndone(node) {
            let count = max(1, node.shortfall.failed)
            let detail =
                tr(
                    "\(count) of \(max(count, node.job.filesFound)) files in \(node.job.source.path) "
                        + "failed; retry it, or check each.")
            node.job.state = .failed(
                FileSystemError(.other, path: node.job.source.path, detail: detail))
            node.tell(detail)
        } else {
            if node.shortfall.skipped > 0 {
                node.tell(tr("Skipped: \(Plural.count(node.shortfall.skipped, "file"))."))
            }
            if node.job.operation == .move, node.shortfall.leftOut > 0 {
                node.tell(
                    tr(
                        "\(node.job.source.path) was not deleted, because not everything in it "
                            + "was copied."))
            }
            node.job.state = .done
            node.choice = nil
        }
        node.job.speed = nil
        node.job.limitedBy = nil
        targets.endFilling(node)
        if node.parent == nil {
            lanes.route(for: node.job).active.removeAll { $0 === node }
        }
        endDirectory(node)
    }

    /// Whether anything below has failed or was given up.
    private func hasUndone(_ node: JobNode) -> Bool {
        node.shortfall.failed > 0 || node.children.contains { jobs[$0]?.isUndone == true }
    }

    private func endDirectory(_ node: JobNode) {
        touch(node)
        noteMove(node)
        tellResult(of: node)
        guard let parent = node.parent else {
            if node.job.state == .done { parts.end(node) }
            return
        }
        parent.subtree?.openChildren -= 1
        // A failed one stays, because its failed files lie below it.
        if node.job.state == .done { forget(node) }
        checkComplete(parent)
    }

    /// Makes directories that had ended go on, because something below them does.
    func reopen(_ node: JobNode) {
        for directory in node.ancestors where directory.isFinished {
            directory.job.state = .expanding
            directory.parent?.subtree?.openChildren += 1
            touch(directory)
        }
    }

    // MARK: - Links

    /// Makes a directory of a job that turned out to be a link to one.
    func descend(_ node: JobNode, into entry: Entry?) {
        // It was counted as a file.
        for directory in node.ancestors {
            directory.job.filesFound -= 1
            touch(directory, saving: false)
        }
        node.measure()
        node.becomeDirectory()
        node.isUnmeasured = node.parent != nil
        for directory in node.ancestors { directory.job.unmeasured += node.ownUnmeasured }
        node.job.size = nil
        node.job.modified = entry?.modified
        node.job.mode = entry?.mode
        // Another name for the link is not what was asked for.
        node.mustCopy = true
        requeue(node)
    }
}
