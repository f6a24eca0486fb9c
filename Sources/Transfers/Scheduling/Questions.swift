import Files
import Jobs

/// Which jobs wait for the user: for an answer about a name, or for a password; and what was
/// answered for whole batches.
final class Questions {
    private var policies: [BatchID: ConflictPolicy] = [:]
    private var conflicts: [BatchID: Set<JobID>] = [:]
    private var logins: [Site: Set<JobID>] = [:]

    /// Notes what a job asks for that has just come to need it.
    func begin(_ node: JobNode) {
        switch node.job.state {
        case .needsAnswer: conflicts[node.job.batch, default: []].insert(node.id)
        case .needsLogin(let error):
            guard let site = node.job.site(of: error) else { return }
            logins[site, default: []].insert(node.id)
        default: break
        }
    }

    /// Takes back what a job asks for that is to have another state.
    func end(_ node: JobNode) {
        switch node.job.state {
        case .needsAnswer: conflicts[node.job.batch]?.remove(node.id)
        case .needsLogin(let error):
            guard let site = node.job.site(of: error) else { return }
            logins[site]?.remove(node.id)
            if logins[site]?.isEmpty == true { logins[site] = nil }
        default: break
        }
    }

    /// Whether nothing is tried on one of the sites before a password has come: servers shut those
    /// out who are refused too often.
    func lackLogin(for sites: some Sequence<Site>) -> Bool {
        !logins.isEmpty && sites.contains { logins[$0] != nil }
    }

    /// Where the job's batch was answered, that answer; else the job's own.
    func policy(of node: JobNode) -> ConflictPolicy {
        guard node.job.policy == .ask, !node.meeting.asksForItself else { return node.job.policy }
        return policies[node.job.batch] ?? .ask
    }

    /// Whether more files below a directory may come to ask.
    func mayAsk(below top: JobNode) -> Bool {
        conflictCount(of: top.job.batch) < TreeLimits.questions || policy(of: top) != .ask
    }

    /// Jobs of a batch that wait for an answer.
    private func conflictCount(of batch: BatchID) -> Int { conflicts[batch]?.count ?? 0 }

    func setPolicy(_ policy: ConflictPolicy, of batch: BatchID) {
        policies[batch] = policy
    }

    /// The jobs of a batch that wait for an answer; they do so no longer.
    func takeConflicts(of batch: BatchID) -> [JobID] {
        (conflicts.removeValue(forKey: batch) ?? []).sorted()
    }
}
