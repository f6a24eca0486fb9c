import Files
import Jobs

/// An answer to a conflict that holds for more than the file it was given for.
struct KeptAnswer: Hashable, Sendable {
    enum Reach: Hashable, Sendable {
        case batch(BatchID)
        /// Those of a batch whose targets' names fit.
        case pattern(String, BatchID)
        case site(Site, SiteAnswer.Way)
    }

    var reach: Reach
    var policy: ConflictPolicy

    init(_ reach: Reach, _ policy: ConflictPolicy) {
        self.reach = reach
        self.policy = policy
    }

    /// What an answer for a job comes to; nil where it holds for that job alone, or there is no server
    /// that it could hold for.
    init?(_ scope: AnswerScope, _ policy: ConflictPolicy, for job: Job) {
        self.policy = policy
        switch scope {
        case .thisFile: return nil
        case .batch: reach = .batch(job.batch)
        case .pattern(let text):
            guard NamePattern(text) != nil else { return nil }
            reach = .pattern(text, job.batch)
        case .site:
            guard let place = job.answerPlace else { return nil }
            reach = .site(place.site, place.way)
        }
    }

    /// What it says of a site; nil where it holds for a batch.
    var siteAnswer: SiteAnswer? {
        if case .site(let site, let way) = reach { SiteAnswer(site, way, policy) } else { nil }
    }
}

/// What was answered for more than one file. What was said of the fewest comes first: a pattern, then the
/// batch, then the site.
struct KeptAnswers {
    private struct Pattern {
        let text: String
        let names: NamePattern
        let policy: ConflictPolicy
    }

    private var batches: [BatchID: ConflictPolicy] = [:]
    /// Of each batch, the newest last.
    private var patterns: [BatchID: [Pattern]] = [:]
    private(set) var sites: [SiteAnswer] = []

    mutating func keep(_ answer: KeptAnswer) {
        switch answer.reach {
        case .batch(let batch): batches[batch] = answer.policy
        case .pattern(let text, let batch):
            guard let names = NamePattern(text) else { return }
            patterns[batch, default: []].removeAll { $0.text == text }
            patterns[batch, default: []].append(
                Pattern(text: text, names: names, policy: answer.policy))
        case .site(let site, let way):
            forget(site, way)
            sites.append(SiteAnswer(site, way, answer.policy))
        }
    }

    mutating func forget(_ site: Site, _ way: SiteAnswer.Way) {
        sites.removeAll { $0.holds(for: site, way) }
    }

    /// What was answered that holds for a job; nil where nothing was.
    func policy(of job: Job) -> ConflictPolicy? {
        patternPolicy(of: job) ?? policyOfAll(in: job)
    }

    /// What was answered for its name.
    func patternPolicy(of job: Job) -> ConflictPolicy? {
        guard let patterns = patterns[job.batch], let name = job.target?.path.name else {
            return nil
        }
        return patterns.last { $0.names.matches(name.bytes[...]) }?.policy
    }

    /// What was answered for all that is in it, whatever their names.
    func policyOfAll(in job: Job) -> ConflictPolicy? {
        if let policy = batches[job.batch] { return policy }
        guard !sites.isEmpty, let place = job.answerPlace else { return nil }
        return sites.last { $0.holds(for: place.site, place.way) }?.policy
    }
}
