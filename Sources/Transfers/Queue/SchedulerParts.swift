import Files
import Jobs

// Whose unfinished files are whose.
extension Scheduler {
    /// Clears away what an earlier worker left of batches whose jobs had all come to their ends.
    func endInheritedParts() {
        for node in jobs.all.sorted(by: { $0.id < $1.id }) {
            if let owner = parts.abandoned(node) { retire(owner, on: route(for: node.job)) }
        }
    }

    /// A job that stands by itself will write no more. After the last of its batch, what is left of
    /// any is cleared away, and the store forgets the batch.
    func endParts(of node: JobNode) {
        if let owner = parts.end(node) { retire(owner, on: route(for: node.job)) }
    }

    func retire(_ owner: PartOwner, on route: Route) {
        guard owner.hasLeftovers else { return store.perform { owner.close() } }
        if !route.sweeps.contains(where: { $0 === owner }) { route.sweeps.append(owner) }
    }

    /// A lane has let go of a job that was cancelled meanwhile.
    func clearAway(_ remains: Remains, after outcome: Outcome) {
        if case .done = outcome {} else { throwAway(remains) }
        let owner = remains.leftover.parts
        guard let route = lanes[remains.route], !parts.isInUse(owner) else { return }
        retire(owner, on: route)
    }
}
