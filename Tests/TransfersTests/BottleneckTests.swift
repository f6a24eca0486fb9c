import Files
import Jobs
import Support
import Synchronization
import Testing

@testable import Transfers

@Suite("What keeps a job from being faster")
struct BottleneckTests {
    /// Remembers that a server lets in two.
    private final class TwoAtMost: ConnectionMemory {
        func connectionLimit(of site: Site) -> (most: Int, age: Double)? { (2, 0) }
        func noteConnectionLimit(_ most: Int, of site: Site) {}
    }

    /// All that was said of a job until something was.
    private func sentences(_ harness: QueueHarness, _ id: JobID) -> Set<String> {
        harness.watcher.wait("something was said") { $0[id]?.limitedBy != nil }
        let changed = harness.watcher.changes.flatMap(\.changed)
        return Set(changed.filter { $0.id == id }.compactMap(\.limitedBy))
    }

    private func end(_ harness: QueueHarness) {
        for operation in [MemoryFault.Operation.read, .write] {
            harness.local.slow(operation, by: 0)
            harness.remote.slow(operation, by: 0)
        }
        harness.queue.send(.limitAll(nil))
        harness.queue.awaitIdle()
        #expect(harness.jobs.allSatisfy { $0.isDone && $0.limitedBy == nil })
    }

    @Test("A disk that takes long to be written, or to be read", arguments: [true, false])
    func disk(isDownload: Bool) throws {
        let harness = try QueueHarness()
        (isDownload ? harness.remote : harness.local).add("/a", pattern(64 << 20))
        harness.local.slow(isDownload ? .write : .read, by: 0.05)
        let id = try harness.submit(
            isDownload ? harness.download("/a", to: "/b") : harness.upload("/a", to: "/b"))[0]
        #expect(sentences(harness, id) == ["limited by the disk"])
        end(harness)
    }

    @Test("A line that carries little", arguments: [true, false])
    func line(isDownload: Bool) throws {
        let harness = try QueueHarness(lanes: nil)
        (isDownload ? harness.remote : harness.local).add("/a", pattern(64 << 20))
        harness.remote.slow(isDownload ? .read : .write, by: 0.05)
        let id = try harness.submit(
            isDownload ? harness.download("/a", to: "/b") : harness.upload("/a", to: "/b"))[0]
        let said = sentences(harness, id)
        #expect(said.allSatisfy { $0.hasPrefix("limited by the network (1 connection, ") })
        #expect(said.allSatisfy { $0.hasSuffix(" MiB/s)") }, "\(said)")
        end(harness)
    }

    @Test("A server that lets in two while more work waits")
    func server() throws {
        let harness = try QueueHarness(
            lanes: nil, memory: TwoAtMost(), isBrowsed: { _ in true })
        for number in 0..<40 { harness.remote.add("/d/f\(number)", pattern(2 << 20)) }
        harness.remote.slow(.read, by: 0.05)
        let id = try harness.submit(harness.download("/d", to: "/d"))[0]
        #expect(
            sentences(harness, id)
                == ["limited by the server, which allows 2 connections"])
        end(harness)
    }

    @Test("As many connections as the user has said while more work waits")
    func said() throws {
        let harness = try QueueHarness(lanes: 2)
        for number in 0..<40 { harness.remote.add("/d/f\(number)", pattern(2 << 20)) }
        harness.remote.slow(.read, by: 0.05)
        let id = try harness.submit(harness.download("/d", to: "/d"))[0]
        #expect(
            sentences(harness, id) == ["limited to 2 connections, as set"])
        end(harness)
    }

    @Test("A limit of the user's, for all or for the job")
    func limit() throws {
        let harness = try QueueHarness(limit: 500 << 10)
        harness.remote.add("/a", pattern(4 << 20))
        let id = try harness.submit(harness.download("/a", to: "/b"))[0]
        #expect(sentences(harness, id) == ["limited by your speed limit (500 KiB/s)"])
        end(harness)
    }

    @Test("A limit that comes with the time of the day holds at once, and is told with its end")
    func timed() throws {
        let rate = Mutex(TimedRate(nil, until: "08:00"))
        let isAsked = Signal()
        let harness = try QueueHarness(
            limitNow: {
                let now = rate.withLock { $0 }
                if now.bytesPerSecond != nil { isAsked.send() }
                return now
            })
        harness.remote.add("/a", pattern(32 << 20))
        harness.remote.lay(MemoryFault(.read, "/a", atByte: 8 << 20, .hang))
        let id = try harness.submit(harness.download("/a", to: "/b"))[0]
        harness.remote.waitForHang()
        rate.withLock { $0 = TimedRate(500 << 10, until: "18:00") }
        isAsked.wait()
        #expect(harness.limit == 500 << 10)
        harness.remote.letGo()
        #expect(sentences(harness, id) == ["limited by your speed limit until 18:00 (500 KiB/s)"])
        // What the user says meanwhile holds.
        harness.queue.send(.limitAll(nil))
        harness.queue.awaitIdle()
        #expect(harness.jobs.allSatisfy { $0.isDone })
    }

    @Test("Nothing is said of what is over in a moment")
    func quick() throws {
        let harness = try QueueHarness()
        harness.remote.add("/a", pattern(4 << 20))
        let job = try harness.run(harness.download("/a", to: "/b"))
        #expect(job.limitedBy == nil)
        #expect(harness.watcher.changes.flatMap(\.changed).allSatisfy { $0.limitedBy == nil })
    }
}
