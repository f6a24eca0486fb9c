import Testing

@testable import Transfers

@Suite("How many files a lane takes at once")
struct FileRunTests {
    @Test("Files that are left are shared out among the lanes, and one takes no more than so many")
    func shares() {
        #expect(FileRun.share(of: 5, among: 16) == 1)
        #expect(FileRun.share(of: 160, among: 16) == 10)
        #expect(FileRun.share(of: 100_000, among: 16) == 64)
        #expect(FileRun.share(of: 3, among: 0) == 3)
    }

    @Test(
        "What takes hardly any time is not shared out in pieces that take less than giving them does"
    )
    func least() {
        func taken(_ size: UInt64, most: Int, least: Int) -> Int {
            var count = 0
            while !FileRun.isFull(count, bytes: UInt64(count) * size, most: most, least: least) {
                count += 1
            }
            return count
        }
        #expect(taken(1_000, most: 5, least: 25) == 25)
        #expect(taken(1_000, most: 50, least: 25) == 50)
        #expect(taken(10, most: 5, least: 64) == 64)
        // Larger ones take longer than that one by one.
        #expect(taken(60 << 10, most: 5, least: 25) == 5)
        #expect(taken(60 << 10, most: 2, least: 25) == 5)
        #expect(taken(1 << 20, most: 64, least: 1) == 4)
    }

    @Test(
        "How many are given at least goes by how long they took",
        arguments: [
            // On loopback, over a long line, and where nothing is known yet.
            ([(64, 0.25), (64, 0.26)], 24...26), ([(8, 4.0), (8, 4.2)], 1...1), ([], 1...1),
            ([(5, 0.001)], 64...64),
            // What was refused at once is no measure.
            ([(64, 0.25), (64, 0.000_1)], 24...26),
            // The first run has the login in it.
            ([(5, 2.0)] + Array(repeating: (64, 0.2), count: 20), 20...32),
        ])
    func pace(runs: [(count: Int, seconds: Double)], expected: ClosedRange<Int>) {
        var pace = RunPace()
        for run in runs { pace.note(run.count, seconds: run.seconds) }
        pace.note(0, seconds: 1)
        pace.note(1, seconds: 0)
        #expect(expected.contains(pace.least), "\(pace.least)")
    }

    @Test(
        "Of a tree of small directories a lane takes whole ones while the others have some to read, and shares the last",
        arguments: [(100, 5), (10, 5), (1, 1), (0, 1)])
    func trees(unread: Int, taken: Int) {
        #expect(min(5, FileRun.share(of: 5, unread: unread, among: 16)) == taken)
    }
}
