import Files
import Jobs

// Directories: what was found in them, and when they are done.
extension Scheduler {
    func expanded(_ record: Record, _ listings: Listings, _ stop: Record.Stop?) {
        noteReached(route(for: record.job))
        guard record.top.tree != nil, let target = record.job.target else { return }
        if let error = refusal(of: record, listings.source, target.path) {
            return fail(record, with: error)
        }
        record.top.tree?.found += listings.source.count
        var present: Set<Name> = []
        for id in record.children {
            if let name = records[id]?.job.source.path.name { present.insert(name) }
        }
        let takesLinks = record.job.links == .follow || listings.holdsLinks
        count(listings.source, butNot: present, takesLinks, in: record)
        record.reading = .listed
        record.noteRead()
        record.job.state = stop == .pause ? .paused : .expanding
        record.top.tree?.stack.append(
            Tree.Expansion(
                directory: record, listing: listings.source, existing: listings.target,
                present: present, twins: listings.twins, takesLinks: takesLinks))
        beginFilling(record)
        touch(record)
        for directory in record.ancestors { touch(directory, saving: false) }
    }

    private func refusal(
        of record: Record, _ listing: Directory, _ target: Path
    ) -> FileSystemError? {
        let path = record.job.source.path
        if record.depth > TreeLimits.depth {
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
        if (record.top.tree?.found ?? 0) + listing.count > TreeLimits.entries {
            return FileSystemError(
                .protocolViolation, path: path,
                detail: "More than \(TreeLimits.entries) names lie below "
                    + "\(record.top.job.source.path); copy it in parts.")
        }
        return nil
    }

    /// Adds what a listing holds to the account of its directory and of those above.
    private func count(
        _ listing: Directory, butNot present: Set<Name>, _ takesLinks: Bool, in record: Record
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
        for directory in [record] + record.ancestors {
            directory.job.filesFound += files
            directory.job.size = (directory.job.size ?? 0) &+ bytes
            directory.job.unmeasured += unmeasured
        }
        let path = record.job.source.path
        if links.count > 0 {
            noteLeftOut(
                links.count,
                "Left out, because they are links and none can be made there, in "
                    + "\(path): \(links.text).", below: [record] + record.ancestors)
        }
        if others.count > 0 {
            noteLeftOut(
                others.count, "Left out, because they are no files, in \(path): \(others.text).",
                below: [record] + record.ancestors)
        }
        tellOfLines(listing, record)
    }

    private func tellOfLines(_ listing: Directory, _ record: Record) {
        let top = record.top
        if listing.droppedCount > 0 {
            let sentence =
                "\(listing.droppedCount) names in \(record.job.source.path) were left out, "
                + "because they cannot be names of files."
            top.tell(sentence)
            top.job.leftOut.add(listing.droppedCount, sentence)
        }
        if listing.unreadCount > 0 {
            top.tell(
                "Lines of the listing of \(record.job.source.path) that were not understood: "
                    + "\(listing.unreadCount). Files may be missing.")
        }
        if listing.isCut {
            top.tell("The listing of \(record.job.source.path) was too long and was cut.")
            for directory in [record] + record.ancestors {
                directory.failuresBelow += 1
                directory.droppedFailures += 1
            }
        }
        touch(top)
    }

    // MARK: - The end of a directory

    /// Ends a directory once everything in it has ended.
    func checkComplete(_ record: Record) {
        guard record.reading == .handedOut, record.openChildren == 0, record.control == nil,
            record.job.state == .expanding
        else { return }
        let isEmptied =
            record.job.operation == .move && !hasUndone(record) && record.skippedBelow == 0
            && record.leftOutBelow == 0
        let getsTime = record.job.target?.site.isLocal == true && exactTime(of: record.job) != nil
        guard isEmptied || (getsTime && record.job.operation == .copy) else {
            return finishDirectory(record)
        }
        record.reading = .closing
        guard isEmptied, record.parent == nil else { return queueUp(record) }
        // Once its source is gone, only the store can tell that there was one, and that all that
        // was in it has ended.
        let id = record.id
        submissions += 1
        save()
        store.write([record.stored], removing: []) { [post] result in
            post { scheduler in
                scheduler.submissions -= 1
                if case .failure(let error) = result { scheduler.saveFailed(error) }
                guard let record = scheduler.records[id], record.reading == .closing,
                    record.job.state == .expanding
                else { return }
                scheduler.queueUp(record)
            }
        }
    }

    func finishDirectory(_ record: Record) {
        record.reading = .handedOut
        record.tellUnconfirmed()
        if hasUndone(record) {
            let count = max(1, record.failuresBelow)
            let detail =
                "\(count) of \(max(count, record.job.filesFound)) files in "
                + "\(record.job.source.path) failed; retry it, or look at each."
            record.job.state = .failed(
                FileSystemError(.other, path: record.job.source.path, detail: detail))
            record.tell(detail)
        } else {
            if record.skippedBelow > 0 { record.tell("\(record.skippedBelow) files were skipped.") }
            if record.job.operation == .move, record.leftOutBelow > 0 {
                record.tell("\(record.job.source.path) stays, with what was left out in it.")
            }
            record.job.state = .done
        }
        record.job.speed = nil
        endFilling(record)
        if record.parent == nil {
            route(for: record.job).active.removeAll { $0 === record }
        }
        endDirectory(record)
    }

    /// Whether anything below has failed or was given up.
    private func hasUndone(_ record: Record) -> Bool {
        record.failuresBelow > 0 || record.children.contains { records[$0]?.isUndone == true }
    }

    private func endDirectory(_ record: Record) {
        touch(record)
        onResult(record.job)
        guard let parent = record.parent else {
            if record.job.state == .done { endParts(of: record) }
            return
        }
        parent.openChildren -= 1
        // A failed one stays, because its failed files lie below it.
        if record.job.state == .done { forget(record) }
        checkComplete(parent)
    }

    /// Makes directories that had ended go on, because something below them does.
    func reopen(_ record: Record) {
        for directory in record.ancestors where directory.isFinished {
            directory.job.state = .expanding
            directory.parent?.openChildren += 1
            touch(directory)
        }
    }
}
