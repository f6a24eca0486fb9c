package import Files
package import Jobs
import Synchronization
import Words
package import Work

/// A job that carries a plan out, in the hands of whoever does it. Used in the thread that it was given
/// to, save where it is said.
package struct PlanRun {
    package let operation: Job.Operation
    package let source: Location
    package let target: Location
    /// What was asked for together: what is done is kept under it.
    package let batch: BatchID
    /// What it is to do, and what of that is done.
    package let script: ScriptRecord
    /// Whether an earlier run of it has begun.
    package let isAgain: Bool
    /// What bounds its bytes a second.
    package let throttles: [Throttle]
    package let id: JobID
    let control: TaskControl
    let report: LaneReport

    /// Stops it: because it is paused or cancelled, or this process leaves the queue.
    package var stop: Cancellation { control.cancellation }

    /// Whether what it has begun to write is not wanted any more. From any thread.
    package var isThrownAway: Bool { control.isThrownAway.load(ordering: .relaxed) }

    /// How far it is, from any thread: files that are copied or deleted, how many of them were deleted,
    /// and bytes that are copied, each with what earlier runs have done of the same plan.
    package var progress: PlanMeasure { PlanMeasure(control) }

    /// What is known of unfinished files.
    package var registry: PartRegistry { script.registry }

    /// For the queue that copies for it. `isAgain`: whether an earlier one has.
    package func errand(isAgain: Bool) -> TransferQueue.Errand {
        TransferQueue.Errand(batch: batch, isAgain: isAgain)
    }

    /// Notes that both places have answered.
    package func noteReached() {
        report.tell(.opened(id))
        report.flush()
    }

    /// Begins with a plan of its own, of which nothing is done yet: files to copy and to delete, and bytes
    /// to copy.
    package func begin(files: Int, bytes: UInt64) {
        progress.set(files: 0, deleted: 0, bytes: 0)
        report.tell(.planned(id, files: files, bytes: bytes))
        report.flush()
    }

    /// Tells of a change that could not be made, a sentence.
    package func tell(failure: String) { report.tell(.leftOut(id, failure)) }

    /// Tells of something else that is to be known, a sentence.
    package func tell(_ remark: String) { report.tell(.note(id, remark)) }
}

/// Takes in how far a plan is, from any thread.
package struct PlanMeasure: Sendable {
    private let control: TaskControl

    init(_ control: TaskControl) {
        self.control = control
    }

    /// What is shown does not fall: what a run finds out only later was done by an earlier one.
    package func advance(files: Int, deleted: Int, bytes: UInt64) {
        set(
            files: max(files, control.handled.load(ordering: .relaxed)),
            deleted: max(deleted, control.deleted.load(ordering: .relaxed)),
            bytes: max(bytes, control.progress.load(ordering: .relaxed)))
    }

    /// What is known for certain.
    package func set(files: Int, deleted: Int, bytes: UInt64) {
        control.handled.store(files, ordering: .relaxed)
        control.deleted.store(deleted, ordering: .relaxed)
        control.setProgress(bytes)
    }
}

/// What a job is to do, as the store keeps it, and what of that is done. From any thread.
package final class ScriptRecord: Sendable {
    private let store: Store
    private let job: JobID
    /// Where the store may not have it yet.
    private let content: [UInt8]?

    init(_ store: Store, _ job: JobID, _ content: [UInt8]?) {
        self.store = store
        self.job = job
        self.content = content
    }

    /// All that it is to do.
    package func bytes() throws(StoreError) -> [UInt8] {
        if let content { return content }
        guard let bytes = try store.script(of: job) else {
            throw StoreError(tr("The plan was undone or lost; compare again."))
        }
        return bytes
    }

    var registry: PartRegistry { PartRegistry(store) }

    /// Names of what was done by any run.
    package func steps() throws(StoreError) -> Set<[UInt8]> { try store.scriptSteps(of: job) }

    /// Notes what was done.
    package func note(_ steps: [[UInt8]]) throws(StoreError) {
        if !steps.isEmpty { try store.noteScriptSteps(steps, of: job) }
    }
}
