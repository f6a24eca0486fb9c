import Files
import Jobs

/// Puts files aside that are about to be replaced, where that is wanted: by giving them another name on
/// their site.
struct AsideKeeper: LanePart {
    let ends: LaneEnds

    /// Does it for files that are whole; those that may take their names now. The others are reported.
    func keep(_ files: [WrittenFile], _ target: any FileSystem) -> [WrittenFile] {
        announce(files.filter { !$0.pending.part.isInPlace }.map(\.task))
        return files.filter { file in
            let task = file.task
            guard task.aside != nil, !file.pending.part.isInPlace else { return true }
            do throws(FileSystemError) {
                try move(task, target)
                return true
            } catch {
                finish(task.id, outcome(of: error, task.control))
                task.parts.unlock(task.target, on: target.site)
                return false
            }
        }
    }

    /// Puts what has the name of the task's target aside, where there is something.
    func keep(_ task: FileTask, _ target: any FileSystem) throws(FileSystemError) {
        announce([task])
        try move(task, target)
    }

    /// It is known where they are before they are there.
    private func announce(_ tasks: [FileTask]) {
        for (plan, tasks) in Dictionary(grouping: tasks, by: \.plan) {
            plan?.willDo(
                tasks.compactMap { task in
                    task.aside.map { UndoStep($0, .renamed(from: task.target)) }
                })
        }
    }

    private func move(_ task: FileTask, _ target: any FileSystem) throws(FileSystemError) {
        guard let aside = task.aside else { return }
        do throws(FileSystemError) {
            try target.rename(task.target, to: aside)
        } catch {
            guard !error.endsConnection else { throw error }
            // It is gone, or was put there before a connection broke.
            guard try target.entry(at: task.target) != nil else { return }
            // An earlier try has put it there already.
            guard try target.entry(at: aside) == nil else { return }
            do throws(FileSystemError) {
                try makeDirectories(above: aside, task, target)
                try target.rename(task.target, to: aside)
            } catch {
                throw FileSystemError(
                    error.kind, path: task.target, reply: error.reply,
                    detail: "\(task.target) could not be moved to \(aside.parent), so it was not "
                        + "replaced. \(error.detail)")
            }
        }
    }

    /// Gives a file its place back, where nothing else has come there. What it cannot bring back stays
    /// aside, where undo finds it.
    func bringBack(_ task: FileTask, _ target: any FileSystem) {
        guard let aside = task.aside, (try? target.entry(at: task.target)) == .some(nil) else {
            return
        }
        do throws(FileSystemError) {
            try target.rename(aside, to: task.target)
        } catch {
            tell(.note(task.id, "What was there is in \(aside). \(error.message)"))
        }
    }

    private func makeDirectories(
        above path: Path, _ task: FileTask, _ target: any FileSystem
    ) throws(FileSystemError) {
        let directory = path.parent
        guard !directory.isRoot, try target.entry(at: directory)?.kind != .directory else { return }
        try makeDirectories(above: directory, task, target)
        do throws(FileSystemError) {
            task.plan?.willDo([UndoStep(directory, .madeDirectory)])
            // Others have no business with what was replaced.
            try target.makeDirectory(directory, mode: 0o700, root: nil)
        } catch {
            // Another connection may have made it meanwhile.
            guard !error.endsConnection, try target.entry(at: directory)?.kind == .directory else {
                throw error
            }
        }
    }
}
