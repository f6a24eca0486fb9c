import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("Several files open on one connection")
struct ManyFilesTests {
    private static let count = 20

    /// A server that keeps every file waiting, and a tree of files on it.
    private func harness(openFiles: Int, delay: Int = 50) throws -> QueueHarness {
        let harness = try QueueHarness(
            local: MemoryVolume(site: .local, openFiles: 64),
            remote: MemoryVolume(openFiles: openFiles))
        for number in 0..<ManyFilesTests.count {
            harness.remote.add("/d/\(number)", pattern(1_000 * (number + 1)))
            harness.remote.delay("/d/\(number)", times: delay)
        }
        return harness
    }

    private func expectAll(
        _ harness: QueueHarness, _ sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for number in 0..<ManyFilesTests.count {
            #expect(
                harness.local.bytes("/d/\(number)") == pattern(1_000 * (number + 1)),
                sourceLocation: sourceLocation)
        }
        #expect(harness.local.partCount == 0, sourceLocation: sourceLocation)
    }

    @Test("As many as the server holds, never more", arguments: [1, 3, 8])
    func depth(openFiles: Int) throws {
        let harness = try harness(openFiles: openFiles)
        let job = try harness.run(harness.download("/d", to: "/d"))
        #expect(job.isDone)
        #expect(harness.remote.mostOpen == openFiles)
        #expect(harness.remote.connectionCount == 1)
        expectAll(harness)
    }

    @Test("One that is refused leaves the others alone")
    func refused() throws {
        let harness = try harness(openFiles: 4)
        harness.remote.lay(MemoryFault(.read, "/d/2", MemoryFault.refused()))
        try harness.run(harness.download("/d", to: "/d"))
        let failed = try #require(harness.job(named: "2"))
        #expect(failed.failure?.kind == .denied)
        #expect(harness.remote.count("open /d/3") == 1)
        harness.queue.send(.retry(failed.id))
        harness.queue.awaitIdle()
        expectAll(harness)
    }

    @Test("A connection that breaks is made again, and all that were open go on")
    func broken() throws {
        let harness = try harness(openFiles: 4)
        harness.remote.lay(MemoryFault(.read, "/d/1", MemoryFault.broken()))
        try harness.submit(harness.download("/d", to: "/d"))
        harness.passUntilIdle()
        expectAll(harness)
    }

    @Test(
        "Cancelling one whose connection hangs breaks it, and the others are written all the same")
    func hanging() throws {
        let harness = try harness(openFiles: 4)
        for number in 0..<ManyFilesTests.count { harness.remote.remove("/d/\(number)") }
        let names = ["/a", "/b", "/c"]
        for name in names {
            harness.remote.add(name, pattern(5_000))
            harness.remote.delay(name, times: 50)
        }
        harness.remote.lay(MemoryFault(.read, "/a", .hang))
        let ids = try harness.submit(names.map { harness.download($0, to: $0) })
        harness.remote.waitForHang()
        harness.queue.send(.cancel(ids[1], keepsParts: false))
        harness.clock.pass(2)
        harness.passUntilIdle()
        #expect(harness.local.bytes("/a") == pattern(5_000))
        #expect(harness.local.bytes("/b") == nil)
        #expect(harness.local.bytes("/c") == pattern(5_000))
        #expect(harness.local.partCount == 0)
    }
}
