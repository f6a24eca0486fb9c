import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("Pausing, cancelling, ordering")
struct ControlTests {
    /// A queue with one file that hangs in the middle.
    private func hanging(
        _ operation: Job.Operation = .copy, remote: MemoryVolume = MemoryVolume()
    ) throws -> (QueueHarness, JobID) {
        let harness = try QueueHarness(remote: remote)
        harness.remote.add("/big", pattern(3_000_000))
        harness.remote.lay(MemoryFault(.read, "/big", atByte: 2_000_000, .hang))
        let id = try harness.submit(harness.download("/big", to: "/big", operation))[0]
        harness.remote.waitForHang()
        return (harness, id)
    }

    @Test("A running job shows its progress, its lane and its state")
    func progress() throws {
        let (harness, id) = try hanging()
        harness.watcher.wait("two million bytes") { $0[id]?.done == 2_000_000 }
        let job = try #require(harness.watcher.shown[id])
        #expect(job.state == .running)
        #expect(job.lane == 1)
        harness.remote.letGo()
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.isDone == true)
        #expect(harness.job(id)?.lane == nil)
    }

    @Test("A paused job keeps its part, breaks a call that hangs, and goes on from there")
    func pausing() throws {
        let (harness, id) = try hanging()
        harness.queue.send(.pause(id))
        harness.clock.pass(2)
        harness.watcher.wait("paused") { $0[id]?.state == .paused }
        #expect(harness.local.part("/big")?.count == 2_000_000)
        harness.remote.letGo()
        harness.queue.send(.resume(id))
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.isDone == true)
        #expect(harness.local.bytes("/big") == pattern(3_000_000))
        #expect(harness.remote.log.contains("open /big \(2_000_000 - 65_536)"))
    }

    @Test("A cancelled job vanishes at once, and its part is thrown away")
    func cancelling() throws {
        let (harness, id) = try hanging()
        harness.queue.send(.cancel(id, keepsParts: false))
        #expect(harness.jobs.isEmpty)
        harness.clock.pass(2)
        harness.queue.awaitIdle()
        #expect(harness.local.part("/big") == nil)
        #expect(harness.local.paths == [])
        #expect(harness.watcher.results.last?.failure?.kind == .cancelled)
    }

    @Test("Cancelling a paused or failed job throws its part away too")
    func cancellingPaused() throws {
        let (harness, id) = try hanging()
        harness.queue.send(.pause(id))
        harness.clock.pass(2)
        harness.watcher.wait("paused") { $0[id]?.state == .paused }
        harness.queue.send(.cancel(id, keepsParts: false))
        harness.queue.awaitIdle()
        #expect(harness.local.part("/big") == nil)
    }

    @Test("Cancelling a job that never wrote anything leaves what is there alone")
    func cancellingUnbegun() throws {
        let harness = try QueueHarness(remote: MemoryVolume(writesInPlace: true))
        harness.local.add("/a", "new")
        harness.remote.add("/a", "theirs")
        let job = try harness.run(harness.upload("/a", to: "/a"))
        #expect(job.conflict != nil)
        harness.queue.send(.cancel(job.id, keepsParts: false))
        harness.queue.awaitIdle()
        #expect(harness.jobs.isEmpty)
        #expect(harness.remote.text("/a") == "theirs")
    }

    @Test("Pausing everything stops what runs; resuming goes on with it and with the rest")
    func pausingAll() throws {
        let (harness, id) = try hanging()
        harness.remote.add("/b", "b")
        let second = try harness.submit(harness.download("/b", to: "/b"))[0]
        harness.queue.send(.pauseAll)
        harness.clock.pass(2)
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.state == .waiting)
        #expect(harness.job(second)?.state == .waiting)
        harness.watcher.wait("the pause told") { _ in
            harness.watcher.changes.contains { $0.isPaused == true }
        }
        harness.remote.letGo()
        harness.queue.send(.resumeAll)
        harness.queue.awaitIdle()
        #expect(harness.jobs.allSatisfy { $0.isDone })
    }

    @Test("Pausing a directory holds all below it; cancelling it takes all away")
    func directories() throws {
        let harness = try QueueHarness()
        harness.remote.add("/d/a", "a")
        harness.remote.add("/d/big", pattern(3_000_000))
        harness.remote.add("/d/e/f", "f")
        harness.remote.lay(MemoryFault(.read, "/d/big", atByte: 1_000_000, .hang))
        let id = try harness.submit(harness.download("/d", to: "/d"))[0]
        harness.remote.waitForHang()
        harness.queue.send(.pause(id))
        harness.clock.pass(2)
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.state == .paused)
        #expect(harness.job(named: "big")?.state == .waiting)
        harness.remote.letGo()
        harness.queue.send(.resume(id))
        harness.queue.awaitIdle()
        #expect(harness.jobs.map(\.state) == [.done])
        #expect(harness.local.text("/d/e/f") == "f")
        #expect(harness.jobs[0].done == 3_000_002)
    }

    @Test("A cancelled directory stops its running files and leaves no job behind")
    func cancellingDirectory() throws {
        let harness = try QueueHarness()
        harness.remote.add("/d/big", pattern(3_000_000))
        harness.remote.add("/d/e/f", "f")
        harness.remote.lay(MemoryFault(.read, "/d/big", atByte: 1_000_000, .hang))
        let id = try harness.submit(harness.download("/d", to: "/d"))[0]
        harness.remote.waitForHang()
        harness.queue.send(.cancel(id, keepsParts: false))
        #expect(harness.jobs.isEmpty)
        harness.clock.pass(2)
        harness.queue.awaitIdle()
        #expect(harness.local.part("/d/big") == nil)
        #expect(harness.local.node("/d/e/f") == nil)
        harness.watcher.wait("nothing shown") { $0.isEmpty }
    }

    @Test("Cancelling one file of a directory lets the rest finish, and the sums stay right")
    func cancellingChild() throws {
        let harness = try QueueHarness()
        harness.remote.add("/d/a", "aaaa")
        harness.remote.add("/d/b", "b")
        harness.local.add("/d/a", "old")
        let job = try harness.run(harness.download("/d", to: "/d"))
        let asked = try #require(harness.job(named: "a"))
        harness.queue.send(.cancel(asked.id, keepsParts: false))
        harness.queue.awaitIdle()
        let done = try #require(harness.job(job.id))
        #expect(done.isDone)
        #expect(done.filesFound == 1)
        #expect(done.filesDone == 1)
        #expect(done.size == 1)
        #expect(done.done == 1)
    }

    @Test("Waiting jobs change places, and run in the new order")
    func reordering() throws {
        let harness = try QueueHarness()
        for name in ["a", "b", "c", "d"] { harness.remote.add("/" + name, "x") }
        harness.queue.send(.pauseAll)
        let ids = try harness.submit(
            ["a", "b", "c", "d"].map { harness.download("/" + $0, to: "/" + $0) })
        harness.queue.send(.move(ids[3], by: -2))
        harness.queue.send(.move(ids[0], by: 1))
        harness.queue.send(.move(ids[1], by: 100))
        #expect(harness.jobs.map(\.id) == [ids[3], ids[0], ids[2], ids[1]])
        harness.watcher.wait("the new order") { _ in
            harness.watcher.changes.last { $0.order != nil }?.order
                == [ids[3], ids[0], ids[2], ids[1]]
        }
        harness.queue.send(.resumeAll)
        harness.queue.awaitIdle()
        #expect(harness.watcher.results.map(\.id) == [ids[3], ids[0], ids[2], ids[1]])
    }

    @Test("Clearing takes away what is done and skipped, and nothing else")
    func clearing() throws {
        let harness = try QueueHarness()
        harness.remote.add("/a", "x")
        harness.local.add("/c", "x")
        harness.remote.add("/c", "y")
        try harness.submit(
            harness.download("/a", to: "/a"), harness.download("/none", to: "/none"),
            harness.download("/c", to: "/c", policy: .skip))
        harness.queue.awaitIdle()
        harness.queue.send(.clearDone)
        #expect(harness.jobs.map(\.source.path.text) == ["/none"])
    }

    @Test("A limit slows a job and can be lifted while it runs")
    func limits() throws {
        let harness = try QueueHarness(limit: 20_000)
        harness.remote.add("/slow", pattern(10_000_000))
        let id = try harness.submit(harness.download("/slow", to: "/slow"))[0]
        harness.watcher.wait("some bytes") { ($0[id]?.done ?? 0) > 0 }
        #expect((harness.watcher.shown[id]?.done ?? 0) < 1_000_000)
        harness.queue.send(.limitAll(nil))
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.isDone == true)
    }

    @Test("Lanes keep their connection for the next job, and close it after a rest")
    func reuse() throws {
        let harness = try QueueHarness()
        harness.remote.add("/a", "a")
        harness.remote.add("/b", "b")
        try harness.run(harness.download("/a", to: "/a"))
        #expect(harness.remote.connectionCount == 1)
        try harness.run(harness.download("/b", to: "/b"))
        #expect(harness.remote.connectionCount == 1)
        harness.clock.pass(60)
        harness.stop()
        #expect(harness.remote.connectionCount == 0)
    }

    @Test("As many connections are open as are allowed, and no more")
    func lanes() throws {
        let harness = try QueueHarness(lanes: 3)
        for number in 0..<6 { harness.remote.add("/f\(number)", pattern(100)) }
        harness.remote.lay(MemoryFault(.read, nil, .hang, times: 3))
        try harness.submit((0..<6).map { harness.download("/f\($0)", to: "/f\($0)") })
        for _ in 0..<3 { harness.remote.waitForHang() }
        #expect(harness.remote.connectionCount == 3)
        harness.remote.letGo()
        harness.queue.awaitIdle()
        #expect(harness.jobs.allSatisfy { $0.isDone })
    }

    @Test("The first change is told without delay, and later ones together")
    func notices() throws {
        let harness = try QueueHarness()
        let requests = (0..<300).map { number in
            harness.remote.add("/f\(number)", "x")
            return harness.download("/f\(number)", to: "/f\(number)")
        }
        let ids = try harness.submit(requests)
        harness.queue.awaitIdle()
        harness.watcher.wait("all done") { shown in ids.allSatisfy { shown[$0]?.isDone == true } }
        #expect(harness.watcher.changes.first?.changed.count == 300)
        #expect(harness.watcher.changes.count < 30)
    }
}
