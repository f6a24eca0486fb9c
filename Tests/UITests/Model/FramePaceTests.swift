import Files
import Testing
import UI

@Suite("When the loop draws")
struct FramePaceTests {
    private let start = Instant(seconds: 50)

    @Test("the first tick and the first frame are due at once")
    func first() {
        var pace = FramePace()
        #expect(pace.timeout(at: start, wantsFrame: false) == 0)
        #expect(pace.isFrameDue(at: start))
        let isDue = pace.takeTick(at: start)
        #expect(isDue)
    }

    @Test("it sleeps until the next tick, or until a frame that is wanted is due")
    func sleeping() {
        var pace = FramePace()
        _ = pace.takeTick(at: start)
        pace.noteFrame(at: start)
        #expect(pace.timeout(at: start, wantsFrame: false) == 1_000)
        #expect(pace.timeout(at: start + 0.25, wantsFrame: false) == 750)
        #expect(pace.timeout(at: start, wantsFrame: true) == 34)
        #expect(pace.timeout(at: start + 0.5, wantsFrame: true) == 0)
        #expect(!pace.isFrameDue(at: start + 0.03))
        #expect(pace.isFrameDue(at: start + 0.034))
        let isEarly = pace.takeTick(at: start + 0.999)
        let isDue = pace.takeTick(at: start + 1)
        #expect(!isEarly && isDue)
        #expect(pace.timeout(at: start + 1, wantsFrame: false) == 1_000)
    }

    @Test("what the user waits for is drawn at once, progress with the next frame")
    func answers() {
        var pace = FramePace()
        _ = pace.takeTick(at: start)
        pace.noteFrame(at: start)
        #expect(!pace.isFrameDue(at: start + 0.001))
        pace.noteAnswer()
        #expect(pace.isFrameDue(at: start + 0.001))
        #expect(pace.timeout(at: start + 0.001, wantsFrame: true) == 0)
        pace.noteFrame(at: start + 0.001)
        #expect(!pace.isFrameDue(at: start + 0.002))
        #expect(
            Message.listed(RequestID(rawValue: 1), .failure(.init(.other, detail: ""))).isAnswer)
        #expect(!Message.listing(RequestID(rawValue: 1), count: 5).isAnswer)
    }

    @Test("the first frame waits for listings that are due at once, but not long")
    func waiting() {
        var pace = FramePace()
        _ = pace.takeTick(at: start)
        let (asks, waits) = (
            pace.isFirstFrameDue(at: start, isComing: true),
            pace.isFirstFrameDue(at: start + 0.049, isComing: true)
        )
        #expect(!asks && !waits)
        #expect((10...11).contains(pace.timeout(at: start + 0.04, wantsFrame: true)))
        let (comes, hasWaited) = (
            pace.isFirstFrameDue(at: start + 0.01, isComing: false),
            pace.isFirstFrameDue(at: start + 0.051, isComing: true)
        )
        #expect(comes && hasWaited)
        pace.noteFrame(at: start + 0.01)
        let isLater = pace.isFirstFrameDue(at: start + 0.02, isComing: true)
        #expect(isLater)
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
            let patience = pace.timeout(at: now, wantsFrame: wantsFrame)
            #expect((0...1_000).contains(patience))
        }
    }
}
