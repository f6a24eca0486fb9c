import Files
import Support
import Testing

@testable import Transfers

/// Transfers both ways share what a server allows, over lanes of their own.
@Suite("Both ways at once")
struct BothWaysTests {
    private let harness: QueueHarness

    init() throws {
        harness = try QueueHarness(lanes: nil)
        for name in ["a", "b"] { harness.local.add("/" + name, pattern(1_000_000)) }
        for name in ["first", "last"] { harness.remote.add("/" + name, "x") }
    }

    /// Has uploads take all connections of a server that is known, runs `body`, and lets them end.
    private func duringUploads(_ body: () throws -> Void) throws {
        try harness.run(harness.download("/first", to: "/first"))
        harness.remote.lay(MemoryFault(.write, nil, .hang, times: 2))
        try harness.submit(harness.upload("/a", to: "/a"), harness.upload("/b", to: "/b"))
        for _ in 0..<2 { harness.remote.waitForHang() }
        try body()
        harness.remote.releaseHanging()
    }

    @Test("The queue is not done while a job has to wait a moment for its connection")
    func waitsForConnection() throws {
        try duringUploads { try harness.submit(harness.download("/last", to: "/last")) }
        harness.queue.awaitIdle()
        #expect(harness.jobs.allSatisfy { $0.isDone })
    }

    @Test("Who never got as far as the server does not keep the other way from it")
    func neverThere() throws {
        harness.local.lay(MemoryFault(.open, "/a", .hang))
        let failing = try harness.submit(harness.upload("/a", to: "/a"))[0]
        harness.local.waitForHang()
        let other = try harness.submit(harness.download("/last", to: "/last"))[0]
        harness.local.remove("/a")
        harness.local.releaseHanging()
        harness.queue.awaitIdle()
        #expect(harness.job(failing)?.failure?.kind == .notFound)
        #expect(harness.job(other)?.isDone == true)
    }

    @Test("One small file that comes late gets a connection that rests on the other way")
    func lateFile() throws {
        try duringUploads {}
        harness.queue.awaitIdle()
        try harness.run(harness.download("/last", to: "/last"))
        #expect(harness.jobs.allSatisfy { $0.isDone })
    }
}
