import Files
import Jobs
import Synchronization
import UI

/// Counts what a plan that runs has done, and tells it some times a second.
final class PlanMeter: Sendable {
    private struct State {
        var progress = PlanProgress(.finishing)
        /// Whether a step was begun.
        var hasBegun = false
        /// What was copied to its end.
        var copied: (files: Int, bytes: UInt64) = (0, 0)
        /// The same before the present job began.
        var before: (files: Int, bytes: UInt64) = (0, 0)
        var pace = ReportPace()
    }

    private let state = Mutex(State())
    private let told: @Sendable (PlanProgress) -> Void

    init(_ told: @escaping @Sendable (PlanProgress) -> Void) {
        self.told = told
    }

    var progress: PlanProgress { state.withLock { $0.progress } }

    /// Another step is done from now on.
    func begin(_ step: PlanProgress.Step) {
        let changed: PlanProgress? = state.withLock { state in
            guard state.progress.step != step || !state.hasBegun else { return nil }
            state.hasBegun = true
            state.progress.step = step
            state.progress.speed = nil
            state.progress.current = nil
            return state.progress
        }
        if let changed { told(changed) }
    }

    /// A file is gone.
    func noteDeleted() {
        tell { $0.progress.deleted += 1 }
    }

    /// How far the copies are.
    func take(_ change: QueueChange) {
        tell { state in
            for job in change.changed {
                if job.parent == nil {
                    let isFolder = job.kind == .directory
                    let files = isFolder ? job.filesDone : job.state == .done ? 1 : 0
                    state.progress.files = state.before.files + files
                    let (bytes, isTooMuch) = state.before.bytes.addingReportingOverflow(job.done)
                    state.progress.bytes = isTooMuch ? .max : bytes
                    state.progress.speed = job.speed
                } else if job.state == .running, job.kind == .file {
                    state.progress.current = job.source.path.text(on: job.source.site)
                }
            }
        }
    }

    /// A job has come to its end.
    func take(ended job: Job) {
        guard job.state == .done, job.kind != .directory else { return }
        state.withLock { state in
            state.copied.files += 1
            let (bytes, isTooMuch) = state.copied.bytes.addingReportingOverflow(
                job.size ?? job.done)
            state.copied.bytes = isTooMuch ? .max : bytes
        }
    }

    /// Nothing more is copied by the present job.
    func endCopying() {
        state.withLock { state in
            (state.progress.files, state.progress.bytes) = state.copied
            state.before = state.copied
        }
    }

    private func tell(_ change: (inout State) -> Void) {
        let due: PlanProgress? = state.withLock { state in
            change(&state)
            return state.pace.isDue() ? state.progress : nil
        }
        if let due { told(due) }
    }
}
