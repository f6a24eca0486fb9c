import Jobs

/// Whose unfinished files are whose: an owner for each batch.
final class PartOwners {
    private let registry: PartRegistry
    private let lanes: LanePool
    private let store: StoreWriter
    private let journal: Journal
    /// Whether they outlive this process.
    private let isShared: Bool
    private let errand: TransferQueue.Errand?
    private var owners: [BatchID: PartOwner] = [:]
    /// How many cancelled jobs lanes still have, by whose unfinished files they may yet make.
    private var held: [ObjectIdentifier: Int] = [:]
    /// The job that was last noted as one who may write.
    private var newestUser: User?
    /// Batches of which an earlier worker may have left some.
    private var inherited: Set<BatchID> = []

    private struct User: Equatable {
        let batch: BatchID
        let job: JobID
    }

    init(
        _ registry: PartRegistry, isShared: Bool, errand: TransferQueue.Errand? = nil,
        _ lanes: LanePool, _ store: StoreWriter, _ journal: Journal
    ) {
        self.errand = errand
        self.registry = registry
        self.journal = journal
        self.lanes = lanes
        self.store = store
        self.isShared = isShared
    }

    /// Takes over batches of which an earlier worker may have left some.
    func inherit(_ batches: Set<BatchID>) { inherited = batches }

    func mayHaveBegun(_ batch: BatchID) -> Bool { inherited.contains(batch) }

    /// The unfinished files of the job's batch, of which the job is one of the users from now on.
    func owner(for node: JobNode) -> PartOwner {
        let batch = node.job.batch
        let owner =
            owners[batch]
            ?? PartOwner(
                registry, batch: isShared ? batch : errand?.batch,
                takesOver: !isShared && errand == nil,
                isInherited: inherited.contains(batch) || errand?.isAgain == true)
        // Asked for every file: the owner, whom lanes ask as well, need not be told each time.
        let user = User(batch: batch, job: node.top.id)
        if user != newestUser {
            owners[batch] = owner
            owner.begin(user.job)
            let top = node.top.job
            if let target = top.target {
                owner.add(PartRegistry.Scope(source: top.source, target: target))
            }
            newestUser = user
        }
        return owner
    }

    /// A job that stands by itself may come to write: its batch is not over before it is.
    func begin(_ node: JobNode) {
        guard node.parent == nil, !node.job.operation.isRemoval,
            ![.done, .skipped].contains(node.job.state)
        else { return }
        _ = owner(for: node)
    }

    /// Clears away what an earlier worker left of batches whose jobs had all come to their ends.
    func endInherited(of jobs: JobTree) {
        for node in jobs.all.sorted(by: { $0.id < $1.id }) where node.parent == nil {
            guard owners[node.job.batch] == nil, inherited.remove(node.job.batch) != nil else {
                continue
            }
            let owner = PartOwner(
                registry, batch: node.job.batch, takesOver: false, isInherited: true)
            retire(owner, on: lanes.route(for: node.job))
        }
    }

    /// A job that stands by itself will write no more. After the last of its batch, what is left of
    /// any is cleared away, and the store forgets the batch.
    func end(_ node: JobNode) {
        guard node.parent == nil, let owner = owners[node.job.batch] else { return }
        newestUser = nil
        guard owner.end(node.id) else { return }
        owners[node.job.batch] = nil
        // What a lane is about to make would be known to nobody.
        guard held[ObjectIdentifier(owner)] == nil else { return }
        retire(owner, on: lanes.route(for: node.job))
    }

    /// Notes that a lane still has a job that is cancelled: until `clearAway`.
    func hold(_ remains: Remains) {
        held[ObjectIdentifier(remains.leftover.parts), default: 0] += 1
    }

    private func retire(_ owner: PartOwner, on route: Route) {
        guard owner.hasLeftovers else {
            // The store knows of the jobs' ends before it forgets what they have made.
            return journal.afterSaving { [store] in store.perform { owner.close() } }
        }
        journal.save()
        guard !route.sweeps.contains(where: { $0.owner === owner }) else { return }
        route.sweeps.append(Sweep(of: owner, store))
    }

    /// A lane has let go of a job that was cancelled meanwhile.
    func clearAway(_ remains: Remains, after outcome: Outcome) {
        if case .done = outcome {} else { throwAway(remains) }
        let owner = remains.leftover.parts
        let others = (held.removeValue(forKey: ObjectIdentifier(owner)) ?? 0) - 1
        guard others <= 0 else {
            held[ObjectIdentifier(owner)] = others
            return
        }
        guard let route = lanes[remains.route], !owners.values.contains(where: { $0 === owner })
        else { return }
        retire(owner, on: route)
    }

    /// Has a lane throw away what a cancelled job has left, if it has.
    func throwAway(_ remains: Remains) {
        guard remains.isThere else { return }
        lanes[remains.route]?.leftovers.append(remains.leftover)
    }

    /// What a plan has left, whose own queue is gone, is to be cleared away with its batch.
    func noteLeftovers(of node: JobNode) { owner(for: node).noteInherited() }

    /// Leaves them to the next worker, which may be another process while this one goes on. In the order
    /// of what is written: before the right to work is given up, or that one would find them taken.
    func leave() {
        guard isShared || errand != nil else { return }
        store.perform { [registry] in registry.leave() }
    }

    /// Notes nothing more, as a process does that is killed.
    func abandon() { registry.abandon() }
}
