import Files
import Jobs

// Links, which are copied as what they are where the target can hold them.
extension Lane {
    /// Whether the task is done, or has ended in another way, by making a link; false where it is no
    /// link, or the target can hold none: then it is followed, as far as it leads to a file.
    func copyLink(_ plan: FilePlan, to target: any FileSystem) -> Bool {
        guard plan.task.kind == .link, target.capabilities.contains(.makeLinks) else {
            return false
        }
        let task = plan.task
        do throws(FileSystemError) {
            guard let entry = try source.entry(at: task.source), entry.kind == .link,
                let leadsTo = entry.target
            else { return false }
            try make(task, leadsTo, replacing: plan.replaces, in: target)
            if task.operation == .move {
                guard let removal = source.removeFiles([task.source]).first else {
                    throw FileSystemError.unanswered(task.source)
                }
                try removal.get()
            }
            finish(task.id, .done(0))
        } catch {
            finish(task.id, unwritten(task, error, target))
        }
        return true
    }

    /// A file or a link that has the name goes only once the new link is there: beside it first.
    private func make(
        _ task: FileTask, _ leadsTo: [UInt8], replacing: Bool, in target: any FileSystem
    ) throws(FileSystemError) {
        guard replacing, try target.entry(at: task.target) != nil else {
            return try target.makeLink(task.target, to: leadsTo, root: task.root)
        }
        let id = try task.parts.newID(for: task.target)
        let part = StoredPart(
            part: Part(id: id, file: task.target, place: .beside(id.name)),
            source: Location(site: source.site, path: task.source), site: target.site,
            root: task.root)
        try task.parts.willWrite(part, isAlone: task.isAlone)
        try target.makeLink(part.part.path, to: leadsTo, root: task.root)
        do throws(FileSystemError) {
            try target.rename(
                part.part.path, to: task.target,
                replacement: RenameReplacement(id: id) { _ throws(FileSystemError) in })
        } catch {
            throwAway(part, task, target)
            throw error
        }
        try task.parts.forget([part])
    }
}
