import Files
import Jobs

// Whose unfinished files are whose.
extension Scheduler {
    /// The unfinished files of the job's batch, of which the job is one of the users from now on.
    func parts(of node: JobNode) -> PartOwner {
        let batch = node.job.batch
        let owner =
            partOwners[batch]
            ?? PartOwner(
                registry, batch: configuration.isShared ? batch : nil,
                takesOver: !configuration.isShared && node.top.job.policy == .resume,
                isInherited: batchesWithParts.contains(batch))
        partOwners[batch] = owner
        owner.begin(node.top.id)
        return owner
    }

    /// Clears away what an earlier worker left of batches whose jobs had all come to their ends.
    func endInheritedParts() {
        for node in nodes.values.sorted(by: { $0.id < $1.id })
        where node.parent == nil && partOwners[node.job.batch] == nil {
            guard batchesWithParts.remove(node.job.batch) != nil else { continue }
            let owner = PartOwner(
                registry, batch: node.job.batch, takesOver: false, isInherited: true)
            retire(owner, on: route(for: node.job))
        }
    }

    /// A job that stands by itself may come to write: its batch is not over before it is.
    func beginParts(of node: JobNode) {
        guard node.parent == nil, node.job.operation != .delete,
            ![.done, .skipped].contains(node.job.state)
        else { return }
        _ = parts(of: node)
    }

    /// A job that stands by itself will write no more. After the last of its batch, what is left of
    /// any is cleared away, and the store forgets the batch.
    func endParts(of node: JobNode) {
        guard node.parent == nil, let owner = partOwners[node.job.batch],
            owner.end(node.id)
        else { return }
        partOwners[node.job.batch] = nil
        retire(owner, on: route(for: node.job))
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
