import Support
import Testing

@testable import Transfers

@Suite("The map of a file in segments")
struct SegmentMapTests {
    private static let kib: UInt64 = 1 << 10

    private func map(_ size: UInt64, _ written: [Range<UInt64>] = []) -> SegmentMap {
        SegmentMap(size: size, written: written, least: 8 * SegmentMapTests.kib)
    }

    @Test("The first takes all; those that come together get as much each, and less than it")
    func shares() {
        var map = map(96 << 10)
        #expect(map.claim(for: 0) == SegmentMap.Claim(position: 0, known: 0))
        #expect(map.room(of: 0) == 96 << 10)
        for other in 1...3 {
            let claim = map.claim(for: other, SegmentMap.Speeds(others: 3 - other))
            #expect(claim == SegmentMap.Claim(position: UInt64(96 - 16 * other) << 10, known: 0))
        }
        #expect((0...3).map { map.room(of: $0) } == [48 << 10, 16 << 10, 16 << 10, 16 << 10])
        // The longest gives some away while it is worth it.
        #expect(map.claim(for: 4)?.position == 36 << 10)
        #expect(map.claim(for: 5)?.position == 27 << 10)
        #expect(map.claim(for: 6) == nil)
        #expect(!map.hasWork())
    }

    @Test("Who comes to what a slow one has goes on there, and passes over what is there")
    func takingOver() {
        var map = map(96 << 10)
        _ = map.claim(for: 0)
        _ = map.claim(for: 1)
        map.advance(0, by: 72 << 10)
        map.advance(1, by: 4 << 10)
        #expect(map.takeOver(by: 0, SegmentMap.Speeds()) == nil)
        let even = SegmentMap.Speeds(workers: [0: 4_096, 1: 4_096])
        #expect(map.takeOver(by: 0, even) == nil)
        let slow = SegmentMap.Speeds(workers: [0: 4_096, 1: 1_024])
        #expect(map.takeOver(by: 0, slow).map { [$0.passing, $0.position] } == [4_096, 76 << 10])
        #expect(map.room(of: 1) == 0)
        #expect(map.end(of: 1) == nil)
        #expect(map.room(of: 0) == 20 << 10)
        map.advance(1, by: 1_000)
        map.advance(0, by: 20 << 10)
        #expect(map.isWhole)
        #expect(map.takeOver(by: 0, slow) == nil)
    }

    @Test("What nobody has any more is gone on with by who comes there, unless that is too far")
    func takingOverFree() {
        for (done, isTaken) in [(1 << 10, true), (16 << 10, false)] as [(UInt64, Bool)] {
            var map = map(96 << 10)
            _ = map.claim(for: 0)
            _ = map.claim(for: 1)
            map.advance(0, by: 72 << 10)
            map.advance(1, by: done)
            map.release(1)
            let speeds = SegmentMap.Speeds(workers: [0: 8_192], delay: 1)
            #expect((map.takeOver(by: 0, speeds) != nil) == isTaken)
        }
    }

    @Test("Who has asked for a place gets what is left from there on, where somebody needs it")
    func places() {
        var map = map(96 << 10)
        _ = map.claim(for: 0)
        #expect(map.claim(for: 2, at: 64 << 10)?.position == 64 << 10)
        #expect(map.claim(for: 1, at: 32 << 10)?.position == 32 << 10)
        #expect((0...2).map { map.room(of: $0) } == [32 << 10, 32 << 10, 32 << 10])
        // Nearer than half a segment to who is at it, and than one to its end.
        #expect(map.claim(for: 3, at: (64 << 10) + 4_095) == nil)
        #expect(map.claim(for: 3, at: (88 << 10) + 1) == nil)
        #expect(map.claim(for: 3, at: 88 << 10)?.position == 88 << 10)
        map.advance(0, by: 32 << 10)
        #expect(map.claim(for: 0, at: 16 << 10) == nil)
        #expect(map.claim(for: 0, at: 96 << 10) == nil)
    }

    @Test("Who is slow gives more of its own away, and who is quick less, and nobody for nothing")
    func speeds() {
        var map = map(100 << 10)
        _ = map.claim(for: 0)
        let quick = SegmentMap.Speeds(workers: [0: 4_096], own: 16_384)
        #expect(map.claim(for: 1, quick)?.position == 20 << 10)
        map.release(1)
        let late = SegmentMap.Speeds(workers: [0: 8_192], own: 8_192, delay: 5)
        #expect(map.claim(for: 1, late)?.position == 70 << 10)
        map.release(1)
        // Eight seconds of its own at most.
        let slow = SegmentMap.Speeds(workers: [0: 2_048], own: 2_048)
        #expect(map.claim(for: 1, slow)?.position == 84 << 10)
        map.release(1)
        // It is there before another has begun.
        let soon = SegmentMap.Speeds(workers: [0: 1_024], own: 1_024, delay: 90)
        #expect(map.claim(for: 1, soon) == nil)
        // Some is always left to the one who is at it.
        let still = SegmentMap.Speeds(workers: [0: 0], own: 1e9)
        #expect(map.claim(for: 1, still)?.position == 4 << 10)
    }

    @Test("Who begins anew far away takes a while to get up to speed, and gets less or nothing")
    func lateness() {
        let far = SegmentMap.Speeds(workers: [0: 8_192], own: 8_192, delay: 1, distance: 8)
        #expect(far.lateness(at: 1_000) == 1)
        #expect(abs(far.lateness(at: 14_600) - 49) < 0.001)
        #expect(SegmentMap.Speeds(delay: 1).lateness(at: 1e9) == 1)
        var map = map(400 << 10)
        _ = map.claim(for: 0)
        let near = SegmentMap.Speeds(workers: [0: 8_192], own: 8_192, delay: 1)
        #expect(map.claim(for: 1, near) != nil)
        let given = map.room(of: 1)
        map.release(1)
        #expect(map.claim(for: 1, far) != nil)
        #expect(map.room(of: 1) < given)
        map.release(1)
        map.advance(0, by: 200 << 10)
        #expect(map.claim(for: 1, far) == nil)
        #expect(map.claim(for: 1, near) != nil)
        map.release(1)
        // One that was never there before is not quicker: nobody is asked to come.
        let newcomer = SegmentMap.Speeds(workers: [0: 8_192], delay: 1, distance: 8)
        #expect(!map.hasWork(newcomer))
        #expect(map.hasWork(SegmentMap.Speeds(workers: [0: 8_192], delay: 1)))
    }

    @Test("The end of what takes longest is given away, not of what is longest")
    func longest() {
        var map = map(120 << 10)
        _ = map.claim(for: 0)
        _ = map.claim(for: 1, SegmentMap.Speeds(workers: [0: 10_240], own: 5_120))
        #expect(map.room(of: 0) == 80 << 10)
        let speeds = SegmentMap.Speeds(workers: [0: 4_096, 1: 512], own: 4_096)
        let claim = map.claim(for: 2, speeds)
        #expect(claim.map { $0.position > 80 << 10 } == true)
    }

    @Test("What one leaves goes to the one before it, or to whoever comes, with what is there")
    func leaving() {
        var map = map(64 << 10)
        _ = map.claim(for: 0)
        _ = map.claim(for: 1)
        map.release(1)
        #expect(map.room(of: 0) == 64 << 10)
        _ = map.claim(for: 1)
        map.advance(1, by: 4 << 10)
        map.release(1)
        #expect(map.room(of: 0) == 48 << 10)
        #expect(
            map.claim(for: 2) == SegmentMap.Claim(position: 52 << 10, known: 4 << 10))
        #expect(map.written == [(48 << 10)..<(52 << 10)])
    }

    @Test("It is whole when all of it is there, and what is there has no gaps then")
    func whole() {
        var map = map(32 << 10)
        _ = map.claim(for: 0)
        _ = map.claim(for: 1)
        map.advance(0, by: 24 << 10)
        #expect(map.room(of: 0) == 0)
        #expect(map.end(of: 0) == 24 << 10)
        #expect(map.firstCount == 24 << 10)
        // No more than its own.
        map.advance(1, by: 1 << 30)
        #expect(map.isWhole)
        map.join(at: 24 << 10)
        #expect(map.written == [0..<(32 << 10)])
        #expect(map.count == 32 << 10)
        #expect(map.claim(for: 0) == nil)
    }

    @Test(
        "What was there before is not fetched again",
        arguments: [
            [0..<10_000, 40_000..<50_000], [40_000..<50_000, 0..<10_000], [0..<100_000],
            [20_000..<30_000], [0..<0, 5_000..<5_001], [90_000..<100_000], [],
            [0..<4_096, 4_096..<8_192, 60_000..<61_000],
        ] as [[Range<UInt64>]])
    func known(_ written: [Range<UInt64>]) {
        var map = map(100_000, written)
        let there = written.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
        #expect(map.count == there)
        var fetched: UInt64 = 0
        while let claim = map.claim(for: 0) {
            let room = map.room(of: 0)
            #expect(!written.contains { $0.contains(claim.position) })
            #expect(
                claim.known == 0
                    || written.contains { $0.upperBound == claim.position }
                    || claim.position == fetched)
            map.advance(0, by: room)
            fetched += room
        }
        #expect(fetched == 100_000 - there)
        #expect(map.isWhole)
    }

    @Test("Where two stretches meet is fetched again unless it was compared")
    func joints() {
        var map = map(64 << 10)
        _ = map.claim(for: 0)
        _ = map.claim(for: 1)
        map.advance(0, by: 48 << 10)
        map.advance(1, by: 4 << 10)
        #expect(map.written == [0..<(48 << 10) - 1, (48 << 10)..<(52 << 10)])
        #expect(map.holds((48 << 10)..<(52 << 10)))
        // Also where one stretch follows another.
        #expect(map.holds((47 << 10)..<(52 << 10)))
        #expect(!map.holds((47 << 10)..<(52 << 10) + 1))
        map.join(at: 48 << 10)
        #expect(map.written == [0..<(52 << 10)])
        #expect(map.isDivided)
    }

    @Test("What makes no sense of what is said to be there is fetched")
    func nonsense() {
        let map = map(1_000, [0..<100, 50..<200, 900..<2_000])
        #expect(map.count == 100)
        #expect(map.written == [0..<100])
    }

    @Test("Whatever comes and goes, no byte is fetched twice and none is left out")
    func random() {
        var generator = SeededNumbers(seed: 7)
        for _ in 0..<40 {
            let size = UInt64.random(in: 1...50_000, using: &generator)
            var map = SegmentMap(size: size, written: [], least: 1_000)
            var there = [Bool](repeating: false, count: Int(size))
            var places: [Int: UInt64] = [:]
            var turns = 0
            while !map.isWhole {
                turns += 1
                let worker = Int.random(in: 0...4, using: &generator)
                if map.room(of: worker) == 0 || Int.random(in: 0..<10, using: &generator) == 0 {
                    places[worker] = map.claim(for: worker)?.position
                    continue
                }
                guard let place = places[worker] else { continue }
                let count = min(
                    map.room(of: worker), UInt64.random(in: 1...5_000, using: &generator))
                let bytes = Int(place)..<Int(place + count)
                #expect(!there[bytes].contains(true))
                for byte in bytes { there[byte] = true }
                map.advance(worker, by: count)
                places[worker] = place + count
                #expect(turns < 100_000)
            }
            #expect(!there.contains(false))
            #expect(map.count == size)
        }
    }
}
