import Files
import Jobs
import Support
import Synchronization
import Testing

@testable import Transfers

/// Something that a test changes by hand.
private final class HandWatch: ChangeWatch {
    let longestWait: Double?
    private let changed = Mutex<(@Sendable () -> Void)?>(nil)
    private let isOver = Mutex(false)

    init(longestWait: Double?) {
        self.longestWait = longestWait
    }

    var isStopped: Bool { isOver.withLock { $0 } }
    var isBegun: Bool { changed.withLock { $0 != nil } }

    func begin(_ changed: @escaping @Sendable () -> Void) {
        self.changed.withLock { $0 = changed }
    }

    func change() { changed.withLock { $0 }?() }

    func stop() { isOver.withLock { $0 = true } }
}

/// Copies as many files in each run as a test says.
private final class WatchCarrier: PlanCarrier {
    private struct State {
        var files: [Int] = []
        var failures: [[String]] = []
        var watches: [HandWatch] = []
        var longestWait: Double?
    }

    private let state = Mutex(State())

    /// What the next runs are to do; afterwards there is nothing to do.
    func next(_ files: Int..., failing failures: [String] = []) {
        state.withLock { state in
            state.files = files
            state.failures = files.map { _ in failures }
        }
    }

    func polls(every seconds: Double) { state.withLock { $0.longestWait = seconds } }

    var runs: Int { state.withLock { $0.watches.count } }
    func watch(of run: Int) -> HandWatch { state.withLock { $0.watches[run] } }

    func carryOut(_ run: PlanRun) throws(FileSystemError) -> PlanEnd {
        let (files, failures, watch) = state.withLock { state in
            let watch = HandWatch(longestWait: state.longestWait)
            state.watches.append(watch)
            return (
                state.files.isEmpty ? 0 : state.files.removeFirst(),
                state.failures.isEmpty ? [] : state.failures.removeFirst(), watch
            )
        }
        run.noteReached()
        if files > 0 {
            run.begin(files: files, bytes: UInt64(files) * 10)
            run.progress.set(files: files, deleted: 0, bytes: UInt64(files) * 10)
        }
        for failure in failures { run.tell(failure: failure) }
        return .watching(watch, failed: failures.count)
    }
}

@Suite("Jobs that keep something up to date")
struct WatchJobTests {
    private let carrier = WatchCarrier()

    private func request(_ harness: QueueHarness) -> JobRequest {
        var request = harness.request(
            .watch, from: harness.local, "/here", to: harness.remote, "/there", kind: .directory)
        request.script = PlanScript([1], files: 0, size: 0)
        return request
    }

    /// Submits one, and waits until it has run once.
    private func begin(_ harness: QueueHarness) throws -> JobID {
        let ids = try harness.submit(request(harness))
        rest(harness, ids[0], after: 1)
        return ids[0]
    }

    private func rest(_ harness: QueueHarness, _ id: JobID, after runs: Int) {
        harness.watcher.wait("run \(runs)") { jobs in
            jobs[id]?.wait == .change && carrier.runs == runs
        }
    }

    @Test("It runs again with each change, counts each run by itself, and never ends")
    func changes() throws {
        let harness = try QueueHarness(plans: carrier)
        carrier.next(3, 1)
        let id = try begin(harness)
        let first = try #require(harness.job(id))
        #expect((first.state, first.lane) == (.waiting, nil))
        #expect((first.filesDone, first.filesFound, first.size) == (3, 3, 30))
        carrier.watch(of: 0).change()
        rest(harness, id, after: 2)
        let second = try #require(harness.job(id))
        #expect((second.filesDone, second.filesFound, second.size) == (1, 1, 10))
        #expect(carrier.watch(of: 0).isStopped && !carrier.watch(of: 1).isStopped)
        // Told twice, or late, it means nothing.
        carrier.watch(of: 0).change()
        carrier.watch(of: 1).change()
        rest(harness, id, after: 3)
        #expect(harness.job(id)?.filesFound == 0)
        #expect(harness.watcher.results.isEmpty)
    }

    @Test("What nobody tells of is looked at now and then, and at once where that is wanted")
    func polls() throws {
        let harness = try QueueHarness(plans: carrier)
        carrier.polls(every: 30)
        let id = try begin(harness)
        harness.clock.pass(30)
        rest(harness, id, after: 2)
        harness.queue.send(.retry(id))
        rest(harness, id, after: 3)
    }

    @Test("What could not be done is tried again, later each time, or with the next change")
    func failures() throws {
        let harness = try QueueHarness(plans: carrier)
        carrier.next(0, 0, 0, failing: ["a is in use."])
        let id = try begin(harness)
        #expect(harness.job(id)?.leftOut.sentences == ["a is in use."])
        harness.clock.pass(Backoff.watchDelay(after: 1))
        rest(harness, id, after: 2)
        #expect(harness.job(id)?.leftOut.count == 1)
        #expect(harness.job(id)?.story.count { $0 == "a is in use." } == 1)
        harness.clock.waitUntilAwaited(Backoff.watchDelay(after: 2))
        carrier.watch(of: 1).change()
        rest(harness, id, after: 3)
        harness.clock.pass(Backoff.watchDelay(after: 3))
        rest(harness, id, after: 4)
        #expect(harness.job(id)?.leftOut.count == 0)
        #expect(Backoff.watchDelay(after: 1_000) == 300)
    }

    @Test("A pause ends the watching and a cancel all of it; who resumes has it looked at anew")
    func paused() throws {
        let harness = try QueueHarness(plans: carrier)
        let id = try begin(harness)
        harness.queue.send(.pause(id))
        harness.watcher.wait("the pause") { $0[id]?.state == .paused }
        #expect(carrier.watch(of: 0).isStopped)
        carrier.watch(of: 0).change()
        harness.queue.awaitIdle()
        #expect(carrier.runs == 1)
        harness.queue.send(.resume(id))
        rest(harness, id, after: 2)
        harness.queue.send(.cancel(id, keepsParts: true))
        harness.watcher.wait("its end") { $0[id]?.state == .cancelled }
        #expect(carrier.watch(of: 1).isStopped)
        harness.queue.awaitIdle()
        harness.queue.send(.retry(id))
        rest(harness, id, after: 3)
        harness.queue.send(.cancel(id, keepsParts: false))
        harness.watcher.wait("that it is gone") { $0[id] == nil }
        #expect(carrier.watch(of: 2).isStopped)
        harness.queue.awaitIdle()
    }

    @Test("Nothing runs while everything is paused, and afterwards what has changed meanwhile does")
    func allPaused() throws {
        let harness = try QueueHarness(plans: carrier)
        let id = try begin(harness)
        harness.queue.send(.pauseAll)
        harness.queue.awaitIdle()
        carrier.watch(of: 0).change()
        harness.watcher.wait("its turn") { $0[id]?.wait == .turn }
        harness.queue.awaitIdle()
        #expect(carrier.runs == 1)
        harness.queue.send(.resumeAll)
        rest(harness, id, after: 2)
    }

    @Test("The next process watches on, also after a kill")
    func nextProcess() throws {
        let folder = try TemporaryFolder()
        let before = try QueueHarness(
            store: try Store.open(at: folder.path("s")), plans: carrier)
        let id = try begin(before)
        before.stop()
        #expect(carrier.watch(of: 0).isStopped)
        let middle = try QueueHarness(
            store: try Store.open(at: folder.path("s")), plans: carrier)
        rest(middle, id, after: 2)
        middle.kill()
        #expect(carrier.watch(of: 1).isStopped)
        let after = try QueueHarness(
            store: try Store.open(at: folder.path("s")), plans: carrier)
        rest(after, id, after: 3)
    }

    @Test("Others run beside it, and when they have ended that is told, though it goes on")
    func beside() throws {
        let told = Signal()
        let counts = Mutex<RunCounts?>(nil)
        let harness = try QueueHarness(
            plans: carrier,
            whenDone: { value in
                counts.withLock { $0 = value }
                told.send()
            })
        let id = try begin(harness)
        harness.local.add("/a", "abc")
        harness.remote.addDirectory("/there")
        let copy = try harness.submit(harness.upload("/a", to: "/there/a"))
        told.wait()
        #expect(counts.withLock { $0?.files } == 1)
        #expect(harness.job(copy[0])?.isDone == true)
        #expect(carrier.watch(of: 0).isBegun && !carrier.watch(of: 0).isStopped)
        #expect(harness.job(id)?.wait == .change)
    }
}
