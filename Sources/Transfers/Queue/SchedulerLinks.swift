import Files
import Jobs

// Links: those that are followed into directories, and what could not be copied.
extension Scheduler {
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

    /// Ends a job that cannot be copied: the one that stands by itself tells of it.
    func leaveOut(_ node: JobNode, because reason: String) {
        guard let parent = node.parent else {
            node.job.leftOut = LeftOut()
            node.job.leftOut.add(1, reason)
            return skip(node, because: reason)
        }
        if node.job.kind != .directory {
            for directory in node.ancestors { directory.job.filesFound -= 1 }
        }
        noteLeftOut(1, reason, below: node.ancestors)
        parent.subtree?.openChildren -= 1
        for directory in node.ancestors { touch(directory, saving: false) }
        forget(node)
        checkComplete(parent)
    }

    /// Adds to the account of what was not copied; `directories` are those that hold it, the last
    /// of them the one that stands by itself.
    func noteLeftOut(_ count: Int, _ sentence: String, below directories: [JobNode]) {
        for directory in directories { directory.subtree?.shortfall.leftOut += count }
        guard let top = directories.last else { return }
        top.tell(sentence)
        top.job.leftOut.add(count, sentence)
        touch(top)
    }
}

/// Some names of a directory, for a sentence.
struct LeftOutNames {
    private static let limit = 20

    private(set) var count = 0
    private var names: [String] = []

    mutating func add(_ listing: Directory, at index: Int) {
        count += 1
        guard names.count < LeftOutNames.limit, let name = listing.entry(at: index)?.name else {
            return
        }
        names.append(name.text)
    }

    var text: String {
        let more = count > names.count ? " and \(count - names.count) more" : ""
        return names.sorted().joined(separator: ", ") + more
    }
}

extension Walk.Expansion {
    /// Whether entries of the kind become jobs.
    func isHandedOut(_ kind: Entry.Kind) -> Bool {
        switch kind {
        case .file, .directory: true
        case .link: takesLinks
        case .other: false
        }
    }
}

extension JobNode {
    /// The directories above and the job itself, as far as their sources are links that are
    /// followed.
    private var followed: [JobNode] {
        ([self] + ancestors).filter { $0.job.kind == .directory && $0.job.link != nil }
    }

    /// Where the source lies once the links on the way are taken by their words; nil where one of
    /// them is not known.
    private var resolvedSource: Path? {
        let path = job.source.path
        guard job.kind == .directory, let text = job.link else {
            guard let parent, let name = path.name else { return path }
            return parent.resolvedSource?.appending(name)
        }
        if text.first == 0x2F { return Path(text) }
        let directory = parent.map(\.resolvedSource) ?? path.parent
        guard !text.isEmpty, let directory else { return nil }
        return Path(directory.bytes + [0x2F] + text)
    }

    /// Whether a directory on the way down, or what is being written, is come upon again through a
    /// link, by the links' words. A server's may not tell: of those only so many are followed.
    var isLoop: Bool {
        let followed = followed
        guard !followed.isEmpty else { return false }
        if !job.source.site.isLocal, followed.count > TreeLimits.links { return true }
        guard let own = resolvedSource else { return false }
        if let moved = movedDirectory, own.isInside(moved) { return true }
        if job.source.site == job.target?.site,
            ancestors.contains(where: { $0.job.target?.path == own }) || job.target?.path == own
        {
            return true
        }
        return ancestors.contains { $0.resolvedSource == own }
    }

    /// Below a link that was followed, the directory that is moved as a whole, if one is.
    var movedDirectory: Path? {
        let top = top
        guard !followed.isEmpty, top.job.operation == .move, top.job.link == nil else { return nil }
        return top.job.source.path
    }

    /// Below a link that was followed, the directories above and those that are written, on this
    /// machine, where each can be told from any other.
    var directoriesAbove: [Path] {
        guard job.source.site.isLocal, !followed.isEmpty else { return [] }
        let written =
            job.target?.site.isLocal == true
            ? ([self] + ancestors).compactMap(\.job.target?.path) : []
        return ancestors.map(\.job.source.path) + written
    }
}
