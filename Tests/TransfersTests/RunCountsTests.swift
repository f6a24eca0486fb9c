import Files
import Jobs
import Support
import Synchronization
import Testing

@testable import Transfers

@Suite("What is told when nothing goes on any more")
struct RunCountsTests {
    /// Hears what a queue tells.
    private final class Telling: Sendable {
        let told = Mutex<[RunCounts]>([])
        let isTold = Signal()

        func harness(
            store: Store? = nil, local: MemoryVolume? = nil, remote: MemoryVolume = MemoryVolume()
        ) throws -> QueueHarness {
            try QueueHarness(
                store: store, local: local, remote: remote,
                whenDone: { [self] counts in
                    told.withLock { $0.append(counts) }
                    isTold.send()
                })
        }
    }

    @Test("What the user has cancelled is no failure")
    func cancelled() throws {
        let telling = Telling()
        let harness = try telling.harness()
        harness.remote.add("/a", "a")
        harness.remote.add("/b", "b")
        harness.remote.lay(MemoryFault(.read, "/a", .hang))
        let ids = try harness.submit(
            harness.download("/a", to: "/a"), harness.download("/b", to: "/b"))
        harness.remote.waitForHang()
        harness.queue.send(.cancel(ids[0], keepsParts: false))
        harness.clock.pass(2)
        telling.isTold.wait()
        let counts = try #require(telling.told.withLock { $0 }.first)
        #expect(counts.done == 1 && counts.failed == 0)
    }

    @Test("Once for all that has ended since, with what failed and what asks")
    func counts() throws {
        let telling = Telling()
        let harness = try telling.harness()
        harness.remote.add("/d/a", "hello")
        harness.remote.add("/d/b", "world!")
        harness.remote.add("/c", "new")
        harness.local.add("/c", "old")
        try harness.submit(
            harness.download("/d", to: "/d"), harness.download("/none", to: "/none"),
            harness.download("/c", to: "/c"))
        telling.isTold.wait()
        let counts = try #require(telling.told.withLock { $0 }.first)
        #expect(counts.done == 1 && counts.failed == 1 && counts.skipped == 0)
        #expect(counts.waiting == 1 && counts.files == 2 && counts.bytes == 11)
        harness.remote.add("/e", "x")
        try harness.submit(harness.download("/e", to: "/e"))
        telling.isTold.wait()
        let again = telling.told.withLock { $0 }
        #expect(again.count == 2 && again[1].done == 1 && again[1].failed == 0)
        #expect(again[1].files == 1 && again[1].bytes == 1)
    }

    @Test("What was done before another process went on counts there, once")
    func handedOver() throws {
        let (local, remote) = (MemoryVolume(site: .local), MemoryVolume())
        let folder = try TemporaryFolder()
        remote.add("/a", "hello")
        remote.add("/b", "world!")
        remote.lay(MemoryFault(.read, "/b", .hang))
        let first = Telling()
        let before = try first.harness(
            store: try Store.open(at: folder.path("s")), local: local, remote: remote)
        try before.submit(
            before.download("/a", to: "/a"), before.download("/none", to: "/none"),
            before.download("/b", to: "/b"))
        remote.waitForHang()
        let stopped = Signal()
        before.queue.stop { stopped.send() }
        // Every file that the lane has is to be stopped before the time passes.
        _ = before.jobs
        before.clock.pass(2)
        stopped.wait()
        #expect(first.told.withLock { $0 }.isEmpty)
        let second = Telling()
        let after = try second.harness(
            store: try Store.open(at: folder.path("s")), local: local, remote: remote)
        second.isTold.wait()
        let counts = try #require(second.told.withLock { $0 }.first)
        #expect(counts.done == 2 && counts.failed == 1)
        #expect(counts.files == 2 && counts.bytes == 11)
        after.stop()
        // Once they were told nobody tells them again.
        let third = Telling()
        let last = try third.harness(
            store: try Store.open(at: folder.path("s")), local: local, remote: remote)
        remote.add("/c", "c")
        try last.submit(last.download("/c", to: "/c"))
        third.isTold.wait()
        #expect(third.told.withLock { $0 }.first?.done == 1)
    }
}
