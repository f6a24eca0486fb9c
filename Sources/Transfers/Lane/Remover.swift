import Files
import Jobs

/// Deletes. Links are removed, never followed.
struct Remover: LanePart {
    let ends: LaneEnds

    /// Names given to the file system in one list.
    static let window = 256

    /// Deletes files together, or one directory with all that is in it.
    func remove(_ tasks: [RemovalTask]) {
        if let task = tasks.first, task.isTrashed { return Trasher(ends: ends).trash(tasks) }
        if let task = tasks.first, task.kind == .directory { return removeTree(task) }
        let wanted = tasks.filter { task in
            if task.control.isStopped { finish(task.id, .stopped) }
            return !task.control.isStopped
        }
        if let first = wanted.first { interrupter.begin(first.control) }
        let results = source.removeFiles(wanted.map(\.path))
        for (index, task) in wanted.enumerated() {
            let result =
                results.indices.contains(index)
                ? results[index] : .failure(FileSystemError.unanswered(task.path))
            switch result {
            case .success: finish(task.id, .done(0))
            case .failure(let error) where error.kind == .notFound && task.isInherited:
                finish(task.id, .done(0))
            case .failure(let error): finish(task.id, outcome(of: error, task.control))
            }
        }
    }

    private func removeTree(_ task: RemovalTask) {
        interrupter.begin(task.control)
        var removal = TreeRemoval(
            source: source, control: task.control,
            root: task.chosen == nil ? task.path.parent : task.path)
        do throws(FileSystemError) {
            if let chosen = task.chosen {
                try removal.run(chosen, in: task.path, mayBeAnew: task.mayBeAnew)
                if let error = removal.summary(task.path) { throw error }
                return finish(task.id, .done(0))
            }
            switch try source.doubt(about: task.path) {
            case .directory: try removal.run(task.path)
            case .link:
                guard let removed = source.removeFiles([task.path]).first else {
                    throw FileSystemError.unanswered(task.path)
                }
                if case .failure(let error) = removed, error.kind != .notFound { throw error }
            case .unknown:
                if try !removal.removeAsFile(task.path) { try removal.run(task.path) }
            }
            if let error = removal.summary(task.path) { throw error }
            finish(task.id, .done(0))
        } catch {
            finish(task.id, outcome(of: error, task.control))
        }
    }
}
