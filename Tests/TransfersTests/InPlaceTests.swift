import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("Files that are written in place")
struct InPlaceTests {
    @Test("What stands there by the time of a restart is not overwritten without asking")
    func restart() throws {
        let folder = try TemporaryFolder()
        let local = MemoryVolume(site: .local)
        let remote = MemoryVolume(writesInPlace: true)
        local.add("/big", pattern(6_000_000))
        remote.lay(MemoryFault(.write, "/big", atByte: 4_000_000, .hang))
        let before = try QueueHarness(
            store: try Store.open(at: folder.path("s")), local: local, remote: remote)
        let id = try before.submit(before.upload("/big", to: "/big"))[0]
        remote.waitForHang()
        before.kill()
        remote.add("/big", "somebody else's")

        let after = try QueueHarness(
            store: try Store.open(at: folder.path("s")), local: local, remote: remote)
        after.watcher.wait("the question") { $0[id]?.conflict != nil }
        #expect(remote.text("/big") == "somebody else's")
        after.queue.send(.answer(id, .overwrite, .thisFile))
        after.queue.awaitIdle()
        #expect(remote.bytes("/big") == pattern(6_000_000))
    }

    @Test("A link on a server is written through, and stays")
    func throughLink() throws {
        let harness = try QueueHarness()
        harness.local.add("/page", "new")
        harness.remote.add("/shared/page", "old")
        harness.remote.addLink("/page", to: "/shared/page")
        let job = try harness.run(harness.upload("/page", to: "/page", policy: .overwrite))
        #expect(job.isDone)
        #expect(harness.remote.node("/page") == .link(target: "/shared/page"))
        #expect(harness.remote.text("/shared/page") == "new")
    }

    @Test("The row says that a file was written in place, and why")
    func told() throws {
        let harness = try QueueHarness(remote: MemoryVolume(writesInPlace: true))
        harness.local.add("/a", "a")
        let job = try harness.run(harness.upload("/a", to: "/a"))
        #expect(job.isDone)
        #expect(job.story.contains { $0.hasPrefix("Written in place, because ") })
    }
}
