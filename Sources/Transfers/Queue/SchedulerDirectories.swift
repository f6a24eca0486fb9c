import Files
import Jobs

// Directories: what was found in them, and when they are done.
extension Scheduler {
    func expanded(_ node: JobNode, _ listings: Listings, _ stop: Assignment.Stop?) {
        noteReached(route(for: node.job))
        guard node.top.subtree?.walk != nil, let target = node.job.target else { return }
        if let error = refusal(of: node, listings.source, target.path) {
            return fail(node, with: error)
        }
        node.top.subtree?.walk?.found += listings.source.count
        var present: Set<Name> = []
        for id in node.children {
            if let name = jobs[id]?.job.source.path.name { present.insert(name) }
        }
        let takesLinks = node.job.links == .follow || listings.holdsLinks
        count(listings.source, butNot: present, takesLinks, in: node)
        node.subtree?.reading = .listed
        node.noteRead()
        node.job.state = stop == .pause ? .paused : .expanding
        node.top.subtree?.walk?.stack.append(
            Walk.Expansion(
                directory: node, listing: listings.source, existing: listings.target,
                present: present, twins: listings.twins, takesLinks: takesLinks))
        beginFilling(node)
        touch(node)
        for directory in node.ancestors { touch(directory, saving: false) }
    }

    private func refusal(
        of node: JobNode, _ listing: Directory, _ target: Path
    ) -> FileSystemError? {
        let path = node.job.source.path
        if node.depth > TreeLimits.depth {
            return FileSystemError(
                .protocolViolation, path: path,
                detail: "\(path) lies more than \(TreeLimits.depth) directories deep; it may "
                    + "contain itself, so Ferry stopped there.")
        }
        if target.bytes.count > TreeLimits.path || path.bytes.count > TreeLimits.path {
            return FileSystemError(
                .badName, path: path,
                detail: "The path of \(path.name?.text ?? "/") has more than \(TreeLimits.path) "
                    + "bytes; copy it from further down.")
        }
        if (node.top.subtree?.walk?.found ?? 0) + listing.count > TreeLimits.entries {
            return FileSystemError(
                .protocolViolation, path: path,
                detail: "More than \(TreeLimits.entries) names lie below "
                    + "\(node.top.job.source.path); copy it in parts.")
        }
        return nil
    }

    /// Adds what a listing holds to the account of its directory and of those above.
    private func count(
        _ listing: Directory, butNot present: Set<Name>, _ takesLinks: Bool, in node: JobNode
    ) {
        var files = 0
        var bytes: UInt64 = 0
        var unmeasured = Unmeasured()
        var links = LeftOutNames()
        var others = LeftOutNames()
        for index in 0..<listing.count {
            let kind = listing.kind(at: index)
            if kind == .link && !takesLinks {
                links.add(listing, at: index)
                continue
            }
            if kind == .other {
                others.add(listing, at: index)
                continue
            }
            if !present.isEmpty, let name = Name(listing.nameBytes(at: index)),
                present.contains(name)
            {
                continue
            }
            guard kind != .directory else {
                unmeasured.unreadDirectories += 1
                continue
            }
            files += 1
            if kind == .file, let size = listing.size(at: index) {
                bytes &+= size
            } else {
                unmeasured.files += 1
            }
        }
        for directory in [node] + node.ancestors {
            directory.job.filesFound += files
            directory.job.size = (directory.job.size ?? 0) &+ bytes
            directory.job.unmeasured += unmeasured
        }
        let path = node.job.source.path
        if links.count > 0 {
            noteLeftOut(
                links.count,
                "Left out, because they are links and none can be made there, in "
                    + "\(path): \(links.text).", below: [node] + node.ancestors)
        }
        if others.count > 0 {
            noteLeftOut(
                others.count, "Left out, because they are no files, in \(path): \(others.text).",
                below: [node] + node.ancestors)
        }
        tellOfLines(listing, node)
    }

    private func tellOfLines(_ listing: Directory, _ node: JobNode) {
        let top = node.top
        if listing.droppedCount > 0 {
            let sentence =
                "\(listing.droppedCount) names in \(node.job.source.path) were left out, "
                + "because they cannot be names of files."
            top.tell(sentence)
            top.job.leftOut.add(listing.droppedCount, sentence)
        }
        if listing.unreadCount > 0 {
            top.tell(
                "Lines of the listing of \(node.job.source.path) that were not understood: "
                    + "\(listing.unreadCount). Files may be missing.")
        }
        if listing.isCut {
            top.tell("The listing of \(node.job.source.path) was too long and was cut.")
            for directory in [node] + node.ancestors {
                directory.subtree?.shortfall.failed += 1
                directory.subtree?.shortfall.dropped += 1
            }
        }
        touch(top)
    }

    // MARK: - The end of a directory

    /// Ends a directory once everything in it has ended.
    func checkComplete(_ node: JobNode) {
        guard node.reading == .handedOut, node.subtree?.openChildren == 0, node.control == nil,
            node.job.state == .expanding
        else { return }
        let isEmptied =
            node.job.operation == .move && !hasUndone(node) && node.shortfall.skipped == 0
            && node.shortfall.leftOut == 0
        let getsTime = node.job.target?.site.isLocal == true && exactTime(of: node.job) != nil
        guard isEmptied || (getsTime && node.job.operation == .copy) else {
            return finishDirectory(node)
        }
        node.subtree?.reading = .closing
        guard isEmptied, node.parent == nil else { return lanes.enqueue(node) }
        // Once its source is gone, only the store can tell that there was one, and that all that
        // was in it has ended.
        let id = node.id
        submissions += 1
        journal.save()
        journal.write([node]) { [post] result in
            post { scheduler in
                scheduler.submissions -= 1
                if case .failure(let error) = result { scheduler.saveFailed(error) }
                guard let node = scheduler.jobs[id], node.reading == .closing,
                    node.job.state == .expanding
                else { return }
                scheduler.lanes.enqueue(node)
            }
        }
    }

    func finishDirectory(_ node: JobNode) {
        node.subtree?.reading = .handedOut
        if let sentence = node.subtree?.takeUnconfirmed() { node.tell(sentence) }
        if hasUndone(node) {
            let count = max(1, node.shortfall.failed)
            let detail =
                "\(count) of \(max(count, node.job.filesFound)) files in "
                + "\(node.job.source.path) failed; retry it, or look at each."
            node.job.state = .failed(
                FileSystemError(.other, path: node.job.source.path, detail: detail))
            node.tell(detail)
        } else {
            if node.shortfall.skipped > 0 {
                node.tell("\(node.shortfall.skipped) files were skipped.")
            }
            if node.job.operation == .move, node.shortfall.leftOut > 0 {
                node.tell("\(node.job.source.path) stays, with what was left out in it.")
            }
            node.job.state = .done
        }
        node.job.speed = nil
        endFilling(node)
        if node.parent == nil {
            route(for: node.job).active.removeAll { $0 === node }
        }
        endDirectory(node)
    }

    /// Whether anything below has failed or was given up.
    private func hasUndone(_ node: JobNode) -> Bool {
        node.shortfall.failed > 0 || node.children.contains { jobs[$0]?.isUndone == true }
    }

    private func endDirectory(_ node: JobNode) {
        touch(node)
        onResult(node.job)
        guard let parent = node.parent else {
            if node.job.state == .done { endParts(of: node) }
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
}
