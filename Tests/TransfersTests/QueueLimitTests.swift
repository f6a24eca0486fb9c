import Jobs
import Support
import Synchronization
import Testing

@testable import Transfers

@Suite("The limit of all jobs together")
struct QueueLimitTests {
    private let folder: TemporaryFolder
    private let remote = MemoryVolume()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func store() throws -> Store { try Store.open(at: folder.path("s")) }

    private func queue(
        _ limit: UInt64? = nil, limitNow: (@Sendable () -> TimedRate)? = nil
    ) throws -> QueueHarness {
        try QueueHarness(
            store: try store(), remote: remote, limit: limit, limitNow: limitNow)
    }

    private func last(_ harness: QueueHarness) -> TimedRate? {
        harness.watcher.changes.last { $0.limit != nil }?.limit
    }

    /// Sees to it that what an earlier process left has been taken over.
    private func begin(_ harness: QueueHarness) throws {
        remote.add("/begun", "b")
        try harness.run(harness.download("/begun", to: "/begun-\(harness.jobs.count)"))
    }

    @Test("What the user has said holds for the next process as well, and is told")
    func restart() throws {
        let first = try queue()
        first.queue.send(.limitAll(2 << 20))
        try begin(first)
        first.passTime("the limit") { _ in last(first) == TimedRate(2 << 20) }
        first.stop()
        let second = try queue()
        try begin(second)
        #expect(second.limit == 2 << 20)
        second.passTime("the limit") { _ in last(second) == TimedRate(2 << 20) }
        // No limit is a word as well.
        second.queue.send(.limitAll(nil))
        try begin(second)
        second.passTime("the limit") { _ in last(second) == TimedRate(nil) }
        second.stop()
        let third = try queue()
        try begin(third)
        #expect(third.limit == nil)
    }

    @Test("Once the settings want something else, what was said before holds no longer")
    func settings() throws {
        let first = try queue(1 << 20)
        first.queue.send(.limitAll(2 << 20))
        try begin(first)
        first.stop()
        let same = try queue(1 << 20)
        try begin(same)
        #expect(same.limit == 2 << 20)
        same.stop()
        let other = try queue(3 << 20)
        try begin(other)
        #expect(other.limit == 3 << 20)
        other.passTime("the limit") { _ in last(other) == TimedRate(3 << 20) }
        other.stop()
        let none = try queue()
        try begin(none)
        #expect(none.limit == nil)
    }

    @Test("What a process was given by the one before is still the user's word")
    func handedOver() throws {
        let first = try queue()
        first.queue.send(.limitAll(2 << 20))
        try begin(first)
        first.stop()
        let background = try queue(2 << 20)
        try begin(background)
        background.queue.send(.limitAll(4 << 20))
        try begin(background)
        background.stop()
        let next = try queue()
        try begin(next)
        #expect(next.limit == 4 << 20)
    }

    @Test("A change with the time of the day ends what was said, for those who come later too")
    func timed() throws {
        let rate = Mutex(TimedRate(1 << 20, until: "18:00"))
        let now: @Sendable () -> TimedRate = { rate.withLock { $0 } }
        let first = try queue(1 << 20, limitNow: now)
        try begin(first)
        first.passTime("the limit") { _ in last(first) == TimedRate(1 << 20, until: "18:00") }
        first.queue.send(.limitAll(nil))
        try begin(first)
        first.stop()
        let second = try queue(1 << 20, limitNow: now)
        try begin(second)
        #expect(second.limit == nil)
        rate.withLock { $0 = TimedRate(8 << 20, until: "08:00") }
        try begin(second)
        #expect(second.limit == 8 << 20)
        second.stop()
        rate.withLock { $0 = TimedRate(1 << 20, until: "18:00") }
        let third = try queue(1 << 20, limitNow: now)
        try begin(third)
        #expect(third.limit == 1 << 20)
    }

    @Test("Those who look on are told too, and what is said while nobody works is kept")
    func others() throws {
        let worker = try queue()
        remote.add("/big", pattern(6_000_000))
        remote.lay(MemoryFault(.read, "/big", atByte: 5_000_000, .hang))
        try worker.submit(worker.download("/big", to: "/big"))
        remote.waitForHang()
        let other = try queue()
        other.queue.send(.limitAll(2 << 20))
        worker.passTime("the limit") { _ in last(worker) == TimedRate(2 << 20) }
        other.look("the limit") { _ in last(other) == TimedRate(2 << 20) }
        remote.letGo()
        worker.queue.awaitIdle()
        other.stop()
        worker.stop()
        try store().send(.limitAll(3 << 20))
        let next = try queue()
        try begin(next)
        #expect(next.limit == 3 << 20)
    }

    @Test("Who takes over from a process that had a limit tells of its own")
    func takenOver() throws {
        let worker = try queue(2 << 20)
        remote.add("/big", pattern(6_000_000))
        remote.lay(MemoryFault(.read, "/big", atByte: 5_000_000, .hang))
        try worker.submit(worker.download("/big", to: "/big"))
        remote.waitForHang()
        let other = try queue()
        other.look("the limit") { _ in last(other) == TimedRate(2 << 20) }
        other.clock.waitUntilAwaited(SharedQueue.watchPace)
        worker.kill()
        other.clock.pass(SharedQueue.watchPace)
        other.passTime("no limit") { _ in last(other) == TimedRate(nil) }
        #expect(other.limit == nil)
        remote.letGo()
    }

    @Test("A queue that is a command's own keeps no limit and takes none")
    func own() throws {
        let first = try queue()
        first.queue.send(.limitAll(2 << 20))
        try begin(first)
        first.stop()
        let own = try QueueHarness(store: try store(), remote: remote, isShared: false)
        try begin(own)
        #expect(own.limit == nil)
        own.queue.send(.limitAll(5 << 20))
        try begin(own)
        own.stop()
        let next = try queue()
        try begin(next)
        #expect(next.limit == 2 << 20)
    }
}
