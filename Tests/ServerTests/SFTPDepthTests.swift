import Files
import Glibc
import Jobs
import SFTP
import Support
import Synchronization
import Testing
import Transfers
import Transport

@Suite("What is on its way to an SFTP server at once")
struct SFTPDepthTests {
    private static let site = Site(scheme: .sftp, host: "box", user: "me")

    /// Connections over a long way, of which one login may have several.
    private final class FarOpener: CarrierOpener {
        let server: ScriptedSFTPServer
        let others = Atomic<Int>(0)
        /// Those of them that had to log in.
        let logins = Atomic<Int>(0)
        private let milliseconds: Int
        /// Runs before each channel besides the first.
        private let before: @Sendable () -> Void

        /// `milliseconds`: of the way in one direction.
        init(
            _ server: ScriptedSFTPServer, milliseconds: Int = 15,
            before: @escaping @Sendable () -> Void = {}
        ) {
            self.server = server
            self.milliseconds = milliseconds
            self.before = before
        }

        func open(_ interrupter: Interrupter) throws(FileSystemError) -> any Carrier {
            do {
                let relay = try SlowRelay(milliseconds: milliseconds)
                try server.accept(relay.far)
                return ScriptedCarrier(Socket(adopting: relay.near, interrupter: interrupter))
            } catch {
                throw FileSystemError(.connection, detail: "\(error)")
            }
        }

        func openAnother(
            _ kind: SideKind, _ interrupter: Interrupter
        ) throws(FileSystemError) -> (any Carrier)? {
            before()
            others.add(1, ordering: .relaxed)
            if kind == .connection { logins.add(1, ordering: .relaxed) }
            return try open(interrupter)
        }
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(isInMemory: true)
        try folder.makeFolder("served")
        try folder.makeFolder("here")
    }

    private func request(_ text: String, up: Bool, size: Int) throws -> JobRequest {
        let name = try #require(Name(text))
        let here = Path(folder.path("here"))
        let local = Location(site: .local, path: here.appending(name))
        let remote = Location(site: SFTPDepthTests.site, path: Path(components: [name]))
        return JobRequest(
            operation: .copy, source: up ? local : remote,
            entry: Entry(name: name, kind: .file, size: UInt64(size)),
            target: up ? remote : local, root: up ? .root : here, policy: .overwrite)
    }

    private func run(_ requests: [JobRequest], over opener: any CarrierOpener) throws -> [Job] {
        let queue = try QueueRun(lanes: 1) { site, lane in
            SFTPFileSystem(
                site: site, opener: opener, connection: lane, refusals: TransientRefusals(),
                log: { _ in })
        }
        return queue.run(requests)
    }

    @Test("Small files of one connection overlap, 32 and more", arguments: [true, false])
    func overlap(up: Bool) throws {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.pace = .quiet(milliseconds: 20)
        let server = ScriptedSFTPServer(root: folder.path("served"), behaviour: behaviour)
        let count = 200
        for number in 0..<count {
            let bytes = Array("file \(number)".utf8)
            try folder.write(bytes, to: up ? "here/\(number)" : "served/\(number)")
        }
        let requests = try (0..<count).map {
            try request("\($0)", up: up, size: "file \($0)".utf8.count)
        }
        let jobs = try run(requests, over: ScriptedCarrierOpener(server: server))
        for job in jobs { #expect(job.isDone, "\(job.story)") }
        #expect(jobs.count == count)
        for number in 0..<count {
            let copy = folder.read(up ? "served/\(number)" : "here/\(number)")
            #expect(copy == Array("file \(number)".utf8))
        }
        #expect(server.mostOpenHandles >= 32)
        // One after the other they would take three round trips each, and more.
        #expect(server.rounds < count)
        server.end()
    }

    private static let large = (0..<48_000_000).map {
        UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 509)
    }

    @Test("A large file goes over several channels of a long line", arguments: [true, false])
    func channels(up: Bool) throws {
        let server = ScriptedSFTPServer(root: folder.path("served"))
        try folder.write(SFTPDepthTests.large, to: up ? "here/large" : "served/large")
        let opener = FarOpener(server)
        let size = SFTPDepthTests.large.count
        let jobs = try run([try request("large", up: up, size: size)], over: opener)
        for job in jobs { #expect(job.isDone, "\(job.story)") }
        #expect(opener.others.load(ordering: .relaxed) == 3)
        // Told as one word: what differs would be all of it.
        let isSame = folder.read(up ? "served/large" : "here/large") == SFTPDepthTests.large
        #expect(isSame)
        server.end()
    }

    @Test("A file that gets another's name while channels are added is not mixed with it")
    func replaced() throws {
        let server = ScriptedSFTPServer(root: folder.path("served"))
        let other = SFTPDepthTests.large.map { ~$0 }
        try folder.write(SFTPDepthTests.large, to: "served/large")
        try folder.write(other, to: "served/other")
        let (old, new) = (folder.path("served/large"), folder.path("served/other"))
        // Times are told to the second.
        var times = [timeval](repeating: timeval(tv_sec: 1_000_000_000, tv_usec: 0), count: 2)
        try #require(utimes(new, &times) == 0)
        let opener = FarOpener(server) { _ = rename(new, old) }
        let jobs = try run([try request("large", up: false, size: other.count)], over: opener)
        for job in jobs { #expect(job.isDone, "\(job.story)") }
        #expect(opener.others.load(ordering: .relaxed) >= 1)
        #expect(!folder.exists("served/other"))
        let copy = folder.read("here/large")
        let isOneOfThem = copy == SFTPDepthTests.large || copy == other
        #expect(isOneOfThem)
        server.end()
    }

    @Test("Who looks at the beginning of a large file far away logs in nowhere for it")
    func beginning() throws {
        let server = ScriptedSFTPServer(root: folder.path("served"))
        try folder.write("", to: "served/large")
        let size: UInt64 = 100 << 20
        #expect(truncate(folder.path("served/large"), off_t(size)) == 0)
        let opener = FarOpener(server, milliseconds: 60)
        let files = SFTPFileSystem(
            site: SFTPDepthTests.site, opener: opener, connection: 1, log: { _ in })
        let path = Path("/large")
        var block = [UInt8](repeating: 1, count: 64 << 10)
        let looked = try files.open(path, from: 0)
        #expect(try block.withUnsafeMutableBytes { try looked.read(into: $0) } > 0)
        looked.cancel()
        #expect(opener.others.load(ordering: .relaxed) == 0)
        // One that will be moved is another matter.
        files.prepare([Upcoming(path: path, direction: .read, size: size)])
        let moved = try files.open(path, from: 0)
        #expect(opener.logins.load(ordering: .relaxed) == 2)
        #expect(opener.others.load(ordering: .relaxed) == 3)
        moved.cancel()
        files.close()
        server.end()
    }

    @Test("A file that has no end is left where it should have had one")
    func endless() throws {
        let server = ScriptedSFTPServer(
            root: folder.path("served"),
            behaviour: ScriptedSFTPBehaviour().with(
                ScriptedSFTPRule(.read) { request in
                    var data = ScriptedSFTPWriter()
                    data.put(string: [UInt8](repeating: 0x41, count: request.length))
                    return .packet(103, data.bytes)
                }))
        try folder.write([UInt8](repeating: 0x41, count: 1_000_000), to: "served/endless")
        let jobs = try run(
            [try request("endless", up: false, size: 1_000_000)],
            over: ScriptedCarrierOpener(server: server))
        let job = try #require(jobs.first)
        #expect(
            job.story.contains { $0.contains("/endless is longer than its 1000000 bytes") },
            "\(job.story)")
        #expect(!folder.exists("here/endless"))
        server.end()
    }

    @Test("What was cut off on several channels is gone on with before any hole")
    func holes() throws {
        // The first byte that is written past here ends its channel, while others have gone on.
        let server = ScriptedSFTPServer(
            root: folder.path("served"),
            behaviour: ScriptedSFTPBehaviour().with(
                ScriptedSFTPRule(
                    .write, times: 1, where: { $0.offset > 40_000_000 }, answer: .end)))
        try folder.write(SFTPDepthTests.large, to: "here/large")
        let opener = FarOpener(server)
        let size = SFTPDepthTests.large.count
        let jobs = try run([try request("large", up: true, size: size)], over: opener)
        for job in jobs { #expect(job.isDone, "\(job.story)") }
        #expect(opener.others.load(ordering: .relaxed) >= 3)
        let job = try #require(jobs.first)
        #expect(job.story.contains { $0.contains("Resumed at") }, "\(job.story)")
        let isSame = folder.read("served/large") == SFTPDepthTests.large
        #expect(isSame)
        server.end()
    }
}
