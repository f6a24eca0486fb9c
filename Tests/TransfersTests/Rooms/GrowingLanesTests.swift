import Files
import Jobs
import Support
import Synchronization
import Testing

@testable import Transfers

@Suite("Connections that find their own number")
struct GrowingLanesTests {
    /// Remembers what it is told.
    private final class Memory: ConnectionMemory {
        private let known: Mutex<(most: Int, age: Double)?>
        /// Sent when it is told something.
        let isTold = Signal()

        init(_ most: Int? = nil, age: Double = 0) {
            known = Mutex(most.map { ($0, age) })
        }

        var most: Int? { known.withLock { $0?.most } }
        func connectionLimit(of site: Site) -> (most: Int, age: Double)? { known.withLock { $0 } }
        func noteConnectionLimit(_ most: Int, of site: Site) {
            known.withLock { $0 = (most, 0) }
            isTold.send()
        }
    }

    private func download(
        _ count: Int, limit: Int = 64, memory: Memory = Memory(), isBrowsed: Bool = false,
        _ check: (QueueHarness) throws -> Void = { _ in }
    ) throws -> QueueHarness {
        let remote = MemoryVolume(connectionLimit: limit)
        let harness = try QueueHarness(
            lanes: nil, remote: remote, memory: memory, isBrowsed: { _ in isBrowsed })
        for number in 0..<count { remote.add("/d/f\(number)", pattern(50_000)) }
        // All connections that come to be are there at once.
        remote.lay(MemoryFault(.read, nil, .hang, times: count))
        try harness.submit(harness.download("/d", to: "/d"))
        remote.waitForHang()
        try check(harness)
        return harness
    }

    @Test("As many as are of use, each logged in before it has work")
    func growing() throws {
        let harness = try download(400) { harness in
            for _ in 1..<8 { harness.remote.waitForHang() }
        }
        #expect(harness.remote.connectionCount >= 8)
        harness.remote.letGo()
        harness.queue.awaitIdle()
        #expect(harness.jobs.allSatisfy { $0.isDone })
    }

    @Test(
        "A server that lets in four: three carry files, or four beside a pane",
        arguments: [true, false])
    func crowd(isBrowsed: Bool) throws {
        let memory = Memory()
        let harness = try download(400, limit: 4, memory: memory, isBrowsed: isBrowsed) { harness in
            for _ in 1..<4 { harness.remote.waitForHang() }
            memory.isTold.wait()
        }
        harness.remote.letGo()
        harness.queue.awaitIdle()
        #expect(harness.jobs.allSatisfy { $0.isDone })
        #expect(memory.most == (isBrowsed ? 4 : 3))
        #expect(harness.remote.connectionCount == memory.most)
        #expect(!harness.jobs.contains { $0.tries > 1 })
    }

    /// Four connections hang; the next one is turned away.
    private func refuseMore(_ harness: QueueHarness) {
        for _ in 1..<4 { harness.remote.waitForHang() }
        let refusal = MemoryFault.broken("Connection reset")
        harness.remote.lay(MemoryFault(.connect, nil, refusal, times: 1_000))
        harness.clock.waitUntilAwaited(LanePool.doubt)
    }

    @Test("One more that is refused without a word counts, where the others go on")
    func silent() throws {
        let memory = Memory()
        let harness = try download(400, memory: memory) { harness in
            refuseMore(harness)
        }
        let count = harness.remote.connectionCount
        #expect(memory.most == nil)
        harness.remote.letGo()
        harness.queue.awaitIdle()
        #expect(harness.jobs.allSatisfy { $0.isDone })
        harness.clock.pass(LanePool.doubt)
        memory.isTold.wait()
        #expect(memory.most == count - 1)
    }

    @Test("A server that is gone as a whole has not refused one connection more")
    func outage() throws {
        let memory = Memory()
        let harness = try download(400, memory: memory) { harness in
            refuseMore(harness)
        }
        harness.clock.pass(LanePool.doubt)
        // What is asked now is answered behind that.
        #expect(!harness.jobs.isEmpty)
        #expect(memory.most == nil)
        harness.remote.letGo()
        harness.queue.awaitIdle()
    }

    @Test("What a server let in is kept to; an hour later one more is tried")
    func remembered() throws {
        let harness = try download(400, memory: Memory(3, age: 1_000))
        for _ in 1..<3 { harness.remote.waitForHang() }
        harness.clock.pass(2_600)
        harness.remote.waitForHang()
        #expect(harness.remote.connectionCount == 4)
        harness.remote.letGo()
        harness.queue.awaitIdle()
        #expect(harness.jobs.allSatisfy { $0.isDone })
    }

    @Test("What the user says counts more than what is remembered")
    func said() throws {
        let harness = try QueueHarness(lanes: 4, memory: Memory(1, age: 10))
        for number in 0..<40 { harness.remote.add("/d/f\(number)", pattern(50_000)) }
        harness.remote.lay(MemoryFault(.read, nil, .hang, times: 40))
        try harness.submit(harness.download("/d", to: "/d"))
        for _ in 0..<4 { harness.remote.waitForHang() }
        #expect(harness.remote.connectionCount == 4)
        harness.remote.letGo()
        harness.queue.awaitIdle()
        #expect(harness.jobs.allSatisfy { $0.isDone })
    }

    @Test("Nobody logs in twice before the first is let in")
    func refusedLogin() throws {
        let harness = try QueueHarness(lanes: nil)
        for number in 0..<50 { harness.remote.add("/d/f\(number)", "x") }
        harness.remote.lay(
            MemoryFault(
                .list, nil,
                .fail(FileSystemError(.login, reply: "530 Login incorrect.", detail: "No.")),
                times: 100))
        try harness.submit(harness.download("/d", to: "/d"))
        harness.queue.awaitIdle()
        #expect(harness.remote.count("list") == 1)
    }

    @Test("HTTP says 503 where it has too many, which is another thing elsewhere")
    func unavailable() {
        let error = FileSystemError(
            .connection, reply: "503 Service Unavailable", detail: "No.", isTransient: true)
        #expect(Backoff.isCrowded(error, at: Site(scheme: .https, host: "web01")))
        #expect(!Backoff.isCrowded(error, at: Site(scheme: .ftp, host: "web01")))
        #expect(!Backoff.isCrowded(error, at: nil))
    }
}
