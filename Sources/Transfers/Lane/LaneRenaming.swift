import Files
import Jobs

// Moving within a site.
extension Lane {
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
        var path = task.target
        if let entry = try target.entry(at: path) {
            // Two directories are merged, entry by entry.
            if task.kind == .directory, entry.kind == .directory { return .mustCopy }
            if try hasMoved(task, entry, target) { return .done(task.size ?? 0) }
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
                        detail: "A directory named \(path) is in the way; rename or delete it.")
                }
                for case .failure(let error) in target.removeFiles([path]) { throw error }
            }
        }
        try target.rename(task.source, to: path)
        task.control.setProgress(task.size ?? 0)
        return .done(task.size ?? 0)
    }
}
