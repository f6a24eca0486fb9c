import Jobs

// What could not be saved.
extension Scheduler {
    /// Says on the jobs at hand that they would be lost.
    func saveFailed(_ error: StoreError) {
        let line = "Not saved (\(error)): it would be lost if Ferry ended now."
        for node in jobs.all where node.parent == nil && !node.isFinished {
            if node.job.story.last != line {
                node.tell(line)
                notices.noteChange(of: node.id)
            }
        }
    }
}
