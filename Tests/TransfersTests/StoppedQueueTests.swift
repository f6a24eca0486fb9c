import Files
import Jobs
import Support
import Synchronization
import Testing

@testable import Transfers

/// `ferry queue stop`, as the queues of several processes see it.
@Suite("Stopped from outside")
struct StoppedQueueTests {
    private let folder: TemporaryFolder
    private let local = MemoryVolume(site: .local)
    private let remote = MemoryVolume()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func queue() throws -> QueueHarness {
        try QueueHarness(
            store: try Store.open(at: folder.path("s")), local: local, remote: remote)
    }

    private func standing(_ harness: QueueHarness) -> String {
        let given = Signal()
        let words = Mutex("")
        harness.queue.standing { standing in
            words.withLock { $0 = "\(standing)" }
            given.send()
        }
        given.wait()
        return words.withLock { $0 }
    }

    @Test("The worker rests, shows all as paused, and nobody who looked on takes over")
    func rests() throws {
        remote.add("/a", "a")
        let worker = try queue()
        // Else the other one may be the first to take the right to work.
        #expect(standing(worker) == "works")
        let other = try queue()
        other.clock.waitUntilAwaited(SharedQueue.watchPace)
        try Store.open(at: folder.path("s")).requestStop()
        for each in [worker, other] {
            each.passTime("that nobody works") { _ in
                each.watcher.changes.contains { $0.worker == .nobody && $0.isPaused == true }
            }
            #expect(standing(each) == "rests")
        }
        #expect(try Store.open(at: folder.path("s")).isWorkedOn() == false)
        let id = try other.submit(other.download("/a", to: "/a"))[0]
        other.watcher.wait("the end") { $0[id]?.isDone == true }
        #expect(standing(other) == "works")
        #expect(other.watcher.changes.last { $0.isPaused != nil }?.isPaused == false)
        worker.passTime("that another works") { _ in
            worker.watcher.changes.last { $0.worker != nil }?.worker == .another
        }
    }

    @Test("Who begins right after a stop is seen by those who obeyed it, however late they look")
    func beginsAnew() throws {
        let worker = try queue()
        #expect(standing(worker) == "works")
        let other = try queue()
        other.clock.waitUntilAwaited(SharedQueue.watchPace)
        let store = try Store.open(at: folder.path("s"))
        try store.requestStop()
        worker.passTime("that nobody works") { _ in (try? store.isWorkedOn()) == false }
        // Neither a look of the other's nor a rest of the worker's need have come before this one.
        let newest = try queue()
        #expect(standing(newest) == "works")
        for each in [worker, other] {
            each.passTime("that another works") { _ in
                each.watcher.changes.last { $0.worker != nil }?.worker == .another
                    && standing(each) == "looksOn"
            }
        }
    }
}
