import Files
import Testing

@testable import Engine

@Suite("How often progress is told")
struct ReportPaceTests {
    @Test("ten times a second at most, however fast it goes")
    func pace() {
        let start = Instant(seconds: 7)
        var pace = ReportPace(from: start)
        let told = (0...1_000).filter { pace.isDue(at: start + Double($0) / 1_000) }
        #expect((8...10).contains(told.count))
        let isDue = pace.isDue(at: start + 2)
        #expect(isDue)
    }
}
