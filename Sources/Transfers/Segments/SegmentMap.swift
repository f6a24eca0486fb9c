import Glibc

/// Which bytes of a file are there that comes in several segments, and who fetches which of the others.
struct SegmentMap {
    /// A stretch of the file that one connection fetches from its start on.
    private struct Extent {
        let start: UInt64
        /// Where the next byte goes.
        var position: UInt64
        var end: UInt64
        var worker: Int?
        /// Whether what followed it on its connection was seen to be what is there.
        var isJoined = false

        var left: UInt64 { end - position }
    }

    /// Where somebody is to begin.
    struct Claim: Hashable {
        let position: UInt64
        /// Bytes in front of it that are there.
        let known: UInt64
    }

    /// How fast bytes come, in bytes a second: what decides who fetches how much.
    struct Speeds {
        /// Of those who fetch some, as far as it is known.
        var workers: [Int: Double] = [:]
        /// Of the one who is to get some; nil for as fast as the others.
        var own: Double?
        /// Seconds until its first byte comes.
        var delay = 0.0
        /// Seconds of a round trip.
        var distance = 0.0
        /// Others that will come at the same time.
        var others = 0

        /// What a sender has on its way at first, in bytes (RFC 6928), and how many round trips it takes to
        /// double that beside others who fill the line.
        private static let window = 14_600.0
        private static let doubling = 2.0

        /// Seconds that who begins anew loses until its bytes come at `speed`.
        func lateness(at speed: Double) -> Double {
            delay + distance * Speeds.doubling * max(0, log2(speed * distance / Speeds.window))
        }
    }

    /// Connections that come at the same time as much as which the first one counts.
    private static let advantage = 3
    /// Seconds that a stretch takes at most whose speed is known: so that those who are quick can do the
    /// rest.
    private static let longest = 8.0

    let size: UInt64
    /// As in `DivisionRules.leastSegment`.
    private let least: UInt64
    /// All of the file, in order.
    private var extents: [Extent] = []
    /// Bytes that may still be fetched once more, to spare a connection a new beginning.
    private var passable: UInt64

    /// A file of `size` bytes of which the `written` ones are there; what makes no sense of them is not.
    init(size: UInt64, written: [Range<UInt64>], least: UInt64) {
        self.size = size
        self.least = max(1, least)
        passable = max(SegmentMap.leastPassable, size / SegmentMap.passableShare)
        for range in written.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard range.upperBound <= size, range.lowerBound >= extents.last?.position ?? 0 else {
                continue
            }
            if let last = extents.last, last.position == range.lowerBound {
                extents[extents.count - 1].position = range.upperBound
                continue
            }
            if extents.isEmpty, range.lowerBound > 0 {
                extents.append(Extent(start: 0, position: 0, end: 0))
            }
            if !extents.isEmpty { extents[extents.count - 1].end = range.lowerBound }
            extents.append(
                Extent(start: range.lowerBound, position: range.upperBound, end: size))
        }
        if extents.isEmpty { extents.append(Extent(start: 0, position: 0, end: size)) }
        extents[extents.count - 1].end = size
    }

    // MARK: - Who fetches what

    private func index(of worker: Int) -> Int? {
        extents.firstIndex { $0.worker == worker }
    }

    /// Gives a worker the first stretch that nobody fetches, else the end of the one that takes longest,
    /// so that both are there at the same time; nil where all is in hands and nothing worth dividing.
    mutating func claim(for worker: Int, _ speeds: Speeds = Speeds()) -> Claim? {
        release(worker)
        if let index = freeIndex {
            extents[index].worker = worker
            return Claim(position: extents[index].position, known: known(before: index))
        }
        guard let (index, share) = divisible(speeds) else { return nil }
        let middle = extents[index].end - share
        give(worker, index, from: middle)
        return Claim(position: middle, known: 0)
    }

    /// Gives a worker what is left from a position on of the stretch that it is in; nil where that is not
    /// worth while.
    mutating func claim(for worker: Int, at position: UInt64) -> Claim? {
        release(worker)
        guard
            let index = extents.firstIndex(where: {
                $0.position + least / 2 <= position && position + least <= $0.end
            })
        else { return nil }
        give(worker, index, from: position)
        return Claim(position: position, known: 0)
    }

    private mutating func give(_ worker: Int, _ index: Int, from position: UInt64) {
        var rest = Extent(start: position, position: position, end: extents[index].end)
        rest.worker = worker
        extents[index].end = position
        extents.insert(rest, at: index + 1)
    }

    private var freeIndex: Int? { extents.firstIndex { $0.worker == nil && $0.left > 0 } }

    /// The stretch that takes longest, and the bytes of it that another is to fetch.
    private func divisible(_ speeds: Speeds) -> (index: Int, share: UInt64)? {
        let known = speeds.workers.values.filter { $0 > 0 }
        let usual = known.isEmpty ? 1 : known.reduce(0, +) / Double(known.count)
        func speed(of extent: Extent) -> Double {
            max(extent.worker.flatMap { speeds.workers[$0] } ?? usual, 1)
        }
        func time(_ extent: Extent) -> Double { Double(extent.left) / speed(of: extent) }
        guard let index = extents.indices.max(by: { time(extents[$0]) < time(extents[$1]) }) else {
            return nil
        }
        let extent = extents[index]
        /// What can be fetched at a speed until who has it would be there.
        func due(at own: Double) -> Double {
            let theirs = speed(of: extent)
            return own * (Double(extent.left) - theirs * speeds.lateness(at: own)) / (theirs + own)
        }
        var share: Double
        if let own = speeds.own, own > 0 {
            share = min(due(at: own), max(own * SegmentMap.longest, Double(least)))
        } else {
            // Who is there already is the quickest: connections that come later get less.
            share = Double(extent.left) / Double(SegmentMap.advantage + 1 + speeds.others)
            // Far away they may come too late as well.
            if speeds.distance > 0, !known.isEmpty { share = min(share, due(at: usual)) }
        }
        // Who has it is some bytes further already.
        let most = extent.left - min(extent.left, least / 2)
        guard share >= Double(least), most >= least else { return nil }
        return (index, min(UInt64(share), most))
    }

    /// Whether one more would find something to fetch.
    func hasWork(_ speeds: Speeds = Speeds()) -> Bool {
        freeIndex != nil || divisible(speeds) != nil
    }

    /// Lets a worker go on past its end, through what another has fetched there already, where that is
    /// quicker than to leave the rest to that one, or to begin anew: the bytes that it has to pass over,
    /// and where it goes on then. Nil where it is not.
    mutating func takeOver(by worker: Int, _ speeds: Speeds) -> (passing: UInt64, position: UInt64)?
    {
        guard let own = index(of: worker), extents[own].left == 0,
            extents.indices.contains(own + 1), let speed = speeds.workers[worker], speed > 0
        else { return nil }
        let next = extents[own + 1]
        guard next.left > 0 else { return nil }
        let passing = next.position - next.start
        guard passing <= passable else { return nil }
        if let other = next.worker {
            guard let theirs = speeds.workers[other],
                Double(next.end - next.start) / speed + SegmentMap.margin
                    < Double(next.left) / max(theirs, 1)
            else { return nil }
        } else {
            guard Double(passing) / speed < max(speeds.delay, SegmentMap.margin) else { return nil }
        }
        passable -= passing
        extents[own].worker = nil
        extents[own + 1].worker = worker
        return (passing, next.position)
    }

    /// Of how many bytes of a file one may be passed over, and how many may of any.
    private static let passableShare: UInt64 = 50
    private static let leastPassable: UInt64 = 256 << 10

    /// Seconds that are to be gained at least.
    private static let margin = 0.5

    /// Bytes in front of the position of one, without a gap.
    private func known(before index: Int) -> UInt64 {
        var count = extents[index].position - extents[index].start
        var index = index
        while index > 0, extents[index - 1].left == 0 {
            index -= 1
            count += extents[index].end - extents[index].start
        }
        return count
    }

    /// What a worker has goes back; to the one before it where nothing of it is there yet.
    mutating func release(_ worker: Int) {
        guard let index = index(of: worker) else { return }
        extents[index].worker = nil
        let extent = extents[index]
        guard extent.position == extent.start, index > 0, extents[index - 1].worker != nil else {
            return
        }
        extents[index - 1].end = extent.end
        extents.remove(at: index)
    }

    /// Bytes that a worker is still to fetch; 0 for none.
    func room(of worker: Int) -> UInt64 {
        index(of: worker).map { extents[$0].left } ?? 0
    }

    /// Where a worker's stretch ends; nil for one who has none.
    func end(of worker: Int) -> UInt64? {
        index(of: worker).map { extents[$0].end }
    }

    /// A worker has written so many bytes more, `room` at most.
    mutating func advance(_ worker: Int, by count: UInt64) {
        guard let index = index(of: worker) else { return }
        extents[index].position += min(count, extents[index].left)
    }

    // MARK: - What is there

    /// The bytes that are there, as few stretches as describe them. Of one whose end was not compared
    /// with what follows the last byte is missing: who fetches it anew compares.
    var written: [Range<UInt64>] {
        var ranges: [Range<UInt64>] = []
        for extent in extents where extent.position > extent.start {
            let isOpen = extent.left == 0 && extent.end < size && !extent.isJoined
            let end = isOpen ? extent.position - 1 : extent.position
            if let last = ranges.last, last.upperBound == extent.start {
                ranges[ranges.count - 1] = last.lowerBound..<end
            } else if end > extent.start {
                ranges.append(extent.start..<end)
            }
        }
        return ranges
    }

    /// Whether all of these bytes are there.
    func holds(_ range: Range<UInt64>) -> Bool {
        extents.allSatisfy {
            $0.end <= range.lowerBound || $0.start >= range.upperBound
                || $0.position >= min($0.end, range.upperBound)
        }
    }

    /// What follows the stretch that ends there was compared.
    mutating func join(at offset: UInt64) {
        if let index = extents.firstIndex(where: { $0.end == offset && $0.left == 0 }) {
            extents[index].isJoined = true
        }
    }

    /// Whether more than one connection has fetched it, or will.
    var isDivided: Bool { extents.count > 1 }

    /// How many of the first bytes came one after the other.
    var firstCount: UInt64 { extents.first?.position ?? 0 }

    /// How many bytes are there.
    var count: UInt64 { extents.reduce(0) { $0 + $1.position - $1.start } }

    var isWhole: Bool { extents.allSatisfy { $0.left == 0 } }
}
