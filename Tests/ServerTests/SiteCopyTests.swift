import Files
import Jobs
import SFTP
import Support
import Testing
import Transfers

@Suite("Copies from one place of an SFTP server to another")
struct SiteCopyTests {
    private static let site = Site(scheme: .sftp, host: "box", user: "me")
    private static let bytes = Bank.noise(20_000_000)

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(isInMemory: true)
        try folder.makeFolder("there")
        try folder.write(SiteCopyTests.bytes, to: "file")
    }

    private func copy(_ rules: ScriptedSFTPRule...) throws -> Job {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.rules = rules
        let server = ScriptedSFTPServer(root: folder.path, behaviour: behaviour)
        defer { server.end() }
        let queue = try QueueRun(lanes: 1) { site, lane in
            SFTPFileSystem(
                site: site, opener: ScriptedCarrierOpener(server: server), connection: lane,
                log: { _ in })
        }
        return try #require(queue.run([try request(Path("/file"), Path("/there"))]).first)
    }

    private func request(
        _ file: Path, _ directory: Path, _ site: Site = SiteCopyTests.site
    ) throws -> JobRequest {
        let name = try #require(file.name)
        return JobRequest(
            operation: .copy, source: Location(site: site, path: file),
            entry: Entry(name: name, kind: .file, size: UInt64(SiteCopyTests.bytes.count)),
            target: Location(site: site, path: directory.appending(name)), root: .root,
            policy: .overwrite)
    }

    private var isWhole: Bool { folder.read("there/file") == SiteCopyTests.bytes }

    @Test("The server copies by itself: not a byte is written from here")
    func within() throws {
        let job = try copy(ScriptedSFTPRule(.write, answer: .status(.failure)))
        #expect(job.isDone, "\(job.story)")
        #expect(job.story.contains { $0.contains("The server copied it itself") })
        #expect(isWhole)
    }

    @Test(
        "Where it refuses, the bytes go through this machine",
        arguments: [ScriptedSFTPStatus.unsupported, .permissionDenied, .failure])
    func refused(status: ScriptedSFTPStatus) throws {
        let job = try copy(ScriptedSFTPRule(extension: "copy-data", answer: .status(status)))
        #expect(job.isDone, "\(job.story)")
        #expect(!job.story.contains { $0.contains("The server copied it itself") })
        #expect(isWhole)
    }

    @Test("Where it fails under way, no half file has the name")
    func broken() throws {
        let job = try copy(
            ScriptedSFTPRule(
                extension: "copy-data", where: { $0.offset > 0 }, answer: .status(.failure)))
        #expect(!job.isDone || isWhole, "\(job.story)")
        #expect(job.isDone || !folder.exists("there/file"))
    }

    @Test("The connection that is lost under way costs no byte")
    func lost() throws {
        let job = try copy(
            ScriptedSFTPRule(
                extension: "copy-data", times: 1, where: { $0.offset > 0 }, answer: .end))
        #expect(job.isDone, "\(job.story)")
        #expect(isWhole)
    }

    @Test("OpenSSH's server does it")
    func openSSH() throws {
        let server = try SSHServer.started(service: .program())
        let bench = try LoginBench(server)
        try server.root.write(SiteCopyTests.bytes, to: "file")
        try server.root.makeFolder("there")
        for name in ["file", "there"] { try server.own(name) }
        let queue = try QueueRun(lanes: 1) { _, _ in bench.fileSystem() }
        let root = Path(server.root.path)
        let file = try #require(Name("file"))
        let there = try #require(Name("there"))
        let job = try #require(
            queue.run([
                try request(root.appending(file), root.appending(there), bench.site)
            ]).first)
        #expect(job.isDone, "\(job.story)")
        let isSame = server.root.read("there/file") == SiteCopyTests.bytes
        #expect(isSame)
        #expect(bench.log.contains { $0.contains("EXTENDED copy-data") })
        #expect(job.story.contains { $0.contains("The server copied it itself") }, "\(job.story)")
    }
}
