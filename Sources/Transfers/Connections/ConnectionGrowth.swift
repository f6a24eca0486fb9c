/// Finds how many connections a site is worth: one more as long as work waits and all of them together
/// still get more done with each. Knows no clock and no server: it is told what was seen.
struct ConnectionGrowth {
    /// Connections before anything was measured; and at most.
    static let start = 2
    static let most = 16
    /// Seconds between two looks, and so between two logins at least.
    static let pace = 0.25

    /// What is seen at one look.
    struct Look {
        /// Seconds since some fixed moment.
        var time: Double
        /// All that was done so far: see `LaneMeter`.
        var credit: UInt64
        /// Connections that are logged in.
        var working: Int
        /// Whether what is copied are files so small that their round trips take longer than their
        /// bytes.
        var isSmall: Bool
        /// Whether all connections that are allowed are open, or on their way.
        var isFull: Bool
        /// Connections that one more lane takes: two where it reads and writes at the same site.
        var need = 1
    }

    private enum Phase {
        case growing
        /// One more large file moves at once, since the rate was measured that `lanes` had together.
        case trying(lanes: Int, rate: Double)
        /// More would be of no use; looked into again at that time.
        case settled(until: Double, isSmall: Bool)
    }

    /// The most that connections got done together, and how many it took.
    private struct Peak {
        var rate: Double
        var lanes: Double
    }

    /// Seconds of a measurement at least, and what must have been done meanwhile.
    private static let span = 0.5
    private static let evidence: UInt64 = 512 << 10
    /// What a connection gets done a second where files take it no more than four milliseconds: then both
    /// ends' processors, and not the line, are what it waits for, and more get in each other's way.
    private static let quick = Double(250 * LaneMeter.item)
    /// So many are in nobody's way there, and each more must bring this part of its due.
    private static let quickStart = 3
    private static let quickShare = 0.5
    /// Seconds after which a large file's connection has found its speed.
    private static let settling = 1.5
    private static let largeSpan = 1.0
    /// Looks that are kept.
    private static let lookLimit = 64
    /// Looks in a row at other work after which what was measured holds no more.
    private static let otherLooks = 8
    /// What counts as more, and how many times as many connections without more are too many.
    private static let gain = 1.1
    private static let excess = 1.5
    /// The part of its due that one more large file's connection must bring.
    private static let largeShare = 0.4
    /// Seconds until more are tried once more: at first, and at most.
    private static let firstRest = 30.0
    private static let longestRest = 480.0

    /// Connections that may be open.
    private(set) var allowed = ConnectionGrowth.start
    private var phase = Phase.growing
    private var looks: [Look] = []
    private var peak: Peak?
    private var rest = ConnectionGrowth.firstRest

    /// Whether more are of no use for now.
    var isSettled: Bool {
        if case .settled = phase { return true }
        return false
    }

    /// Takes a look while work waits and every connection has some; `most`: no more are let in.
    mutating func take(_ look: Look, most: Int) {
        looks.append(look)
        if looks.count > ConnectionGrowth.lookLimit { looks.removeFirst() }
        switch phase {
        case .settled(let end, let isSmall):
            guard look.time >= end || isOtherWork(than: isSmall) else { return }
            begin()
            looks = [look]
        case .trying where look.isSmall: phase = .growing
        case .trying, .growing: break
        }
        if look.isSmall { growWithFiles(most) } else { growWithBytes(most) }
    }

    /// Whether what is copied has been of the other kind for a while: files of all sizes mixed are no
    /// reason to begin anew each time.
    private func isOtherWork(than isSmall: Bool) -> Bool {
        looks.count >= ConnectionGrowth.otherLooks
            && looks.suffix(ConnectionGrowth.otherLooks).allSatisfy { $0.isSmall != isSmall }
    }

    /// What was measured holds no more: other work came, or none was there.
    mutating func begin() {
        phase = .growing
        looks = []
        peak = nil
    }

    /// So many may be open at least.
    mutating func allow(_ connections: Int) {
        allowed = max(allowed, min(connections, ConnectionGrowth.most))
    }

    /// One more was not let in.
    mutating func hold(at connections: Int) {
        allowed = max(1, min(allowed, connections))
    }

    private mutating func settle(at connections: Int, _ now: Double) {
        allowed = max(min(ConnectionGrowth.start, allowed), min(allowed, connections))
        phase = .settled(until: now + rest, isSmall: looks.last?.isSmall ?? true)
        rest = min(rest * 2, ConnectionGrowth.longestRest)
    }

    // MARK: Small files

    /// Each connection waits for the line most of the time, so more come without waiting for proof; what
    /// is measured meanwhile says where to stop. Where the line is quick, each has to prove its worth.
    private mutating func growWithFiles(_ most: Int) {
        guard let last = looks.last, let isQuick else { return }
        if isQuick { return growOnQuickLine(most) }
        if let found = rate(ConnectionGrowth.span, ConnectionGrowth.evidence) {
            if let best = peak, found.rate < best.rate * ConnectionGrowth.gain {
                if found.lanes >= max(best.lanes * ConnectionGrowth.excess, best.lanes + 1.5) {
                    return settle(
                        at: Int((best.lanes * ConnectionGrowth.gain).rounded(.up)), last.time)
                }
            } else {
                peak = Peak(rate: found.rate, lanes: found.lanes)
            }
        }
        if last.isFull, allowed < most { allowed += 1 }
    }

    private mutating func growOnQuickLine(_ most: Int) {
        guard allowed >= min(ConnectionGrowth.quickStart, most) else { return allowed += 1 }
        guard let last = looks.last, let working = steady(for: ConnectionGrowth.span),
            working + last.need > allowed,
            let found = rate(ConnectionGrowth.span, ConnectionGrowth.evidence)
        else { return }
        if let best = peak, found.lanes > best.lanes {
            let more = (found.lanes - best.lanes) / max(1, best.lanes)
            guard found.rate >= best.rate * (1 + ConnectionGrowth.quickShare * more) else {
                return settle(at: Int(best.lanes.rounded()), last.time)
            }
        }
        peak = Peak(rate: found.rate, lanes: found.lanes)
        if last.isFull, allowed < most { allowed += 1 }
    }

    /// Whether files take no longer than both ends need for them; nil before that is known.
    private var isQuick: Bool? {
        guard let last = looks.last, let before = looks.dropLast().last, last.time > before.time
        else { return nil }
        let rate = Double(last.credit &- before.credit) / (last.time - before.time)
        return rate >= Double(max(1, last.working)) * ConnectionGrowth.quick
    }

    // MARK: Large files

    /// One more only where the last one was worth it.
    private mutating func growWithBytes(_ most: Int) {
        guard let last = looks.last else { return }
        switch phase {
        case .settled: break
        case .growing:
            guard allowed < most, let working = steady(for: ConnectionGrowth.largeSpan),
                working + last.need > allowed, let found = rate(ConnectionGrowth.largeSpan, 0)
            else { return }
            phase = .trying(lanes: working, rate: found.rate)
            allowed = min(allowed + last.need, most)
        case .trying(let lanes, let before):
            guard let working = steady(for: ConnectionGrowth.settling), working > lanes,
                let found = rate(ConnectionGrowth.largeSpan, 0)
            else { return }
            let more = Double(last.need) / Double(max(1, lanes))
            let due = before * (1 + ConnectionGrowth.largeShare * more)
            if found.rate >= due { phase = .growing } else { settle(at: lanes, last.time) }
        }
    }

    // MARK: Measuring

    /// Connections that were logged in at every look of the last `seconds`; nil where they were not as
    /// many all the time.
    private func steady(for seconds: Double) -> Int? {
        guard let last = looks.last else { return nil }
        for look in looks.reversed() {
            if look.working != last.working { return nil }
            if last.time - look.time >= seconds { return last.working }
        }
        return nil
    }

    /// What was done a second, lately: over `seconds` at least, and as long as `evidence` took; and how
    /// many connections did it.
    private func rate(
        _ seconds: Double, _ evidence: UInt64
    ) -> (rate: Double, lanes: Double)? {
        guard let last = looks.last else { return nil }
        // Those that were there at the end of each stretch.
        var (lanes, count) = (last.working, 1)
        for look in looks.dropLast().reversed() {
            defer { (lanes, count) = (lanes + look.working, count + 1) }
            let (elapsed, done) = (last.time - look.time, last.credit &- look.credit)
            guard elapsed >= seconds, done >= evidence else { continue }
            return (Double(done) / elapsed, Double(lanes) / Double(count))
        }
        return nil
    }
}
