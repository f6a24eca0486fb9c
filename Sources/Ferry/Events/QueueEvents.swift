import Engine
import Jobs
import Synchronization

/// What happens to the jobs of the queue, whoever works on them, as lines of `--json`. This process
/// hears each result where it works itself; where another does, the rows tell.
final class QueueEvents: Sendable {
    /// What was told of a job last.
    private enum Told {
        case queued, asked, ended
        /// Nothing: it had failed before this run.
        case failedBefore
    }

    /// Files below directories of which it is known what was told: more failures than the queue keeps
    /// of many trees.
    static let failureLimit = 50_000

    private let lines: EventLines
    private let told = Mutex<[JobID: Told]>([:])

    init(_ lines: EventLines) {
        self.lines = lines
    }

    /// Jobs of which something is kept in memory.
    var rememberedCount: Int { told.withLock(\.count) + lines.rememberedCount }

    /// Takes in what has changed, without what had come to its end before.
    func take(_ change: QueueChange) {
        for job in change.changed {
            let isNew = told.withLock { $0[job.id] == nil }
            switch job.state {
            // What had failed before is told at the end, if nobody has tried it again.
            case .failed where isNew, .cancelled where isNew:
                note(.failedBefore, of: job)
            case .done, .skipped, .failed, .cancelled: take(result: job)
            case .needsAnswer, .needsLogin:
                tellQueued(job)
                guard note(.asked, of: job) else { break }
                lines.asks(job, RunReport.failure(of: job) ?? "")
            case .waiting, .expanding, .running, .committing, .paused:
                tellQueued(job)
                note(.queued, of: job)
            }
        }
        // What has gone from the queue is not heard of again.
        if !change.removed.isEmpty {
            told.withLock { told in for id in change.removed { told[id] = nil } }
        }
        lines.take(change)
    }

    /// Takes in that a job has come to its end.
    func take(result job: Job) {
        tellQueued(job)
        guard note(.ended, of: job) else { return }
        // The user wanted what is there to stay.
        lines.take(job, failures: job.state == .skipped ? [] : job.failures)
        // What is done below a directory goes from the queue with that, and may never be shown.
        if job.parent != nil, job.state == .done || job.state == .skipped {
            told.withLock { $0[job.id] = nil }
        }
    }

    /// Tells of what else of `jobs` has failed or needs an answer, now that nothing goes on.
    func end(_ jobs: [Job]) {
        let isTold = told.withLock { told in jobs.map { told[$0.id] == .ended } }
        let left = zip(jobs, isTold).filter { !$1 }.map(\.0)
        // A directory fails with what is below it, which is counted first.
        let directories = left.filter { $0.kind == .directory }.reversed()
        for job in left.filter({ $0.kind != .directory }) + directories {
            guard let failure = RunReport.failure(of: job) else { continue }
            // The last of what changed may not have been told any more.
            switch job.state {
            case .needsAnswer, .needsLogin:
                tellQueued(job)
                if note(.asked, of: job) { lines.asks(job, failure) }
            default: break
            }
            lines.take(job, failures: [failure])
        }
    }

    private func tellQueued(_ job: Job) {
        guard job.parent == nil, told.withLock({ $0[job.id] == nil }) else { return }
        note(.queued, of: job)
        lines.queued(job)
    }

    /// Whether that is news.
    @discardableResult private func note(_ new: Told, of job: Job) -> Bool {
        told.withLock { told in
            // Of so many failures the queue keeps no row: nobody asks what was told of them.
            let isKept = job.parent == nil || told.count < QueueEvents.failureLimit
            guard isKept || told[job.id] != nil else { return true }
            return told.updateValue(new, forKey: job.id) != new
        }
    }
}
