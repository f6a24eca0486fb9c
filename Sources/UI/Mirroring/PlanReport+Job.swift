import Files
import Jobs

extension PlanReport {
    /// Lines of a job's story that are remarks at most.
    private static let remarkLimit = 20

    /// What has come of a job that carries a plan out, as far as it is.
    init(_ job: Job) {
        self.init()
        deleted = max(0, job.filesDeleted)
        files = max(0, job.filesDone - deleted)
        bytes = job.done
        failures = job.leftOut.sentences.map { VisibleText.make($0) }
        failureCount = job.leftOut.count
        isStopped = job.state == .cancelled
        if case .failed(let error) = job.state {
            failureCount = max(1, failureCount)
            // Where it is the only failure, it may be in both places.
            if !failures.contains(error.message) { reason = error.message }
        }
        let said = Set(failures + [reason].compactMap(\.self))
        remarks = job.story.suffix(PlanReport.remarkLimit).map { VisibleText.make($0) }
            .filter { !said.contains($0) }
    }
}
