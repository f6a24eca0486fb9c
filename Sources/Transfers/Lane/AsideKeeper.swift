import Files
import Jobs
import Words

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
                try PrivateDirectories(target) { task.plan?.willDo([UndoStep($0, .madeDirectory)]) }
                    .make(aside.parent)
                try target.rename(task.target, to: aside)
            } catch {
                throw FileSystemError(
                    error.kind, path: task.target, reply: error.reply,
                    detail: tr(
                        "\(task.target) could not be moved to \(aside.parent), so it was not "
                            + "replaced. \(error.detail)"))
            }
        }
    }

    /// Gives a file its place back, where nothing else has come there. What it cannot bring back stays
    /// aside, where undo finds it.
    func bringBack(
        _ task: FileTask, after error: FileSystemError, _ target: any FileSystem
    ) {
        // Without a connection another try, or undo, finds it.
        guard !error.endsConnection, let aside = task.aside,
            (try? target.entry(at: task.target)) == .some(nil)
        else {
            return
        }
        do throws(FileSystemError) {
            try target.rename(aside, to: task.target)
        } catch {
            tell(.note(task.id, tr("What was there is in \(aside). \(error.message)")))
        }
    }

    /// Begins a part. What is to be kept is put aside before a place writes into it.
    func create(
        _ task: FileTask, as id: PartID, _ creation: Creation, _ target: any FileSystem
    ) throws(FileSystemError) -> any FileSink {
        var careful = creation
        if task.aside != nil, creation.placement == .beside { careful.placement = .besideOnly }
        do throws(FileSystemError) {
            return try target.create(task.target, as: id, careful)
        } catch {
            guard error.kind == .unsupported, careful.placement == .besideOnly else { throw error }
            try keep(task, target)
            return try target.create(task.target, as: id, creation)
        }
    }
}
