import Files
import Jobs
import Words

/// Takes in what lanes have read of directories: counts it, and has it handed out.
struct DirectoryReader {
    private let flow: JobFlow
    private let jobs: JobTree
    private let targets: TargetReservations

    init(_ flow: JobFlow, _ targets: TargetReservations) {
        self.flow = flow
        jobs = flow.jobs
        self.targets = targets
    }

    func expanded(_ node: JobNode, _ listings: Listings, _ stop: Assignment.Stop?) {
        guard node.top.subtree?.walk != nil, let target = node.job.target else { return }
        if let error = refusal(of: node, listings.source, target.path) {
            return flow.fail(node, with: error)
        }
        node.top.subtree?.walk?.found += listings.source.count
        let present = jobs.names(in: node).union(node.subtree?.presentBefore ?? [])
        node.subtree?.presentBefore = []
        let takesLinks = node.job.links == .follow || listings.holdsLinks
        count(listings.source, butNot: present, takesLinks, in: node)
        count(listings.missing, listings.target, in: node)
        // One that was made by an earlier try still waits for its own.
        if let mode = listings.finalMode { node.subtree?.finalMode = mode }
        node.subtree?.reading = .listed
        node.noteRead()
        node.job.state = stop == .pause ? .paused : .expanding
        node.top.subtree?.walk?.stack.append(
            Walk.Expansion(
                directory: node, listing: listings.source, existing: listings.target,
                present: present, twins: listings.twins, order: listings.order,
                takesLinks: takesLinks,
                directoriesLeft: listings.directoryCount))
        targets.beginFilling(node)
        flow.touch(node)
        for directory in node.ancestors { flow.touch(directory, saving: false) }
    }

    private func refusal(
        of node: JobNode, _ listing: Directory, _ target: Path
    ) -> FileSystemError? {
        let path = node.job.source.path
        if node.depth > TreeLimits.depth {
            return FileSystemError(
                .protocolViolation, path: path,
                detail: tr(
                    "\(path) is more than \(TreeLimits.depth) directories deep and may "
                        + "contain itself; Ferry stopped there."))
        }
        if target.bytes.count > TreeLimits.path || path.bytes.count > TreeLimits.path {
            return FileSystemError(
                .badName, path: path,
                detail: tr(
                    "The path of \(path.name?.text ?? "/") has more than \(TreeLimits.path) "
                        + "bytes; start the copy in a deeper directory."))
        }
        if (node.top.subtree?.walk?.found ?? 0) + listing.count > TreeLimits.entries {
            return FileSystemError(
                .protocolViolation, path: path,
                detail: tr(
                    "There are more than \(TreeLimits.entries) names below "
                        + "\(node.top.job.source.path); copy its directories one by one."))
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
            if kind == .link && !takesLinks && !node.givesNames {
                links.add(listing, at: index)
                continue
            }
            if kind == .other && !node.givesNames {
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
            flow.noteLeftOut(
                links.count,
                tr("Skipped in \(path), because the target cannot store links: \(links.text)."),
                below: [node] + node.ancestors)
        }
        if others.count > 0 {
            flow.noteLeftOut(
                others.count,
                tr(
                    "Skipped in \(path), because they are not regular files: "
                        + "\(others.text)."),
                below: [node] + node.ancestors)
        }
        tellOfLines(listing, node)
    }

    /// Adds what was chosen in a directory and is not in it. What a move has taken away before stands
    /// where it was to go.
    private func count(_ missing: MissingNames, _ existing: ExistingNames?, in node: JobNode) {
        var missing = missing
        if node.job.operation == .move, node.isRevisit, let existing {
            let sites = (node.job.source.site, node.job.target?.site ?? .local)
            let before = missing.count
            missing.leaveOut { existing.holds($0.carried(from: sites.0, to: sites.1)) }
            node.job.filesFound += before - missing.count
            node.job.filesDone += before - missing.count
        }
        guard missing.count > 0 else { return }
        let list = missing.first.map(\.text).joined(separator: ", ")
        let names = missing.count > missing.first.count ? tr("\(list) and others") : list
        node.tell(
            tr(
                "No longer in \(node.job.source.path), though you chose them (\(missing.count) in "
                    + "all): \(names)."))
        node.job.filesFound += missing.count
        node.subtree?.shortfall.failed += missing.count
        node.subtree?.shortfall.dropped += missing.count
    }

    private func tellOfLines(_ listing: Directory, _ node: JobNode) {
        let top = node.top
        if listing.droppedCount > 0 {
            let sentence =
                tr(
                    "Skipped in \(node.job.source.path), because no file can have such a name: "
                        + "\(Plural.count(listing.droppedCount, "name")).")
            flow.noteLeftOut(listing.droppedCount, sentence, below: [node] + node.ancestors)
        }
        if listing.unreadCount > 0 {
            flow.noteLeftOut(
                listing.unreadCount,
                tr(
                    "Ferry did not understand \(Plural.count(listing.unreadCount, "line")) of the "
                        + "listing of \(node.job.source.path); files may be missing."),
                below: [node] + node.ancestors)
        }
        if listing.isCut {
            top.tell(
                tr("The listing of \(node.job.source.path) was too long; files may be missing."))
            for directory in [node] + node.ancestors {
                directory.subtree?.shortfall.failed += 1
                directory.subtree?.shortfall.dropped += 1
            }
        }
        flow.touch(top)
    }
}
