import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("Giving up, and going on")
struct GivingUpTests {
    private func hanging(_ path: String, _ harness: QueueHarness) throws -> JobID {
        harness.remote.lay(MemoryFault(.read, path, atByte: 2_000_000, .hang))
        let top = "/" + (path.split(separator: "/").first ?? "")
        let id = try harness.submit(harness.download(top, to: top))[0]
        harness.remote.waitForHang()
        return id
    }

    @Test("A job that is given up keeps its part and its row, and a retry goes on with it")
    func file() throws {
        let harness = try QueueHarness()
        harness.remote.add("/big", pattern(3_000_000))
        let id = try hanging("/big", harness)
        harness.queue.send(.cancel(id, keepsParts: true))
        harness.clock.pass(2)
        harness.watcher.wait("given up") { $0[id]?.state == .cancelled }
        harness.queue.awaitIdle()
        #expect(harness.local.part("/big")?.count == 2_000_000)
        #expect(harness.watcher.results.map(\.state) == [.cancelled])
        harness.queue.send(.clearDone)
        #expect(harness.job(id)?.state == .cancelled)
        harness.remote.letGo()
        harness.queue.send(.retry(id))
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.isDone == true)
        #expect(harness.local.bytes("/big") == pattern(3_000_000))
        #expect(harness.remote.log.contains("open /big \(2_000_000 - 65_536)"))
    }

    @Test("One that was given up and is then thrown away leaves nothing")
    func thrownAway() throws {
        let harness = try QueueHarness()
        harness.remote.add("/big", pattern(3_000_000))
        let id = try hanging("/big", harness)
        harness.queue.send(.cancel(id, keepsParts: true))
        harness.clock.pass(2)
        harness.watcher.wait("given up") { $0[id]?.state == .cancelled }
        harness.queue.send(.cancel(id, keepsParts: false))
        harness.queue.awaitIdle()
        #expect(harness.jobs.isEmpty)
        #expect(harness.local.part("/big") == nil)
    }

    @Test("A directory that is given up goes on where it was, and its sums are right")
    func directory() throws {
        let harness = try QueueHarness()
        harness.remote.add("/d/a", "aaaa")
        harness.remote.add("/d/big", pattern(5_000_000))
        harness.remote.add("/d/e/f", "f")
        let id = try hanging("/d/big", harness)
        harness.queue.send(.cancel(id, keepsParts: true))
        harness.clock.pass(2)
        harness.watcher.wait("given up") { jobs in
            !jobs.isEmpty && jobs.values.allSatisfy { $0.state == .cancelled }
        }
        harness.queue.awaitIdle()
        #expect(harness.jobs.map(\.state) == [.cancelled, .cancelled])
        harness.remote.letGo()
        harness.queue.send(.retry(id))
        harness.queue.awaitIdle()
        let job = try #require(harness.job(id))
        #expect(job.isDone, "\(job.state)")
        #expect(harness.jobs.count == 1)
        #expect((job.filesDone, job.filesFound) == (3, 3))
        #expect(job.unmeasured.files == 0 && job.unmeasured.unreadDirectories == 0)
        #expect((job.done, job.size) == (5_000_005, 5_000_005))
        #expect(harness.remote.count("open /d/a") == 1)
        #expect(harness.remote.log.contains("open /d/big \(2_000_000 - 65_536)"))
    }

    @Test("A retry of one file in a directory that was given up takes the directory up")
    func childOfGivenUp() throws {
        let harness = try QueueHarness()
        harness.remote.add("/d/big", pattern(5_000_000))
        harness.remote.add("/d/e/f", "f")
        let id = try hanging("/d/big", harness)
        harness.queue.send(.cancel(id, keepsParts: true))
        harness.clock.pass(2)
        harness.watcher.wait("given up") { jobs in
            !jobs.isEmpty && jobs.values.allSatisfy { $0.state == .cancelled }
        }
        let child = try #require(harness.job(named: "big"))
        harness.remote.letGo()
        harness.queue.send(.retry(child.id))
        harness.queue.awaitIdle()
        #expect(harness.jobs.map(\.state) == [.done])
        #expect(harness.local.text("/d/e/f") == "f")
    }

    @Test("What was given up stays so over a restart, and goes on after it")
    func restart() throws {
        let folder = try TemporaryFolder()
        let local = MemoryVolume(site: .local)
        let remote = MemoryVolume()
        for number in 0..<5 { remote.add("/d/f\(number)", "x") }
        remote.add("/d/big", pattern(5_000_000))
        func queue() throws -> QueueHarness {
            try QueueHarness(
                store: try Store.open(at: folder.path("s")), local: local, remote: remote)
        }
        let before = try queue()
        let id = try hanging("/d/big", before)
        before.queue.send(.cancel(id, keepsParts: true))
        before.clock.pass(2)
        before.watcher.wait("given up") { $0[id]?.state == .cancelled }
        before.stop()
        let after = try queue()
        after.queue.awaitIdle()
        #expect(after.job(id)?.state == .cancelled)
        remote.letGo()
        after.queue.send(.retry(id))
        after.queue.awaitIdle()
        let job = try #require(after.job(id))
        #expect(job.isDone, "\(job.state)")
        #expect((job.filesDone, job.filesFound) == (6, 6))
        #expect(local.bytes("/d/big") == pattern(5_000_000))
        #expect(remote.log.contains("open /d/big \(2_000_000 - 65_536)"))
    }

    @Test("A directory in one that is given up unread is all known at last, after a restart")
    func unreadOverRestart() throws {
        let folder = try TemporaryFolder()
        let local = MemoryVolume(site: .local)
        let remote = MemoryVolume()
        remote.add("/d/a", "aaaa")
        remote.add("/d/e/f", "f")
        func queue() throws -> QueueHarness {
            try QueueHarness(
                store: try Store.open(at: folder.path("s")), local: local, remote: remote)
        }
        let before = try queue()
        remote.lay(MemoryFault(.list, "/d/e", .hang))
        let id = try before.submit(before.download("/d", to: "/d"))[0]
        remote.waitForHang()
        let unread = try #require(before.job(named: "e"))
        before.queue.send(.cancel(unread.id, keepsParts: true))
        before.clock.pass(2)
        before.watcher.wait("given up") { $0[unread.id]?.state == .cancelled }
        before.queue.awaitIdle()
        #expect(before.job(id)?.unmeasured.unreadDirectories == 0)
        before.stop()
        let after = try queue()
        after.queue.awaitIdle()
        remote.letGo()
        after.queue.send(.retry(id))
        after.queue.awaitIdle()
        let job = try #require(after.job(id))
        #expect(job.isDone, "\(job.state)")
        #expect((job.filesDone, job.filesFound) == (2, 2))
        #expect(job.unmeasured.unreadDirectories == 0)
    }

    @Test("What was thrown away of a directory that had failed is not counted after a restart")
    func thrownAwayOverRestart() throws {
        let folder = try TemporaryFolder()
        let (local, remote) = (MemoryVolume(site: .local), MemoryVolume())
        for path in ["/d/c", "/d/e/a", "/d/e/b"] { remote.add(path, "x") }
        func queue() throws -> QueueHarness {
            try QueueHarness(
                store: try Store.open(at: folder.path("s")), local: local, remote: remote)
        }
        let before = try queue()
        remote.lay(MemoryFault(.open, "/d/e/a", MemoryFault.refused()))
        let id = try before.run(before.download("/d", to: "/d", policy: .overwrite)).id
        let failed = try #require(before.job(named: "a"))
        let store = try Store.open(at: folder.path("s"))
        let deadline = Deadline(seconds: 60)
        while try store.allJobs().count(where: { $0.failure != nil }) < 3 {
            try #require(deadline.isOpen, "the failures were never saved")
        }
        before.queue.send(.cancel(failed.id, keepsParts: false))
        // The row of the top is written by this, that of the directory in it is not.
        before.queue.send(.setPolicy(id, .overwrite))
        before.stop()
        let after = try queue()
        after.queue.awaitIdle()
        after.queue.send(.retry(id))
        after.queue.awaitIdle()
        let job = try #require(after.job(id))
        #expect(job.isDone, "\(job.state)")
        #expect((job.filesDone, job.filesFound) == (3, 3))
    }

    @Test("One file of a directory that is given up leaves the rest to end, and can be taken up")
    func oneOfMany() throws {
        let harness = try QueueHarness()
        harness.remote.add("/d/a", "new")
        harness.remote.add("/d/b", "b")
        harness.local.add("/d/a", "old")
        let job = try harness.run(harness.download("/d", to: "/d"))
        let asked = try #require(harness.job(named: "a"))
        harness.queue.send(.cancel(asked.id, keepsParts: true))
        harness.queue.awaitIdle()
        #expect(harness.job(asked.id)?.state == .cancelled)
        #expect(harness.job(job.id)?.failure != nil)
        harness.queue.send(.retry(job.id))
        harness.queue.awaitIdle()
        #expect(harness.job(asked.id)?.conflict != nil)
        harness.queue.send(.answer(asked.id, .overwrite, .thisFile))
        harness.queue.awaitIdle()
        #expect(harness.jobs.map(\.state) == [.done])
        #expect(harness.local.text("/d/a") == "new")
    }

    @Test("A skipped row that is tried again asks, whatever was said of its batch")
    func skipped() throws {
        let harness = try QueueHarness()
        var requests: [JobRequest] = []
        for name in ["a", "b"] {
            harness.remote.add("/" + name, "new")
            harness.local.add("/" + name, "old")
            requests.append(harness.download("/" + name, to: "/" + name))
        }
        let ids = try harness.submit(requests)
        harness.queue.awaitIdle()
        harness.queue.send(.answer(ids[0], .skip, .batch))
        harness.queue.awaitIdle()
        #expect(harness.jobs.map(\.state) == [.skipped, .skipped])
        harness.queue.send(.retry(ids[0]))
        harness.queue.awaitIdle()
        #expect(harness.job(ids[0])?.conflict != nil)
        harness.queue.send(.answer(ids[0], .overwrite, .thisFile))
        harness.queue.awaitIdle()
        #expect(harness.jobs.map(\.state) == [.done, .skipped])
        #expect(harness.local.text("/a") == "new")
    }

    @Test("What is paused while its lane finds another way is paused all the same")
    func pauseOutlasts() throws {
        let harness = try QueueHarness()
        harness.local.add("/a", "a")
        harness.local.lay(MemoryFault(.entry, "/b", .hang))
        harness.local.lay(
            MemoryFault(
                .rename, nil, .fail(FileSystemError(.unsupported, detail: "Another disk."))))
        let id = try harness.submit(
            harness.request(.move, from: harness.local, "/a", to: harness.local, "/b"))[0]
        harness.local.waitForHang()
        harness.queue.send(.pause(id))
        _ = harness.jobs
        harness.local.letGo()
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.state == .paused)
        #expect(harness.local.paths == ["/a"])
        harness.queue.send(.resume(id))
        harness.queue.awaitIdle()
        #expect(harness.local.paths == ["/b"])
    }

    @Test("A paused job stays paused when all is paused, and when the queue stops, meanwhile")
    func pauseAndHold() throws {
        let folder = try TemporaryFolder()
        let harness = try QueueHarness(store: try Store.open(at: folder.path("s")))
        harness.remote.add("/big", pattern(3_000_000))
        let id = try hanging("/big", harness)
        harness.queue.send(.pause(id))
        harness.queue.send(.pauseAll)
        let stopped = Signal()
        harness.queue.stop { stopped.send() }
        harness.clock.pass(2)
        stopped.wait()
        #expect(try Store.open(at: folder.path("s")).allJobs().map(\.state) == [.paused])
        harness.remote.letGo()
    }

    @Test("What waits below a directory says whether that is paused")
    func heldBelow() throws {
        let harness = try QueueHarness()
        for name in ["a", "b"] {
            harness.remote.add("/d/" + name, "new")
            harness.local.add("/d/" + name, "old")
        }
        let id = try harness.run(harness.download("/d", to: "/d")).id
        harness.queue.send(.pauseAll)
        for child in harness.jobs where child.parent == id {
            harness.queue.send(.answer(child.id, .overwrite, .thisFile))
        }
        #expect(harness.jobs.dropFirst().map(\.wait) == [.turn, .turn])
        harness.queue.send(.pause(id))
        #expect(harness.jobs.dropFirst().map(\.wait) == [.directory, .directory])
        harness.queue.send(.resume(id))
        #expect(harness.jobs.dropFirst().map(\.wait) == [.turn, .turn])
    }

    @Test("What waits below a paused directory says so, and can change places")
    func below() throws {
        let harness = try QueueHarness()
        for name in ["a", "b", "c"] {
            harness.remote.add("/d/" + name, "new")
            harness.local.add("/d/" + name, "old")
        }
        let id = try harness.run(harness.download("/d", to: "/d")).id
        harness.queue.send(.pause(id))
        let asked = harness.jobs.filter { $0.parent == id }.map(\.id)
        for child in asked { harness.queue.send(.answer(child, .overwrite, .thisFile)) }
        harness.queue.awaitIdle()
        #expect(harness.jobs.dropFirst().map(\.wait) == [.directory, .directory, .directory])
        harness.queue.send(.move(asked[2], by: -2))
        #expect(harness.jobs.map(\.id) == [id, asked[2], asked[0], asked[1]])
        harness.watcher.wait("the new order") { _ in
            harness.watcher.changes.last { $0.order != nil }?.order
                == [id, asked[2], asked[0], asked[1]]
        }
        harness.queue.send(.resume(id))
        harness.queue.awaitIdle()
        #expect(harness.watcher.results.dropLast().map(\.id) == [asked[2], asked[0], asked[1]])
        #expect(harness.jobs.map(\.state) == [.done])
    }

    @Test(
        "What a lane makes after its tree has ended without it is thrown away too, and stays known",
        arguments: [MemoryFault.Operation.create, .write, .commit])
    func madeAfterTheEnd(operation: MemoryFault.Operation) throws {
        let folder = try TemporaryFolder()
        let harness = try QueueHarness(store: try Store.open(at: folder.path("s")), lanes: 2)
        harness.remote.add("/d/f", "text")
        harness.remote.add("/other", "other")
        harness.local.lay(MemoryFault(operation, "/d/f", .hang))
        let id = try harness.submit(harness.download("/d", to: "/d"))[0]
        harness.local.waitForHang()
        let file = try #require(harness.job(named: "f"))
        harness.queue.send(.cancel(file.id, keepsParts: false))
        harness.watcher.wait("its end") { $0[id]?.isDone == true }
        // By now another lane has cleared away what is left of the tree.
        let other = try harness.submit(harness.download("/other", to: "/other"))[0]
        harness.watcher.wait("another job's end") { $0[other]?.isDone == true }
        harness.local.letGo()
        harness.queue.awaitIdle()
        harness.stop()
        let known = try PartRegistry(try Store.open(at: folder.path("s"))).list()
        #expect(harness.local.partPaths.isEmpty, "\(known)")
        #expect(known.isEmpty)
    }
}
