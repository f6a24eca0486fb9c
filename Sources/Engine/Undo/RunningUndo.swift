package import Files
import Glibc
package import Jobs
import Synchronization
import Transfers
import Words

/// Keeps for `ferry undo` what a long work does on a site, while it does it: what is done is known even
/// where the command is killed.
package final class RunningUndo: Sendable {
    /// Seconds after which it is written how much was lost.
    private static let delay = 0.5

    private struct State {
        var steps: [UndoStep] = []
        var lost = 0
        var written = Instant.now()
        var record: (store: Store, number: Int64)?
        /// What an earlier run of the same has kept: it is the same that is done.
        var known: Set<UndoStep> = []
        var failure: String?
        /// Whether that was told.
        var isFailureTold = false
    }

    private let action: UndoRecord.Action
    private let site: Site
    private let storePath: String?
    private let batch: BatchID?
    private let state = Mutex(State())

    /// What is done at once on other sites.
    private let twins: UndoTwins?

    /// Without a store nothing is kept. `batch`: of a job of the queue, whose runs are kept together.
    package init(
        _ action: UndoRecord.Action, on site: Site, storePath: String?, batch: BatchID? = nil,
        with twins: UndoTwins? = nil
    ) {
        self.action = action
        self.site = site
        self.twins = twins
        self.storePath = storePath
        self.batch = batch
    }

    /// Takes what is about to be done, and returns once that is written down.
    package func keep(_ steps: [UndoStep]) {
        guard !steps.isEmpty else { return }
        state.withLock { state in
            state.steps += steps
            write(&state)
        }
    }

    /// Takes the same of one; nil for something that is done and cannot be taken back.
    package func keep(_ step: UndoStep?) {
        if let step { return keep([step]) }
        state.withLock { state in
            state.lost += 1
            let isDue = Instant.now().seconds(since: state.written) > RunningUndo.delay
            // That something cannot be taken back is known from the first on.
            if isDue || state.record == nil { write(&state) }
        }
    }

    /// Whether there is something that `ferry undo` finds.
    package var hasRecord: Bool { state.withLock { $0.record != nil } }

    /// Why nothing can be kept, for whoever tells it; nil where it is kept, or nobody wants it.
    package func takeFailure() -> String? {
        state.withLock { state in
            if state.failure != nil { state.isFailureTold = true }
            return state.failure
        }
    }

    /// What was kept so far cannot be taken back any more, or was already: puts what `change` makes of those
    /// steps into their place, at once, with so much more that is `lost`. Without steps nothing is known of
    /// it any more. Whether that is written down, or nobody wants it.
    package func restart(lost: Int, _ change: ([UndoStep]) -> [UndoStep]) -> Bool {
        state.withLock { state in
            write(&state)
            guard state.failure == nil, let record = state.record else {
                return state.failure == nil
            }
            do throws(StoreError) {
                let steps = change(try record.store.undoRecord(record.number)?.steps ?? [])
                if steps.isEmpty { state.record = nil }
                try record.store.rewriteUndo(record.number, steps, lost: lost)
            } catch {
                state.failure = "\(error)"
            }
            return state.failure == nil
        }
    }

    /// Writes what is left. A sentence where that did not succeed, once.
    package func finish() -> String? {
        let failure = state.withLock { state in
            write(&state)
            defer { state.isFailureTold = true }
            return state.isFailureTold ? nil : state.failure
        }
        return failure.map { tr("It cannot be undone. \($0)") }
    }

    private func write(_ state: inout State) {
        guard !state.steps.isEmpty || state.lost > 0 else { return }
        guard let storePath, state.failure == nil else {
            (state.steps, state.lost) = ([], 0)
            return
        }
        let now = Int64(time(nil))
        do throws(StoreError) {
            let record: (store: Store, number: Int64)
            if let known = state.record {
                record = known
            } else {
                let store = try Store.openLasting(at: storePath)
                let begun = try store.beginUndo(
                    action, on: site, batch: batch, twin: twins?.first, time: now)
                twins?.note(begun.number)
                record = (store, begun.number)
                state.record = record
                state.known = begun.known
            }
            let steps = state.steps.filter { !state.known.contains($0) }
            if !steps.isEmpty || state.lost > 0 {
                try record.store.addUndo(
                    steps, lost: state.lost, to: record.number, time: now)
            }
        } catch {
            state.failure = "\(error)"
        }
        (state.steps, state.lost, state.written) = ([], 0, .now())
    }
}

/// Knows what such a work keeps on several sites at once, so that it is undone together.
package final class UndoTwins: Sendable {
    private let numbers = Mutex<[Int64]>([])

    package init() {}

    /// The number of the first record; nil for none yet.
    var first: Int64? { numbers.withLock(\.first) }

    func note(_ number: Int64) { numbers.withLock { $0.append(number) } }
}
