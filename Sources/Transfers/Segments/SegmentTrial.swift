/// Finds how many connections one large file is worth: as many as bring it faster, and no more. Knows
/// no clock and no server: it is told what was seen.
struct SegmentTrial {
    /// What is seen at one look.
    struct Look {
        /// Seconds since some fixed moment.
        var time: Double
        /// Bytes of the file that are there, and that are not.
        var bytes: UInt64
        var left: UInt64
        /// Connections that fetch some of it.
        var workers: Int
    }

    private enum Phase {
        /// So many at once, before anything was measured: a long line takes seconds to get going.
        case first
        /// Whether more bring more than `fewer` did.
        case more(fewer: Int, rate: Double)
        /// Whether fewer bring as much as `more` did.
        case fewer(more: Int, rate: Double)
        /// Looked into again at that time.
        case settled(until: Double)
    }

    /// Connections to begin with where the line is long, and at most.
    static let start = 4
    static let most = 8
    /// Seconds between two looks.
    static let pace = 0.25
    /// Seconds after which a connection has found its speed, and of a measurement.
    private static let settling = 1.5
    private static let span = 1.0
    /// The part of its due that one more must bring.
    private static let share = 0.4
    /// What fewer must bring of what more did, to be enough.
    private static let enough = 0.9
    /// Seconds that the file still takes at least where it is worth while to try fewer.
    private static let patience = 15.0
    /// Seconds after which those that are wanted and do not come are not to be had.
    private static let absence = 10.0
    /// Seconds until more are tried once more: at first, and at most.
    private static let firstRest = 30.0
    private static let longestRest = 480.0

    private static let lookLimit = 64

    /// Connections that are to fetch the file.
    private(set) var wanted: Int
    private var phase: Phase
    /// Since the number that is wanted was changed last, the newest ones.
    private var looks: [Look] = []
    private var began: Double?
    private var rest = SegmentTrial.firstRest

    /// Of a file whose one connection is on a long line: several at once.
    init() {
        wanted = SegmentTrial.start
        phase = .first
    }

    /// Of one whose connection has shown that it brings `rate` bytes a second.
    init(rate: Double) {
        wanted = 2
        phase = .more(fewer: 1, rate: rate)
    }

    /// Those that are there have to do: others were refused.
    mutating func hold(at workers: Int, _ now: Double) {
        settle(at: max(1, min(wanted, workers)), now)
    }

    mutating func take(_ look: Look) {
        looks.append(look)
        if looks.count > SegmentTrial.lookLimit { looks.removeFirst() }
        let began = self.began ?? look.time
        self.began = began
        if look.workers < wanted, look.time - began >= SegmentTrial.absence {
            return hold(at: look.workers, look.time)
        }
        guard let rate = steadyRate else { return }
        switch phase {
        case .first:
            if Double(look.left) > rate * SegmentTrial.patience {
                turn(to: max(1, wanted / 2), .fewer(more: wanted, rate: rate))
            } else {
                settle(at: wanted, look.time)
            }
        case .fewer(let more, let before):
            if rate < before * SegmentTrial.enough {
                settle(at: more, look.time)
            } else if wanted > 1 {
                turn(to: wanted / 2, .fewer(more: wanted, rate: before))
            } else {
                settle(at: wanted, look.time)
            }
        case .more(let fewer, let before):
            let due = before * (1 + SegmentTrial.share * Double(wanted - fewer) / Double(fewer))
            if rate < due {
                settle(at: fewer, look.time)
            } else {
                climb(rate, look.time)
            }
        case .settled(let end):
            if look.time >= end { climb(rate, look.time) }
        }
    }

    private mutating func climb(_ rate: Double, _ now: Double) {
        guard wanted < SegmentTrial.most else { return settle(at: wanted, now) }
        turn(to: wanted + 1, .more(fewer: wanted, rate: rate))
    }

    private mutating func turn(to count: Int, _ next: Phase) {
        wanted = count
        phase = next
        looks = []
        began = nil
    }

    private mutating func settle(at count: Int, _ now: Double) {
        turn(to: count, .settled(until: now + rest))
        rest = min(rest * 2, SegmentTrial.longestRest)
    }

    /// Bytes a second lately, once as many as are wanted have had the time to find their speed.
    private var steadyRate: Double? {
        guard let last = looks.last, last.workers == wanted else { return nil }
        let since = looks.lastIndex { $0.workers != wanted }.map { $0 + 1 } ?? 0
        guard last.time - looks[since].time >= SegmentTrial.settling + SegmentTrial.span,
            let start = looks.last(where: { last.time - $0.time >= SegmentTrial.span })
        else { return nil }
        return Double(last.bytes - min(last.bytes, start.bytes)) / (last.time - start.time)
    }
}
