import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("Trying again")
struct RetryTests {
    @Test("A broken connection is tried again after a pause and goes on where it stopped")
    func resumesAfterLoss() throws {
        let harness = try QueueHarness()
        let bytes = pattern(5_000_000)
        harness.remote.add("/big", bytes)
        harness.remote.lay(
            MemoryFault(
                .read, "/big", atByte: 3_000_000, MemoryFault.broken("426 Connection closed")))
        let ids = try harness.submit(harness.download("/big", to: "/big"))
        harness.clock.pass(1)
        harness.queue.awaitIdle()
        let job = try #require(harness.job(ids[0]))
        #expect(job.isDone)
        #expect(job.tries == 2)
        #expect(harness.local.bytes("/big") == bytes)
        #expect(harness.remote.log.contains("open /big \(3_000_000 - 65_536)"))
        #expect(job.story.contains { $0.contains("426") && $0.contains("Trying again in 1 s") })
        #expect(job.story.contains { $0.contains("from 3.0 MB on.") })
    }

    @Test("An upload that lies under its final name is continued, not asked about")
    func resumesUpload() throws {
        let harness = try QueueHarness(remote: MemoryVolume(writesInPlace: true))
        let bytes = pattern(3_000_000)
        harness.local.add("/big", bytes)
        harness.remote.lay(MemoryFault(.write, "/big", atByte: 1 << 20, MemoryFault.broken()))
        let ids = try harness.submit(harness.upload("/big", to: "/big"))
        harness.clock.pass(1)
        harness.queue.awaitIdle()
        #expect(harness.job(ids[0])?.isDone == true)
        #expect(harness.remote.bytes("/big") == bytes)
        #expect(harness.remote.log.contains("create /big \(1 << 20)"))
    }

    @Test("A source that has changed meanwhile starts again from its beginning")
    func changedMeanwhile() throws {
        let harness = try QueueHarness()
        harness.remote.add("/big", pattern(3_000_000))
        harness.remote.lay(MemoryFault(.read, "/big", atByte: 2_000_000, MemoryFault.broken()))
        let ids = try harness.submit(harness.download("/big", to: "/big"))
        harness.watcher.wait("a pause") { $0[ids[0]]?.story.isEmpty == false }
        harness.remote.add("/big", pattern(2_500_000, seed: 5), modified: 1_700_000_099)
        harness.clock.pass(1)
        harness.queue.awaitIdle()
        #expect(harness.local.bytes("/big") == pattern(2_500_000, seed: 5))
        #expect(harness.job(ids[0])?.story.contains { $0.contains("has changed") } == true)
        #expect(!harness.remote.log.contains { $0.hasPrefix("open /big 1") })
    }

    @Test("Another version of the same size, time and beginning is not mixed with the part")
    func otherVersion() throws {
        let harness = try QueueHarness()
        let first = pattern(3_000_000)
        harness.remote.add("/big", first)
        harness.remote.setVersion("one", of: "/big")
        harness.remote.lay(MemoryFault(.read, "/big", atByte: 2_000_000, MemoryFault.broken()))
        let ids = try harness.submit(harness.download("/big", to: "/big"))
        harness.watcher.wait("a pause") { $0[ids[0]]?.story.isEmpty == false }
        var second = first
        second[7] ^= 1
        harness.remote.add("/big", second)
        harness.remote.setVersion("two", of: "/big")
        harness.clock.pass(1)
        harness.queue.awaitIdle()
        #expect(harness.local.bytes("/big") == second)
        #expect(harness.job(ids[0])?.story.contains { $0.contains("has changed") } == true)
    }

    @Test("Where the server sends files from their start only, the part is begun again")
    func noRanges() throws {
        let harness = try QueueHarness()
        let bytes = pattern(3_000_000)
        harness.remote.add("/big", bytes)
        harness.remote.lay(MemoryFault(.read, "/big", atByte: 2_000_000, MemoryFault.broken()))
        let ids = try harness.submit(harness.download("/big", to: "/big"))
        harness.watcher.wait("a pause") { $0[ids[0]]?.story.isEmpty == false }
        harness.remote.lay(
            MemoryFault(
                .open, "/big",
                .fail(FileSystemError(.unsupported, detail: "From the start."))))
        harness.clock.pass(1)
        harness.queue.awaitIdle()
        #expect(harness.local.bytes("/big") == bytes)
        #expect(harness.job(ids[0])?.isDone == true)
    }

    @Test("After three pauses a job fails with the server's words, and a retry makes it whole")
    func givesUp() throws {
        let harness = try QueueHarness()
        harness.remote.add("/a", "a")
        harness.remote.lay(MemoryFault(.open, "/a", MemoryFault.broken("421 Bye"), times: 4))
        let ids = try harness.submit(harness.download("/a", to: "/a"))
        for seconds in Backoff.delays { harness.clock.pass(seconds) }
        harness.queue.awaitIdle()
        #expect(harness.job(ids[0])?.failure?.reply == "421 Bye")
        #expect(harness.job(ids[0])?.tries == 4)
        harness.queue.send(.retry(ids[0]))
        harness.queue.awaitIdle()
        #expect(harness.job(ids[0])?.isDone == true)
    }

    @Test("What no retry helps fails at once")
    func permanent() throws {
        let harness = try QueueHarness()
        harness.remote.add("/a", "a")
        harness.remote.lay(MemoryFault(.open, "/a", MemoryFault.refused("550 No")))
        let job = try harness.run(harness.download("/a", to: "/a"))
        #expect(job.failure?.message == "The server refused. (550 No)")
        #expect(job.tries == 1)
    }

    @Test("Those behind a broken connection wait for their turn without being tried in vain")
    func returned() throws {
        let harness = try QueueHarness()
        var requests: [JobRequest] = []
        for number in 0..<20 {
            harness.remote.add("/f\(number)", "x")
            requests.append(harness.download("/f\(number)", to: "/f\(number)"))
        }
        harness.remote.lay(MemoryFault(.open, "/f2", MemoryFault.broken()))
        let ids = try harness.submit(requests)
        harness.clock.pass(1)
        harness.queue.awaitIdle()
        #expect(harness.jobs.allSatisfy { $0.isDone })
        #expect(harness.job(ids[2])?.tries == 2)
        #expect(harness.job(ids[5])?.tries == 1)
    }

    @Test("A server with too many connections gets fewer, and every file still arrives")
    func crowded() throws {
        let harness = try QueueHarness(lanes: 4, remote: MemoryVolume(connectionLimit: 2))
        var requests: [JobRequest] = []
        for number in 0..<8 {
            harness.remote.add("/f\(number)", [UInt8](repeating: 7, count: 5_000_000))
        }
        for number in 0..<8 {
            requests.append(harness.download("/f\(number)", to: "/f\(number)"))
        }
        try harness.submit(requests)
        harness.queue.awaitIdle()
        #expect(harness.jobs.allSatisfy { $0.isDone })
        #expect(harness.jobs.contains { $0.story.contains { $0.contains("too many") } })
        #expect(harness.remote.connectionCount <= 2)
    }

    @Test("A dead server is not asked four times for each of many files")
    func deadServer() throws {
        let harness = try QueueHarness()
        var requests: [JobRequest] = []
        for number in 0..<30 {
            harness.remote.add("/f\(number)", "x")
            requests.append(harness.download("/f\(number)", to: "/f\(number)"))
        }
        harness.remote.lay(MemoryFault(.open, nil, MemoryFault.broken("Refused"), times: 1_000))
        try harness.submit(requests)
        for seconds in Backoff.delays { harness.clock.pass(seconds) }
        harness.queue.awaitIdle()
        #expect(harness.jobs.allSatisfy { $0.failure?.reply == "Refused" })
        #expect(harness.remote.count("open") == 33)
    }
}
