import Files
import Jobs

// Files that are to get the same name, or names that may be the same to the target.
extension Scheduler {
    /// Reserves a job's target while a lane writes it. False where another job has it: then this
    /// one waits until that has ended, and asks what is there.
    func reserveTarget(of node: JobNode) -> Bool {
        guard let target = node.job.target else { return true }
        let place = FoldedPath(target.path, on: target.site)
        if let other = targets[place], other != node.id {
            node.meetsOwn = true
            node.existing = .unknown
            blocked[place, default: []].append(node.id)
            return false
        }
        targets[place] = node.id
        node.reserved.append(place)
        if node.parent == nil, written[node.job.batch]?.contains(place) == true {
            node.meetsOwn = true
        }
        return true
    }

    /// Reserves the other name that a job has got.
    func reserve(_ path: Path, for node: JobNode) {
        guard let site = node.job.target?.site else { return }
        let place = FoldedPath(path, on: site)
        guard targets[place] == nil else { return }
        targets[place] = node.id
        node.reserved.append(place)
    }

    /// Lets those go on that waited for the targets of a job which its lane has let go of.
    func releaseTargets(of node: JobNode, isDone: Bool) {
        for place in node.reserved {
            targets[place] = nil
            if isDone, node.parent == nil { written[node.job.batch, default: []].insert(place) }
            for id in blocked.removeValue(forKey: place) ?? [] {
                guard let other = nodes[id], other.job.state == .waiting, other.control == nil
                else { continue }
                queueUp(other)
            }
        }
        node.reserved = []
    }

    // MARK: - Directories that two jobs fill

    /// Notes that a directory's entries are being handed out: what its target held when it was
    /// listed is no longer sure once another job fills it too.
    func beginFilling(_ node: JobNode) {
        guard let target = node.job.target else { return }
        let place = FoldedPath(target.path, on: target.site)
        filling[place, default: []].insert(node.id)
        guard let others = filling[place], others.count > 1 else { return }
        for id in others { nodes[id]?.isContested = true }
    }

    func endFilling(_ node: JobNode) {
        guard let target = node.job.target else { return }
        let place = FoldedPath(target.path, on: target.site)
        filling[place]?.remove(node.id)
        if filling[place]?.isEmpty == true { filling[place] = nil }
    }

    /// Notes that a job which stands by itself has made a file, for directories that are being
    /// filled.
    func noteWritten(_ node: JobNode) {
        guard node.parent == nil, !filling.isEmpty, let target = node.job.target else { return }
        for id in filling[FoldedPath(target.path.parent, on: target.site)] ?? [] {
            nodes[id]?.isContested = true
        }
    }
}
