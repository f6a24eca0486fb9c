import Files
import Jobs

// Files that are to get the same name, or names that may be the same to the target.
extension Scheduler {
    /// Reserves a job's target for the time that a lane writes it. Nil where another job has it:
    /// then this one waits until that has ended, and asks what is there.
    func reserveTarget(of node: JobNode) -> [FoldedPath]? {
        guard let target = node.job.target else { return [] }
        let place = FoldedPath(target.path, on: target.site)
        guard targets.reserve(place, for: node.id) else {
            node.meeting.isOwn = true
            node.meeting.existing = .unknown
            return nil
        }
        if node.parent == nil, targets.wasWritten(place, by: node.job.batch) {
            node.meeting.isOwn = true
        }
        return [place]
    }

    /// Reserves the other name that a job has got.
    func reserve(_ path: Path, for node: JobNode) {
        guard let site = node.job.target?.site else { return }
        let place = FoldedPath(path, on: site)
        if targets.take(place, for: node.id) { node.assignment?.reserved.append(place) }
    }

    /// Lets those go on that waited for the targets of a job which its lane has let go of.
    func release(_ places: [FoldedPath], of node: JobNode, isDone: Bool) {
        for place in places {
            let waiting = targets.release(place)
            if isDone, node.parent == nil { targets.noteWritten(place, by: node.job.batch) }
            for id in waiting {
                guard let other = jobs[id], other.job.state == .waiting, other.control == nil
                else { continue }
                lanes.enqueue(other)
            }
        }
    }

    // MARK: - Directories that two jobs fill

    /// Notes that a directory's entries are being handed out: what its target held when it was
    /// listed is no longer sure once another job fills it too.
    func beginFilling(_ node: JobNode) {
        guard let target = node.job.target else { return }
        let others = targets.beginFilling(FoldedPath(target.path, on: target.site), node.id)
        guard others.count > 1 else { return }
        for id in others { jobs[id]?.subtree?.isContested = true }
    }

    func endFilling(_ node: JobNode) {
        guard let target = node.job.target else { return }
        targets.endFilling(FoldedPath(target.path, on: target.site), node.id)
    }

    /// Notes that a job which stands by itself has made a file, for directories that are being
    /// filled.
    func noteWritten(_ node: JobNode) {
        guard node.parent == nil, let target = node.job.target else { return }
        for id in targets.filling(theDirectoryOf: target) {
            jobs[id]?.subtree?.isContested = true
        }
    }
}
