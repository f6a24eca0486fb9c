import Files
import SQLite
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("Links, after a restart")
struct LinkRestartTests {
    private func following(_ request: JobRequest) -> JobRequest {
        var request = request
        request.links = .follow
        return request
    }

    @Test("After a restart links are followed on as was chosen, and none is deleted into")
    func restart() throws {
        let folder = try TemporaryFolder()
        let local = LinkTests.here()
        local.add("/d/file", "file")
        local.add("/other/a", "a")
        local.add("/other/big", pattern(6_000_000))
        local.add("/other/sub/z", "z")
        local.addLink("/d/link", to: "/other")
        local.addLink("/d/zlink", to: "/other/a")
        let before = try QueueHarness(store: try Store.open(at: folder.path("s")), local: local)
        local.lay(MemoryFault(.read, "/d/link/big", atByte: 4_000_000, .hang))
        let id = try before.submit(following(before.upload("/d", to: "/d", .move)))[0]
        local.waitForHang()
        let store = try Store.open(at: folder.path("s"))
        let deadline = Deadline(seconds: 60)
        while try !store.allJobs().contains(where: { $0.source.path == Path("/d/link/big") }) {
            try #require(deadline.isOpen, "the job below the link was never saved")
        }
        #expect(try store.allJobs().allSatisfy { $0.links == .follow })
        before.kill()
        local.letGo()

        let after = try QueueHarness(
            store: try Store.open(at: folder.path("s")), local: local, remote: before.remote)
        after.queue.awaitIdle()
        #expect(after.job(id)?.isDone == true)
        #expect(before.remote.bytes("/d/link/big") == pattern(6_000_000))
        #expect(before.remote.text("/d/link/sub/z") == "z")
        #expect(before.remote.text("/d/zlink") == "a")
        #expect(
            local.paths == ["/other/", "/other/a", "/other/big", "/other/sub/", "/other/sub/z"])
    }

    @Test("A link to a directory that is moved here is followed on after a restart, not renamed")
    func restartHere() throws {
        let folder = try TemporaryFolder()
        let local = LinkTests.here()
        local.add("/other/a", "a")
        local.add("/other/big", pattern(6_000_000))
        local.addLink("/link", to: "/other")
        local.addDirectory("/to")
        let before = try QueueHarness(store: try Store.open(at: folder.path("s")), local: local)
        local.lay(MemoryFault(.read, "/link/big", atByte: 4_000_000, .hang))
        let request = before.request(.move, from: local, "/link", to: local, "/to/link")
        let id = try before.submit(following(request))[0]
        local.waitForHang()
        let store = try Store.open(at: folder.path("s"))
        let deadline = Deadline(seconds: 60)
        while try !store.allJobs().contains(where: { $0.source.path == Path("/link/big") }) {
            try #require(deadline.isOpen, "the job below the link was never saved")
        }
        before.kill()
        local.letGo()

        let after = try QueueHarness(store: try Store.open(at: folder.path("s")), local: local)
        after.queue.awaitIdle()
        #expect(after.job(id)?.isDone == true)
        #expect(
            local.paths == [
                "/other/", "/other/a", "/other/big", "/to/", "/to/link/", "/to/link/a",
                "/to/link/big",
            ])
        #expect(local.bytes("/to/link/big") == pattern(6_000_000))
    }

    @Test("What an earlier process has moved as a link, without having noted it, is done")
    func movedBefore() throws {
        let folder = try TemporaryFolder()
        let local = LinkTests.here()
        local.addLink("/link", to: "elsewhere")
        let store = try Store.open(at: folder.path("s"))
        let first = try QueueHarness(store: store, local: local)
        var request = first.request(.move, from: local, "/link", to: local, "/to/link")
        request.policy = .ask
        local.addDirectory("/to")
        local.lay(MemoryFault(.rename, "/link", .hang))
        let id = try first.submit(request)[0]
        local.waitForHang()
        first.kill()
        local.letGo()
        local.remove("/link")
        local.addLink("/to/link", to: "elsewhere")
        let second = try QueueHarness(store: try Store.open(at: folder.path("s")), local: local)
        second.queue.awaitIdle()
        #expect(second.job(id)?.isDone == true)
    }

    @Test("A store of an earlier Ferry gets what is kept of links, and keeps its jobs")
    func olderStore() throws {
        let folder = try TemporaryFolder()
        let local = LinkTests.here()
        local.addLink("/d/link", to: "x")
        do {
            let store = try Store.open(at: folder.path("s"))
            let harness = try QueueHarness(store: store, local: local)
            harness.queue.send(.pauseAll)
            try harness.submit(harness.upload("/d", to: "/d"))
            harness.stop()
            try store.database.write { database in
                for name in ["links", "link", "left_out"] {
                    try database.execute(sql: "ALTER TABLE job DROP COLUMN \(name)")
                }
            }
        }
        let jobs = try Store.open(at: folder.path("s")).allJobs()
        #expect(jobs.map(\.links) == [.keep])
        #expect(jobs.map(\.link) == [nil])
    }
}
