import Files
import Jobs

/// Which jobs wait for the user: for an answer about a name, or for a password; and what was
/// answered for more than one of them.
final class Questions {
    private(set) var answers = KeptAnswers()
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

    /// The job's own policy; where that is to ask, what was answered for others like it.
    func policy(of node: JobNode) -> ConflictPolicy {
        guard node.job.policy == .ask, !node.meeting.asksForItself else { return node.job.policy }
        return answers.policy(of: node.job) ?? .ask
    }

    /// Whether more files below a directory may come to ask.
    func mayAsk(below top: JobNode) -> Bool {
        (conflicts[top.job.batch]?.count ?? 0) < TreeLimits.questions || top.job.policy != .ask
            || answers.policyOfAll(in: top.job) != nil
    }

    /// Begins with what was answered before.
    func inherit(_ answers: [KeptAnswer]) {
        for answer in answers { self.answers.keep(answer) }
    }

    func keep(_ answer: KeptAnswer) { answers.keep(answer) }

    func forgetAnswer(for site: Site, _ way: SiteAnswer.Way) {
        answers.forget(site, way)
    }

    /// The jobs that wait for an answer: of one batch, or of all.
    func askers(in batch: BatchID?) -> [JobID] {
        if let batch { return (conflicts[batch] ?? []).sorted() }
        return conflicts.values.flatMap(\.self).sorted()
    }
}
