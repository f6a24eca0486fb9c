import Files
import Jobs

// Files that are to get the same name, or names that may be the same to the target.
extension Scheduler {
    /// Reserves a job's target while a lane writes it. False where another job has it: then this
    /// one waits until that has ended, and asks what is there.
    func reserveTarget(of record: Record) -> Bool {
        guard let target = record.job.target else { return true }
        let place = FoldedPath(target.path, on: target.site)
        if let other = targets[place], other != record.id {
            record.meetsOwn = true
            record.existing = .unknown
            blocked[place, default: []].append(record.id)
            return false
        }
        targets[place] = record.id
        record.reserved.append(place)
        if record.parent == nil, written[record.job.batch]?.contains(place) == true {
            record.meetsOwn = true
        }
        return true
    }

    /// Reserves the other name that a job has got.
    func reserve(_ path: Path, for record: Record) {
        guard let site = record.job.target?.site else { return }
        let place = FoldedPath(path, on: site)
        guard targets[place] == nil else { return }
        targets[place] = record.id
        record.reserved.append(place)
    }

    /// Lets those go on that waited for the targets of a job which its lane has let go of.
    func releaseTargets(of record: Record, isDone: Bool) {
        for place in record.reserved {
            targets[place] = nil
            if isDone, record.parent == nil { written[record.job.batch, default: []].insert(place) }
            for id in blocked.removeValue(forKey: place) ?? [] {
                guard let other = records[id], other.job.state == .waiting, other.control == nil
                else { continue }
                queueUp(other)
            }
        }
        record.reserved = []
    }

    // MARK: - Directories that two jobs fill

    /// Notes that a directory's entries are being handed out: what its target held when it was
    /// listed is no longer sure once another job fills it too.
    func beginFilling(_ record: Record) {
        guard let target = record.job.target else { return }
        let place = FoldedPath(target.path, on: target.site)
        filling[place, default: []].insert(record.id)
        guard let others = filling[place], others.count > 1 else { return }
        for id in others { records[id]?.isContested = true }
    }

    func endFilling(_ record: Record) {
        guard let target = record.job.target else { return }
        let place = FoldedPath(target.path, on: target.site)
        filling[place]?.remove(record.id)
        if filling[place]?.isEmpty == true { filling[place] = nil }
    }

    /// Notes that a job which stands by itself has made a file, for directories that are being
    /// filled.
    func noteWritten(_ record: Record) {
        guard record.parent == nil, !filling.isEmpty, let target = record.job.target else { return }
        for id in filling[FoldedPath(target.path.parent, on: target.site)] ?? [] {
            records[id]?.isContested = true
        }
    }
}
