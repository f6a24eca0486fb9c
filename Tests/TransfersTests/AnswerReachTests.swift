import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("How far an answer about a taken name reaches")
struct AnswerReachTests {
    /// Names that are taken, on both sides.
    private func taken(_ harness: QueueHarness, _ names: [String]) -> [JobRequest] {
        names.map { name in
            harness.remote.add("/" + name, "new")
            harness.local.add("/" + name, "before")
            return harness.download("/" + name, to: "/" + name)
        }
    }

    private func name(_ text: String) throws -> Name { try #require(Name(text)) }

    private func wait(_ harness: QueueHarness, _ answers: [SiteAnswer]) {
        let watcher = harness.watcher
        watcher.wait("the answers") { _ in watcher.answers == answers }
    }

    @Test("Another name goes to the same directory, and the file that was there stays")
    func renames() throws {
        let harness = try QueueHarness()
        let ids = try harness.submit(taken(harness, ["d/a", "d/b"]))
        harness.queue.awaitIdle()
        harness.queue.send(.rename(ids[0], try name("c")))
        harness.queue.awaitIdle()
        #expect(harness.job(ids[0])?.isDone == true)
        #expect(harness.job(ids[0])?.target?.path.text == "/d/c")
        #expect(harness.local.text("/d/a") == "before")
        #expect(harness.local.text("/d/c") == "new")
        #expect(harness.job(ids[1])?.conflict != nil)
    }

    @Test("Where the other name is taken too, it asks again, whatever was said of the batch")
    func renamesToTaken() throws {
        let harness = try QueueHarness()
        harness.local.add("/c", "precious")
        let ids = try harness.submit(taken(harness, ["a", "b"]))
        harness.queue.awaitIdle()
        harness.queue.send(.answer(ids[1], .overwrite, .batch))
        harness.queue.awaitIdle()
        #expect(harness.local.text("/a") == "new")
        harness.remote.add("/e", "new")
        harness.local.add("/e", "before")
        let more = try harness.submit(harness.download("/e", to: "/e"))
        harness.queue.awaitIdle()
        harness.queue.send(.rename(more[0], try name("c")))
        harness.queue.awaitIdle()
        #expect(harness.job(more[0])?.conflict?.target.size == 8)
        harness.queue.send(.answer(more[0], .keepBoth, .thisFile))
        harness.queue.awaitIdle()
        #expect(harness.local.text("/c") == "precious")
        #expect(harness.local.text("/c (1)") == "new")
    }

    @Test("A part that was begun under the first name is cleared away with its batch")
    func renamesWithPart() throws {
        let harness = try QueueHarness()
        harness.remote.add("/a", pattern(300_000))
        harness.remote.lay(
            MemoryFault(
                .read, "/a", atByte: 200_000,
                .fail(FileSystemError(.denied, path: Path("/a"), detail: "No."))))
        let ids = try harness.submit(harness.download("/a", to: "/a"))
        harness.queue.awaitIdle()
        #expect(harness.local.part("/a") != nil)
        harness.local.add("/a", "somebody's")
        harness.queue.send(.retry(ids[0]))
        harness.queue.awaitIdle()
        #expect(harness.job(ids[0])?.conflict != nil)
        harness.queue.send(.rename(ids[0], try name("b")))
        harness.queue.awaitIdle()
        #expect(harness.local.bytes("/b") == pattern(300_000))
        #expect(harness.local.text("/a") == "somebody's")
        #expect(harness.local.part("/a") == nil)
    }

    @Test("A pattern holds for those of the batch whose names fit, those to come too")
    func patterns() throws {
        let harness = try QueueHarness()
        var requests = taken(harness, ["a.jpg", "b.JPG", "c.txt"])
        harness.remote.add("/tree/d.jpg", "new")
        harness.local.add("/tree/d.jpg", "before")
        requests.append(harness.download("/tree", to: "/tree"))
        let ids = try harness.submit(requests)
        let other = try harness.submit(taken(harness, ["e.jpg"]))
        harness.queue.awaitIdle()
        harness.queue.send(.answer(ids[0], .overwrite, .pattern("*.jpg")))
        harness.queue.awaitIdle()
        for name in ["/a.jpg", "/b.JPG", "/tree/d.jpg"] {
            #expect(harness.local.text(name) == "new", "\(name)")
        }
        #expect(harness.job(ids[2])?.conflict != nil)
        #expect(harness.job(other[0])?.conflict != nil)
        harness.queue.send(.answer(ids[2], .skip, .batch))
        harness.queue.awaitIdle()
        #expect(harness.local.text("/c.txt") == "before")
        #expect(harness.local.text("/e.jpg") == "before")
    }

    @Test("What was said of a pattern holds before what is said of the batch")
    func patternFirst() throws {
        let harness = try QueueHarness()
        let requests = taken(harness, ["a.jpg", "b.txt"])
        harness.queue.send(.pauseAll)
        let ids = try harness.submit(requests)
        harness.queue.send(.resumeAll)
        harness.queue.awaitIdle()
        harness.queue.send(.answer(ids[0], .skip, .pattern("*.jpg")))
        harness.queue.send(.answer(ids[1], .overwrite, .batch))
        harness.queue.awaitIdle()
        #expect(harness.local.text("/a.jpg") == "before")
        #expect(harness.local.text("/b.txt") == "new")
    }

    @Test("An answer for a site holds for one way, for other batches too, until it is taken back")
    func sites() throws {
        let harness = try QueueHarness()
        let ids = try harness.submit(taken(harness, ["a"]))
        let others = try harness.submit(taken(harness, ["b"]))
        harness.queue.awaitIdle()
        harness.queue.send(.answer(ids[0], .overwrite, .site))
        harness.queue.awaitIdle()
        #expect(harness.job(others[0])?.isDone == true)
        #expect(harness.local.text("/b") == "new")
        let site = harness.remote.site
        wait(harness, [SiteAnswer(site, .from, .overwrite)])
        // The other way it is asked.
        harness.local.add("/up", "new")
        harness.remote.add("/up", "before")
        let up = try harness.run(harness.upload("/up", to: "/up"))
        #expect(up.conflict != nil)
        let later = try harness.run(taken(harness, ["c"])[0])
        #expect(later.isDone)
        harness.queue.send(.forgetAnswer(site, .from))
        let last = try harness.run(taken(harness, ["d"])[0])
        #expect(last.conflict != nil)
        wait(harness, [])
    }

    @Test("Between two places of this machine there is no site, and the answer holds for one file")
    func noSite() throws {
        let harness = try QueueHarness()
        let requests = ["a", "b"].map { name in
            harness.local.add("/from/" + name, "new")
            harness.local.add("/" + name, "before")
            return harness.request(
                .copy, from: harness.local, "/from/" + name, to: harness.local, "/" + name)
        }
        let ids = try harness.submit(requests)
        harness.queue.awaitIdle()
        harness.queue.send(.answer(ids[0], .overwrite, .site))
        harness.queue.awaitIdle()
        #expect(harness.local.text("/a") == "new")
        #expect(harness.job(ids[1])?.conflict != nil)
    }

    /// A queue after another one with the same store and this machine's files.
    private func restarted(
        _ folder: TemporaryFolder, _ local: MemoryVolume, _ remote: MemoryVolume,
        isKilled: Bool = false, _ body: (QueueHarness) throws -> Void
    ) throws {
        let harness = try QueueHarness(
            store: try Store.open(at: folder.path("s")), local: local, remote: remote)
        try body(harness)
        harness.queue.awaitIdle()
        if isKilled { harness.kill() } else { harness.stop() }
    }

    @Test("After a restart an answer for one file is no answer for its batch")
    func oneFileIsNotAll() throws {
        let folder = try TemporaryFolder()
        let (local, remote) = (MemoryVolume(site: .local), MemoryVolume())
        try restarted(folder, local, remote) { harness in
            let ids = try harness.submit(taken(harness, ["a", "b"]))
            harness.queue.awaitIdle()
            harness.queue.send(.answer(ids[0], .overwrite, .thisFile))
            harness.queue.awaitIdle()
        }
        try restarted(folder, local, remote) { harness in
            harness.queue.awaitIdle()
            #expect(harness.job(named: "b")?.conflict != nil)
        }
        #expect(local.text("/a") == "new")
        #expect(local.text("/b") == "before")
    }

    @Test("Patterns, answers for batches and for sites are kept over a restart")
    func kept() throws {
        let folder = try TemporaryFolder()
        let (local, remote) = (MemoryVolume(site: .local), MemoryVolume())
        try restarted(folder, local, remote) { harness in
            remote.add("/tree/a.jpg", "new")
            local.add("/tree/a.jpg", "before")
            remote.add("/tree/b.txt", "new")
            local.add("/tree/b.txt", "before")
            let first = try harness.submit(taken(harness, ["x"]))
            let tree = try harness.submit(harness.download("/tree", to: "/tree"))
            harness.queue.awaitIdle()
            let asking = try #require(harness.job(named: "a.jpg"))
            harness.queue.send(.pause(tree[0]))
            harness.queue.send(.answer(asking.id, .skip, .pattern("*.jpg")))
            harness.queue.send(.answer(first[0], .overwrite, .site))
            harness.queue.awaitIdle()
        }
        try restarted(folder, local, remote) { harness in
            harness.queue.awaitIdle()
            wait(harness, [SiteAnswer(remote.site, .from, .overwrite)])
            let next = try harness.run(taken(harness, ["y"])[0])
            #expect(next.isDone)
            harness.queue.send(.resumeAll)
            harness.queue.awaitIdle()
        }
        #expect(local.text("/tree/a.jpg") == "before")
        #expect(local.text("/tree/b.txt") == "new")
    }

    @Test("One that was renamed replaces nothing after a restart, whatever was said of its batch")
    func renamedThenKilled() throws {
        let folder = try TemporaryFolder()
        let (local, remote) = (MemoryVolume(site: .local), MemoryVolume())
        local.add("/c", "precious")
        try restarted(folder, local, remote, isKilled: true) { harness in
            let ids = try harness.submit(taken(harness, ["a", "b"]))
            harness.queue.awaitIdle()
            harness.queue.send(.pauseAll)
            harness.queue.send(.rename(ids[0], try name("c")))
            harness.queue.send(.answer(ids[1], .overwrite, .batch))
            harness.queue.awaitIdle()
        }
        try restarted(folder, local, remote) { harness in
            harness.queue.awaitIdle()
            harness.queue.send(.resumeAll)
        }
        #expect(local.text("/c") == "precious")
        #expect(local.text("/a") == "before")
        #expect(local.text("/c (1)") == "new")
        #expect(local.text("/b") == "new")
    }

    @Test("A queue that nobody works on takes them too")
    func resting() throws {
        let folder = try TemporaryFolder()
        let (local, remote) = (MemoryVolume(site: .local), MemoryVolume())
        try restarted(folder, local, remote) { harness in
            try harness.submit(taken(harness, ["a.jpg", "b.jpg", "c", "d"]))
            try harness.submit(taken(harness, ["e"]))
            harness.queue.awaitIdle()
        }
        let store = try Store.open(at: folder.path("s"))
        func job(_ name: String) throws -> JobID {
            try #require(store.allJobs().first { $0.source.path.name?.text == name }).id
        }
        try store.send(.answer(try job("a.jpg"), .skip, .pattern("*.jpg")))
        try store.send(.rename(try job("c"), try name("f")))
        #expect(
            try store.allJobs().map { StoredJob.word(for: $0.state) }
                == ["waiting", "waiting", "waiting", "asking", "asking"])
        try store.send(.answer(try job("d"), .overwrite, .site))
        #expect(try store.rows().answers == [SiteAnswer(remote.site, .from, .overwrite)])
        try restarted(folder, local, remote) { _ in }
        #expect(local.text("/a.jpg") == "before")
        #expect(local.text("/b.jpg") == "before")
        #expect(local.text("/f") == "new")
        #expect(local.text("/d") == "new")
        #expect(local.text("/e") == "new")
        try store.send(.forgetAnswer(remote.site, .from))
        #expect(try store.rows().answers == [])
    }

    @Test("At rest too, an answer for the batch changes nothing that was said of single files")
    func restingBatch() throws {
        let folder = try TemporaryFolder()
        let (local, remote) = (MemoryVolume(site: .local), MemoryVolume())
        local.add("/free", "precious")
        try restarted(folder, local, remote) { harness in
            try harness.submit(taken(harness, ["a", "b", "c.jpg", "d"]))
            harness.queue.awaitIdle()
        }
        let store = try Store.open(at: folder.path("s"))
        func job(_ name: String) throws -> JobID {
            try #require(store.allJobs().first { $0.source.path.name?.text == name }).id
        }
        try store.send(.answer(try job("a"), .skip, .thisFile))
        try store.send(.rename(try job("b"), try name("free")))
        try store.send(.answer(try job("c.jpg"), .skip, .pattern("*.jpg")))
        try store.send(.answer(try job("d"), .overwrite, .batch))
        try restarted(folder, local, remote) { _ in }
        #expect(local.text("/a") == "before")
        #expect(local.text("/b") == "before")
        #expect(local.text("/free") == "precious")
        #expect(local.text("/c.jpg") == "before")
        #expect(local.text("/d") == "new")
    }

    @Test("One that gets the name of another asks for that one too, whatever was said of the batch")
    func renamedToNeighbour() throws {
        let harness = try QueueHarness()
        harness.remote.add("/d/a", "aa")
        harness.local.add("/d/a", "before")
        harness.remote.add("/d/b", "bbb")
        harness.remote.add("/d/c", "cc")
        harness.local.add("/d/c", "before")
        harness.remote.lay(
            MemoryFault(
                .open, "/d/b",
                .fail(FileSystemError(.denied, path: Path("/d/b"), detail: "No."))))
        try harness.submit(harness.download("/d", to: "/d"))
        harness.queue.awaitIdle()
        let first = try #require(harness.job(named: "a"))
        let second = try #require(harness.job(named: "b"))
        #expect(second.failure != nil)
        harness.queue.send(.rename(first.id, try name("b")))
        harness.queue.awaitIdle()
        #expect(harness.local.text("/d/b") == "aa")
        let third = try #require(harness.job(named: "c"))
        harness.queue.send(.answer(third.id, .overwrite, .batch))
        harness.queue.send(.retry(second.id))
        harness.queue.awaitIdle()
        #expect(harness.local.text("/d/b") == "aa")
        #expect(harness.local.text("/d/c") == "cc")
        #expect(harness.job(second.id)?.conflict != nil)
    }

    @Test("Those who look on hear what was answered for sites")
    func watchers() throws {
        let folder = try TemporaryFolder()
        let (local, remote) = (MemoryVolume(site: .local), MemoryVolume())
        let worker = try QueueHarness(
            store: try Store.open(at: folder.path("s")), local: local, remote: remote)
        let ids = try worker.submit(taken(worker, ["a"]))
        worker.queue.awaitIdle()
        let watching = try QueueHarness(
            store: try Store.open(at: folder.path("s")), local: local, remote: remote)
        watching.queue.awaitIdle()
        worker.queue.send(.answer(ids[0], .overwrite, .site))
        worker.queue.awaitIdle()
        watching.clock.waitUntilAwaited(SharedQueue.watchPace)
        watching.clock.pass(SharedQueue.watchPace)
        let watcher = watching.watcher
        watcher.wait("the answer") { _ in watcher.answers?.isEmpty == false }
        #expect(watcher.answers == [SiteAnswer(remote.site, .from, .overwrite)])
        watching.stop()
        worker.stop()
    }
}
