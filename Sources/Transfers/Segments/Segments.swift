import Dispatch
import Files
import Jobs
import Synchronization
import Work

/// One large file that several connections fetch together, each its own segments, into one part with
/// gaps. The lane that has the job fetches too, and ends it; others join it and leave as they can.
/// Used from any thread.
final class Segments: Sendable {
    /// What all of them have to know of the file.
    struct File: Sendable {
        let job: JobID
        let source: Path
        /// The source's version, as `FileSource.version` names it.
        let version: String?
        let part: Part
        let root: Path?
        let size: UInt64
        let control: TaskControl
        let throttles: [Throttle]
        let leastSegment: UInt64
        /// Writes down which bytes are there.
        var note: @Sendable ([Range<UInt64>]) -> Void = { _ in }
    }

    /// The lane that has the job.
    static let owner = 0
    /// Others that may fail before no more are asked.
    private static let failureLimit = 3

    /// Bytes after which what is there is written down: what has come since is lost with the process.
    private static let notePace: UInt64 = 1 << 20

    private struct State {
        /// Bytes that were there when that was written down last.
        var noted: UInt64
        /// Seconds of a round trip to the source.
        let distance: Double
        var map: SegmentMap
        var trial: SegmentTrial
        /// Who fetches beside the owner, and how each is woken.
        var others: [Int: LaneInterrupter] = [:]
        /// Who was told to join, and has not yet.
        var expected = 0
        var paces: [Int: Pace] = [:]
        /// Seconds that the last one took from its claim to its first byte.
        var delay = 0.0
        var nextWorker = 1
        /// Those who are to leave, because others need their connections.
        var leaving = 0
        var failures = 0
        var isClosed = false
        /// Bytes that followed a segment on its own connection, by where they belong.
        var followers: [UInt64: [UInt8]] = [:]
        var lastLook = 0.0
    }

    /// How fast somebody fetches.
    private struct Pace {
        /// Seconds of a measurement.
        private static let span = 1.0

        var claimed: Double
        var hasBegun = false
        private var start = 0.0
        private var bytes = 0
        /// Bytes a second; nil before there is a measurement.
        private(set) var speed: Double?

        init(claimed: Double, speed: Double? = nil) {
            self.claimed = claimed
            self.speed = speed
        }

        mutating func note(_ count: Int, at now: Double) {
            if !hasBegun { (hasBegun, start) = (true, now) }
            bytes += count
            guard now - start >= Pace.span else { return }
            speed = Double(bytes) / (now - start)
            (start, bytes) = (now, 0)
        }
    }

    let file: File
    private let state: Mutex<State>
    /// Sent when somebody leaves.
    private let left = DispatchSemaphore(value: 0)

    init(
        _ file: File, written: [Range<UInt64>], trial: SegmentTrial, distance: Double = 0
    ) {
        self.file = file
        var map = SegmentMap(size: file.size, written: written, least: file.leastSegment)
        _ = map.claim(for: Segments.owner)
        state = Mutex(
            State(noted: map.count, distance: distance, map: map, trial: trial))
        file.control.setProgress(map.count)
    }

    // MARK: - Joining

    /// How many more may join now.
    var openings: Int {
        state.withLock { Segments.openings($0) }
    }

    private static func openings(_ state: State) -> Int {
        guard !state.isClosed, state.leaving == 0, state.map.hasWork(speeds(state)) else {
            return 0
        }
        return max(0, state.trial.wanted - 1 - state.others.count - state.expected)
    }

    private static func speeds(_ state: State, of worker: Int? = nil) -> SegmentMap.Speeds {
        SegmentMap.Speeds(
            workers: state.paces.compactMapValues(\.speed),
            own: worker.flatMap { state.paces[$0]?.speed }, delay: state.delay,
            distance: state.distance,
            others: min(state.expected, max(0, state.trial.wanted - 1 - state.others.count)))
    }

    /// Somebody is told to join, and will, or decline; so many more.
    func expect(_ count: Int = 1) {
        state.withLock { $0.expected = max(0, $0.expected + count) }
    }

    /// Those who were told to leave, and have not yet.
    var leavingCount: Int { state.withLock(\.leaving) }

    /// Who fetches beside the owner.
    var helperCount: Int { state.withLock(\.others.count) }

    /// Joins, as was expected; nil where nobody more is needed.
    func join(_ interrupter: LaneInterrupter) -> Int? {
        state.withLock { state in
            state.expected = max(0, state.expected - 1)
            guard Segments.openings(state) > 0 else { return nil }
            let worker = state.nextWorker
            state.nextWorker += 1
            state.others[worker] = interrupter
            return worker
        }
    }

    /// Has one leave soon, because its connection is needed elsewhere; false where there is none.
    func dismissOne() -> Bool {
        state.withLock { state in
            guard state.others.count > state.leaving else { return false }
            state.leaving += 1
            return true
        }
    }

    /// Leaves, and gives back what it had.
    func leave(_ worker: Int, failed: Bool) {
        state.withLock { state in
            state.map.release(worker)
            state.paces[worker] = nil
            guard state.others.removeValue(forKey: worker) != nil else { return }
            state.leaving = min(max(0, state.leaving - 1), state.others.count)
            if failed { state.failures += 1 }
            if state.failures >= Segments.failureLimit { state.isClosed = true }
        }
        left.signal()
    }

    // MARK: - Fetching

    /// The next stretch of a worker; nil where there is none for it.
    func claim(_ worker: Int) -> SegmentMap.Claim? {
        state.withLock { state in
            guard worker == Segments.owner || Segments.isWanted(worker, state) else { return nil }
            let claim = state.map.claim(for: worker, Segments.speeds(state, of: worker))
            state.paces[worker] =
                claim == nil
                ? nil : Pace(claimed: Throttle.now(), speed: state.paces[worker]?.speed)
            return claim
        }
    }

    /// The stretch from there on, which a worker asked for at that time; nil where it is in no need of
    /// being fetched.
    func claim(_ worker: Int, at position: UInt64, since start: Double) -> SegmentMap.Claim? {
        state.withLock { state in
            guard Segments.isWanted(worker, state) else { return nil }
            let claim = state.map.claim(for: worker, at: position)
            if claim != nil { state.paces[worker] = Pace(claimed: start) }
            return claim
        }
    }

    private static func isWanted(_ worker: Int, _ state: State) -> Bool {
        guard !state.isClosed else { return false }
        // Those that came last go first.
        let stays = min(state.trial.wanted - 1, state.others.count - state.leaving)
        return state.others.keys.sorted().prefix(max(0, stays)).contains(worker)
    }

    /// Bytes that a worker may write before it asks again; 0 at the end of its stretch, and for one
    /// who is to leave.
    func room(of worker: Int) -> UInt64 {
        state.withLock { state in
            guard worker == Segments.owner || Segments.isWanted(worker, state) else { return 0 }
            return state.map.room(of: worker)
        }
    }

    /// Lets a worker go on past the end of its stretch, as `SegmentMap` has it.
    func takeOver(by worker: Int) -> (passing: UInt64, position: UInt64)? {
        state.withLock { state in
            guard worker == Segments.owner || Segments.isWanted(worker, state) else { return nil }
            return state.map.takeOver(by: worker, Segments.speeds(state))
        }
    }

    /// Where a worker's stretch ends, if it has come there.
    func endReached(by worker: Int) -> UInt64? {
        state.withLock { state in
            state.map.room(of: worker) == 0 ? state.map.end(of: worker) : nil
        }
    }

    /// A worker has written so many bytes more.
    func note(_ count: Int, by worker: Int) {
        let now = Throttle.now()
        let (total, due) = state.withLock { state in
            state.map.advance(worker, by: UInt64(count))
            if worker != Segments.owner, let pace = state.paces[worker], !pace.hasBegun {
                state.delay = now - pace.claimed
            }
            state.paces[worker, default: Pace(claimed: now)].note(count, at: now)
            let total = state.map.count
            guard total >= state.noted &+ Segments.notePace else {
                return (total, nil as [Range<UInt64>]?)
            }
            state.noted = total
            return (total, state.map.written)
        }
        file.control.setProgress(total)
        file.control.noteMoved(UInt64(count))
        if let due { file.note(due) }
    }

    /// Bytes that came after the end of a segment on its connection: who fetches them must have the
    /// same.
    func keep(_ bytes: [UInt8], at offset: UInt64) {
        state.withLock { $0.followers[offset] = bytes }
    }

    /// Those that can be compared with what another has fetched.
    var comparable: [UInt64: [UInt8]] {
        state.withLock { state in
            state.followers.filter { state.map.holds($0..<$0 + UInt64($1.count)) }
        }
    }

    /// They were the same there.
    func join(at offset: UInt64) {
        state.withLock { state in
            state.followers[offset] = nil
            state.map.join(at: offset)
        }
    }

    /// Whether some were not compared.
    var hasFollowers: Bool { state.withLock { !$0.followers.isEmpty } }
    var isDivided: Bool { state.withLock(\.map.isDivided) }

    // MARK: - How it stands

    var written: [Range<UInt64>] { state.withLock { $0.map.written } }
    var firstCount: UInt64 { state.withLock(\.map.firstCount) }
    var isWhole: Bool { state.withLock { $0.map.isWhole } }

    /// Looks how fast it is, every now and then; whether more may join than before.
    func look(at now: Double) -> Bool {
        state.withLock { state in
            guard now - state.lastLook >= SegmentTrial.pace else { return false }
            state.lastLook = now
            let before = Segments.openings(state)
            state.trial.take(
                SegmentTrial.Look(
                    time: now, bytes: state.map.count, left: state.map.size - state.map.count,
                    workers: 1 + state.others.count))
            return Segments.openings(state) > before
        }
    }

    // MARK: - The end

    /// Waits until somebody leaves, some seconds at most.
    func wait(_ seconds: Double) {
        _ = left.wait(timeout: .now() + seconds)
    }

    /// Lets nobody join any more.
    func keepAlone() {
        state.withLock { $0.isClosed = true }
    }

    /// Lets nobody join any more, and waits until all others have left: those who are blocked for
    /// longer than `patience` seconds are broken off.
    func close(patience: Double) {
        keepAlone()
        let end = Throttle.now() + patience
        while helperCount > 0 {
            let rest = end - Throttle.now()
            if rest > 0 {
                wait(rest)
                continue
            }
            for interrupter in state.withLock({ Array($0.others.values) }) {
                interrupter.interrupt(file.control)
            }
            wait(Segments.interruptPause)
        }
    }

    private static let interruptPause = 0.1
}
