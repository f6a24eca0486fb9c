import Files
import Jobs
import Synchronization
import Words

/// Moves files and whole directories to the trash, each in one step.
struct Trasher: LanePart {
    let ends: LaneEnds

    /// Moves these, or what was chosen in one directory.
    func trash(_ tasks: [RemovalTask]) {
        guard let mover = TrashMover(source) else {
            for task in tasks { finish(task.id, .failed(Trasher.none(for: task.path))) }
            return
        }
        if let task = tasks.first, let chosen = task.chosen {
            return trash(chosen, task, mover)
        }
        let wanted = tasks.filter { task in
            if task.control.isStopped { finish(task.id, .stopped) }
            return !task.control.isStopped
        }
        if let first = wanted.first { interrupter.begin(first.control) }
        let answers = mover.move(wanted.map(\.path))
        for task in wanted {
            switch answers[task.path] ?? .failure(FileSystemError.unanswered(task.path)) {
            case .success(let step):
                tell(.didStep(task.id, step))
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
            detail: tr(
                "\(path.text) is on a server that has no trash. Delete it permanently, or set "
                    + "trash = true for its site."))
    }

    // MARK: - Chosen names

    private func trash(_ chosen: ChosenListing, _ task: RemovalTask, _ mover: TrashMover) {
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
                let failed = trash(window, of: task.id, mover)
                task.control.removed.wrappingAdd(
                    window.count - failed.count, ordering: .relaxed)
                failures += failed
            }
            guard let first = failures.first else { return finish(task.id, .done(0)) }
            throw FileSystemError(
                first.kind, path: first.path,
                detail: tr(
                    "\(failures.count) of \(paths.count) names in \(task.path) could not be "
                        + "moved to the trash. The first error: \(first.detail)"))
        } catch {
            finish(task.id, outcome(of: error, task.control))
        }
    }

    /// What could not be moved, and is still there.
    private func trash(
        _ window: [Path], of job: JobID, _ mover: TrashMover
    ) -> [FileSystemError] {
        let answers = mover.move(window)
        return window.compactMap { path in
            switch answers[path] ?? .failure(FileSystemError.unanswered(path)) {
            case .success(let step):
                tell(.didStep(job, step))
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

/// Moves things to the trash of a place, and tells how that is taken back.
private final class TrashMover {
    private enum Kind {
        case desktop(any Trashing)
        case server(ServerTrash)
    }

    private var kind: Kind

    /// Nil where there is no trash.
    init?(_ files: any FileSystem) {
        if let files = files as? any Trashing {
            kind = .desktop(files)
        } else if files.site[QueueOptions.hasTrash] {
            kind = .server(ServerTrash(files))
        } else {
            return nil
        }
    }

    /// What became of each, by its path; one that is missing was not moved.
    func move(_ paths: [Path]) -> [Path: Result<UndoStep, FileSystemError>] {
        switch kind {
        case .desktop(let files):
            var answers: [Path: Result<UndoStep, FileSystemError>] = [:]
            for (path, answer) in files.moveToTrash(paths) {
                answers[path] = answer.map { UndoStep(path, .trashed($0)) }
            }
            return answers
        case .server(var trash):
            var answers: [Path: Result<UndoStep, FileSystemError>] = [:]
            for path in paths {
                do throws(FileSystemError) {
                    let place = try trash.put(path)
                    answers[path] = .success(UndoStep(place, .renamed(from: path)))
                } catch {
                    answers[path] = .failure(error)
                    // The others get no answer, for the same reason.
                    if error.endsConnection || error.question != nil {
                        for rest in paths where answers[rest] == nil {
                            answers[rest] = .failure(error)
                        }
                        break
                    }
                }
            }
            kind = .server(trash)
            return answers
        }
    }
}
