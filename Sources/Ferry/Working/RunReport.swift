import Files
import Jobs
import Synchronization
import Words

/// What is to be said of a queue once nothing is left that can be done.
final class RunReport: Sendable {
    private struct State {
        /// What had come to its end before this process looked.
        var earlier: Set<JobID> = []
        var seen: Set<JobID> = []
        /// Whether everything is paused.
        var isPaused = false
    }

    private let state = Mutex(State())

    /// Jobs of which something is kept in memory.
    var rememberedCount: Int { state.withLock { $0.seen.count + $0.earlier.count } }

    /// Takes in what has changed; comes back without what had come to its end before.
    func note(_ change: QueueChange) -> QueueChange {
        state.withLock { state in
            state.isPaused = change.isPaused ?? state.isPaused
            // What has gone does not come again, and a tree may have a million files.
            for id in change.removed {
                state.seen.remove(id)
                state.earlier.remove(id)
            }
            var change = change
            change.changed = change.changed.filter { job in
                let isNew = state.seen.insert(job.id).inserted
                if isNew, job.state == .done || job.state == .skipped {
                    state.earlier.insert(job.id)
                }
                return !state.earlier.contains(job.id)
            }
            return change
        }
    }

    /// A sentence for each job that failed or needs an answer, and for what was left out meanwhile.
    func failures(in jobs: [Job]) -> [String] {
        let earlier = state.withLock { $0.earlier }
        let failed = jobs.filter { RunReport.failure(of: $0) != nil }
        // A directory fails with what is below it, which says more.
        let directories = RunReport.ancestors(of: failed, in: jobs)
        var lines: [String] = []
        for job in jobs {
            if let line = RunReport.failure(of: job), !directories.contains(job.id) {
                lines.append(line)
            }
            if job.state == .done, !earlier.contains(job.id), job.leftOut.count > 0 {
                let names = Plural.count(job.leftOut.count, "name")
                lines += job.leftOut.sentences
                lines.append(tr("Ferry skipped \(names) below \(job.source.text) in total."))
            }
        }
        return lines
    }

    /// What keeps jobs from going on that have not failed.
    func remarks(on jobs: [Job]) -> [String] {
        let isPaused = state.withLock { $0.isPaused }
        let paused = jobs.count { job in
            job.parent == nil && (job.state == .paused || isPaused && job.state == .waiting)
        }
        guard paused > 0 else { return [] }
        let transfers = Plural.count(paused, "transfer")
        return [tr("\(transfers) paused; 'ferry queue resume all' resumes all.")]
    }

    private static func ancestors(of jobs: [Job], in all: [Job]) -> Set<JobID> {
        let parents = Dictionary(all.map { ($0.id, $0.parent) }) { $1 }
        var found: Set<JobID> = []
        for job in jobs {
            var next = job.parent
            while let id = next, found.insert(id).inserted { next = parents[id] ?? nil }
        }
        return found
    }

    /// Why a job did not become what was asked for, and what to do; nil where it did, or still may.
    static func failure(of job: Job) -> String? {
        switch job.state {
        case .failed(let error):
            return error.message
        case .needsLogin(let error):
            return tr(
                "\(error.message) Set FERRY_PASSWORD or --password-file for 'ferry queue run', "
                    + "or add the login to ~/.netrc.")
        case .needsAnswer(let conflict):
            if let other = conflict.meets, let target = job.target {
                return NameMeeting(target.path, other, on: target.site).sentence
            }
            let target = job.target?.text ?? job.source.text
            return tr("\(target) already exists; open 'ferry' to choose what to do.")
        default:
            return nil
        }
    }

    /// Whether transfers wait that were not among the `known` ones.
    static func hasNewWork(_ jobs: [Job], since known: [Job]) -> Bool {
        let ids = Set(known.map(\.id))
        return waiting(in: jobs.filter { !ids.contains($0.id) }) > 0
    }

    /// How many transfers still have something to do; 0 where none has.
    static func waiting(in jobs: [Job]) -> Int {
        jobs.count { job in
            guard job.parent == nil else { return false }
            switch job.state {
            case .waiting, .expanding, .running, .committing: return true
            default: return false
            }
        }
    }
}
