import Files
import Jobs
import Synchronization
import Words
import Work

/// A plan to be carried out.
struct PlanTask: Sendable {
    var id: JobID
    var operation: Job.Operation
    var source: Location
    var target: Location
    var batch: BatchID
    var script: ScriptRecord
    /// As in `FileTask`.
    var isAgain: Bool
    var throttles: [Throttle]
    var control: TaskControl
}

/// Gives plans to whoever can carry them out.
struct PlanLane: LanePart {
    let ends: LaneEnds

    func carryOut(_ task: PlanTask) {
        guard !task.control.isStopped else { return finish(task.id, .stopped) }
        interrupter.begin(task.control)
        tell(.began(task.id, size: nil, modified: nil))
        flush()
        do throws(FileSystemError) {
            guard let carrier = ends.plans else {
                throw FileSystemError(
                    .unsupported, path: task.target.path,
                    detail:
                        tr(
                            "\(task.target.text) was not changed, because this process cannot run plans; "
                                + "open Ferry to run it."))
            }
            let end = try carrier.carryOut(
                PlanRun(
                    operation: task.operation, source: task.source, target: task.target,
                    batch: task.batch, script: task.script, isAgain: task.isAgain,
                    throttles: task.throttles, id: task.id, control: task.control,
                    report: ends.report))
            switch end {
            case .done(let failed):
                guard failed == 0 else { throw incomplete(failed, task) }
                finish(task.id, .done(task.control.progress.load(ordering: .relaxed)))
            case .watching(let watch, let failed):
                finish(task.id, .watching(watch, failed: failed))
            }
        } catch {
            finish(task.id, outcome(of: error, task.control))
        }
    }

    private func incomplete(_ failed: Int, _ task: PlanTask) -> FileSystemError {
        let changes = Plural.count(failed, "change")
        let detail =
            task.operation == .sync
            ? tr(
                "\(changes) could not be made in \(task.source.text) and \(task.target.text); "
                    + "retry it, or compare again.")
            : tr(
                "\(changes) could not be made in \(task.target.text); retry it, or compare again.")
        return FileSystemError(.other, path: task.target.path, detail: detail)
    }
}
