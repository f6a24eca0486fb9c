import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("Moving and deleting")
struct MovingTests {
    @Test("What a lane still moves of a job that was given up and is tried again is found as moved")
    func triedAgainMeanwhile() throws {
        let harness = try QueueHarness(lanes: 2)
        for number in 0..<8 { harness.remote.add("/d/f\(number)", "text \(number)") }
        harness.local.lay(MemoryFault(.commit, "/d/f1", .hang))
        let id = try harness.submit(
            harness.request(.move, from: harness.remote, "/d", to: harness.local, "/d"))[0]
        harness.local.waitForHang()
        harness.queue.send(.cancel(id, keepsParts: true))
        harness.watcher.wait("given up") { $0[id]?.state == .cancelled }
        harness.queue.send(.retry(id))
        harness.watcher.wait("it was read again") { _ in harness.remote.count("list /d") == 2 }
        harness.local.letGo()
        harness.watcher.wait("the end") { $0[id]?.isDone == true }
        for number in 0..<8 { #expect(harness.local.text("/d/f\(number)") == "text \(number)") }
        #expect(harness.remote.entry("/d") == nil)
    }

    @Test("What ends while its directory is read again is not taken up anew from what was read")
    func endedWhileReadAgain() throws {
        let harness = try QueueHarness(lanes: 2)
        for number in 0..<3 { harness.remote.add("/d/f\(number)", "text \(number)") }
        harness.remote.lay(MemoryFault(.removeFile, "/d/f1", .hang))
        let id = try harness.submit(
            harness.request(.move, from: harness.remote, "/d", to: harness.local, "/d"))[0]
        harness.remote.waitForHang()
        harness.queue.send(.cancel(id, keepsParts: true))
        harness.watcher.wait("given up") { $0[id]?.state == .cancelled }
        harness.local.lay(MemoryFault(.list, "/d", .hang))
        harness.queue.send(.retry(id))
        harness.local.waitForHang()
        harness.remote.letGo()
        // The others may wait until their directory has been read.
        harness.watcher.wait("the file has ended") { jobs in
            jobs.values.allSatisfy { $0.source.path.name?.text != "f1" }
        }
        harness.local.letGo()
        harness.queue.awaitIdle()
        let job = try #require(harness.job(id))
        #expect(job.isDone, "\(job.state)")
        #expect(job.filesDone == job.filesFound)
        #expect(harness.jobs.count == 1)
        for number in 0..<3 { #expect(harness.local.text("/d/f\(number)") == "text \(number)") }
        #expect(harness.remote.entry("/d") == nil)
    }

    @Test(
        "A directory of which a listing does not tell everything is not removed, and that is said")
    func unreadLines() throws {
        for operation in [Job.Operation.copy, .move] {
            let harness = try QueueHarness()
            for name in ["/d/a", "/d/sub/b", "/d/sub/c"] { harness.remote.add(name, "text") }
            harness.remote.garble("/d/sub/c")
            let id = try harness.submit(
                harness.request(operation, from: harness.remote, "/d", to: harness.local, "/d"))[0]
            harness.queue.awaitIdle()
            let job = try #require(harness.job(id))
            #expect(job.isDone, "\(job.state)")
            #expect(job.leftOut.count == 1)
            #expect(job.leftOut.sentences.first?.contains("files may be missing") == true)
            #expect(
                harness.local.text("/d/a") == "text" && harness.local.text("/d/sub/b") == "text")
            #expect(harness.remote.text("/d/sub/c") == "text")
            #expect(harness.remote.count("removeDirectory /d/sub") == 0)
        }
    }

    @Test("A move to the other side removes the source once the copy is final")
    func acrossSites() throws {
        let harness = try QueueHarness()
        harness.remote.add("/a", "a")
        harness.remote.lay(MemoryFault(.finishRead, "/a", .hang))
        let id = try harness.submit(harness.download("/a", to: "/a", .move))[0]
        harness.remote.waitForHang()
        #expect(harness.remote.text("/a") == "a")
        harness.remote.letGo()
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.isDone == true)
        #expect(harness.remote.paths == [])
        #expect(harness.local.text("/a") == "a")
    }

    @Test("A copy that is not committed leaves the source where it is")
    func uncommitted() throws {
        let harness = try QueueHarness()
        harness.remote.add("/a", "a")
        harness.local.lay(
            MemoryFault(
                .commit, "/a", .fail(FileSystemError(.denied, detail: "The disk is locked."))))
        let job = try harness.run(harness.download("/a", to: "/a", .move))
        #expect(job.failure?.kind == .denied)
        #expect(harness.remote.text("/a") == "a")
    }

    @Test("A source that cannot be removed after its copy is said")
    func stays() throws {
        let harness = try QueueHarness()
        harness.remote.add("/a", "a")
        harness.remote.lay(MemoryFault(.removeFile, "/a", MemoryFault.refused()))
        let job = try harness.run(harness.download("/a", to: "/a", .move))
        #expect(job.failure?.message.contains("was copied but not deleted.") == true)
        #expect(harness.local.text("/a") == "a")
    }

    @Test("A move within a site is one renaming, for a directory too")
    func renaming() throws {
        let harness = try QueueHarness()
        harness.remote.add("/d/a", "a")
        let job = try harness.run(
            harness.request(.move, from: harness.remote, "/d", to: harness.remote, "/e"))
        #expect(job.isDone)
        #expect(harness.remote.paths == ["/e/", "/e/a"])
        #expect(harness.remote.count("open") == 0)
    }

    @Test("Where renaming does not do, a move copies and removes")
    func fallback() throws {
        let harness = try QueueHarness()
        harness.local.add("/d/a", "a")
        harness.local.lay(
            MemoryFault(
                .rename, nil, .fail(FileSystemError(.unsupported, detail: "Another disk."))))
        let job = try harness.run(
            harness.request(.move, from: harness.local, "/d", to: harness.local, "/e"))
        #expect(job.isDone)
        #expect(harness.local.paths == ["/e/", "/e/a"])
    }

    @Test("A renaming asks where the name is taken, and two directories are merged")
    func renamingOnto() throws {
        let harness = try QueueHarness()
        harness.remote.add("/a", "new")
        harness.remote.add("/b", "old")
        let job = try harness.run(
            harness.request(.move, from: harness.remote, "/a", to: harness.remote, "/b"))
        #expect(job.conflict?.target.size == 3)
        harness.queue.send(.answer(job.id, .overwrite, .thisFile))
        harness.queue.awaitIdle()
        #expect(harness.remote.paths == ["/b"])
        harness.remote.add("/d/x", "x")
        harness.remote.add("/e/y", "y")
        let merged = try harness.run(
            harness.request(.move, from: harness.remote, "/d", to: harness.remote, "/e"))
        #expect(merged.isDone)
        #expect(harness.remote.paths == ["/b", "/e/", "/e/x", "/e/y"])
    }

    @Test("A moved directory is removed when it is empty, and stays when something stayed")
    func movedDirectory() throws {
        let harness = try QueueHarness()
        harness.remote.add("/d/a", "a")
        harness.remote.add("/d/e/b", "b")
        let job = try harness.run(harness.download("/d", to: "/d", .move))
        #expect(job.isDone)
        #expect(harness.remote.paths == [])
        #expect(harness.local.paths == ["/d/", "/d/a", "/d/e/", "/d/e/b"])
        harness.remote.add("/f/a", "new")
        harness.local.add("/f/a", "old")
        let kept = try harness.run(harness.download("/f", to: "/f", .move, policy: .skip))
        #expect(kept.isDone)
        #expect(harness.remote.paths == ["/f/", "/f/a"])
    }

    /// A queue on a store in which a crash has left a move under way, with its file copied.
    private func moveAgain(_ copied: [UInt8]) throws -> QueueHarness {
        let local = MemoryVolume(site: .local)
        let remote = MemoryVolume()
        remote.add("/a", pattern(700_000))
        local.add("/a", copied)
        let store = try Store.open(at: nil)
        let planned = try QueueHarness(local: local, remote: remote, isShared: false)
        var job = Job(
            planned.download("/a", to: "/a", .move), id: JobID(rawValue: 5),
            batch: BatchID(rawValue: 5))
        job.tries = 1
        job.state = .running
        try store.write([StoredJob(job: job, position: 5)], removing: [])
        let harness = try QueueHarness(store: store, local: local, remote: remote)
        harness.watcher.wait("the job") { $0[job.id] != nil }
        harness.queue.awaitIdle()
        return harness
    }

    @Test("A move that is done again after a crash removes the source that it had copied")
    func movedAgain() throws {
        let harness = try moveAgain(pattern(700_000))
        #expect(harness.jobs.map(\.state) == [.done])
        #expect(harness.remote.paths == [])
        #expect(harness.local.bytes("/a") == pattern(700_000))
    }

    @Test("A file of the same size and time is no proof that a source may go")
    func movedOntoAnother() throws {
        let harness = try moveAgain(pattern(700_000, seed: 3))
        #expect(harness.jobs.first?.conflict != nil)
        #expect(harness.remote.bytes("/a") == pattern(700_000))
    }

    @Test(
        "A moved directory whose removal failed is removed by a retry", arguments: ["/d", "/d/e"])
    func closingAgain(failing: String) throws {
        let harness = try QueueHarness()
        harness.remote.add("/d/a", "a")
        harness.remote.add("/d/e/b", "b")
        harness.remote.lay(MemoryFault(.removeDirectory, failing, MemoryFault.refused()))
        let job = try harness.run(harness.download("/d", to: "/d", .move))
        #expect(job.failure != nil)
        harness.queue.send(.retry(job.id))
        harness.queue.awaitIdle()
        #expect(harness.jobs.map(\.state) == [.done])
        #expect(harness.remote.paths == [])
    }

    @Test("The same after a restart, and where the directory is gone by then")
    func closingAfterRestart() throws {
        let folder = try TemporaryFolder()
        let local = MemoryVolume(site: .local)
        let remote = MemoryVolume()
        remote.add("/d/a", "a")
        remote.lay(MemoryFault(.removeDirectory, "/d", MemoryFault.refused()))
        let before = try QueueHarness(
            store: try Store.open(at: folder.path("s")), local: local, remote: remote)
        let id = try before.run(before.download("/d", to: "/d", .move)).id
        before.stop()
        remote.remove("/d")
        let after = try QueueHarness(
            store: try Store.open(at: folder.path("s")), local: local, remote: remote)
        after.queue.awaitIdle()
        #expect(after.job(id)?.failure?.kind == .denied)
        after.queue.send(.retry(id))
        after.queue.awaitIdle()
        #expect(after.job(id)?.isDone == true)
    }

    @Test("What came into a moved directory meanwhile is moved by a retry")
    func closingWithMore() throws {
        let harness = try QueueHarness()
        harness.remote.add("/d/a", "a")
        harness.remote.lay(MemoryFault(.removeFile, "/d/a", .hang))
        let id = try harness.submit(harness.download("/d", to: "/d", .move))[0]
        harness.remote.waitForHang()
        harness.remote.add("/d/late", "late")
        harness.remote.letGo()
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.failure?.kind == .notEmpty)
        harness.queue.send(.retry(id))
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.isDone == true)
        #expect(harness.remote.paths == [])
        #expect(harness.local.text("/d/late") == "late")
    }

    @Test("Cancelling one file of a moved directory leaves it, and what holds it, where it is")
    func cancelledOne() throws {
        let harness = try QueueHarness()
        harness.remote.add("/d/a", "new")
        harness.remote.add("/d/b", "b")
        harness.local.add("/d/a", "old")
        let id = try harness.run(harness.download("/d", to: "/d", .move)).id
        let asked = try #require(harness.job(named: "a"))
        harness.queue.send(.cancel(asked.id, keepsParts: false))
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.isDone == true)
        #expect(harness.remote.paths == ["/d/", "/d/a"])
    }

    @Test("Deleting a directory removes what is below it in lists, and never follows a link")
    func deleting() throws {
        let harness = try QueueHarness()
        for number in 0..<600 { harness.remote.add("/d/f\(number)", "x") }
        harness.remote.add("/d/e/g/h", "x")
        harness.remote.add("/elsewhere/kept", "x")
        harness.remote.addLink("/d/link", to: "/elsewhere")
        let job = try harness.run(harness.request(.delete, from: harness.remote, "/d"))
        #expect(job.isDone)
        #expect(harness.remote.paths == ["/elsewhere/", "/elsewhere/kept"])
        #expect(harness.remote.count("removeFiles") < 6)
        #expect(job.filesDone == 602)
        #expect(job.filesFound == 602)
    }

    @Test("Many marked files are deleted in lists")
    func deletingMany() throws {
        let harness = try QueueHarness()
        let requests = (0..<500).map { number in
            harness.remote.add("/f\(number)", "x")
            return harness.request(.delete, from: harness.remote, "/f\(number)", kind: .file)
        }
        try harness.submit(requests)
        harness.queue.awaitIdle()
        #expect(harness.remote.paths == [])
        #expect(harness.remote.count("removeFiles") <= 3)
        #expect(harness.jobs.allSatisfy { $0.isDone })
    }

    @Test("What cannot be deleted is counted and named, and the rest is gone")
    func deletingFails() throws {
        let harness = try QueueHarness()
        harness.remote.add("/d/a", "x")
        harness.remote.add("/d/b", "x")
        harness.remote.add("/d/e/c", "x")
        harness.remote.lay(MemoryFault(.removeFile, "/d/b", MemoryFault.refused("550 Busy")))
        let job = try harness.run(harness.request(.delete, from: harness.remote, "/d"))
        let words = try #require(job.failure?.message)
        #expect(words.contains("1 of 5 names in /d"))
        #expect(job.failure?.reply == "550 Busy")
        #expect(harness.remote.paths == ["/d/", "/d/b"])
    }

    @Test("A deletion can be stopped in the middle and taken up again")
    func stoppingDeletion() throws {
        let harness = try QueueHarness()
        harness.remote.add("/d/a/x", "x")
        harness.remote.add("/d/b/y", "x")
        harness.remote.lay(MemoryFault(.list, "/d/b", .hang))
        let id = try harness.submit(harness.request(.delete, from: harness.remote, "/d"))[0]
        harness.remote.waitForHang()
        harness.queue.send(.pause(id))
        harness.clock.pass(2)
        harness.watcher.wait("paused") { $0[id]?.state == .paused }
        #expect(harness.remote.text("/d/b/y") == "x")
        harness.remote.letGo()
        harness.queue.send(.resume(id))
        harness.queue.awaitIdle()
        #expect(harness.remote.paths == [])
    }

    @Test("The root directory is never deleted")
    func root() throws {
        let harness = try QueueHarness()
        harness.remote.add("/a", "x")
        let job = try harness.run(harness.request(.delete, from: harness.remote, "/"))
        #expect(job.failure?.kind == .denied)
        #expect(harness.remote.text("/a") == "x")
    }
}
