import Files
import SQLite
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("Large files in segments")
struct SegmentQueueTests {
    private static let size = 4_000_000

    /// Files of a megabyte count as large, and memory as far away.
    private var rules: DivisionRules {
        var rules = DivisionRules()
        rules.worth = 1_000_000
        // Half of it is more than a block: who is at it may be that much further than is known.
        rules.leastSegment = 600_000
        rules.longLine = 0
        // However busy the machine is.
        rules.gathering = 60...60
        return rules
    }

    private func harness(
        _ lanes: Int? = 4, store: Store? = nil, local: MemoryVolume? = nil,
        remote: MemoryVolume = MemoryVolume()
    ) throws -> QueueHarness {
        try QueueHarness(
            store: store, lanes: lanes, local: local, remote: remote, division: rules)
    }

    /// Where the file was opened on the server.
    private func offsets(_ remote: MemoryVolume, _ path: String) -> [Int] {
        remote.log.compactMap { line in
            guard line.hasPrefix("open \(path) ") else { return nil }
            return Int(line.dropFirst("open \(path) ".count))
        }
    }

    /// A queue in which one connection hangs in the file, and others fetch what they can.
    private func hanging(_ harness: QueueHarness, _ bytes: [UInt8]) throws -> JobID {
        harness.remote.add("/big", bytes)
        harness.remote.lay(MemoryFault(.read, "/big", atByte: 300_000, .hang))
        let id = try harness.submit(harness.download("/big", to: "/big"))[0]
        harness.remote.waitForHang()
        return id
    }

    /// Lets a job come to its end, however often it fails before that.
    private func finish(_ id: JobID, _ harness: QueueHarness) {
        func isPaused(_ job: Job?) -> Bool {
            switch job?.wait {
            case .retry, .reconnect: true
            default: job?.failure != nil
            }
        }
        for _ in 0..<10 {
            harness.watcher.wait("an end, or a pause") { jobs in
                jobs[id]?.isDone == true || isPaused(jobs[id])
            }
            if harness.job(id)?.isDone == true { return }
            harness.queue.send(.retry(id))
            harness.watcher.wait("it goes on") { !isPaused($0[id]) }
        }
    }

    @Test("Others fetch what one connection has not come to, and the file is the same")
    func together() throws {
        let harness = try harness()
        let bytes = pattern(SegmentQueueTests.size)
        let id = try hanging(harness, bytes)
        harness.watcher.wait("much of it") { ($0[id]?.done ?? 0) > 1_000_000 }
        harness.remote.letGo()
        harness.queue.awaitIdle()
        let job = try #require(harness.job(id))
        #expect(job.isDone, "\(job.state)")
        #expect(job.tries == 1)
        #expect(job.done == UInt64(SegmentQueueTests.size))
        #expect(harness.local.bytes("/big") == bytes)
        #expect(Set(offsets(harness.remote, "/big")).count > 1)
        #expect(harness.local.partCount == 0)
    }

    @Test("On a long line all ask for it at once, each for as much")
    func meeting() throws {
        let harness = try harness()
        let bytes = pattern(SegmentQueueTests.size)
        let id = try hanging(harness, bytes)
        harness.watcher.wait("much of it") { ($0[id]?.done ?? 0) > 1_000_000 }
        harness.remote.letGo()
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.isDone == true)
        #expect(harness.local.bytes("/big") == bytes)
        let shares = Set(
            (0..<4).map {
                Int(
                    SegmentMeeting.position(
                        of: $0, among: 4, size: UInt64(SegmentQueueTests.size)))
            })
        #expect(shares.isSubset(of: offsets(harness.remote, "/big")))
    }

    @Test("A connection that cannot ask for it is missed by nobody")
    func missing() throws {
        let harness = try harness()
        let bytes = pattern(SegmentQueueTests.size)
        harness.remote.add("/big", bytes)
        harness.remote.lay(MemoryFault(.open, "/big", MemoryFault.broken(), times: 1))
        let id = try harness.submit(harness.download("/big", to: "/big"))[0]
        finish(id, harness)
        #expect(harness.local.bytes("/big") == bytes)
    }

    @Test("One that is measured first gets another, though nobody knew its size before")
    func measured() throws {
        var rules = rules
        rules.longLine = 1_000
        rules.measuring = 0
        rules.patience = 0
        let harness = try QueueHarness(lanes: nil, division: rules)
        let bytes = pattern(SegmentQueueTests.size)
        harness.remote.add("/big", bytes)
        harness.remote.lay(MemoryFault(.read, "/big", atByte: 300_000, .hang))
        var request = harness.download("/big", to: "/big")
        request.entry.size = nil
        let id = try harness.submit(request)[0]
        harness.remote.waitForHang()
        harness.watcher.wait("another has joined") { _ in
            harness.remote.count("open /big") > 1
        }
        harness.remote.letGo()
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.isDone == true)
        #expect(harness.local.bytes("/big") == bytes)
    }

    @Test("One connection is enough for small files, and where no more may be open")
    func alone() throws {
        let single = try harness(1)
        single.remote.add("/big", pattern(SegmentQueueTests.size))
        #expect(try single.run(single.download("/big", to: "/big")).isDone)
        #expect(offsets(single.remote, "/big") == [0])
        let many = try harness()
        many.remote.add("/small", pattern(900_000))
        #expect(try many.run(many.download("/small", to: "/small")).isDone)
        #expect(offsets(many.remote, "/small") == [0])
    }

    @Test("A connection that breaks in its segment costs the others nothing")
    func broken() throws {
        let harness = try harness()
        let bytes = pattern(SegmentQueueTests.size)
        harness.remote.add("/big", bytes)
        // The first connection never comes so far: others have the end.
        harness.remote.lay(
            MemoryFault(.read, "/big", atByte: 3_900_000, MemoryFault.broken(), times: 2))
        harness.remote.lay(MemoryFault(.read, "/big", atByte: 300_000, .hang))
        let id = try harness.submit(harness.download("/big", to: "/big"))[0]
        harness.remote.waitForHang()
        harness.watcher.wait("much of it") { ($0[id]?.done ?? 0) > 1_000_000 }
        harness.remote.letGo()
        finish(id, harness)
        #expect(harness.local.bytes("/big") == bytes)
    }

    @Test("What was fetched in segments before the end of a process is not fetched again")
    func stopped() throws {
        let folder = try TemporaryFolder()
        let bytes = pattern(SegmentQueueTests.size)
        let first = try harness(store: try Store.open(at: folder.path("s")))
        let id = try hanging(first, bytes)
        first.watcher.wait("much of it") { ($0[id]?.done ?? 0) > 1_000_000 }
        let halted = first.remote
        // Who hangs is broken off after a while.
        first.queue.send(.pause(id))
        first.clock.pass(2)
        first.watcher.wait("paused") { $0[id]?.state == .paused }
        first.stop()
        let fetched = try #require(first.local.part("/big"))
        #expect(fetched != bytes)
        halted.clearFaults()
        let before = halted.log.count
        let second = try harness(
            store: try Store.open(at: folder.path("s")), local: first.local, remote: halted)
        second.watcher.wait("taken over") { $0[id] != nil }
        second.queue.send(.resume(id))
        second.queue.awaitIdle()
        #expect(second.job(id)?.isDone == true)
        #expect(second.local.bytes("/big") == bytes)
        let opened = halted.log.dropFirst(before).filter { $0.hasPrefix("open /big ") }
        #expect(!opened.isEmpty)
        #expect(!opened.contains("open /big 0"))
    }

    @Test("After a sudden end nothing is trusted that was not written down")
    func killed() throws {
        for round in 1...8 {
            let folder = try TemporaryFolder()
            let bytes = pattern(SegmentQueueTests.size, seed: UInt64(round))
            let first = try harness(store: try Store.open(at: folder.path("s")))
            let id = try hanging(first, bytes)
            first.watcher.wait("some of it") { ($0[id]?.done ?? 0) > UInt64(round) * 200_000 }
            first.kill()
            first.remote.clearFaults()
            let second = try harness(
                store: try Store.open(at: folder.path("s")), local: first.local,
                remote: first.remote)
            second.queue.awaitIdle()
            #expect(second.job(id)?.isDone == true)
            #expect(second.local.bytes("/big") == bytes)
        }
    }

    @Test("A server that begins anew wherever it is asked is found out, and its file is whole")
    func ignoringOffsets() throws {
        let harness = try harness()
        let bytes = pattern(SegmentQueueTests.size)
        harness.remote.ignoreOffsets()
        let id = try hanging(harness, bytes)
        harness.watcher.wait("much of it") { ($0[id]?.done ?? 0) > 1_000_000 }
        harness.remote.letGo()
        finish(id, harness)
        #expect(harness.local.bytes("/big") == bytes)
    }

    @Test("What is left of segments that did not fit together is safe only once the disk has it")
    func unsyncedRest() throws {
        let folder = try TemporaryFolder()
        let store = try Store.open(at: folder.path("s"))
        let harness = try harness(store: store)
        func durable() throws -> String? {
            try store.reading("the partial file cannot be read") { database in
                try database.first(String.self, sql: "SELECT extents FROM part")
            }
        }
        harness.remote.ignoreOffsets()
        let id = try hanging(harness, pattern(SegmentQueueTests.size))
        harness.watcher.wait("much of it") { ($0[id]?.done ?? 0) > 1_000_000 }
        let before = try durable()
        harness.local.lay(MemoryFault(.syncPieces, "/big", .hang))
        harness.remote.releaseHanging()
        harness.local.waitForHang()
        #expect(try durable() == before)
        harness.local.releaseHanging()
        finish(id, harness)
    }

    @Test("A file that is replaced meanwhile is not mixed from both")
    func replaced() throws {
        let harness = try harness()
        let id = try hanging(harness, pattern(SegmentQueueTests.size))
        harness.watcher.wait("some of it") { ($0[id]?.done ?? 0) > 300_000 }
        let other = pattern(SegmentQueueTests.size, seed: 2)
        harness.remote.add("/big", other, modified: 1_800_000_000)
        harness.remote.letGo()
        finish(id, harness)
        #expect(harness.local.bytes("/big") == other)
    }

    @Test("One that is cancelled leaves nothing, whoever fetched some of it")
    func cancelled() throws {
        let harness = try harness()
        let id = try hanging(harness, pattern(SegmentQueueTests.size))
        harness.watcher.wait("some of it") { ($0[id]?.done ?? 0) > 300_000 }
        harness.queue.send(.cancel(id, keepsParts: false))
        harness.clock.pass(2)
        harness.queue.awaitIdle()
        #expect(harness.jobs.isEmpty)
        #expect(harness.local.partCount == 0)
    }
}
