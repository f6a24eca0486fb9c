import Files
import Jobs
import Support
import Testing

@testable import Transfers

@Suite("Copying files")
struct CopyingTests {
    @Test("A download arrives under its name, whole, with its time and mode")
    func download() throws {
        let harness = try QueueHarness()
        let bytes = pattern(3_000_000)
        harness.remote.add("/pub/big.iso", bytes, modified: 1_600_000_000, mode: 0o640)
        harness.local.addDirectory("/home")
        let job = try harness.run(harness.download("/pub/big.iso", to: "/home/big.iso"))
        #expect(job.isDone)
        #expect(job.done == 3_000_000)
        #expect(job.size == 3_000_000)
        #expect(harness.local.bytes("/home/big.iso") == bytes)
        #expect(harness.local.modified("/home/big.iso") == 1_600_000_000)
        #expect(harness.local.part("/home/big.iso") == nil)
        #expect(
            harness.local.node("/home/big.iso")
                == .file(bytes: bytes, modified: Timestamp(seconds: 1_600_000_000), mode: 0o640))
    }

    @Test("An upload arrives, and each result is told once")
    func upload() throws {
        let harness = try QueueHarness()
        harness.local.add("/a.txt", "hello")
        harness.local.add("/b.txt", "")
        try harness.submit(
            harness.upload("/a.txt", to: "/in.txt"), harness.upload("/b.txt", to: "/empty.txt"))
        harness.queue.awaitIdle()
        #expect(harness.remote.text("/in.txt") == "hello")
        #expect(harness.remote.bytes("/empty.txt") == [])
        #expect(harness.watcher.results.map(\.state) == [.done, .done])
    }

    @Test("Files copy between two places of one server on connections of their own")
    func acrossOneServer() throws {
        let harness = try QueueHarness(lanes: 2)
        harness.remote.add("/a", "a")
        let job = try harness.run(
            harness.request(.copy, from: harness.remote, "/a", to: harness.remote, "/b"))
        #expect(job.isDone)
        #expect(harness.remote.text("/b") == "a")
    }

    @Test("Small files share their commit and are announced to both ends")
    func committingTogether() throws {
        let harness = try QueueHarness()
        let requests = (0..<200).map { number in
            harness.remote.add("/f\(number)", "\(number)")
            return harness.download("/f\(number)", to: "/f\(number)")
        }
        try harness.submit(requests)
        harness.queue.awaitIdle()
        #expect(harness.watcher.results.count == 200)
        #expect(harness.watcher.results.allSatisfy { $0.isDone })
        #expect(harness.local.committed.reduce(0, +) == 200)
        #expect(harness.local.committed.max() ?? 0 <= 64)
        #expect(harness.local.committed.count < 20)
        #expect(harness.remote.prepared.first?.count ?? 0 > 10)
        #expect(harness.remote.prepared.flatMap { $0 }.allSatisfy { $0.direction == .read })
        #expect(harness.local.prepared.flatMap { $0 }.allSatisfy { $0.direction == .write })
    }

    @Test("Files that are whole are not kept from their names for long")
    func due() {
        for isLocal in [true, false] {
            #expect(!FileCopier.isDue(count: 2, bytes: 9, seconds: 0.1, isLocal: isLocal))
            #expect(FileCopier.isDue(count: 64, bytes: 9, seconds: 0.1, isLocal: isLocal))
            #expect(FileCopier.isDue(count: 2, bytes: 16 << 20, seconds: 0.1, isLocal: isLocal))
            #expect(FileCopier.isDue(count: 2, bytes: 9, seconds: 10, isLocal: isLocal))
        }
        // What was sent ahead to a server is not spoilt at once.
        #expect(!FileCopier.isDue(count: 2, bytes: 9, seconds: 1, isLocal: false))
    }

    @Test("A file that is replaced on a server keeps its mode, a new one has the server's")
    func modes() throws {
        let harness = try QueueHarness()
        harness.remote.add("/old", Array("old".utf8), mode: 0o600)
        harness.local.add("/old", Array("new text".utf8), mode: 0o644)
        try harness.run(harness.upload("/old", to: "/old", policy: .overwrite))
        #expect(harness.remote.text("/old") == "new text")
        #expect(harness.remote.entry("/old")?.mode == 0o600)
    }

    @Test("Exact sizes and times are asked for together where the listing does not have them")
    func details() throws {
        let remote = MemoryVolume(capabilities: [])
        let harness = try QueueHarness(remote: remote)
        let requests = (0..<40).map { number in
            harness.remote.add("/f\(number)", Array("\(number)".utf8), modified: 1_500_000_000)
            var request = harness.download("/f\(number)", to: "/f\(number)")
            request.entry.modified = Timestamp(seconds: 0, precision: .day, isZoned: false)
            request.entry.size = nil
            return request
        }
        try harness.submit(requests)
        harness.queue.awaitIdle()
        #expect(harness.local.modified("/f7") == 1_500_000_000)
        #expect(remote.count("details") < 12)
    }

    @Test("A source that has grown since it was listed is tried again, then said to have changed")
    func changedSource() throws {
        let harness = try QueueHarness()
        harness.remote.add("/log", pattern(1_000))
        var request = harness.download("/log", to: "/log")
        request.entry.size = 900
        try harness.submit(request)
        for seconds in Backoff.delays.prefix(1) { harness.clock.pass(seconds) }
        harness.queue.awaitIdle()
        // The second try asked anew.
        #expect(harness.jobs.first?.isDone == true)
        #expect(harness.local.bytes("/log")?.count == 1_000)
    }

    @Test("A job without sense is refused in words", arguments: [true, false])
    func nonsense(isDirectory: Bool) throws {
        let harness = try QueueHarness()
        harness.remote.add("/d/f", "x")
        let request =
            isDirectory
            ? harness.request(.copy, from: harness.remote, "/d", to: harness.remote, "/d/below")
            : harness.request(.copy, from: harness.remote, "/d/f", to: harness.remote, "/d/f")
        let job = try harness.run(request)
        let words = try #require(job.failure?.message)
        #expect(words.contains(isDirectory ? "inside itself" : "both source and target"))
        #expect(harness.remote.count("open") == 0)
    }

    @Test("Nothing is written through a link on the server that it comes from: it may lead there")
    func ownLink() throws {
        let harness = try QueueHarness(lanes: 2)
        harness.remote.add("/big", "precious")
        harness.remote.addLink("/link", to: "big")
        let job = try harness.run(
            harness.request(
                .copy, from: harness.remote, "/big", to: harness.remote, "/link",
                policy: .overwrite))
        #expect(job.failure?.message.contains("/link is a link that may lead to") == true)
        #expect(harness.remote.text("/big") == "precious")
        #expect(harness.remote.count("open") == 0)
    }

    @Test("What is missing fails at once, naming the file, without another try")
    func missing() throws {
        let harness = try QueueHarness()
        let job = try harness.run(harness.download("/none", to: "/none"))
        #expect(job.failure?.kind == .notFound)
        #expect(job.failure?.message.contains("/none") == true)
        #expect(harness.clock.count(1) <= 1)
    }
}
