import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("Files that meet in one target")
struct MeetingTests {
    private static let pairs = [("Makefile", "makefile"), ("caf\u{e9}", "cafe\u{301}")]

    private func bench(folds: Bool, lanes: Int = 1) throws -> QueueHarness {
        let harness = try QueueHarness(lanes: lanes, remote: MemoryVolume(writesInPlace: true))
        if folds { harness.remote.foldNames() }
        return harness
    }

    @Test(
        "Two names of one directory that are one to the target are a conflict, whatever the policy",
        arguments: pairs, [ConflictPolicy.ask, .overwrite, .newerWins])
    func inTree(pair: (String, String), policy: ConflictPolicy) throws {
        let harness = try bench(folds: true, lanes: 2)
        harness.local.add("/d/" + pair.0, "one")
        harness.local.add("/d/" + pair.1, "two")
        let id = try harness.submit(harness.upload("/d", to: "/d", policy: policy))[0]
        harness.queue.awaitIdle()
        let asked = try #require(harness.jobs.first { $0.parent == id })
        #expect(asked.conflict != nil)
        #expect(harness.remote.paths.count == 2)
        harness.queue.send(.answer(asked.id, .keepBoth, .thisFile))
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.isDone == true)
        let texts = harness.remote.paths.compactMap { harness.remote.text($0) }
        #expect(texts.sorted() == ["one", "two"])
    }

    @Test(
        "Where the target tells them apart both are copied, and nobody is asked", arguments: pairs)
    func apart(pair: (String, String)) throws {
        let harness = try bench(folds: false, lanes: 2)
        harness.local.add("/d/" + pair.0, "one")
        harness.local.add("/d/" + pair.1, "two")
        let job = try harness.run(harness.upload("/d", to: "/d"))
        #expect(job.isDone)
        #expect(harness.remote.paths.count == 3)
    }

    @Test("A name that the target has in other letters is a conflict", arguments: pairs)
    func taken(pair: (String, String)) throws {
        let harness = try bench(folds: true)
        harness.remote.add("/d/" + pair.0, "theirs")
        harness.local.add("/d/" + pair.1, "ours")
        try harness.run(harness.upload("/d", to: "/d"))
        #expect(harness.jobs.contains { $0.conflict != nil })
        #expect(harness.remote.text("/d/" + pair.0) == "theirs")
    }

    @Test("Two jobs with one target at once: the second waits for the first, and then asks")
    func oneTarget() throws {
        let harness = try bench(folds: false, lanes: 2)
        harness.local.add("/a/x", pattern(3_000_000))
        harness.local.add("/b/x", "two")
        harness.remote.lay(MemoryFault(.write, "/x", atByte: 1_000_000, .hang))
        let ids = try harness.submit(
            harness.upload("/a/x", to: "/x", policy: .overwrite),
            harness.upload("/b/x", to: "/x", policy: .overwrite))
        harness.remote.waitForHang()
        #expect(harness.job(ids[1])?.state == .waiting)
        harness.remote.letGo()
        harness.queue.awaitIdle()
        #expect(harness.job(ids[0])?.isDone == true)
        #expect(harness.job(ids[1])?.conflict != nil)
        #expect(harness.remote.bytes("/x") == pattern(3_000_000))
        harness.queue.send(.answer(ids[1], .overwrite, .thisFile))
        harness.queue.awaitIdle()
        #expect(harness.remote.text("/x") == "two")
    }

    @Test("The target is free again for another job once one that had it was cancelled")
    func cancelled() throws {
        let harness = try bench(folds: false, lanes: 2)
        harness.local.add("/a/x", pattern(3_000_000))
        harness.local.add("/b/x", "two")
        harness.remote.lay(MemoryFault(.write, "/x", atByte: 1_000_000, .hang))
        let ids = try harness.submit(
            harness.upload("/a/x", to: "/x"), harness.upload("/b/x", to: "/x", policy: .overwrite))
        harness.remote.waitForHang()
        harness.queue.send(.cancel(ids[0], keepsParts: true))
        harness.clock.pass(2)
        harness.queue.awaitIdle()
        #expect(harness.job(ids[0])?.state == .cancelled)
        harness.queue.send(.cancel(ids[0], keepsParts: false))
        harness.queue.awaitIdle()
        if harness.job(ids[1])?.conflict != nil {
            harness.queue.send(.answer(ids[1], .overwrite, .thisFile))
            harness.queue.awaitIdle()
        }
        #expect(harness.job(ids[1])?.isDone == true)
    }

    @Test("Two trees that fill one directory at once ask about each name that both have")
    func twoTrees() throws {
        let harness = try bench(folds: false, lanes: 2)
        for number in 0..<100 {
            harness.local.add("/a/t/f\(number)", "one")
            harness.local.add("/b/t/f\(number)", "two")
        }
        try harness.submit(harness.upload("/a/t", to: "/t"), harness.upload("/b/t", to: "/t"))
        harness.queue.awaitIdle()
        #expect(harness.jobs.count { $0.conflict != nil } == 100)
        #expect(harness.remote.paths.count == 101)
    }

    @Test("Names fold as file systems fold them")
    func folding() {
        func isOne(_ left: String, _ right: String) -> Bool {
            FoldedPath(Path("/" + left), on: .local) == FoldedPath(Path("/" + right), on: .local)
        }
        #expect(isOne("A/b", "a/B"))
        #expect(isOne("\u{c4}", "a\u{308}"))
        #expect(isOne("stra\u{df}e", "STRASSE"))
        #expect(isOne("a.", "a"))
        #expect(!isOne("a", "b"))
        #expect(!isOne("a/b", "ab"))
    }
}
