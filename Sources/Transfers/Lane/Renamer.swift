import Files
import Jobs
import Words

/// Moves within a site, in one step where the site can do that.
struct Renamer: LanePart {
    let ends: LaneEnds

    /// Gives the file or directory its new name, if the site can do it in one step.
    func rename(_ task: FileTask) {
        guard let target else { return }
        guard !task.control.isStopped else { return finish(task.id, .stopped) }
        interrupter.begin(task.control)
        do throws(FileSystemError) {
            finish(task.id, try renamed(task, target))
        } catch {
            finish(
                task.id,
                error.kind == .unsupported ? .mustCopy : outcome(of: error, task.control))
        }
    }

    private func renamed(
        _ task: FileTask, _ target: any FileSystem
    ) throws(FileSystemError) -> Outcome {
        if task.links == .follow, try holdsLink(task) { return .mustCopy }
        var path = task.target
        var replacement: RenameReplacement?
        if let part = try task.parts.part(of: task, on: target.site, from: source.site) {
            try PartRecovery(ends: ends).bringBack(part, of: task, in: target)
        }
        if let entry = try target.entry(at: path) {
            // Two directories are merged, entry by entry.
            if task.kind == .directory, entry.kind == .directory { return .mustCopy }
            if try RevisitCheck(ends: ends).hasMoved(task, entry, target) {
                return .done(task.size ?? 0)
            }
            switch ConflictRule.decide(
                task.policy, size: task.size, modified: task.modified, target: entry)
            {
            case .ask, .resume:
                let name = task.source.name ?? entry.name
                let kind: Entry.Kind = task.kind == .directory ? .directory : .file
                return .conflict(
                    Conflict(
                        source: Entry(
                            name: name, kind: kind, size: task.size, modified: task.modified),
                        target: entry))
            case .skip(let reason): return .skipped(reason)
            case .keepBoth:
                var taken = TakenNames(target: target, tasks: [])
                path = try taken.freeName(for: task)
                tell(.retargeted(task.id, path))
            case .overwrite:
                guard entry.kind != .directory else {
                    throw FileSystemError(
                        .isDirectory, path: path,
                        detail: tr("A directory named \(path) is in the way; rename or delete it."))
                }
                replacement = try self.replacement(for: task, at: target.site)
            }
        }
        try target.rename(task.source, to: path, replacement: replacement)
        if let replacement { forgetAside(replacement.id, task, target.site) }
        tell(
            replacement == nil
                ? .didStep(task.id, UndoStep(path, .renamed(from: task.source)))
                : .replaced(task.id))
        task.control.setProgress(task.size ?? 0)
        return .done(task.size ?? 0)
    }

    /// Whether there is a link to follow: then another name is not what was asked for.
    private func holdsLink(_ task: FileTask) throws(FileSystemError) -> Bool {
        // It is a link itself, even where what it leads to is copied by now.
        if task.link != nil { return true }
        guard task.kind == .directory else { return false }
        return try holdsLink(task.source, depth: 0, task.control)
    }

    private func holdsLink(
        _ directory: Path, depth: Int, _ control: TaskControl
    ) throws(FileSystemError) -> Bool {
        // Whoever copies it says what is wrong with one that is too deep.
        if depth > TreeLimits.depth { return true }
        guard !control.isStopped else {
            throw FileSystemError(.cancelled, detail: tr("The search for links was stopped."))
        }
        let listing = try source.shownToMove(source.list(directory), of: directory)
        if (0..<listing.count).contains(where: { listing.kind(at: $0) == .link }) { return true }
        for index in 0..<listing.count where listing.kind(at: index) == .directory {
            guard let name = Name(listing.nameBytes(at: index)) else { continue }
            if try holdsLink(directory.appending(name), depth: depth + 1, control) { return true }
        }
        return false
    }

    /// How the file that has the name makes way: what waits aside is known to the store.
    private func replacement(
        for task: FileTask, at site: Site
    ) throws(FileSystemError) -> RenameReplacement {
        let id = try task.parts.newID(for: task.target)
        let source = Location(site: site, path: task.source)
        return RenameReplacement(id: id) { part throws(FileSystemError) in
            let stored = StoredPart(part: part, source: source, site: site, root: task.root)
            if part.isLeftover(of: task.target) {
                return try task.parts.keepLeftover(part, of: stored)
            }
            try task.parts.update(stored)
        }
    }

    private func forgetAside(_ id: PartID, _ task: FileTask, _ site: Site) {
        let part = StoredPart(
            part: Part(id: id, file: task.target, place: .inPlace),
            source: Location(site: site, path: task.source), site: site)
        do throws(FileSystemError) {
            try task.parts.forget([part])
        } catch {
            tell(.note(task.id, error.message))
        }
    }
}
