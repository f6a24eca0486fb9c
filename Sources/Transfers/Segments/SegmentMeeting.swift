import Dispatch
import Files
import Jobs
import Synchronization
import Work

/// Where those meet who are to fetch one large file over a long line, before the first of them asks for
/// it: a connection that begins while others fill the line hardly gets up to speed beside them.
/// Used from any thread.
final class SegmentMeeting: Sendable {
    private enum Phase {
        /// Others are on their way.
        case gathering
        /// All that are there ask for the file now, each for its own stretch.
        case opening
        case divided(Segments)
        case over
    }

    private struct State {
        var phase = Phase.gathering
        /// Who log in, and may come then; nil before that is known.
        var coming: Int?
        /// Who were told to come, and have not yet.
        var expected = 0
        /// Who are there, and who were when the file was asked for.
        var helpers = 0
        var places = 0
        /// When that was, in seconds of the monotonic clock.
        var opened = 0.0
        /// Of those who ask for the file now, by their places.
        var opening: [Int: LaneInterrupter] = [:]
    }

    /// Seconds between two looks whether the job was stopped.
    private static let pace = 0.05
    /// How much more than its even share the first one is given, and how much less the last one: who
    /// begins first gets ahead while the line fills, and stays there.
    private static let lead = 0.07

    let job: JobID
    let control: TaskControl
    let source: Path
    private let size: UInt64
    /// Seconds of a round trip.
    private let distance: Double
    /// How many may come.
    private let most: Int
    private let state = Mutex(State())
    /// What the owner waits for, and what the others do.
    private let news = DispatchSemaphore(value: 0)
    private let turn = DispatchSemaphore(value: 0)

    init(
        _ job: JobID, control: TaskControl, source: Path, size: UInt64, distance: Double,
        most: Int = SegmentTrial.start - 1
    ) {
        self.job = job
        self.control = control
        self.source = source
        self.size = size
        self.distance = distance
        self.most = most
    }

    // MARK: - The scheduler

    /// How many more may come now.
    var openings: Int {
        state.withLock { state in
            guard case .gathering = state.phase else { return 0 }
            return max(0, most - state.helpers - state.expected)
        }
    }

    /// Somebody is told to come, and will.
    func expectOne() {
        state.withLock { $0.expected += 1 }
    }

    /// So many log in, and may come then.
    func noteComing(_ count: Int) {
        state.withLock { $0.coming = count }
        news.signal()
    }

    /// The file is not divided at once after all.
    func end() {
        change { state in
            if case .divided = state.phase { return }
            state.phase = .over
        }
    }

    /// Wakes all who wait for it.
    private func change(_ body: (inout State) -> Void) {
        let helpers = state.withLock { state in
            body(&state)
            return state.helpers
        }
        for _ in 0..<helpers { turn.signal() }
    }

    // MARK: - The owner

    /// Waits for those who are on their way, `seconds` at most; from then on all that are there ask for the
    /// file.
    func gather(atMost seconds: Double) {
        let end = Throttle.now() + seconds
        while !isComplete, !control.isStopped, Throttle.now() < end {
            _ = news.wait(timeout: .now() + SegmentMeeting.pace)
        }
        change { state in
            guard case .gathering = state.phase else { return }
            state.phase = .opening
            state.places = state.helpers
            state.opened = Throttle.now()
        }
    }

    private var isComplete: Bool {
        state.withLock { state in
            guard case .gathering = state.phase else { return true }
            return state.helpers >= most || (state.coming == 0 && state.expected == 0)
        }
    }

    /// It is divided from now on; those who are there join.
    func begin(_ segments: Segments) {
        change { state in
            segments.expect(state.helpers)
            state.phase = .divided(segments)
        }
    }

    // MARK: - The others

    /// Comes, as was expected; which one it is, from 1 on, and nil where nobody is needed any more.
    func arrive() -> Int? {
        defer { news.signal() }
        return state.withLock { state in
            state.expected = max(0, state.expected - 1)
            guard case .gathering = state.phase, state.helpers < most else { return nil }
            state.helpers += 1
            return state.helpers
        }
    }

    /// Goes away before it has joined.
    func leave() {
        state.withLock { state in
            if case .divided(let segments) = state.phase { segments.expect(-1) }
            state.helpers -= 1
        }
    }

    /// Waits until all ask for the file, and until it is this one's turn; where the one that came as number
    /// `place` is to begin, and nil where it need not.
    ///
    /// They ask one after the other, spread over a round trip: a sender that begins doubles what it has on
    /// its way with each trip, in one burst, and takes another's burst in front of its own for a full line.
    func awaitOpening(_ place: Int) -> UInt64? {
        while !control.isStopped {
            let (phase, places, opened) = state.withLock { ($0.phase, $0.places, $0.opened) }
            switch phase {
            case .gathering: _ = turn.wait(timeout: .now() + SegmentMeeting.pace)
            // Whoever is told late is still in time.
            case .opening, .divided:
                let count = places + 1
                let rest = opened + distance * Double(place) / Double(count) - Throttle.now()
                guard rest > 0 else {
                    return SegmentMeeting.position(of: place, among: count, size: size)
                }
                _ = turn.wait(timeout: .now() + min(rest, SegmentMeeting.pace))
            case .over: return nil
            }
        }
        return nil
    }

    /// Where the one begins of `count`, two or more, that asks for a file as number `place`, from 0 on.
    static func position(of place: Int, among count: Int, size: UInt64) -> UInt64 {
        let ahead = Double(place * (count - place)) / Double(count - 1) * lead
        return UInt64(Double(size) / Double(count) * (Double(place) + ahead))
    }

    /// Notes that one who came asks for the file now, or has an answer.
    func noteOpening(_ place: Int, _ interrupter: LaneInterrupter?) {
        state.withLock { $0.opening[place] = interrupter }
    }

    /// Breaks the calls of those who still ask for the file.
    func breakOff() {
        end()
        for interrupter in state.withLock({ Array($0.opening.values) }) {
            interrupter.interrupt(control)
        }
    }

    /// Waits until it is divided; nil where it is not.
    func awaitSegments() -> Segments? {
        while !control.isStopped {
            switch state.withLock(\.phase) {
            case .gathering, .opening: _ = turn.wait(timeout: .now() + SegmentMeeting.pace)
            case .divided(let segments): return segments
            case .over: return nil
            }
        }
        return nil
    }
}
