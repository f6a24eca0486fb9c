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
        #expect(FileRun.share(of: 40, among: 8, least: 25) == 25)
        #expect(FileRun.share(of: 400, among: 8, least: 25) == 50)
        #expect(FileRun.share(of: 5_000, among: 8, least: 900) == 64)
    }

    @Test(
        "How many are given at least goes by how long they took",
        arguments: [
            // On loopback, over a long line, and where nothing is known yet.
            ([(64, 0.25), (64, 0.26)], 24...26), ([(8, 4.0), (8, 4.2)], 1...1), ([], 1...1),
            ([(5, 0.000_01)], 64...64),
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
