import Files
import Testing
import UI

@Suite("When the loop draws")
struct FramePaceTests {
    private let start = Instant(seconds: 50)

    @Test("the first tick and the first frame are due at once")
    func first() {
        var pace = FramePace()
        #expect(pace.patience(at: start, wantsFrame: false) == 0)
        #expect(pace.isFrameDue(at: start))
        let isDue = pace.takeTick(at: start)
        #expect(isDue)
    }

    @Test("it sleeps until the next tick, or until a frame that is wanted is due")
    func sleeping() {
        var pace = FramePace()
        _ = pace.takeTick(at: start)
        pace.noteFrame(at: start)
        #expect(pace.patience(at: start, wantsFrame: false) == 1_000)
        #expect(pace.patience(at: start + 0.25, wantsFrame: false) == 750)
        #expect(pace.patience(at: start, wantsFrame: true) == 34)
        #expect(pace.patience(at: start + 0.5, wantsFrame: true) == 0)
        #expect(!pace.isFrameDue(at: start + 0.03))
        #expect(pace.isFrameDue(at: start + 0.034))
        let isEarly = pace.takeTick(at: start + 0.999)
        let isDue = pace.takeTick(at: start + 1)
        #expect(!isEarly && isDue)
        #expect(pace.patience(at: start + 1, wantsFrame: false) == 1_000)
    }

    @Test(
        "whatever time it is told, it sleeps a second at most",
        arguments: [-1e18, -2_592_000, -1, 0, 1, 2_592_000, 1e18, .infinity, -.infinity])
    func anyTime(seconds: Double) {
        var pace = FramePace()
        _ = pace.takeTick(at: start)
        pace.noteFrame(at: start)
        let now = Instant(seconds: seconds)
        for wantsFrame in [false, true] {
            let patience = pace.patience(at: now, wantsFrame: wantsFrame)
            #expect((0...1_000).contains(patience))
        }
    }
}
