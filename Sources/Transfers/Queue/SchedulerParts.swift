import Files
import Jobs

// Whose unfinished files are whose.
extension Scheduler {
    /// The unfinished files of the job's batch, of which the job is one of the users from now on.
    func parts(of record: Record) -> PartOwner {
        let batch = record.job.batch
        let owner =
            partOwners[batch]
            ?? PartOwner(
                registry, batch: configuration.isShared ? batch : nil,
                takesOver: !configuration.isShared && record.top.job.policy == .resume,
                isInherited: batchesWithParts.contains(batch))
        partOwners[batch] = owner
        owner.begin(record.top.id)
        return owner
    }

    /// Clears away what an earlier worker left of batches whose jobs had all come to their ends.
    func endInheritedParts() {
        for record in records.values.sorted(by: { $0.id < $1.id })
        where record.parent == nil && partOwners[record.job.batch] == nil {
            guard batchesWithParts.remove(record.job.batch) != nil else { continue }
            let owner = PartOwner(
                registry, batch: record.job.batch, takesOver: false, isInherited: true)
            retire(owner, on: route(for: record.job))
        }
    }

    /// A job that stands by itself may come to write: its batch is not over before it is.
    func beginParts(of record: Record) {
        guard record.parent == nil, record.job.operation != .delete,
            ![.done, .skipped].contains(record.job.state)
        else { return }
        _ = parts(of: record)
    }

    /// A job that stands by itself will write no more. After the last of its batch, what is left of
    /// any is cleared away, and the store forgets the batch.
    func endParts(of record: Record) {
        guard record.parent == nil, let owner = partOwners[record.job.batch],
            owner.end(record.id)
        else { return }
        partOwners[record.job.batch] = nil
        retire(owner, on: route(for: record.job))
    }

    func retire(_ owner: PartOwner, on route: Route) {
        guard owner.hasLeftovers else { return store.perform { owner.close() } }
        if !route.sweeps.contains(where: { $0 === owner }) { route.sweeps.append(owner) }
    }

    /// A lane has let go of a job that was cancelled meanwhile.
    func clearAway(_ remains: Remains, after outcome: Outcome) {
        if case .done = outcome {} else { throwAway(remains) }
        let owner = remains.leftover.parts
        guard let route = routes[remains.route],
            !partOwners.values.contains(where: { $0 === owner })
        else { return }
        retire(owner, on: route)
    }
}
