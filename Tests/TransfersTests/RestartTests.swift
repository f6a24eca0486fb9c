import Files
import Jobs
import Support
import Testing

@testable import Transfers

/// A process is "killed" by freezing its queue in the middle of a transfer and abandoning it, and
/// a second queue opens its store.
@Suite("After a crash")
struct RestartTests {
    @Test("What was accepted is there, and what was running goes on from its part")
    func resumes() throws {
        let folder = try TemporaryFolder()
        let bytes = pattern(6_000_000)
        let local = MemoryVolume(site: .local)
        let before = try QueueHarness(
            store: try Store.open(at: folder.path("s")), local: local)
        before.remote.add("/big", bytes)
        before.remote.add("/small", "s")
        before.remote.lay(MemoryFault(.read, "/big", atByte: 4_000_000, .hang))
        let ids = try before.submit(
            before.download("/big", to: "/big"), before.download("/small", to: "/small"))
        before.remote.waitForHang()
        try untilSaved(folder, "running")
        before.kill()

        let after = try QueueHarness(store: try Store.open(at: folder.path("s")), local: local)
        after.remote.add("/big", bytes)
        after.remote.add("/small", "s")
        after.queue.awaitIdle()
        #expect(after.jobs.map(\.id) == ids)
        #expect(after.jobs.allSatisfy { $0.isDone })
        #expect(local.bytes("/big") == bytes)
        #expect(after.remote.log.contains("open /big \(4_000_000 - 65_536)"))
        before.remote.letGo()
    }

    @Test("A move of which no word was left says that an earlier run may have carried it out")
    func movedWithoutWord() throws {
        let folder = try TemporaryFolder()
        let store = try Store.open(at: folder.path("s"))
        let remote = MemoryVolume()
        remote.add("/a", "moved")
        let job = Job(
            id: JobID(rawValue: 1), batch: BatchID(rawValue: 1), operation: .move, kind: .file,
            source: Location(site: .local, path: Path("/a")),
            target: Location(site: remote.site, path: Path("/a")), policy: .overwrite)
        try store.write([StoredJob(job: job, position: 1)], removing: [])
        let after = try QueueHarness(store: store, remote: remote)
        after.watcher.wait("its end") { $0[job.id]?.failure != nil }
        let message = try #require(after.job(job.id)?.failure?.message)
        #expect(message.contains("an earlier run of Ferry may have moved"))
        #expect(remote.text("/a") == "moved")
    }

    @Test("What a killed Ferry left in part of a tree goes when the tree is thrown away after it")
    func thrownAwayLater() throws {
        try afterKill { folder, local, remote, id in
            // Nothing of the tree is begun again before the command comes.
            remote.lay(MemoryFault(.list, nil, .hang))
            let after = try QueueHarness(
                store: try Store.open(at: folder.path("s")), local: local, remote: remote)
            remote.waitForHang()
            after.queue.send(.cancel(id, keepsParts: false))
            remote.letGo()
            after.queue.awaitIdle()
            #expect(after.jobs.isEmpty)
            after.stop()
        }
    }

    @Test("What a Ferry left that was killed when all was done, before it had tidied up, goes")
    func killedTidying() throws {
        try afterKill { folder, local, remote, id in
            let store = try Store.open(at: folder.path("s"))
            for var job in try store.allJobs() {
                job.state = .done
                try store.write([StoredJob(job: job, position: 1)], removing: [])
            }
            let after = try QueueHarness(store: store, local: local, remote: remote)
            after.watcher.wait("the row") { $0[id]?.isDone == true }
            after.queue.awaitIdle()
            after.stop()
        }
    }

    @Test("A directory that is only to be removed yet has no jobs below it in the store")
    func closing() throws {
        let folder = try TemporaryFolder()
        let harness = try QueueHarness(store: try Store.open(at: folder.path("s")))
        harness.remote.add("/d/big", pattern(6_000_000))
        harness.remote.lay(MemoryFault(.read, "/d/big", atByte: 5_000_000, .hang))
        harness.remote.lay(MemoryFault(.removeDirectory, nil, .hang))
        let id = try harness.submit(harness.download("/d", to: "/d", .move))[0]
        harness.remote.waitForHang()
        try untilSaved(folder, "running")
        harness.remote.releaseHanging()
        harness.remote.waitForHang()
        #expect(try Store.open(at: folder.path("s")).allJobs().map(\.id) == [id])
        harness.remote.letGo()
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.isDone == true)
    }

    @Test("A job is gone on with, unasked, though the store had no time to say that it was begun")
    func begunWithoutWord() throws {
        let folder = try TemporaryFolder()
        let (local, remote) = (MemoryVolume(site: .local), MemoryVolume())
        let bytes = pattern(6_000_000)
        remote.add("/d/a", "a")
        remote.add("/d/z/big", bytes)
        let before = try QueueHarness(
            store: try Store.open(at: folder.path("s")), local: local, remote: remote)
        remote.lay(MemoryFault(.read, "/d/z/big", atByte: 5_000_000, .hang))
        let id = try before.submit(before.download("/d", to: "/d"))[0]
        remote.waitForHang()
        try untilSaved(folder, "running")
        before.kill()
        let store = try Store.open(at: folder.path("s"))
        let jobs = try store.allJobs()
        let kept = try #require(jobs.first { $0.id == id })
        let unbegun = Job(
            id: id, batch: kept.batch, operation: .copy, kind: .directory, source: kept.source,
            target: kept.target)
        try store.write(
            [StoredJob(job: unbegun, position: 1)], removing: jobs.map(\.id).filter { $0 != id })
        let after = try QueueHarness(store: store, local: local, remote: remote)
        after.queue.awaitIdle()
        #expect(after.job(id)?.isDone == true)
        #expect(local.text("/d/a") == "a")
        #expect(remote.count("open /d/a 0") == 1)
        #expect(local.bytes("/d/z/big") == bytes)
        #expect(remote.log.contains("open /d/z/big \(5_000_000 - 65_536)"))
        after.stop()
        #expect(local.partPaths.isEmpty)
        #expect(try PartRegistry(store).list().isEmpty)
    }

    /// Kills a queue while it writes a small file of a tree; after `body` nothing is to be left of
    /// that, and the store is to know no part.
    private func afterKill(
        _ body: (TemporaryFolder, _ local: MemoryVolume, _ remote: MemoryVolume, JobID) throws ->
            Void
    ) throws {
        let folder = try TemporaryFolder()
        let local = MemoryVolume(site: .local)
        let remote = MemoryVolume()
        let before = try QueueHarness(
            store: try Store.open(at: folder.path("s")), local: local, remote: remote)
        for number in 0..<3 { remote.add("/d/f\(number)", "x") }
        local.lay(MemoryFault(.write, nil, .hang))
        let id = try before.submit(before.download("/d", to: "/d"))[0]
        local.waitForHang()
        try untilSaved(folder, "expanding")
        before.kill()
        #expect(local.partCount > 0)
        try body(folder, local, remote, id)
        #expect(local.partPaths.isEmpty)
        #expect(try PartRegistry(try Store.open(at: folder.path("s"))).list().isEmpty)
    }

    @Test("A directory is read again; what it had copied is not copied twice, nor asked about")
    func directory() throws {
        let folder = try TemporaryFolder()
        let local = MemoryVolume(site: .local)
        let before = try QueueHarness(
            store: try Store.open(at: folder.path("s")), local: local)
        let remote = MemoryVolume()
        for volume in [before.remote, remote] {
            for number in 0..<100 { volume.add("/d/f\(100 + number)", "x") }
            volume.add("/d/z/big", pattern(6_000_000))
        }
        before.remote.lay(MemoryFault(.read, "/d/z/big", atByte: 5_000_000, .hang))
        let id = try before.submit(before.download("/d", to: "/d"))[0]
        before.remote.waitForHang()
        try untilSaved(folder, "running")
        before.kill()

        let after = try QueueHarness(
            store: try Store.open(at: folder.path("s")), local: local, remote: remote)
        after.queue.awaitIdle()
        let job = try #require(after.job(id))
        #expect(job.isDone)
        #expect(job.filesFound == 101)
        #expect(job.filesDone == 101)
        #expect(job.done == 6_000_100)
        #expect(job.unmeasured.files == 0 && job.unmeasured.unreadDirectories == 0)
        #expect(local.bytes("/d/z/big") == pattern(6_000_000))
        #expect(remote.count("open") == 1)
        #expect(remote.log.contains("open /d/z/big \(5_000_000 - 65_536)"))
        before.remote.letGo()
    }

    @Test("Questions, pauses, failures and answers for the batch are kept")
    func states() throws {
        let folder = try TemporaryFolder()
        let local = MemoryVolume(site: .local)
        do {
            let before = try QueueHarness(
                store: try Store.open(at: folder.path("s")), local: local)
            before.remote.add("/a", "new")
            before.remote.add("/d/b", "new")
            local.add("/a", "old")
            local.add("/d/b", "old")
            try before.submit(
                before.download("/a", to: "/a"), before.download("/d", to: "/d"),
                before.download("/none", to: "/none"))
            before.queue.awaitIdle()
            before.stop()
        }
        let after = try QueueHarness(store: try Store.open(at: folder.path("s")), local: local)
        after.remote.add("/a", "new")
        after.remote.add("/d/b", "new")
        after.queue.awaitIdle()
        #expect(after.job(named: "a")?.conflict?.target.size == 3)
        #expect(after.job(named: "b")?.conflict != nil)
        #expect(after.job(named: "none")?.failure?.kind == .notFound)
        let first = try #require(after.job(named: "a"))
        after.queue.send(.answer(first.id, .overwrite, .batch))
        after.queue.awaitIdle()
        #expect(local.text("/a") == "new")
        #expect(local.text("/d/b") == "new")
        #expect(after.job(named: "d")?.isDone == true)
    }

    @Test("Stopping keeps the part, says good-bye and leaves the jobs to the next")
    func stopping() throws {
        let folder = try TemporaryFolder()
        let store = try Store.open(at: folder.path("s"))
        let harness = try QueueHarness(store: store)
        harness.remote.add("/big", pattern(6_000_000))
        harness.remote.lay(MemoryFault(.read, "/big", atByte: 4_000_000, .hang))
        try harness.submit(harness.download("/big", to: "/big"))
        harness.remote.waitForHang()
        harness.queue.send(.pause(JobID(rawValue: -1)))
        let stopped = Signal()
        // Not a task: the pool that runs tasks may have no thread but this one.
        Background.run {
            harness.stop()
            stopped.send()
        }
        harness.clock.pass(2)
        stopped.wait("the queue never stopped")
        #expect(harness.remote.connectionCount == 0)
        #expect(harness.local.connectionCount == 0)
        #expect(harness.local.part("/big")?.count == 4_000_000)
    }

    @Test("Another process adds jobs and gives commands; they are noticed within a second")
    func otherProcess() throws {
        let folder = try TemporaryFolder()
        let harness = try QueueHarness(store: try Store.open(at: folder.path("s")))
        harness.remote.add("/a", "a")
        harness.remote.add("/b", pattern(6_000_000))
        harness.remote.lay(MemoryFault(.read, "/b", atByte: 4_000_000, .hang))
        let other = try Store.open(at: folder.path("s"))
        let ids = try other.add([
            harness.download("/a", to: "/a"), harness.download("/b", to: "/b"),
        ])
        harness.clock.pass(0.9)
        harness.remote.waitForHang()
        try other.send(.pause(ids[1]))
        harness.clock.pass(0.9)
        harness.clock.pass(2)
        harness.watcher.wait("paused") { $0[ids[1]]?.state == .paused }
        #expect(harness.local.text("/a") == "a")
        try other.send(.cancel(ids[1], keepsParts: false))
        harness.clock.pass(0.9)
        harness.watcher.wait("gone") { $0[ids[1]] == nil }
    }

    @Test("A queue that does not share leaves other jobs in the store alone")
    func notShared() throws {
        let folder = try TemporaryFolder()
        let other = try Store.open(at: folder.path("s"))
        let harness = try QueueHarness(
            store: try Store.open(at: folder.path("s")), isShared: false)
        _ = try other.add([harness.download("/a", to: "/a")])
        harness.remote.add("/b", "b")
        try harness.run(harness.download("/b", to: "/b"))
        #expect(harness.jobs.map(\.source.path.text) == ["/b"])
    }
}
