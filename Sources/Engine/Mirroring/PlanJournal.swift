import Dispatch
import Files
import Glibc
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
        /// Something has got its permissions.
        case permitted = 0x70
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

    /// Whether an earlier run has begun.
    let isAgain: Bool
    /// How many earlier runs have begun.
    private let run: Int
    /// When the last of them had its end noted, in seconds since the epoch; nil where that was killed.
    let earlierEnd: Int64?

    /// Of a plan that ends with its process: nothing is written down.
    package init() {
        record = nil
        isAgain = false
        run = 0
        earlierEnd = nil
        state = Mutex(State(done: []))
    }

    /// Of a job of the queue; with what earlier runs have done. That one begins is noted before it does
    /// anything.
    init(_ record: ScriptRecord) throws(StoreError) {
        self.record = record
        let done = try record.steps()
        isAgain = !done.isEmpty
        let run = done.count { $0.first == PlanJournal.begun }
        self.run = run
        let ends = done.filter { $0.first == PlanJournal.end }.compactMap {
            Int64(String(decoding: $0.drop { $0 != PlanJournal.gap }.dropFirst(), as: UTF8.self))
        }
        // After a kill nothing tells how long that run has gone on.
        earlierEnd = ends.count == run ? ends.max() : nil
        state = Mutex(State(done: done))
        try record.note([[PlanJournal.begun] + Array("\(run)".utf8)])
    }

    private static let begun: UInt8 = 0x62
    private static let end: UInt8 = 0x65
    private static let gap: UInt8 = 0x20

    /// Whether that was done, now or earlier.
    func holds(_ deed: Deed, on side: ComparedSide, at path: Path) -> Bool {
        guard record != nil else { return false }
        let key = PlanJournal.key(deed, side, path)
        return state.withLock { $0.done.contains(key) }
    }

    /// Notes what was done. New names are written down at once: afterwards nobody could tell by the files
    /// which of them has which.
    func note(_ deed: Deed, on side: ComparedSide, at path: Path) {
        guard record != nil else { return }
        let key = PlanJournal.key(deed, side, path)
        let isFirst = state.withLock { state in
            guard state.done.insert(key).inserted else { return false }
            state.unwritten.append(key)
            return state.unwritten.count == 1
        }
        guard deed != .renamed else {
            flush()
            return
        }
        guard isFirst else { return }
        writes.asyncAfter(deadline: .now() + PlanJournal.delay) { [self] in write() }
    }

    /// Writes all that was noted; what was in the way of that.
    @discardableResult
    func flush() -> StoreError? {
        writes.sync { write() }
        return state.withLock { $0.failure }
    }

    /// The same at the end of a run, which is noted.
    func finish() -> StoreError? {
        let key = [PlanJournal.end] + Array("\(run) \(time(nil))".utf8)
        state.withLock { $0.unwritten.append(key) }
        return flush()
    }

    private func write() {
        let steps = state.withLock { state in
            defer { state.unwritten = [] }
            return state.unwritten
        }
        do throws(StoreError) {
            try record?.note(steps)
            state.withLock { $0.failure = nil }
        } catch {
            // They go with the next ones, or at the end.
            state.withLock { state in
                state.unwritten = steps + state.unwritten
                state.failure = error
            }
        }
    }

    private static func key(_ deed: Deed, _ side: ComparedSide, _ path: Path) -> [UInt8] {
        [deed.rawValue, side == .first ? 0x31 : 0x32] + path.bytes
    }
}
