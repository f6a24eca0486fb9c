import Files
import Foundation
import Glibc
import Jobs
import Support
import Synchronization
import Testing

@testable import Transfers

/// Two queues on one store, as two processes: what passes between them beside the store.
@Suite("The worker's socket")
struct ControlSocketTests {
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

    /// One that works, with a file that hangs in the middle, and one that looks on; the time of
    /// neither passes by itself.
    private func pair() throws -> (QueueHarness, QueueHarness, JobID) {
        let worker = try queue()
        remote.add("/big", pattern(6_000_000))
        remote.lay(MemoryFault(.read, "/big", atByte: 5_000_000, .hang))
        let id = try worker.submit(worker.download("/big", to: "/big"))[0]
        remote.waitForHang()
        let watcher = try queue()
        watcher.watcher.wait("the job") { $0[id] != nil }
        watcher.watcher.wait("the socket") { _ in
            watcher.watcher.changes.contains { $0.takesLogins == true }
        }
        return (worker, watcher, id)
    }

    @Test("What is said elsewhere is done at once, and once")
    func commands() throws {
        let (worker, other, id) = try pair()
        other.queue.send(.setPolicy(id, .newerWins))
        worker.watcher.wait("the policy") { $0[id]?.policy == .newerWins }
        other.watcher.wait("the policy") { $0[id]?.policy == .newerWins }
        remote.add("/b", "b")
        let added = try other.submit(other.download("/b", to: "/b"))[0]
        worker.watcher.wait("the other job") { $0[added] != nil }
        remote.letGo()
        worker.queue.awaitIdle()
        #expect(remote.count("open /b") == 1)
    }

    @Test("A command that is left by a process that ends is done at once")
    func knock() throws {
        let (worker, _, id) = try pair()
        let store = try Store.open(at: folder.path("s"))
        try store.send(.setPolicy(id, .newerWins))
        store.knock()
        worker.watcher.wait("the policy") { $0[id]?.policy == .newerWins }
        remote.letGo()
    }

    @Test("Progress, speed and connections are shown as the worker shows them")
    func progress() throws {
        let (worker, other, id) = try pair()
        other.watcher.wait("the progress") { $0[id]?.done == 5_000_000 }
        other.watcher.wait("the connection") { _ in
            other.watcher.changes.contains { $0.connections?.first?.site == remote.site }
        }
        // Neither has looked into the store again.
        #expect(worker.clock.count(0.9) == 1 && other.clock.count(SharedQueue.watchPace) == 1)
        remote.letGo()
    }

    @Test("When the worker has gone, what was heard of it holds no longer")
    func gone() throws {
        let (worker, other, _) = try pair()
        worker.kill()
        other.watcher.wait("that it has gone") { _ in
            other.watcher.changes.last { $0.takesLogins != nil }?.takesLogins == false
        }
        remote.letGo()
    }

    @Test("Where the work was stopped, the rows are shown as they were left")
    func stopped() throws {
        let (worker, other, id) = try pair()
        other.watcher.wait("the progress") { $0[id]?.done == 5_000_000 }
        let store = try Store.open(at: folder.path("s"))
        try store.requestStop()
        store.knock()
        worker.passTime("that it stops") { _ in
            worker.watcher.changes.contains { $0.worker == .nobody }
        }
        worker.watcher.wait("what it left") { $0[id]?.state == .waiting }
        #expect(worker.watcher.changes.last { $0.connections != nil }?.connections == [])
        other.look("that nobody works") { _ in
            other.watcher.changes.contains { $0.worker == .nobody }
        }
        other.look("the row") { $0[id]?.state == .waiting }
        #expect(other.watcher.shown[id]?.lane == nil && other.watcher.shown[id]?.speed == nil)
        #expect(other.watcher.changes.last { $0.connections != nil }?.connections == [])
    }

    // MARK: - The place

    private func address(_ store: String, runtime: String? = nil) -> ControlAddress {
        ControlAddress(store: store, runtime: runtime)
    }

    @Test("It is this user's alone, takes the place of a dead one's, and goes with its worker")
    func place() throws {
        let address = address(folder.path("store"))
        // What a dead worker has left: nobody listens there any more.
        close(try #require(address.listen()).descriptor)
        #expect(folder.exists("store.sock") && address.connect() == nil)
        let server = try #require(ControlServer(at: address) { _ in })
        var status = stat()
        #expect(lstat(folder.path("store.sock"), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600 && status.st_mode & S_IFMT == S_IFSOCK)
        let descriptor = try #require(address.connect())
        close(descriptor)
        server.close()
        #expect(!folder.exists("store.sock"))
        #expect(address.connect() == nil)
    }

    @Test("News is for those who listen, as long as they do")
    func audience() throws {
        let address = address(folder.path("store"))
        let isHeard = Signal()
        let server = try #require(ControlServer(at: address) { _ in isHeard.send() })
        #expect(server.listenerCount == 0)
        let (told, gone) = (Signal(), Signal())
        var link: ControlLink? = ControlLink(to: address) { messages in
            if messages == nil { gone.send() } else { told.send() }
        }
        link?.knock()
        isHeard.wait()
        #expect(server.listenerCount == 1)
        server.tellChanged()
        told.wait()
        link = nil
        gone.wait()
        // Before this one is heard, the other is seen to have gone.
        ControlLink.knock(at: address)
        isHeard.wait()
        #expect(server.listenerCount <= 1)
        server.close()
    }

    @Test("What is no socket is left alone, and the store has to do")
    func taken() throws {
        try folder.write("the user's own", to: "store.sock")
        let server = ControlServer(at: address(folder.path("store"))) { _ in }
        #expect(server == nil)
        #expect(folder.read("store.sock") == Array("the user's own".utf8))
    }

    @Test("A path that is longer than an address may be is reached all the same")
    func longPath() throws {
        let deep = String(repeating: "d", count: 120)
        try folder.makeFolder(deep)
        let address = address(folder.path(deep + "/store"))
        let server = try #require(ControlServer(at: address) { _ in })
        let descriptor = try #require(address.connect())
        close(descriptor)
        server.close()
    }

    @Test("A runtime directory is used where it is this user's alone")
    func runtime() throws {
        try folder.makeFolder("run")
        let address = address(folder.path("store"), runtime: folder.path("run"))
        let server = try #require(ControlServer(at: address) { _ in })
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("run"))
        #expect(names.count == 1 && names.first?.hasSuffix(".sock") == true)
        server.close()
        chmod(folder.path("run"), 0o777)
        let other = self.address(folder.path("store"), runtime: folder.path("run"))
        let beside = try #require(ControlServer(at: other) { _ in })
        #expect(folder.exists("store.sock"))
        beside.close()
    }

    @Test(
        "Where the runtime directory goes, the worker is reached beside the store, then and later")
    func runtimeGone() throws {
        try folder.makeFolder("run")
        let address = address(folder.path("store"), runtime: folder.path("run"))
        let server = try #require(ControlServer(at: address) { _ in })
        // Nothing is wrong yet.
        server.lookAfterSocket()
        #expect(!folder.exists("store.sock"))
        try FileManager.default.removeItem(atPath: folder.path("run"))
        #expect(address.connect() == nil)
        server.lookAfterSocket()
        #expect(folder.exists("store.sock"))
        close(try #require(address.connect()))
        // The user is back.
        try folder.makeFolder("run")
        server.lookAfterSocket()
        let other = self.address(folder.path("store"), runtime: folder.path("run"))
        close(try #require(other.connect()))
        server.close()
        server.lookAfterSocket()
        #expect(!folder.exists("store.sock") && other.connect() == nil)
    }

    @Test("A worker whose socket is gone makes it anew when it looks for news")
    func madeAnew() throws {
        let (worker, _, _) = try pair()
        let address = ControlAddress(store: folder.path("s"))
        for path in address.paths { unlink(path) }
        #expect(address.connect() == nil)
        worker.clock.pass(0.9)
        let later = try queue()
        later.look("the socket") { _ in
            later.watcher.changes.contains { $0.takesLogins == true }
        }
        remote.letGo()
    }

    // MARK: - Messages

    @Test("A message comes whole, wherever it is cut")
    func cut() throws {
        let bytes = try #require(ControlFrames.encode(.login(.local, secret: "s")))
        for place in 0...bytes.count {
            var frames = ControlFrames()
            frames.append(bytes[..<place])
            if place < bytes.count { #expect(try frames.next() == nil) }
            frames.append(bytes[place...])
            guard case .login(.local, "s")? = try frames.next() else {
                Issue.record("cut at \(place) it is lost")
                continue
            }
            #expect(try frames.next() == nil)
        }
    }

    @Test(
        "What is no message of this version ends the connection",
        arguments: [
            [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 1, 0x7B],
            [0, 0, 0, 13] + Array(#"{"version":2}"#.utf8),
        ])
    func strange(bytes: [UInt8]) {
        var frames = ControlFrames()
        frames.append(bytes[...])
        var isRefused = false
        do { _ = try frames.next() } catch { isRefused = true }
        #expect(isRefused)
    }

    @Test("A reader that does not read holds nobody, and is told that it has missed something")
    func slowReader() throws {
        var ends: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
        var writer = ControlConnection(ends[0])
        var reader = ControlConnection(ends[1])
        let text = String(repeating: "x", count: 100_000)
        let large = try #require(ControlFrames.encode(.login(.local, secret: text)))
        for _ in 0..<100 {
            let isOpen = writer.send(large)
            #expect(isOpen)
        }
        var heard = 0
        var hasMissed = false
        while let messages = reader.receive(),
            !messages.isEmpty || writer.events & Int16(POLLOUT) != 0
        {
            let isOpen = writer.flush()
            #expect(isOpen)
            for message in messages {
                if case .missed = message { hasMissed = true } else { heard += 1 }
            }
        }
        #expect(heard < 100 && hasMissed)
        close(ends[0])
        close(ends[1])
    }
}
