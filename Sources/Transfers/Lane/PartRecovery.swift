import Files
import Jobs
import Words

/// What earlier tries have begun, and put aside.
struct PartRecovery: LanePart {
    let ends: LaneEnds

    /// Gives the file that was there before its name back, where a crash came between.
    func bringBack(
        _ part: StoredPart, of task: FileTask, in target: any FileSystem
    ) throws(FileSystemError) {
        guard let name = part.part.aside else { return }
        let aside = part.part.file.parent.appending(name)
        if try target.entry(at: aside) != nil {
            // Where both are there, which of them is wanted is not for Ferry to say.
            guard try target.entry(at: part.part.file) == nil else { return }
            try target.rename(aside, to: part.part.file)
            tell(.note(task.id, tr("The file to be replaced has its name back.")))
        }
        var mended = part
        mended.part.aside = nil
        try task.parts.update(mended)
    }

    /// Throws a part away that will not be gone on with; where that fails, it stays known.
    func throwAway(_ part: StoredPart, _ task: FileTask, _ target: any FileSystem) {
        do throws(FileSystemError) {
            try target.discard(part.part, root: task.root)
            try task.parts.forget([part])
        } catch {
            tell(.note(task.id, tr("The partial file could not be deleted. \(error.message)")))
        }
    }
}
