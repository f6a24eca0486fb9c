import Files
import Jobs
import Words

/// Has a server copy a directory within itself, with all that is in it, in one exchange.
struct TreeCopier: LanePart {
    let ends: LaneEnds

    /// Copies it under the name of a part, looks whether all of it is there, and gives it its name. Where
    /// any of that is not to be had, or fails, it is copied file by file, which says what is wrong.
    func copy(_ task: FileTask) {
        guard !task.control.isStopped else { return finish(task.id, .stopped) }
        guard let files = target as? any CopyingTrees, files.copiesTrees, ends.verifier == nil
        else {
            return finish(task.id, .mustCopy)
        }
        interrupter.begin(task.control)
        do throws(FileSystemError) {
            guard let contents = try copied(task, files) else {
                return finish(task.id, .mustCopy)
            }
            report(contents, task)
        } catch {
            if task.control.isStopped { return finish(task.id, .stopped) }
            tell(
                .note(task.id, tr("The server could not copy all of it at once. \(error.message)")))
            finish(task.id, .mustCopy)
        }
    }

    /// What was copied; nil where it was not.
    private func copied(
        _ task: FileTask, _ files: any CopyingTrees
    ) throws(FileSystemError) -> TreeContents? {
        let recovery = PartRecovery(ends: ends)
        if let part = try task.parts.part(of: task, on: files.site, from: source.site) {
            // What else may have been left there, whoever copies files sees to.
            guard !part.part.isInPlace, part.part.aside == nil else { return nil }
            recovery.throwAway(part, task, files)
        }
        guard !task.target.isInside(task.source), try files.entry(at: task.target) == nil,
            let contents = try TreeContents(of: task.source, on: source, task.control)
        else { return nil }
        try task.parts.lock(task.target, on: files.site)
        defer { task.parts.unlock(task.target, on: files.site) }
        try checkStopped(task)
        let id = try task.parts.newID(for: task.target)
        let part = StoredPart(
            part: Part(id: id, file: task.target, place: .beside(id.name)),
            source: Location(site: source.site, path: task.source), site: files.site,
            root: task.root, modified: task.modified)
        try task.parts.willWrite(part, isAlone: true)
        tell(.opened(task.id))
        switch try files.copyTree(
            task.source, files: contents.sizes.count, bytes: contents.bytes, into: part.part)
        {
        case .impossible:
            try task.parts.forget([part])
            return nil
        case .refused:
            recovery.throwAway(part, task, files)
            return nil
        case .copied: break
        }
        guard try isWhole(part.part, contents, task, files) else {
            recovery.throwAway(part, task, files)
            return nil
        }
        try checkStopped(task)
        guard try isNamed(part.part, contents, task, files) else {
            recovery.throwAway(part, task, files)
            return nil
        }
        try task.parts.forget([part])
        return contents
    }

    /// Whether the server has copied all of it; with the times that the files had, where it takes them.
    private func isWhole(
        _ part: Part, _ contents: TreeContents, _ task: FileTask, _ files: any CopyingTrees
    ) throws(FileSystemError) -> Bool {
        guard let copy = try TreeContents(of: part.path, on: files, task.control),
            contents.isCopied(in: copy)
        else {
            tell(
                .note(
                    task.id,
                    tr("The server did not copy all of it, so it is copied file by file.")))
            return false
        }
        guard let timed = files as? any SettingTimes else { return true }
        for (names, time) in contents.times where copy.times[names] != time {
            guard timed.setsTimes else { return true }
            try checkStopped(task)
            let path = Path(components: part.path.components + names)
            if case .failure(let error)? = timed.setModified([(path, time)]).first,
                error.endsConnection
            {
                throw error
            }
        }
        return true
    }

    /// Gives the copy its name; false where that is not free any more, or the server does not rename
    /// directories.
    private func isNamed(
        _ part: Part, _ contents: TreeContents, _ task: FileTask, _ files: any CopyingTrees
    ) throws(FileSystemError) -> Bool {
        do throws(FileSystemError) {
            try files.rename(part.path, to: task.target, replacement: nil)
            return true
        } catch {
            guard error.endsConnection, !task.control.isStopped else { return false }
            // The answer may be all that was lost.
            guard try files.entry(at: part.path) == nil,
                try files.entry(at: task.target)?.kind == .directory,
                let there = try TreeContents(of: task.target, on: files, task.control)
            else { throw error }
            return contents.isCopied(in: there)
        }
    }

    private func checkStopped(_ task: FileTask) throws(FileSystemError) {
        if task.control.isStopped {
            throw FileSystemError(.cancelled, detail: tr("The copy was stopped."))
        }
    }

    private func report(_ contents: TreeContents, _ task: FileTask) {
        tell(.carried(task.id, .server))
        tell(.note(task.id, tr("The server copied it itself.")))
        for names in contents.directories {
            let path = Path(components: task.target.components + names)
            tell(.didStep(task.id, UndoStep(path, .madeDirectory)))
        }
        for (names, size) in contents.sizes {
            let path = Path(components: task.target.components + names)
            tell(.didStep(task.id, UndoStep(path, .madeFile(size: size, modified: nil))))
        }
        task.control.noteMoved(contents.bytes)
        tell(.planned(task.id, files: contents.sizes.count, bytes: contents.bytes))
        finish(task.id, .done(contents.bytes))
    }
}
