import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("Walking trees, many directories at a time")
struct TreeWalkTests {
    private let remote = MemoryVolume(openFiles: 8, takesManyDirectories: true)

    private func plant(_ count: Int, files: Int = 1, below top: String = "/d") {
        for number in 0..<count {
            for file in 0..<files { remote.add("\(top)/\(number)/\(file)", "\(number) \(file)") }
        }
    }

    private func listed(_ volume: MemoryVolume) -> [Int] {
        volume.log.filter { $0.hasPrefix("listTogether") }.compactMap {
            $0.split(separator: " ").last.flatMap { Int($0) }
        }
    }

    @Test("Directories are read, and their files copied, many together", arguments: [1, 3])
    func together(lanes: Int) throws {
        plant(300)
        let harness = try QueueHarness(lanes: lanes, remote: remote)
        let job = try harness.run(harness.download("/d", to: "/e"))
        #expect(job.isDone, "\(job.story)")
        for number in 0..<300 { #expect(harness.local.text("/e/\(number)/0") == "\(number) 0") }
        #expect(listed(remote).count < 60)
        #expect(listed(remote).max() ?? 0 >= 32)
        #expect(remote.committed.isEmpty)
        #expect(harness.local.committed.count < 60)
        // Nothing is left of what was counted on the way.
        #expect(job.filesFound == 300 && job.filesDone == 300)
        #expect(harness.jobs.count == 1)
    }

    @Test("The first files are copied before the other directories are read")
    func flowing() throws {
        plant(300)
        remote.add("/d/first", "1")
        let harness = try QueueHarness(remote: remote)
        try harness.run(harness.download("/d", to: "/e"))
        let log = remote.log
        let first = try #require(log.firstIndex { $0.hasPrefix("open /d/first") })
        let below = try #require(log.firstIndex { $0.hasPrefix("list /d/1") })
        #expect(first < below)
        // Of each batch that was read the files come next.
        let open = try #require(log.firstIndex { $0.hasPrefix("open /d/") && $0.hasSuffix("/0 0") })
        let last = try #require(log.lastIndex { $0.hasPrefix("listTogether") })
        #expect(open < last)
    }

    @Test("Targets are made together, and those that were there are read together")
    func upload() throws {
        let harness = try QueueHarness(remote: remote)
        for number in 0..<100 {
            harness.local.add("/d/\(number)/a", "new")
            if number % 2 == 0 { remote.add("/e/\(number)/b", "old") }
        }
        let job = try harness.run(harness.upload("/d", to: "/e"))
        #expect(job.isDone, "\(job.story)")
        for number in 0..<100 { #expect(remote.text("/e/\(number)/a") == "new") }
        #expect(remote.log.count { $0.hasPrefix("makeTogether") } < 10)
        #expect(listed(remote).reduce(0, +) == 50)
    }

    @Test("A directory of many names is read by itself, and asks as it would have")
    func large() throws {
        plant(20)
        for number in 0..<1_500 { remote.add("/d/many/\(number)", "\(number)") }
        let harness = try QueueHarness(remote: remote)
        // Of the same time and size: nobody but Ferry itself would have it so.
        harness.local.add("/e/many/7", "7")
        let job = try harness.run(harness.download("/d", to: "/e"))
        #expect(harness.job(named: "7")?.conflict != nil, "\(job.story)")
        #expect(harness.local.text("/e/many/1499") == "1499")
        #expect(harness.local.text("/e/19/0") == "19 0")
        #expect(remote.count("list /d/many") == 2)
        #expect(job.filesFound == 1_520)
    }

    @Test("One that cannot be read, or made, fails alone, and a retry reads it alone")
    func failing() throws {
        plant(50)
        remote.lay(MemoryFault(.list, "/d/7", MemoryFault.refused()))
        let harness = try QueueHarness(remote: remote)
        let job = try harness.run(harness.download("/d", to: "/e"))
        #expect(job.failure != nil)
        let failed = try #require(harness.job(named: "7"))
        #expect(failed.failure?.kind == .denied)
        for number in 0..<50 where number != 7 {
            #expect(harness.local.text("/e/\(number)/0") == "\(number) 0")
        }
        let before = remote.log.count
        harness.queue.send(.retry(job.id))
        harness.queue.awaitIdle()
        #expect(harness.job(job.id)?.isDone == true)
        #expect(harness.local.text("/e/7/0") == "7 0")
        #expect(remote.log[before...].count { $0.hasPrefix("list ") } == 1)
    }

    @Test("A line that is lost while many are read costs one try, and is told once")
    func lost() throws {
        plant(50)
        remote.lay(MemoryFault(.list, "/d/7", MemoryFault.broken()))
        let harness = try QueueHarness(remote: remote)
        let id = try harness.submit(harness.download("/d", to: "/e"))[0]
        harness.clock.pass(1)
        harness.queue.awaitIdle()
        let job = try #require(harness.job(id))
        #expect(job.isDone, "\(job.story)")
        for number in 0..<50 { #expect(harness.local.text("/e/\(number)/0") == "\(number) 0") }
        #expect(job.filesFound == 50 && job.filesDone == 50)
    }

    @Test("One that is paused while many are read is left, and the others go on")
    func paused() throws {
        plant(50)
        remote.lay(MemoryFault(.list, "/d/7", .hang))
        let harness = try QueueHarness(remote: remote)
        let id = try harness.submit(harness.download("/d", to: "/e"))[0]
        remote.waitForHang()
        let paused = try #require(harness.job(named: "7"))
        harness.queue.send(.pause(paused.id))
        harness.clock.pass(2)
        harness.queue.awaitIdle()
        #expect(harness.job(paused.id)?.state == .paused)
        for number in 0..<50 where number != 7 {
            #expect(harness.local.text("/e/\(number)/0") == "\(number) 0", "\(number)")
        }
        harness.queue.send(.resume(paused.id))
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.isDone == true)
        #expect(harness.local.text("/e/7/0") == "7 0")
    }

    @Test("A tree is deleted in a few lists, and what cannot go keeps what holds it")
    func removal() throws {
        plant(200, files: 3, below: "/d/x")
        plant(200, files: 3, below: "/d/y")
        remote.lay(MemoryFault(.removeFile, "/d/y/7/1", MemoryFault.refused()))
        remote.lay(MemoryFault(.list, "/d/y/9", MemoryFault.refused()))
        let harness = try QueueHarness(remote: remote)
        let job = try harness.run(harness.request(.delete, from: remote, "/d"))
        #expect(job.failure?.message.contains("2 of 1600 names") == true, "\(job.story)")
        #expect(
            remote.paths == [
                "/d/", "/d/y/", "/d/y/7/", "/d/y/7/1", "/d/y/9/", "/d/y/9/0", "/d/y/9/1",
                "/d/y/9/2",
            ])
        #expect(remote.log.count { $0.hasPrefix("remove") } < 20)
        #expect(listed(remote).count < 8)
    }
}
