import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("Copying directories")
struct DirectoryTests {
    private func fill(_ volume: MemoryVolume) {
        volume.add("/site/index.html", "<p>", modified: 1_600_000_001)
        volume.add("/site/css/a.css", "a")
        volume.add("/site/css/deep/b.css", "bb")
        volume.addDirectory("/site/empty")
    }

    @Test(
        "A directory is copied with all that is in it, and only its own row stays",
        arguments: [1, 3])
    func recursion(lanes: Int) throws {
        let harness = try QueueHarness(lanes: lanes)
        fill(harness.remote)
        let job = try harness.run(harness.download("/site", to: "/copy"))
        #expect(job.isDone)
        #expect(
            harness.local.paths == [
                "/copy/", "/copy/css/", "/copy/css/a.css", "/copy/css/deep/",
                "/copy/css/deep/b.css", "/copy/empty/", "/copy/index.html",
            ])
        #expect(job.filesFound == 3)
        #expect(job.filesDone == 3)
        #expect(job.size == 6)
        #expect(job.done == 6)
        #expect(harness.jobs.count == 1)
        #expect(harness.watcher.results.count { $0.kind == .file } == 3)
    }

    @Test("A directory gets its own time once everything is in it")
    func directoryTime() throws {
        let harness = try QueueHarness()
        fill(harness.remote)
        var request = harness.download("/site", to: "/copy")
        request.entry.modified = Timestamp(seconds: 1_234_567_890)
        try harness.submit(request)
        harness.queue.awaitIdle()
        #expect(harness.local.modified("/copy") == 1_234_567_890)
        #expect(harness.local.log.last == "setModified /copy")
    }

    @Test("Copying into a directory that is there asks about each file that is there, once listed")
    func merging() throws {
        let harness = try QueueHarness(lanes: 2)
        fill(harness.remote)
        harness.local.add("/copy/index.html", "old")
        harness.local.add("/copy/other", "mine")
        let job = try harness.run(harness.download("/site", to: "/copy"))
        #expect(job.state == .expanding)
        let asked = try #require(harness.job(named: "index.html"))
        #expect(asked.conflict?.target.size == 3)
        #expect(asked.parent == job.id)
        #expect(harness.local.text("/copy/css/deep/b.css") == "bb")
        #expect(harness.local.text("/copy/index.html") == "old")
        harness.queue.send(.answer(asked.id, .overwrite, .thisFile))
        harness.queue.awaitIdle()
        #expect(harness.job(job.id)?.isDone == true)
        #expect(harness.local.text("/copy/index.html") == "<p>")
        #expect(harness.local.text("/copy/other") == "mine")
        #expect(harness.local.count("list") == 1)
    }

    @Test("Failing files leave the directory failed, in words, when all others are done")
    func failures() throws {
        let harness = try QueueHarness()
        fill(harness.remote)
        harness.remote.lay(MemoryFault(.open, "/site/css/a.css", MemoryFault.refused()))
        let job = try harness.run(harness.download("/site", to: "/copy"))
        #expect(job.failure?.message.contains("1 of 3 files in /site failed") == true)
        #expect(harness.local.text("/copy/css/deep/b.css") == "bb")
        let failed = try #require(harness.job(named: "a.css"))
        #expect(failed.failure?.kind == .denied)
        // Retrying the directory tries what failed in it.
        harness.queue.send(.retry(job.id))
        harness.queue.awaitIdle()
        #expect(harness.job(job.id)?.isDone == true)
        #expect(harness.job(job.id)?.filesDone == 3)
        #expect(harness.local.text("/copy/css/a.css") == "a")
        #expect(harness.jobs.count == 1)
    }

    @Test("Retrying one failed file finishes its directories")
    func retryingOne() throws {
        let harness = try QueueHarness()
        fill(harness.remote)
        harness.remote.lay(MemoryFault(.open, "/site/css/deep/b.css", MemoryFault.refused()))
        let job = try harness.run(harness.download("/site", to: "/copy"))
        #expect(job.failure != nil)
        let failed = try #require(harness.job(named: "b.css"))
        harness.queue.send(.retry(failed.id))
        harness.queue.awaitIdle()
        #expect(harness.jobs.map(\.state) == [.done])
    }

    @Test("A directory that cannot be listed fails with the server's words")
    func unlistable() throws {
        let harness = try QueueHarness()
        fill(harness.remote)
        harness.remote.lay(MemoryFault(.list, "/site/css", MemoryFault.refused("550 No way")))
        let job = try harness.run(harness.download("/site", to: "/copy"))
        #expect(job.failure != nil)
        #expect(harness.job(named: "css")?.failure?.reply == "550 No way")
        #expect(harness.local.text("/copy/index.html") == "<p>")
        harness.queue.send(.retryFailed)
        harness.queue.awaitIdle()
        #expect(harness.jobs.map(\.state) == [.done])
        #expect(harness.local.text("/copy/css/deep/b.css") == "bb")
    }

    @Test("Links are left out and named where none can be made; one that stands alone is followed")
    func remoteLinks() throws {
        let harness = try QueueHarness()
        harness.remote.add("/d/real", "r")
        harness.remote.addLink("/d/away", to: "/etc")
        harness.remote.addOther("/d/pipe")
        harness.remote.addLink("/single", to: "/d/real")
        let job = try harness.run(harness.download("/d", to: "/d"))
        #expect(job.isDone)
        #expect(harness.local.paths == ["/d/", "/d/real"])
        #expect(
            job.story.contains {
                $0.contains("Skipped in /d, because the target cannot store links: away.")
            })
        #expect(job.story.contains { $0.contains("they are not regular files: pipe.") })
        #expect(job.leftOut.count == 2)
        let single = try harness.run(harness.download("/single", to: "/single"))
        #expect(single.isDone)
        #expect(harness.local.text("/single") == "r")
    }

    @Test("A file in the way of a directory is said, not overwritten")
    func fileInTheWay() throws {
        let harness = try QueueHarness()
        fill(harness.remote)
        harness.local.add("/copy/css", "a file")
        let job = try harness.run(harness.download("/site", to: "/copy"))
        #expect(job.failure != nil)
        #expect(harness.job(named: "css")?.failure?.message.contains("in the way") == true)
        #expect(harness.local.text("/copy/css") == "a file")
    }

    @Test("A directory that contains itself for ever ends with a sentence")
    func bottomless() throws {
        let harness = try QueueHarness()
        let path = String(repeating: "/a", count: TreeLimits.depth + 5)
        harness.remote.addDirectory(path)
        let job = try harness.run(harness.download("/a", to: "/a"))
        #expect(job.failure != nil)
        #expect(
            harness.jobs.contains { $0.failure?.message.contains("may contain itself") == true })
    }

    @Test("A tree sixty-four directories deep arrives whole")
    func deep() throws {
        let harness = try QueueHarness(lanes: 2)
        let path = String(repeating: "/d", count: 64) + "/leaf"
        harness.remote.add(path, "leaf")
        let job = try harness.run(harness.download("/d", to: "/d"))
        #expect(job.isDone)
        #expect(harness.local.text(path) == "leaf")
    }

    @Test("Five thousand files pass with few jobs held at a time")
    func manyFiles() throws {
        let harness = try QueueHarness(lanes: 2)
        for number in 0..<5_000 { harness.remote.add("/many/\(number % 10)/f\(number)", "x") }
        let job = try harness.run(harness.download("/many", to: "/many"))
        #expect(job.isDone)
        #expect(job.filesDone == 5_000)
        let shown = harness.watcher.changes.flatMap(\.changed).map(\.id)
        #expect(Set(shown).count < 5_000)
        #expect(harness.jobs.count == 1)
    }
}
