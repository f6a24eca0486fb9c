import Dispatch
import Files
import Sync
import Synchronization
import Transfers

/// What of a plan was done, so that a later run of it leaves that out: written down a moment after it was
/// done. From any thread.
package final class PlanJournal: Sendable {
    /// What was done at a path.
    package enum Deed: UInt8, Sendable {
        /// Something got that name.
        case renamed = 0x72
        /// Something is gone from there, or was put aside.
        case removed = 0x64
        /// A file is copied, a link or a directory made.
        case copied = 0x63
    }

    private struct State {
        var done: Set<[UInt8]>
        var unwritten: [[UInt8]] = []
        /// Why something could not be written.
        var failure: StoreError?
    }

    /// Seconds for which notes gather.
    private static let delay = 0.1

    private let record: ScriptRecord?
    private let state: Mutex<State>
    private let writes = DispatchQueue(label: "ferry.plan.journal")

    /// Of a plan that ends with its process: nothing is written down.
    package init() {
        record = nil
        state = Mutex(State(done: []))
    }

    /// Of a job of the queue; with what earlier runs have done.
    init(_ record: ScriptRecord) throws(StoreError) {
        self.record = record
        state = Mutex(State(done: try record.steps()))
    }

    /// Whether that was done, now or earlier.
    func holds(_ deed: Deed, on side: ComparedSide, at path: Path) -> Bool {
        let key = PlanJournal.key(deed, side, path)
        return state.withLock { $0.done.contains(key) }
    }

    /// Notes what was done.
    func note(_ deed: Deed, on side: ComparedSide, at path: Path) {
        guard record != nil else { return }
        let key = PlanJournal.key(deed, side, path)
        let isFirst = state.withLock { state in
            guard state.done.insert(key).inserted else { return false }
            state.unwritten.append(key)
            return state.unwritten.count == 1
        }
        guard isFirst else { return }
        writes.asyncAfter(deadline: .now() + PlanJournal.delay) { [self] in write() }
    }

    /// Writes all that was noted; what was in the way of that at any time.
    @discardableResult
    func finish() -> StoreError? {
        writes.sync { write() }
        return state.withLock { $0.failure }
    }

    private func write() {
        let steps = state.withLock { state in
            defer { state.unwritten = [] }
            return state.unwritten
        }
        do throws(StoreError) {
            try record?.note(steps)
        } catch {
            state.withLock { $0.failure = error }
        }
    }

    private static func key(_ deed: Deed, _ side: ComparedSide, _ path: Path) -> [UInt8] {
        [deed.rawValue, side == .first ? 0x31 : 0x32] + path.bytes
    }
}
