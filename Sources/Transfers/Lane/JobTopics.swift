package import Jobs
import Synchronization

/// Which job each connection of the queue works for, so that the lines of its log can say so.
package final class JobTopics: Sendable {
    private let jobs = Mutex<[Int: JobID]>([:])

    package init() {}

    /// The job that a lane works for, or worked for last; nil where it rests. From any thread.
    package func job(ofLane number: Int) -> JobID? {
        jobs.withLock { $0[number] }
    }

    func set(_ id: JobID?, ofLane number: Int) {
        jobs.withLock { $0[number] = id }
    }
}
