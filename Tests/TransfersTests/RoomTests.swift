import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("No room")
struct RoomTests {
    @Test("A file that does not fit is not begun, says what is missing, and goes on with room")
    func looksFirst() throws {
        let harness = try QueueHarness()
        harness.remote.add("/big", pattern(3_000_000))
        harness.remote.add("/small", "s")
        harness.local.setCapacity(2_000_000)
        let ids = try harness.submit(
            harness.download("/big", to: "/big"), harness.download("/small", to: "/small"))
        harness.watcher.wait("the wait") { $0[ids[0]]?.wait == .room(missing: 1_000_000) }
        #expect(harness.job(ids[0])?.state == .waiting)
        #expect(harness.job(ids[0])?.story.last?.contains("1.0 MB are missing") == true)
        #expect(harness.job(ids[1])?.state == .waiting)
        #expect(harness.remote.count("open") == 0)
        harness.clock.pass(5)
        harness.clock.pass(15)
        harness.local.setCapacity(4_000_000)
        harness.clock.pass(60)
        harness.queue.awaitIdle()
        #expect(harness.jobs.allSatisfy { $0.isDone && $0.wait == .turn })
    }

    @Test("The old file's bytes do not count as free while the new one is not whole")
    func both() throws {
        let harness = try QueueHarness()
        harness.remote.add("/a", pattern(1_000_000))
        harness.local.add("/a", pattern(1_000_000, seed: 2))
        harness.local.setCapacity(1_500_000)
        let id = try harness.submit(
            harness.download("/a", to: "/a", policy: .overwrite))[0]
        harness.watcher.wait("the wait") { $0[id]?.wait == .room(missing: 500_000) }
        #expect(harness.local.bytes("/a") == pattern(1_000_000, seed: 2))
    }

    @Test("A disk that fills up in the middle of a tree fails no file, and the rest comes later")
    func inTheMiddle() throws {
        let harness = try QueueHarness()
        for number in 0..<200 { harness.remote.add("/d/f\(number)", pattern(1_000)) }
        harness.local.lay(
            MemoryFault(
                .create, "/d/f7",
                .fail(FileSystemError(.full, reply: "552 Quota", detail: "The quota is full."))))
        let id = try harness.submit(harness.download("/d", to: "/d"))[0]
        harness.watcher.wait("the wait") { jobs in
            jobs.values.contains { $0.wait == .room(missing: 1_000) }
        }
        #expect(harness.jobs.allSatisfy { $0.failure == nil })
        harness.clock.pass(5)
        harness.queue.awaitIdle()
        let job = try #require(harness.job(id))
        #expect(job.isDone)
        #expect(job.filesDone == 200)
        #expect(harness.watcher.results.allSatisfy { $0.failure == nil })
    }

    @Test("A retry looks for room at once")
    func retry() throws {
        let harness = try QueueHarness()
        harness.remote.add("/big", pattern(3_000_000))
        harness.local.setCapacity(2_000_000)
        let id = try harness.submit(harness.download("/big", to: "/big"))[0]
        harness.watcher.wait("the wait") { $0[id]?.wait == .room(missing: 1_000_000) }
        harness.local.setCapacity(nil)
        harness.queue.send(.retry(id))
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.isDone == true)
    }

    @Test("Without a shared queue all of the route ends, each job once, and no part of it stays")
    func headless() throws {
        let harness = try QueueHarness(lanes: 2, isShared: false)
        for number in 0..<200 { harness.remote.add("/d/f\(number)", pattern(1_000)) }
        harness.remote.add("/e", pattern(200_000))
        harness.local.setCapacity(100_000)
        try harness.submit(harness.download("/d", to: "/d"), harness.download("/e", to: "/e"))
        harness.queue.awaitIdle()
        #expect(harness.jobs.filter { $0.parent == nil }.allSatisfy { $0.failure?.kind == .full })
        #expect(harness.watcher.results.count { $0.failure != nil } == 2)
        #expect(harness.local.partCount == 0)
    }

    @Test("Without a shared queue the part that has no room goes, and the old file stays")
    func partGoes() throws {
        for (policy, parts) in [(ConflictPolicy.overwrite, 0), (.resume, 1)] {
            try partGoes(policy, leaving: parts)
        }
    }

    private func partGoes(_ policy: ConflictPolicy, leaving parts: Int) throws {
        let harness = try QueueHarness(isShared: false)
        harness.remote.add("/big", pattern(3_000_000))
        harness.local.add("/big", "old")
        harness.local.lay(
            MemoryFault(
                .write, "/big", atByte: 1_000_000,
                .fail(FileSystemError(.full, detail: "No space left on device."))))
        let job = try harness.run(harness.download("/big", to: "/big", policy: policy))
        #expect(job.failure?.kind == .full)
        // What is to be gone on with stays.
        #expect(harness.local.partCount == parts)
        #expect(harness.local.text("/big") == "old")
    }
}
