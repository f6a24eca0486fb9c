import Jobs

/// Whose unfinished files are whose: an owner for each batch.
final class PartOwners {
    private let registry: PartRegistry
    /// Whether they outlive this process.
    private let isShared: Bool
    private var owners: [BatchID: PartOwner] = [:]
    /// Batches of which an earlier worker may have left some.
    private var inherited: Set<BatchID> = []

    init(_ registry: PartRegistry, isShared: Bool) {
        self.registry = registry
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
                registry, batch: isShared ? batch : nil,
                takesOver: !isShared && node.top.job.policy == .resume,
                isInherited: inherited.contains(batch))
        owners[batch] = owner
        owner.begin(node.top.id)
        return owner
    }

    /// A job that stands by itself may come to write: its batch is not over before it is.
    func begin(_ node: JobNode) {
        guard node.parent == nil, node.job.operation != .delete,
            ![.done, .skipped].contains(node.job.state)
        else { return }
        _ = owner(for: node)
    }

    /// A job that stands by itself will write no more. After the last of its batch gives the owner,
    /// to be retired.
    func end(_ node: JobNode) -> PartOwner? {
        guard node.parent == nil, let owner = owners[node.job.batch], owner.end(node.id) else {
            return nil
        }
        owners[node.job.batch] = nil
        return owner
    }

    /// The owner of a batch that an earlier worker left and that nobody will go on with; nil for
    /// others.
    func abandoned(_ node: JobNode) -> PartOwner? {
        guard node.parent == nil, owners[node.job.batch] == nil,
            inherited.remove(node.job.batch) != nil
        else { return nil }
        return PartOwner(registry, batch: node.job.batch, takesOver: false, isInherited: true)
    }

    func isInUse(_ owner: PartOwner) -> Bool { owners.values.contains { $0 === owner } }

    /// Notes nothing more, as a process does that is killed.
    func abandon() { registry.abandon() }
}
