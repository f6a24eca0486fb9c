import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("A tree of which more names are taken than anybody can answer for")
struct ManyQuestionsTests {
    private static let count = TreeLimits.questions + 700

    private func harness(lanes: Int? = 2) throws -> QueueHarness {
        let harness = try QueueHarness(lanes: lanes)
        for number in 0..<ManyQuestionsTests.count {
            harness.remote.add("/d/f\(10_000 + number)", "new \(number)")
            harness.local.add("/d/f\(10_000 + number)", "there before", modified: 1_500_000_000)
        }
        // These come last.
        for number in 0..<50 { harness.remote.add("/d/z\(number)", "free") }
        return harness
    }

    private func asking(_ harness: QueueHarness) -> [Job] {
        harness.jobs.filter { if case .needsAnswer = $0.state { true } else { false } }
    }

    @Test("Some ask, the free ones go on, and one answer for all does the rest")
    func answeredTogether() throws {
        let harness = try harness()
        let id = try harness.submit(harness.download("/d", to: "/d"))[0]
        harness.queue.awaitIdle()
        let asking = asking(harness)
        #expect(asking.count >= TreeLimits.questions)
        // What lanes have been given meanwhile may ask too.
        #expect(asking.count < TreeLimits.questions + 300)
        #expect(harness.job(id)?.state == .expanding)
        for number in 0..<50 { #expect(harness.local.text("/d/z\(number)") == "free") }
        harness.queue.send(.answer(asking[0].id, .overwrite, .batch))
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.isDone == true)
        #expect(harness.job(id)?.filesDone == ManyQuestionsTests.count + 50)
        for number in 0..<ManyQuestionsTests.count {
            #expect(harness.local.text("/d/f\(10_000 + number)") == "new \(number)")
        }
    }

    @Test("What waits for answers is no work: nobody logs in for it, and nothing goes on")
    func resting() throws {
        let harness = try harness(lanes: nil)
        let id = try harness.submit(harness.download("/d", to: "/d"))[0]
        harness.queue.awaitIdle()
        // What else the site has to do holds a connection to it.
        harness.local.add("/up", "up")
        harness.remote.lay(MemoryFault(.write, nil, .hang))
        try harness.submit(harness.upload("/up", to: "/up"))
        harness.remote.waitForHang()
        let logins = harness.remote.loginCount
        // The lanes of the tree are closed.
        harness.clock.pass(60)
        for _ in 0..<3 {
            // Each a turn, in which lanes would be opened.
            harness.queue.send(.limit(id, nil))
            _ = harness.jobs
            harness.clock.passAll()
        }
        #expect(harness.remote.loginCount == logins)
        // What lets more ask is work again, while the connection is still held.
        harness.queue.send(.answer(asking(harness)[0].id, .overwrite, .batch))
        harness.watcher.wait("the end of the tree") { $0[id]?.isDone == true }
        #expect(harness.job(id)?.filesDone == ManyQuestionsTests.count + 50)
        harness.remote.letGo()
        harness.queue.awaitIdle()
    }

    @Test("Each answer for one lets another ask")
    func answeredAlone() throws {
        let harness = try harness()
        let id = try harness.submit(harness.download("/d", to: "/d"))[0]
        harness.queue.awaitIdle()
        let first = asking(harness)
        for job in first.prefix(500) { harness.queue.send(.answer(job.id, .skip, .thisFile)) }
        harness.queue.awaitIdle()
        let second = asking(harness)
        #expect(second.count >= TreeLimits.questions)
        #expect(Set(second.map(\.id)).isDisjoint(with: first.prefix(500).map(\.id)))
        harness.queue.send(.answer(second[0].id, .skip, .batch))
        harness.queue.awaitIdle()
        #expect(harness.job(id)?.isDone == true)
        #expect(harness.local.text("/d/f10000") == "there before")
    }
}
