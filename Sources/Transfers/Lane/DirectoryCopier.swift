import Files
import Jobs

/// Makes directories, reads what is in them, and ends them.
struct DirectoryCopier: LanePart {
    let ends: LaneEnds

    /// Reads the source, makes the target, and reads that too where it was there already.
    func expand(_ task: DirectoryTask) {
        guard let target else { return }
        guard !task.control.isStopped else { return finish(task.id, .stopped) }
        interrupter.begin(task.control)
        do throws(FileSystemError) {
            if comesAgain(task) {
                return finish(
                    task.id,
                    .leftOut(
                        "\(task.source) was left out: a link leads there, and what it holds is "
                            + "being \(task.moved == nil ? "copied" : "moved") already."))
            }
            let listing: Directory
            if task.operation == .move, !task.isLink {
                listing = try source.listToMove(task.source)
                // Those below are told by the listing of what holds them.
                if task.isAlone, let target = try linkTarget(of: task.source) {
                    return finish(task.id, .isLink(to: target))
                }
            } else {
                listing = try source.list(task.source)
            }
            let existing = try make(task, target)
            let sweeping = Sweeper(ends: ends)
            if let existing { sweeping.sweep(existing, task, target) }
            finish(
                task.id,
                .expanded(
                    Listings(
                        source: sweeping.leavingOutParts(of: listing, task), target: existing,
                        holdsLinks: target.makingLinks != nil)))
        } catch {
            guard error.kind == .notFound, hasMoved(task, target) else {
                return finish(task.id, outcome(of: error, task.control))
            }
            tell(.note(task.id, "It had been moved already."))
            finish(task.id, .done(0))
        }
    }

    /// Whether links have led to a directory that is on the way already, is being written, or is
    /// being moved away: what is read of that may be gone the next moment.
    private func comesAgain(_ task: DirectoryTask) -> Bool {
        if task.isLoop { return true }
        guard !task.above.isEmpty, let files = source as? any IdentifyingDirectories,
            let own = files.identity(of: task.source)
        else { return false }
        if task.above.contains(where: { files.identity(of: $0) == own }) { return true }
        guard let moved = task.moved.flatMap({ files.canonical($0) }),
            let path = files.canonical(task.source)
        else { return false }
        return path.isInside(moved)
    }

    /// Where something leads that is a link, or may be one; nil for a directory.
    private func linkTarget(of path: Path) throws(FileSystemError) -> [UInt8]? {
        let doubt = try source.doubt(about: path)
        if case .directory = doubt { return nil }
        return doubt.target
    }

    /// Whether an earlier process has moved the whole directory without having noted it.
    private func hasMoved(_ task: DirectoryTask, _ target: any FileSystem) -> Bool {
        guard task.isInherited, task.operation == .move else { return false }
        return (try? source.entry(at: task.source)) == .some(nil)
            && (try? target.entry(at: task.target))??.kind == .directory
    }

    private func make(
        _ task: DirectoryTask, _ target: any FileSystem
    ) throws(FileSystemError) -> ExistingNames? {
        do throws(FileSystemError) {
            try target.makeDirectory(task.target, root: task.root)
            return nil
        } catch {
            guard error.kind == .exists else { throw error }
        }
        // The directory that the user chose may be a link; below it none is followed.
        if task.target != task.root, target.site.isLocal,
            let entry = try target.entry(at: task.target), entry.kind != .directory
        {
            let what = entry.kind == .link ? "link" : "file"
            throw FileSystemError(
                .notDirectory, path: task.target,
                detail: "A \(what) named \(task.target) is in the way of a directory; "
                    + "rename or delete it, then retry.")
        }
        return ExistingNames(try target.list(task.target))
    }

    /// What is left to do once everything in a directory is done.
    func close(_ task: DirectoryTask) {
        guard let target else { return }
        interrupter.begin(task.control)
        if let files = target as? any SettingTimes, target.site.isLocal, let time = task.modified {
            for case .failure(let error) in files.setModified([(task.target, time)]) {
                tell(.note(task.id, "Its time could not be set: \(error.message)"))
            }
        }
        if task.operation == .move, task.isLink {
            do throws(FileSystemError) {
                try LinkCopier(ends: ends).removeLink(task.source)
            } catch {
                return finish(task.id, outcome(of: error, task.control))
            }
        } else if task.operation == .move {
            for case .failure(let error) in source.removeDirectories([task.source])
            // What is gone already is as wanted: the reply to an earlier try may have been lost.
            where error.kind != .notFound {
                return finish(task.id, outcome(of: error, task.control))
            }
        }
        finish(task.id, .done(0))
    }
}
