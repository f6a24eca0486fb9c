import Files
import Jobs
import Support
import Testing

@testable import Transfers

/// A store in which a crash has left the move of `/a` under way.
@Suite("A move that an earlier process began")
struct MovedAlreadyTests {
    private let local = MemoryVolume(site: .local)
    private let remote = MemoryVolume()
    private let bytes = pattern(700_000)

    /// Takes the queue up; `before` changes what there is by then.
    private func takeUp(_ before: () -> Void) throws -> QueueHarness {
        remote.add("/a", bytes)
        let planned = try QueueHarness(local: local, remote: remote, isShared: false)
        var job = Job(
            planned.download("/a", to: "/a", .move), id: JobID(rawValue: 5),
            batch: BatchID(rawValue: 5))
        job.tries = 1
        job.state = .running
        let store = try Store.open(at: nil)
        try store.write([StoredJob(job: job, position: 5)], removing: [])
        before()
        let harness = try QueueHarness(store: store, local: local, remote: remote)
        harness.watcher.wait("the job") { $0[job.id] != nil }
        return harness
    }

    @Test("It is done where the source is gone and its file at the target")
    func gone() throws {
        let harness = try takeUp {
            remote.remove("/a")
            local.add("/a", bytes)
        }
        harness.queue.awaitIdle()
        #expect(harness.jobs.map(\.state) == [.done])
        #expect(harness.jobs.first?.story.contains("It had already been moved.") == true)
        #expect(local.bytes("/a") == bytes)
    }

    @Test("It has failed where the source is gone and another file at the target")
    func lost() throws {
        let harness = try takeUp {
            remote.remove("/a")
            local.add("/a", "another")
        }
        harness.queue.awaitIdle()
        #expect(harness.jobs.first?.isDone == false)
        #expect(local.text("/a") == "another")
    }

    @Test("A source that was saved anew while it was compared with its copy stays")
    func savedAnew() throws {
        let harness = try takeUp {
            local.add("/a", bytes)
            local.lay(MemoryFault(.finishRead, "/a", .hang))
        }
        local.waitForHang()
        remote.add("/a", "new text of an editor", modified: 1_800_000_000)
        local.letGo()
        harness.queue.awaitIdle()
        #expect(remote.text("/a") == "new text of an editor")
        #expect(harness.jobs.first?.failure?.kind == .changed)
    }
}
