import Files
import Jobs
import Synchronization

/// Moves files and whole directories to the trash, each in one step.
struct Trasher: LanePart {
    let ends: LaneEnds

    /// Moves these, or what was chosen in one directory.
    func trash(_ tasks: [RemovalTask]) {
        guard let files = source as? any Trashing else {
            for task in tasks { finish(task.id, .failed(Trasher.none(for: task.path))) }
            return
        }
        if let task = tasks.first, let chosen = task.chosen {
            return trash(chosen, task, files)
        }
        let wanted = tasks.filter { task in
            if task.control.isStopped { finish(task.id, .stopped) }
            return !task.control.isStopped
        }
        if let first = wanted.first { interrupter.begin(first.control) }
        let answers = files.moveToTrash(wanted.map(\.path))
        for task in wanted {
            switch answers[task.path] ?? .failure(FileSystemError.unanswered(task.path)) {
            case .success(let id):
                tell(.didStep(task.id, UndoStep(task.path, .trashed(id))))
                finish(task.id, .done(0))
            // It went before, and that was not noted.
            case .failure(let error) where error.kind == .notFound && task.isInherited:
                finish(task.id, .done(0))
            case .failure(let error): finish(task.id, outcome(of: error, task.control))
            }
        }
    }

    private static func none(for path: Path) -> FileSystemError {
        FileSystemError(
            .unsupported, path: path,
            detail: "\(path.text) is on a server, which has no trash; delete it permanently "
                + "instead.")
    }

    // MARK: - Chosen names

    private func trash(_ chosen: ChosenListing, _ task: RemovalTask, _ files: any Trashing) {
        interrupter.begin(task.control)
        do throws(FileSystemError) {
            let paths = try paths(of: chosen, task)
            task.control.found.store(paths.count, ordering: .relaxed)
            var failures: [FileSystemError] = []
            var rest = paths[...]
            while !rest.isEmpty {
                guard !task.control.isStopped else { return finish(task.id, .stopped) }
                let window = Array(rest.prefix(Remover.window))
                rest = rest.dropFirst(window.count)
                let failed = trash(window, of: task.id, files)
                task.control.removed.wrappingAdd(
                    window.count - failed.count, ordering: .relaxed)
                failures += failed
            }
            guard let first = failures.first else { return finish(task.id, .done(0)) }
            throw FileSystemError(
                first.kind, path: first.path,
                detail: "\(failures.count) of \(paths.count) names in \(task.path) could not be "
                    + "moved to the trash. The first error: \(first.detail)")
        } catch {
            finish(task.id, outcome(of: error, task.control))
        }
    }

    /// What could not be moved, and is still there.
    private func trash(
        _ window: [Path], of job: JobID, _ files: any Trashing
    ) -> [FileSystemError] {
        let answers = files.moveToTrash(window)
        return window.compactMap { path in
            switch answers[path] ?? .failure(FileSystemError.unanswered(path)) {
            case .success(let id):
                tell(.didStep(job, UndoStep(path, .trashed(id))))
                return nil
            // What is gone already is as wanted.
            case .failure(let error): return error.kind == .notFound ? nil : error
            }
        }
    }

    /// Without what has the name of something that may have gone since.
    private func paths(
        of chosen: ChosenListing, _ task: RemovalTask
    ) throws(FileSystemError) -> [Path] {
        var listing: Directory
        switch chosen {
        case .known(let known, _): listing = known
        case .named(let names):
            let found = try source.list(task.path)
            listing = try ChosenListing.named(names, found, task.path).listing
            if task.mayBeAnew, let names { _ = listing.takeOutChanged(since: names) }
        }
        return (0..<listing.count).compactMap { index in
            Name(listing.nameBytes(at: index)).map { task.path.appending($0) }
        }
    }
}
