import Files
import SQLite
import Jobs
import Support
import Synchronization
import Testing
import Work

@testable import Transfers

/// Carries plans out by doing what a test says, one letter of the script after the other: each is a step
/// that is noted.
private final class LetterCarrier: PlanCarrier {
    /// What happens at a letter.
    enum Turn: Sendable {
        case done
        case fails(String)
        case ends(FileSystemError)
        /// It waits until it is stopped.
        case hangs
    }

    private struct State {
        var turns: [Character: Turn] = [:]
        var said: [String] = []
        /// Of each run what it has done, with a sign in front of those of a later run.
        var runs: [String] = []
        var isThrownAway: [Bool] = []
    }

    private let state = Mutex(State())

    func at(_ letter: Character, _ turn: Turn) {
        state.withLock { $0.turns[letter] = turn }
    }

    var runs: [String] { state.withLock { $0.runs } }
    var isThrownAway: [Bool] { state.withLock { $0.isThrownAway } }

    func carryOut(_ run: PlanRun) throws(FileSystemError) -> PlanEnd {
        do {
            return .done(failed: try carry(run))
        } catch let error as FileSystemError {
            throw error
        } catch {
            throw FileSystemError(.other, detail: "\(error)")
        }
    }

    private func carry(_ run: PlanRun) throws -> Int {
        let done = try run.script.steps()
        var (files, failed) = (done.count, 0)
        state.withLock { $0.runs.append(run.isAgain ? "+" : "") }
        run.noteReached()
        for byte in try run.script.bytes() where !done.contains([byte]) {
            let letter = Character(UnicodeScalar(byte))
            switch state.withLock({ $0.turns[letter] }) ?? .done {
            case .done: break
            case .fails(let sentence):
                run.tell(failure: sentence)
                failed += 1
                continue
            case .ends(let error): throw error
            case .hangs:
                let stopped = Signal()
                run.stop.onCancel { stopped.send() }
                stopped.wait()
                state.withLock { $0.isThrownAway.append(run.isThrownAway) }
                throw FileSystemError(.cancelled, detail: "stopped")
            }
            try run.script.note([[byte]])
            files += 1
            run.progress.set(files: files, deleted: files / 2, bytes: UInt64(files) * 10)
            state.withLock { $0.runs[$0.runs.count - 1].append(letter) }
        }
        return failed
    }
}

@Suite("Plans as jobs")
struct PlanJobTests {
    private let carrier = LetterCarrier()

    private func harness(_ store: Store? = nil, remote: MemoryVolume = MemoryVolume()) throws
        -> QueueHarness
    {
        try QueueHarness(store: store, remote: remote, plans: carrier)
    }

    private func request(_ harness: QueueHarness, _ script: String) -> JobRequest {
        var request = harness.request(
            .mirror, from: harness.local, "/here", to: harness.remote, "/there", kind: .directory)
        request.script = PlanScript(
            Array(script.utf8), files: script.count, size: UInt64(script.count) * 10)
        return request
    }

    @Test("A plan is one job that counts what is done, and knows beforehand how much that is")
    func done() throws {
        let harness = try harness()
        let job = try harness.run(request(harness, "abcd"))
        #expect(job.isDone && job.kind == .directory)
        #expect((job.filesFound, job.filesDone, job.filesDeleted) == (4, 4, 2))
        #expect((job.size, job.done) == (40, 40))
        #expect(carrier.runs == ["abcd"])
        #expect(harness.watcher.results.map(\.state) == [.done])
    }

    @Test("What is paused goes on where it was, and is not begun anew")
    func paused() throws {
        let harness = try harness()
        carrier.at("c", .hangs)
        let ids = try harness.submit(request(harness, "abcd"))
        harness.watcher.wait("two steps") { $0[ids[0]]?.filesDone == 2 }
        harness.queue.send(.pause(ids[0]))
        harness.watcher.wait("the pause") {
            $0[ids[0]]?.state == .paused && $0[ids[0]]?.lane == nil
        }
        carrier.at("c", .done)
        harness.queue.send(.resume(ids[0]))
        harness.queue.awaitIdle()
        #expect(harness.job(ids[0])?.isDone == true)
        #expect(carrier.runs == ["ab", "+cd"])
        #expect(carrier.isThrownAway == [false])
    }

    @Test("After a kill another process goes on with what is left, also where it was only added")
    func killed() throws {
        let folder = try TemporaryFolder()
        let before = try harness(try Store.open(at: folder.path("s")))
        carrier.at("c", .hangs)
        let ids = try before.submit(request(before, "abcd"))
        before.watcher.wait("two steps") { $0[ids[0]]?.filesDone == 2 }
        try untilSaved(folder, "running")
        before.kill()
        carrier.at("c", .done)
        let store = try Store.open(at: folder.path("s"))
        let added = try store.add([request(before, "xyz")])
        let after = try harness(store)
        after.queue.awaitIdle()
        #expect(after.job(ids[0])?.isDone == true)
        #expect(after.job(ids[0])?.filesDone == 4)
        #expect(after.job(added[0])?.isDone == true)
        #expect(carrier.runs == ["ab", "+cd", "xyz"])
    }

    @Test("What could not be done is told, and a retry does only that")
    func failures() throws {
        let harness = try harness()
        carrier.at("b", .fails("b is in use."))
        carrier.at("d", .fails("d is in use."))
        let job = try harness.run(request(harness, "abcd"))
        #expect(job.failure?.message.contains("2 changes could not be made in") == true)
        #expect(job.leftOut.sentences == ["b is in use.", "d is in use."])
        carrier.at("b", .done)
        carrier.at("d", .done)
        harness.queue.send(.retry(job.id))
        harness.queue.awaitIdle()
        let again = try #require(harness.job(job.id))
        #expect(again.isDone && again.leftOut.count == 0 && again.filesDone == 4)
        #expect(carrier.runs == ["ac", "+bd"])
    }

    @Test("A lost connection is tried again by itself, from where it broke")
    func lostLine() throws {
        let harness = try harness()
        let error = FileSystemError(.connection, detail: "The line broke.", isTransient: true)
        carrier.at("c", .ends(error))
        let ids = try harness.submit(request(harness, "abc"))
        harness.clock.waitUntilAwaited(Backoff.delays[0])
        #expect(harness.job(ids[0])?.state == .waiting)
        carrier.at("c", .done)
        harness.clock.pass(Backoff.delays[0])
        harness.queue.awaitIdle()
        #expect(harness.job(ids[0])?.isDone == true)
        #expect(carrier.runs == ["ab", "+c"])
    }

    @Test("A missing password is asked for, and then it goes on")
    func login() throws {
        let remote = MemoryVolume(site: Site(scheme: .ftp, host: "memory", user: "anna"))
        let harness = try harness(remote: remote)
        carrier.at("b", .ends(FileSystemError(.login, detail: "Login refused.")))
        let job = try harness.run(request(harness, "ab"))
        guard case .needsLogin = job.state else {
            Issue.record("It is \(job.state).")
            return
        }
        carrier.at("b", .done)
        harness.queue.send(.loginGiven(remote.site))
        harness.queue.awaitIdle()
        #expect(harness.job(job.id)?.isDone == true)
    }

    @Test("What is given up stays and may go on; what is thrown away is gone, and is told so")
    func cancelled() throws {
        let harness = try harness()
        carrier.at("b", .hangs)
        let ids = try harness.submit(request(harness, "ab"), request(harness, "xb"))
        harness.watcher.wait("the first step") { $0[ids[0]]?.filesDone == 1 }
        harness.queue.send(.cancel(ids[0], keepsParts: true))
        harness.watcher.wait("its end") { $0[ids[0]]?.state == .cancelled }
        harness.watcher.wait("the other's step") { $0[ids[1]]?.filesDone == 1 }
        harness.queue.send(.cancel(ids[1], keepsParts: false))
        harness.watcher.wait("its end") { $0[ids[1]] == nil }
        harness.queue.awaitIdle()
        #expect(carrier.isThrownAway == [false, true])
        carrier.at("b", .done)
        harness.queue.send(.retry(ids[0]))
        harness.queue.awaitIdle()
        #expect(harness.job(ids[0])?.isDone == true)
        #expect(carrier.runs == ["a", "x", "+b"])
    }

    @Test("Two plans that change the same directories run one after the other")
    func samePlaces() throws {
        let harness = try QueueHarness(lanes: 3, plans: carrier)
        carrier.at("b", .hangs)
        func plan(_ path: String, _ script: String) -> JobRequest {
            var request = request(harness, script)
            request.target = Location(site: harness.remote.site, path: Path(path))
            request.source.path = Path("/here" + path)
            return request
        }
        let ids = try harness.submit(
            plan("/there", "ab"), plan("/there/below", "xy"), plan("/other", "o"))
        harness.watcher.wait("the third") { $0[ids[2]]?.isDone == true }
        harness.watcher.wait("the second waits") { $0[ids[1]]?.wait == .otherProcess }
        #expect(harness.job(ids[1])?.story.last?.contains("the same directories") == true)
        carrier.at("b", .done)
        harness.queue.send(.pause(ids[0]))
        harness.watcher.wait("the pause") {
            $0[ids[0]]?.state == .paused && $0[ids[0]]?.lane == nil
        }
        harness.clock.pass(Picker.planDelay)
        harness.watcher.wait("the second") { $0[ids[1]]?.isDone == true }
        harness.queue.send(.resume(ids[0]))
        harness.queue.awaitIdle()
        #expect(harness.job(ids[0])?.isDone == true)
    }

    @Test("A plan that is lost is a failure, and so is one that nobody can carry out")
    func lost() throws {
        let folder = try TemporaryFolder()
        let store = try Store.open(at: folder.path("s"))
        let other = try QueueHarness(store: store)
        let job = try other.run(request(other, "ab"))
        #expect(job.failure?.message.contains("cannot run plans") == true)
        other.stop()
        try store.write([], removing: [])
        try store.transaction("test") { database in
            try database.execute(sql: "DELETE FROM script")
        }
        let after = try harness(store)
        after.watcher.wait("what was left") { $0[job.id] != nil }
        after.queue.send(.retry(job.id))
        after.queue.awaitIdle()
        #expect(after.job(job.id)?.failure?.message.contains("The plan was undone or lost") == true)
    }

    @Test("The store forgets what a plan was, once it is done or gone")
    func forgotten() throws {
        let folder = try TemporaryFolder()
        let store = try Store.open(at: folder.path("s"))
        let harness = try harness(store)
        func left() throws -> Int? {
            try store.reading("test") { database in
                try database.first(
                    Int.self,
                    sql: "SELECT (SELECT count(*) FROM script) + (SELECT count(*) FROM script_step)"
                )
            }
        }
        try harness.run(request(harness, "ab"))
        carrier.at("x", .fails("no"))
        let failed = try harness.run(request(harness, "wx"))
        let deadline = Deadline(seconds: 60)
        while try left() != 2 { try #require(deadline.isOpen, "what was done is still there") }
        harness.queue.send(.cancel(failed.id, keepsParts: false))
        harness.watcher.wait("its end") { $0[failed.id] == nil }
        harness.stop()
        #expect(try left() == 0)
    }
}
