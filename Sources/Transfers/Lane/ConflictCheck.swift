import Files
import Jobs
import Words

/// What becomes of a file whose name is taken, or that could not be written.
struct ConflictCheck: LanePart {
    let ends: LaneEnds

    func conflict(
        _ task: FileTask, with entry: Entry, _ target: any FileSystem
    ) throws(FileSystemError) -> Conflict {
        let name = task.source.name ?? entry.name
        let ours = Entry(
            name: name, kind: task.kind == .link ? .link : .file, size: task.size,
            modified: task.modified, mode: task.mode)
        let part = try task.parts.part(of: task, on: target.site, from: source.site)
        let begun = try part.flatMap { part throws(FileSystemError) in
            try target.size(of: part.part, root: task.root).map(part.count)
        }
        return Conflict(
            source: ours, target: entry, resumable: begun ?? ConflictCheck.resumable(entry, task))
    }

    /// Bytes of a finished, but shorter file that could be its beginning.
    static func resumable(_ entry: Entry, _ task: FileTask) -> UInt64 {
        guard entry.kind == .file, let size = entry.size, size < task.size ?? 0 else { return 0 }
        return size
    }

    /// Somebody made the file meanwhile: a conflict like any other.
    func taken(
        _ task: FileTask, _ error: FileSystemError, _ target: any FileSystem
    ) -> Outcome {
        do throws(FileSystemError) {
            guard let entry = try target.entry(at: task.target) else { return .failed(error) }
            return .conflict(try conflict(task, with: entry, target))
        } catch {
            return .failed(error)
        }
    }

    /// What became of a file that could not be written.
    func unwritten(
        _ task: FileTask, _ error: FileSystemError, _ target: any FileSystem
    ) -> Outcome {
        if error.kind == .exists, error.path == task.target { return taken(task, error, target) }
        guard error.kind == .notFound, error.path == task.source, task.isInherited,
            task.operation == .move
        else { return outcome(of: error, task.control) }
        // Killed between the two, it has left no word of what it had moved.
        let gone = FileSystemError(
            .notFound, path: task.source, reply: error.reply,
            detail: tr(
                "\(task.source) does not exist; an earlier run of Ferry may have moved it to "
                    + "\(task.target). Check that file."))
        return outcome(of: gone, task.control)
    }
}
