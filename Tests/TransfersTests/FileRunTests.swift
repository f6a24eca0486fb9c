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
        "Of a tree of small directories a lane takes whole ones while the others have some to read, and shares the last",
        arguments: [(100, 5), (10, 5), (1, 1), (0, 1)])
    func trees(unread: Int, taken: Int) {
        #expect(min(5, FileRun.share(of: 5, unread: unread, among: 16)) == taken)
    }
}
