import Files
import Jobs
import Support
import Testing

@testable import Transfers

/// Two queues on one store are as two processes: the lock is each open file's own.
@Suite("One worker")
struct OneWorkerTests {
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

    /// One that works, with a file that hangs in the middle, and one that looks on.
    private func pair() throws -> (QueueHarness, QueueHarness, JobID) {
        let worker = try queue()
        remote.add("/big", pattern(6_000_000))
        remote.lay(MemoryFault(.read, "/big", atByte: 5_000_000, .hang))
        let id = try worker.submit(worker.download("/big", to: "/big"))[0]
        remote.waitForHang()
        let watcher = try queue()
        return (worker, watcher, id)
    }

    @Test("Another process shows the worker's rows and how far they are, and carries out nothing")
    func shows() throws {
        let (worker, other, id) = try pair()
        other.look("the progress") { $0[id]?.done == 5_000_000 && $0[id]?.state == .running }
        #expect(other.watcher.shown[id]?.lane == 1)
        #expect(other.jobs.map(\.id) == [id])
        #expect(other.watcher.changes.first?.worker == .another)
        #expect(worker.watcher.changes.allSatisfy { $0.worker == nil })
        #expect(remote.count("open") == 1)
        remote.letGo()
        worker.queue.awaitIdle()
        other.look("its end") { $0[id]?.isDone == true }
        worker.queue.send(.clearDone)
        other.look("nothing") { $0.isEmpty }
    }

    @Test("What another process adds and says is the worker's to do")
    func passesOn() throws {
        let (worker, other, id) = try pair()
        remote.add("/b", "b")
        let added = try other.submit(other.download("/b", to: "/b"))[0]
        other.queue.send(.pause(id))
        worker.passTime("the pause") { $0[id]?.state == .paused }
        worker.passTime("the other job") { $0[added]?.isDone == true }
        other.look("both") { $0[id]?.state == .paused && $0[added]?.isDone == true }
        other.queue.send(.pauseAll)
        worker.passTime("that all is paused") { _ in
            worker.watcher.changes.contains { $0.isPaused == true }
        }
        other.look("that all is paused") { _ in
            other.watcher.changes.contains { $0.isPaused == true }
        }
    }

    @Test("When the worker dies, the next takes over what it left, within its next look")
    func takesOver() throws {
        let (worker, other, id) = try pair()
        other.look("the job") { $0[id] != nil }
        // Its last look is over: the next one is after the death.
        other.clock.waitUntilAwaited(SharedQueue.watchPace)
        worker.kill()
        other.clock.pass(SharedQueue.watchPace)
        other.watcher.wait("the end") { $0[id]?.isDone == true }
        #expect(local.bytes("/big") == pattern(6_000_000))
        #expect(other.watcher.results.map(\.id) == [id])
        #expect(other.watcher.changes.compactMap(\.worker) == [.another, .this])
        remote.letGo()
    }

    @Test("A command that the worker took with it into its grave is the next one's")
    func commandsOutlive() throws {
        let (worker, other, id) = try pair()
        let sent = try Store.open(at: folder.path("s"))
        try sent.send(.pause(id))
        other.clock.waitUntilAwaited(SharedQueue.watchPace)
        worker.kill()
        other.clock.pass(SharedQueue.watchPace)
        other.watcher.wait("the pause") { $0[id]?.state == .paused }
        remote.letGo()
    }

    @Test("A worker that stops leaves the queue at once, while its good-byes are still being said")
    func leaves() throws {
        let worker = try queue()
        remote.add("/a", "a")
        try worker.run(worker.download("/a", to: "/a"))
        let other = try queue()
        worker.stop()
        #expect(remote.connectionCount == 0)
        other.clock.pass(SharedQueue.watchPace)
        remote.add("/b", "b")
        #expect(try other.run(other.download("/b", to: "/b")).isDone)
    }

    @Test("A successor looks no more often than others, until the worker has hung up")
    func succeeds() throws {
        let path = folder.path("s")
        let right = try #require(try Store.open(at: path).takeWork())
        let server = try #require(ControlServer(at: ControlAddress(store: path)) { _ in })
        let successor = try QueueHarness(
            store: try Store.open(at: path), local: local, remote: remote, isSuccessor: true)
        let watcher = successor.watcher
        watcher.wait("the socket") { _ in watcher.changes.contains { $0.takesLogins == true } }
        #expect(successor.clock.count(SharedQueue.watchPace) == 1)
        server.close()
        watcher.wait("that it has hung up") { _ in
            watcher.changes.last { $0.takesLogins != nil }?.takesLogins == false
        }
        // A worker gives its right back a moment later.
        right.release()
        watcher.wait("the work") { _ in watcher.changes.contains { $0.worker == .this } }
    }

    @Test("Who takes over has the unfinished files too, while good-byes are still being said")
    func leavesParts() throws {
        let worker = try queue()
        local.add("/big", pattern(6_000_000))
        remote.lay(MemoryFault(.write, "/big", atByte: 2_000_000, MemoryFault.refused()))
        let id = try worker.submit(worker.upload("/big", to: "/big"))[0]
        worker.watcher.wait("the failure") { $0[id]?.failure != nil }
        let other = try queue()
        other.look("the job") { $0[id] != nil }
        remote.lay(MemoryFault(.close, nil, .hang))
        let stopped = Signal()
        worker.queue.stop { stopped.send() }
        remote.waitForHang()
        local.lay(MemoryFault(.read, "/big", atByte: 3_000_000, .hang))
        other.passTime("the work") { _ in
            other.watcher.changes.contains { $0.worker == .this }
        }
        other.queue.awaitIdle()
        other.queue.send(.retry(id))
        local.waitForHang()
        remote.letGo()
        stopped.wait("the first never stopped")
        let owners = try PartRegistry(try Store.open(at: folder.path("s"))).list()
        #expect(owners.map(\.isAlive) == [true])
        local.letGo()
        other.queue.awaitIdle()
        #expect(remote.bytes("/big") == pattern(6_000_000))
    }

    @Test("A queue that is let go of while it stops still ends, and says so")
    func letGo() throws {
        var worker: QueueHarness? = try queue()
        remote.add("/a", "a")
        _ = try worker?.run(try #require(worker?.download("/a", to: "/a")))
        let stopped = Signal()
        worker?.queue.stop { stopped.send() }
        worker = nil
        stopped.wait("the queue never said that it had stopped")
        #expect(try Store.open(at: folder.path("s")).takeWork() != nil)
    }

    @Test("That all is paused is kept, and told by the next worker")
    func keepsPause() throws {
        let worker = try queue()
        worker.queue.send(.pauseAll)
        remote.add("/a", "a")
        let id = try worker.submit(worker.download("/a", to: "/a"))[0]
        worker.stop()
        let next = try queue()
        next.watcher.wait("the job") { $0[id] != nil }
        next.queue.awaitIdle()
        #expect(next.job(id)?.state == .waiting)
        #expect(next.watcher.changes.contains { $0.isPaused == true })
        next.queue.send(.resumeAll)
        next.queue.awaitIdle()
        #expect(next.job(id)?.isDone == true)
    }
}

extension QueueHarness {
    /// Lets time pass until the queue shows what is wanted.
    func passTime(_ what: Comment, until isAsWanted: ([JobID: Job]) -> Bool) {
        let deadline = Deadline(seconds: 30)
        while !isAsWanted(watcher.shown) {
            guard deadline.isOpen else {
                Issue.record("It never came to be: \(what)")
                return
            }
            clock.passAll()
        }
    }

    /// Lets a queue that looks on look until it shows what is wanted.
    func look(_ what: Comment, until isAsWanted: ([JobID: Job]) -> Bool) {
        let deadline = Deadline(seconds: 30)
        while !isAsWanted(watcher.shown) {
            guard deadline.isOpen else {
                Issue.record("It was never shown: \(what)")
                return
            }
            clock.pass(SharedQueue.watchPace)
        }
    }
}
