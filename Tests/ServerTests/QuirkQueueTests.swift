import DemoServer
import FTP
import Files
import Jobs
import Support
import Testing

/// Files through the queue, from and to a server with a quirk: one that is done is right, one that
/// has its name is right, and what failed says why.
@Suite("No file looks whole that is not")
struct QuirkQueueTests {
    private static let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 13 &+ $0 / 256) }

    private func queue(_ quirk: Quirk) throws -> QueueRun {
        try QueueRun { site, lane in
            let files = FTPFileSystem(
                site: site, connection: lane, trust: TrustPolicy(memory: TransientTrust()),
                log: { _ in }, password: { _ in Secret("me") })
            files.timeouts.idle = quirk.isHarmless ? 5 : 0.2
            files.timeouts.missing = quirk.isHarmless ? 0.3 : 0.1
            files.timeouts.quit = 0.05
            files.timeouts.abort = 0.1
            files.timeouts.reason = 0.1
            files.timeouts.permission = 0.05
            files.timeouts.confirmation = 0.1
            files.listingLimits.entries = 100
            return files
        }
    }

    @Test("Downloads, from the start and continued", arguments: Quirk.allCases)
    func down(quirk: Quirk) throws {
        let folder = try TemporaryFolder(isInMemory: true)
        try folder.makeFolder("served")
        try folder.makeFolder("here")
        let bytes = QuirkQueueTests.bytes
        for name in ["fresh", "begun", "other"] { try folder.write(bytes, to: "served/\(name)") }
        // One file that is there is the beginning of the server's, one is not.
        let there = [
            "begun": Array(bytes[..<100_000]), "other": [UInt8](repeating: 1, count: 100_000),
        ]
        for (name, bytes) in there { try folder.write(bytes, to: "here/\(name)") }
        let server = try DemoServer(
            root: folder.path("served"), options: .init(user: "me"), behaviour: quirk.behaviour)
        let site = try site(of: server)
        let here = Path(folder.path("here"))
        let requests = try ["fresh", "begun", "other"].map { text in
            let name = try #require(Name(text))
            return JobRequest(
                operation: .copy,
                source: Location(site: site, path: Path(components: [name])),
                entry: Entry(name: name, kind: .file),
                target: Location(site: .local, path: here.appending(name)), root: here,
                policy: .resume)
        }
        let jobs = try queue(quirk).run(requests)
        #expect(jobs.count == 3, "\(quirk)")
        for job in jobs {
            let name = job.source.path.name?.text ?? ""
            let found = folder.read("here/\(name)")
            check(job, quirk, isThere: found != nil) {
                found == bytes || !job.isDone && found == there[name]
            }
        }
        server.stop()
    }

    @Test("Uploads, each file new", arguments: Quirk.allCases)
    func up(quirk: Quirk) throws {
        let folder = try TemporaryFolder(isInMemory: true)
        try folder.makeFolder("served")
        try folder.makeFolder("here")
        let bytes = QuirkQueueTests.bytes
        try folder.write(bytes, to: "here/large")
        try folder.write(Array(bytes[..<5_000]), to: "here/small")
        let server = try DemoServer(
            root: folder.path("served"), options: .init(user: "me"), behaviour: quirk.behaviour)
        let site = try site(of: server)
        let here = Path(folder.path("here"))
        let requests = try [("large", 200_000), ("small", 5_000)].map { text, size in
            let name = try #require(Name(text))
            return JobRequest(
                operation: .copy, source: Location(site: .local, path: here.appending(name)),
                entry: Entry(name: name, kind: .file, size: UInt64(size)),
                target: Location(site: site, path: Path(components: [name])), root: .root,
                policy: .overwrite)
        }
        let jobs = try queue(quirk).run(requests)
        #expect(jobs.count == 2, "\(quirk)")
        for job in jobs {
            let name = job.source.path.name?.text ?? ""
            // A server gives an unfinished file its name; only Ferry's word has to be right.
            check(job, quirk, isThere: job.isDone) {
                folder.read("served/\(name)") == folder.read("here/\(name)")
            }
        }
        server.stop()
    }

    private func site(of server: DemoServer) throws -> Site {
        var site = Site(scheme: .ftp, host: "127.0.0.1", port: try server.start(), user: "me")
        site[TLSOptions.isWanted] = false
        return site
    }

    private func check(_ job: Job, _ quirk: Quirk, isThere: Bool, _ isRight: () -> Bool) {
        let name = job.source.path.text
        if job.isDone || isThere {
            #expect(isRight(), "\(quirk): \(name) is not what it should be")
        }
        guard !job.isDone else { return }
        #expect(!quirk.isHarmless, "\(quirk): \(name): \(job.story)")
        let words = job.failure?.message ?? ""
        #expect(words.count > 10 && !words.contains("\n"), "\(quirk): \(name): \(job.state)")
    }
}
