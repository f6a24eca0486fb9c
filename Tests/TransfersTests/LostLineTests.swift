import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("A line that is lost for long")
struct LostLineTests {
    private func bench(count: Int) throws -> (QueueHarness, [JobRequest]) {
        let harness = try QueueHarness()
        let requests = (0..<count).map { number in
            harness.remote.add("/f\(number)", "x")
            return harness.download("/f\(number)", to: "/f\(number)")
        }
        return (harness, requests)
    }

    @Test("A server that was reached once is waited for without end, and nothing fails")
    func endless() throws {
        let (harness, requests) = try bench(count: 30)
        try harness.run(requests[0])
        harness.remote.lay(MemoryFault(.open, nil, MemoryFault.broken("Refused"), times: 6))
        try harness.submit(Array(requests.dropFirst()))
        harness.passUntilIdle()
        #expect(harness.jobs.allSatisfy { $0.isDone })
        #expect(harness.remote.count("open") == 36)
    }

    @Test("The row counts the seconds down until the next try, and a retry cuts them short")
    func countdown() throws {
        let (harness, requests) = try bench(count: 2)
        try harness.run(requests[0])
        harness.remote.lay(MemoryFault(.open, nil, MemoryFault.broken("Refused"), times: 3))
        let id = try harness.submit(requests[1])[0]
        harness.clock.pass(1)
        harness.clock.pass(4)
        harness.watcher.wait("fifteen seconds") { $0[id]?.wait == .reconnect(seconds: 15) }
        harness.watcher.wait("less") { jobs in
            guard case .reconnect(let seconds) = jobs[id]?.wait else { return false }
            return seconds < 15
        }
        #expect(harness.job(id)?.story.count { $0.contains("Trying again") } == 1)
        harness.queue.send(.retry(id))
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.isDone == true)
        #expect(harness.job(id)?.wait == .turn)
    }

    @Test("A row whose line was lost says when it reconnects, and while it does")
    func reconnecting() throws {
        let harness = try QueueHarness()
        harness.remote.add("/big", pattern(3_000_000))
        harness.remote.lay(MemoryFault(.read, "/big", atByte: 2_000_000, MemoryFault.broken()))
        let id = try harness.submit(harness.download("/big", to: "/big"))[0]
        harness.watcher.wait("a pause") { $0[id]?.wait == .reconnect(seconds: 1) }
        harness.remote.lay(MemoryFault(.connect, nil, .hang))
        harness.clock.pass(1)
        harness.remote.waitForHang()
        harness.watcher.wait("it to be tried") { $0[id]?.wait == .connecting }
        #expect(harness.job(id)?.state == .waiting)
        harness.remote.releaseHanging()
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.isDone == true)
    }

    @Test("A file at which the server hangs up each time does not hold up the others")
    func poison() throws {
        let (harness, requests) = try bench(count: 4)
        try harness.run(requests[0])
        harness.remote.lay(MemoryFault(.open, "/f1", MemoryFault.broken("Bye"), times: 1_000))
        let ids = try harness.submit(Array(requests.dropFirst()))
        harness.passTime("the others") { jobs in
            ids.dropFirst().allSatisfy { jobs[$0]?.isDone == true }
        }
        #expect(harness.job(ids[0])?.state == .waiting)
    }

    @Test("That a server was reached is known over a restart")
    func restart() throws {
        let folder = try TemporaryFolder()
        let remote = MemoryVolume()
        for name in ["a", "b"] { remote.add("/" + name, "x") }
        do {
            let before = try QueueHarness(
                store: try Store.open(at: folder.path("s")), remote: remote)
            try before.run(before.download("/a", to: "/a"))
            before.stop()
        }
        remote.lay(MemoryFault(.open, nil, MemoryFault.broken("Refused"), times: 6))
        let after = try QueueHarness(store: try Store.open(at: folder.path("s")), remote: remote)
        let id = try after.submit(after.download("/b", to: "/b"))[0]
        after.passUntilIdle()
        #expect(after.job(id)?.isDone == true)
    }

    @Test("A server that gave a listing, and no file yet, was reached")
    func listed() throws {
        let harness = try QueueHarness()
        harness.remote.add("/d/a", "x")
        harness.remote.lay(MemoryFault(.open, nil, MemoryFault.broken("Refused"), times: 6))
        let id = try harness.submit(harness.download("/d", to: "/d"))[0]
        harness.passUntilIdle()
        #expect(harness.job(id)?.isDone == true)
        #expect(harness.local.text("/d/a") == "x")
    }

    @Test("A server that was never reached is given up after three tries, with its words")
    func neverReached() throws {
        let (harness, requests) = try bench(count: 1)
        harness.remote.lay(MemoryFault(.open, nil, MemoryFault.broken("Refused"), times: 9))
        let id = try harness.submit(requests)[0]
        for seconds in Backoff.delays { harness.clock.pass(seconds) }
        harness.watcher.wait("the failure") { $0[id]?.failure?.reply == "Refused" }
    }

    @Test("A file that another Ferry is writing is tried again later, or fails at once")
    func busy() throws {
        let fault = MemoryFault(
            .create, "/a", .fail(FileSystemError(.busy, detail: "Another Ferry is writing /a.")))
        let harness = try QueueHarness()
        harness.remote.add("/a", "x")
        harness.local.lay(fault)
        let id = try harness.submit(harness.download("/a", to: "/a"))[0]
        harness.watcher.wait("the other") { $0[id]?.wait == .otherProcess }
        harness.clock.pass(1)
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.isDone == true)
        let headless = try QueueHarness(isShared: false)
        headless.remote.add("/a", "x")
        headless.local.lay(fault)
        #expect(try headless.run(headless.download("/a", to: "/a")).failure?.kind == .busy)
    }

    @Test("One more connection is tried an hour after the server had too many, and again later")
    func limitRecovers() throws {
        let remote = MemoryVolume(connectionLimit: 1)
        // The hours that pass here are not to close connections that rest.
        let harness = try QueueHarness(lanes: 2, remote: remote, idleTime: 1e6)
        for number in 0..<4 { remote.add("/f\(number)", pattern(1_000_000)) }
        for round in 0..<2 {
            // The first connection is held, so that there is work for a second one.
            remote.lay(MemoryFault(.read, nil, .hang))
            try harness.submit((0..<4).map { harness.download("/f\($0)", to: "/f\(round)\($0)") })
            remote.waitForHang()
            harness.watcher.wait("one connection was too many") { jobs in
                jobs.values.contains { job in
                    job.target?.path.name?.text.hasPrefix("f\(round)") == true
                        && job.story.contains { $0.contains("continuing with 1") }
                }
            }
            remote.releaseHanging()
            harness.queue.awaitIdle()
            #expect(harness.jobs.allSatisfy { $0.isDone })
            #expect(remote.connectionCount == 1)
            if round == 1 { remote.setConnectionLimit(2) }
            harness.clock.pass(RefusedConnections.patience)
        }
        remote.lay(MemoryFault(.read, nil, .hang, times: 2))
        try harness.submit((0..<4).map { harness.download("/f\($0)", to: "/g\($0)") })
        for _ in 0..<2 { remote.waitForHang() }
        #expect(remote.connectionCount == 2)
        remote.letGo()
        harness.queue.awaitIdle()
    }
}
