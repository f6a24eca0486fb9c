import Testing

@testable import FTP

@Suite("Whether a part that another server fills still grows")
struct PartGrowthTests {
    private func growth(isShown: Bool = false) -> PartGrowth {
        PartGrowth(from: 100, to: 999_524, start: 10, isShown: isShown)
    }

    @Test("A part that grew and grows no more stands still")
    func stalled() {
        var growth = growth()
        growth.take(100, at: 15)
        growth.take(200, at: 20)
        #expect(growth.bytes == 200 && growth.isShown)
        #expect(growth.stall(at: 49.9, patience: 30) == nil)
        growth.take(200, at: 49.9)
        #expect(growth.stall(at: 50, patience: 30) == 30)
        growth.take(300, at: 50)
        #expect(growth.stall(at: 79, patience: 30) == nil)
        growth.take(2_000_000, at: 80)
        #expect(growth.bytes == 999_524)
        // That nobody looks any more is no reason to give it up.
        growth.endLooking()
        #expect(growth.stall(at: 120, patience: 30) == nil)
    }

    @Test("A server that may tell the size only at the end has the time that any file may take")
    func hidden() {
        var growth = growth()
        growth.take(100, at: 20)
        growth.take(0, at: 60)
        #expect(growth.bytes == 100 && !growth.isShown)
        #expect(growth.stall(at: 60, patience: 30) == nil)
        // Four times the patience, and 16 KiB a second.
        #expect(growth.stall(at: 190, patience: 30) == nil)
        #expect(growth.stall(at: 192, patience: 30) == 181)
    }

    @Test("A server that showed it before is known to")
    func shown() {
        var growth = growth(isShown: true)
        growth.take(100, at: 39)
        #expect(growth.stall(at: 39, patience: 30) == nil)
        #expect(growth.stall(at: 40, patience: 30) == 30)
    }
}
