import Files
import Jobs
import Words

// What is refused before it begins.
extension JobNode {
    /// Why what was asked for makes no sense; nil where it does.
    var refusal: FileSystemError? {
        guard !job.operation.isRemoval else {
            guard job.source.path.isRoot, job.chosen == nil else { return nil }
            return FileSystemError(
                .denied, path: job.source.path, detail: tr("The root directory cannot be deleted."))
        }
        guard let target = job.target else {
            return FileSystemError(
                .other, path: job.source.path,
                detail: tr("There is no target for \(job.source.path); copy it again."))
        }
        guard target.site == job.source.site else { return nil }
        if target.path == job.source.path {
            return FileSystemError(
                .exists, path: target.path,
                detail: tr("\(target.path) is both source and target; choose another name."))
        }
        if let listing = choice?.listing {
            // What is chosen may go below a directory beside it.
            guard let way = target.path.components(below: job.source.path)?.first,
                let index = listing.index(of: way),
                listing.kind(at: index) == .directory || job.operation == .pack
            else { return nil }
            return FileSystemError(
                .other, path: target.path,
                detail: tr("\(way.text) cannot be placed inside itself; unmark it."))
        }
        if job.kind == .directory, target.path.isInside(job.source.path) {
            return FileSystemError(
                .other, path: target.path,
                detail: tr(
                    "\(job.source.path) cannot be placed inside itself; choose another target."))
        }
        return nil
    }
}
