import Files
import Glibc
import Work

/// Measures where the time of one open file goes, around its blocks. Ends that know how long they have
/// waited are asked; of others each call counts as a wait, save for what the processor did meanwhile.
struct BlockTimes {
    /// Seconds that are measured before they are told.
    static let span = 0.25

    private let source: (any TellingLine)?
    private let sink: (any TellingLine)?
    private var reading = 0.0
    private var writing = 0.0
    private var limited = 0.0
    private var limit: UInt64?
    /// What the ends had waited when the block began.
    private var before = (source: 0.0, sink: 0.0)
    private var start = 0.0
    /// What this thread had of the processor when something was told last.
    private var processor = BlockTimes.processorTime()

    init(from source: any FileSource, to sink: any ByteSink) {
        self.source = source as? any TellingLine
        self.sink = sink as? any TellingLine
    }

    /// A block begins; the time, in seconds of the monotonic clock.
    @discardableResult
    mutating func begin() -> Double {
        before = (source?.waited ?? 0, sink?.waited ?? 0)
        start = Throttle.now()
        return start
    }

    /// A block was read until `middle` and then written; the seconds that it took.
    mutating func noteCopy(readUntil middle: Double) -> Double {
        let end = Throttle.now()
        reading += source.map { $0.waited - before.source } ?? (middle - start)
        writing += sink.map { $0.waited - before.sink } ?? (end - middle)
        return end - start
    }

    /// The kernel moved a block; the seconds that it took. What the end on a line did not wait for was
    /// the file's.
    mutating func noteMove() -> Double {
        let elapsed = Throttle.now() - start
        if let source {
            let waited = source.waited - before.source
            reading += waited
            writing += max(0, elapsed - waited)
        } else {
            let waited = (sink?.waited ?? before.sink) - before.sink
            writing += waited
            reading += max(0, elapsed - waited)
        }
        return elapsed
    }

    /// So many seconds were slept because of that limit.
    mutating func noteSleep(_ seconds: Double, for limit: UInt64?) {
        limited += seconds
        self.limit = limit ?? self.limit
    }

    /// What was measured since the last time, where that is long enough, or `isLast`.
    mutating func take(isSourceLocal: Bool, isTargetLocal: Bool, isLast: Bool) -> TimeSpent? {
        guard reading + writing + limited >= (isLast ? 0 : BlockTimes.span) else { return nil }
        var spent = TimeSpent()
        spent.limited = limited
        spent.limit = limit
        if isSourceLocal { spent.disk += reading } else { spent.source = reading }
        if isTargetLocal { spent.disk += writing } else { spent.target = writing }
        // Where the processor works, nothing is waited for; ends that were asked know that.
        let now = BlockTimes.processorTime()
        var worked = max(0, now - processor)
        processor = now
        BlockTimes.take(&worked, from: &spent.disk)
        if source == nil { BlockTimes.take(&worked, from: &spent.source) }
        if sink == nil { BlockTimes.take(&worked, from: &spent.target) }
        if !isSourceLocal || !isTargetLocal {
            spent.roundTrip = source?.roundTrip ?? sink?.roundTrip
        }
        (reading, writing, limited) = (0, 0, 0)
        return spent
    }

    private static func take(_ worked: inout Double, from seconds: inout Double) {
        let part = min(worked, seconds)
        seconds -= part
        worked -= part
    }

    /// Seconds of the processor that this thread has had.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
