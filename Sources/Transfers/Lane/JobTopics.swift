package import Jobs
import Synchronization

/// Which job each connection of the queue works for, so that the lines of its log can say so.
package final class JobTopics: Sendable {
    /// By lane. No dictionary: the first use of another kind is felt when the program starts.
    private let jobs = Mutex<[JobID?]>([])

    package init() {}

    /// The job that a lane works for, or worked for last; nil where it rests. From any thread.
    package func job(ofLane number: Int) -> JobID? {
        jobs.withLock { $0.indices.contains(number) ? $0[number] : nil }
    }

    func set(_ id: JobID?, ofLane number: Int) {
        guard number >= 0 else { return }
        jobs.withLock { jobs in
            while jobs.count <= number { jobs.append(nil) }
            jobs[number] = id
        }
    }
}
