import Files
import Jobs
import Words

// Files that were made.
extension Undoer {
    /// Removes files that are as they were made.
    mutating func removeFiles(_ steps: [UndoStep]) throws(FileSystemError) {
        let found = try files.details(of: steps.map(\.path))
        var listings = SteppedListings(files)
        let backups = backups
        var unchanged: [UndoStep] = []
        for (index, step) in steps.enumerated() {
            let known = found.indices.contains(index) ? found[index] : nil
            do throws(FileSystemError) {
                if let backup = backups[step.path] {
                    try checkBackup(backup, of: step, listings.entry(at: step.path), known)
                }
                if try isUnchanged(step, listings.entry(at: step.path), known) {
                    unchanged.append(step)
                } else {
                    result.undone.append(step.number)
                }
            } catch {
                try note(error)
            }
        }
        guard !unchanged.isEmpty else { return }
        let answers = files.removeFiles(unchanged.map(\.path))
        for (index, step) in unchanged.enumerated() {
            let answer =
                answers.indices.contains(index)
                ? answers[index] : .failure(FileSystemError.unanswered(step.path))
            try attempt(step) { (_) throws(FileSystemError) in try answer.get() }
        }
    }

    /// Where what a mirror has replaced is kept, by the path that it had.
    private var backups: [Path: Path] {
        guard record.action.isMirror else { return [:] }
        var backups: [Path: Path] = [:]
        for step in record.steps {
            if case .renamed(let from) = step.what { backups[from] = step.path }
        }
        return backups
    }

    /// A file stays where nothing would come into its place.
    private func checkBackup(
        _ backup: Path, of step: UndoStep, _ entry: Entry?, _ known: Entry?
    ) throws(FileSystemError) {
        guard entry != nil, try files.entry(at: backup) == nil else { return }
        // The mirror was ended before it had replaced the file.
        guard case .madeFile(let size, _) = step.what, (known?.size ?? entry?.size) == size else {
            return
        }
        throw FileSystemError(
            .notFound, path: step.path,
            detail: tr("\(step.path.text) was kept, because \(backup.text) no longer exists."))
    }

    /// Seconds by which a server's clock may differ, for a file that did not take its source's time.
    static let clockTolerance: Int64 = 120

    /// Whether a file is as it was made; false where it is gone already.
    private func isUnchanged(
        _ step: UndoStep, _ entry: Entry?, _ known: Entry?
    ) throws(FileSystemError) -> Bool {
        guard let entry else { return false }
        guard case .madeFile(let size?, let modified) = step.what, entry.kind == .file,
            (known?.size ?? entry.size) == size,
            isSameTime(known?.modified ?? entry.modified, modified)
        else {
            throw FileSystemError(
                .changed, path: step.path,
                detail: tr(
                    "\(step.path.text) was changed since, and was kept; delete it yourself if "
                        + "you do not need it."))
        }
        return true
    }

    /// Whether a file has the time that it was given, or at least none since.
    private func isSameTime(_ time: Timestamp?, _ given: Timestamp?) -> Bool {
        guard let time else { return false }
        if let given, Timestamp.order(time, given) == 0 { return true }
        // This machine keeps the time that a file is given.
        guard given == nil || files.site.isRemote else { return false }
        return time.isZoned && time.seconds <= record.time &+ Undoer.clockTolerance
    }
}
