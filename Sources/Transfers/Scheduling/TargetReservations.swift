import Files
import Jobs

/// Which job writes to which name, so that no two write one file; and what was written lately.
final class TargetReservations {
    private let jobs: JobTree
    private let lanes: LanePool
    /// Targets that lanes are writing, and the jobs that wait for them.
    private var owners: [FoldedPath: JobID] = [:]
    private var waiting: [FoldedPath: [JobID]] = [:]
    /// What jobs that stand by themselves have written, by batch.
    private var written: [BatchID: [FoldedPath: Path]] = [:]
    /// Directories whose entries are being handed out, by their targets.
    private var filling: [FoldedPath: Set<JobID>] = [:]

    init(of jobs: JobTree, _ lanes: LanePool) {
        self.jobs = jobs
        self.lanes = lanes
    }

    /// Reserves a job's target for the time that a lane writes it. Nil where another job has it:
    /// then this one waits until that has ended, and asks what is there.
    func reserve(_ node: JobNode) -> [FoldedPath]? {
        guard let target = node.job.target else { return [] }
        let place = FoldedPath(target.path, on: target.site)
        if let owner = owners[place], owner != node.id {
            waiting[place, default: []].append(node.id)
            node.meets(jobs[owner]?.job.target?.path ?? target.path)
            return nil
        }
        owners[place] = node.id
        if node.parent == nil, let path = written[node.job.batch]?[place] { node.meets(path) }
        return [place]
    }

    /// Whether another job writes what a directory is to be called at its target: then the directory
    /// waits until that has ended. Of a file and a directory of one name, the file comes first.
    func isHeldUp(_ node: JobNode) -> Bool {
        guard let target = node.job.target else { return false }
        let place = FoldedPath(target.path, on: target.site)
        guard let owner = owners[place], owner != node.id else { return false }
        waiting[place, default: []].append(node.id)
        return true
    }

    /// Reserves the other name that a job has got, unless another has it.
    func take(_ path: Path, for node: JobNode) {
        guard let site = node.job.target?.site else { return }
        let place = FoldedPath(path, on: site)
        guard owners[place] == nil else { return }
        owners[place] = node.id
        node.assignment?.reserved.append(place)
    }

    /// Lets those go on that waited for the targets of a job which its lane has let go of.
    func release(_ places: [FoldedPath], of node: JobNode, isDone: Bool) {
        for place in places {
            owners[place] = nil
            if isDone, node.parent == nil {
                written[node.job.batch, default: [:]][place] = node.job.target?.path
            }
            for id in waiting.removeValue(forKey: place) ?? [] {
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
        let place = FoldedPath(target.path, on: target.site)
        filling[place, default: []].insert(node.id)
        guard let others = filling[place], others.count > 1 else { return }
        for id in others { jobs[id]?.subtree?.isContested = true }
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
            jobs[id]?.subtree?.isContested = true
        }
    }
}
