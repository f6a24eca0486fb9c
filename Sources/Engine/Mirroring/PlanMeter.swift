import Files
import Jobs
import Synchronization
import Transfers

/// Counts what a plan that runs has done, and tells its job. From any thread.
final class PlanMeter: Sendable {
    /// What was done.
    struct Counts: Hashable, Sendable {
        /// Files and links that were copied, and their bytes.
        var files = 0
        var bytes: UInt64 = 0
        /// Those that were deleted or put aside.
        var deleted = 0
    }

    private struct State {
        /// What is done, the present copies aside.
        var done: Counts
        /// What the present copies have come to so far, as far as their queue has told.
        var copying: (files: Int, bytes: UInt64) = (0, 0)
        /// Those of them that have come to their ends.
        var copied: (files: Int, bytes: UInt64) = (0, 0)
    }

    private let state: Mutex<State>
    private let measure: PlanMeasure

    /// Goes on from what was done before.
    init(_ measure: PlanMeasure, _ before: Counts = Counts()) {
        self.measure = measure
        state = Mutex(State(done: before))
        tell(State(done: before))
    }

    /// What was done.
    var counts: Counts { state.withLock { PlanMeter.counts($0) } }

    /// A file is gone.
    func noteDeleted() {
        change { $0.done.deleted += 1 }
    }

    /// A file of that many bytes turns out to be copied.
    func noteCopied(_ bytes: UInt64) {
        change { state in
            state.done.files += 1
            state.done.bytes &+= bytes
        }
    }

    /// How far the copies are.
    func take(_ change: QueueChange) {
        self.change { state in
            for job in change.changed where job.parent == nil {
                let files = job.kind == .directory ? job.filesDone : job.state == .done ? 1 : 0
                state.copying = (files, job.done)
            }
        }
    }

    /// One of them has come to its end.
    func take(ended job: Job) {
        guard job.state == .done, job.kind != .directory else { return }
        change { state in
            state.copied.files += 1
            state.copied.bytes &+= job.size ?? job.done
        }
    }

    /// Nothing more is copied for now: what has come to its end is what counts.
    func endCopying() {
        change { state in
            state.done.files += state.copied.files
            state.done.bytes &+= state.copied.bytes
            (state.copying, state.copied) = ((0, 0), (0, 0))
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let now = state.withLock { state in
            body(&state)
            return state
        }
        tell(now)
    }

    private func tell(_ state: State) {
        let counts = PlanMeter.counts(state)
        measure.advance(
            files: counts.files + counts.deleted, deleted: counts.deleted, bytes: counts.bytes)
    }

    /// All is done: nothing is counted any more that was begun in vain.
    func finish() {
        let counts = counts
        measure.set(
            files: counts.files + counts.deleted, deleted: counts.deleted, bytes: counts.bytes)
    }

    private static func counts(_ state: State) -> Counts {
        var counts = state.done
        counts.files += max(state.copying.files, state.copied.files)
        let (bytes, isTooMuch) = counts.bytes.addingReportingOverflow(state.copying.bytes)
        counts.bytes = isTooMuch ? .max : bytes
        return counts
    }
}
