import Files
import Glibc
import Jobs
import Local
import SFTP
import Support
import Testing
import Transfers

@Suite("The queue, from and to SFTP servers that refuse and break off")
struct SFTPQueueTests {
    private static let large = (0..<3_000_000).map {
        UInt8(truncatingIfNeeded: $0 &* 13 &+ $0 / 256)
    }
    private static let site = Site(scheme: .sftp, host: "box", user: "me")

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(isInMemory: true)
        try folder.makeFolder("served")
        try folder.makeFolder("here")
    }

    private func server(_ behaviour: ScriptedSFTPBehaviour) -> ScriptedSFTPServer {
        ScriptedSFTPServer(root: folder.path("served"), behaviour: behaviour)
    }

    private func queue(
        _ server: ScriptedSFTPServer, lanes: Int = 2, _ memory: TransientRefusals? = nil
    ) throws -> QueueRun {
        let refusals = memory ?? TransientRefusals()
        return try QueueRun(lanes: lanes) { site, lane in
            SFTPFileSystem(
                site: site, opener: ScriptedCarrierOpener(server: server), connection: lane,
                refusals: refusals, log: { _ in })
        }
    }

    private var here: Path { Path(folder.path("here")) }

    /// To the server, or from it.
    private func request(
        _ text: String, up: Bool, _ operation: Job.Operation = .copy, size: Int,
        policy: ConflictPolicy = .overwrite
    ) throws -> JobRequest {
        let name = try #require(Name(text))
        let local = Location(site: .local, path: here.appending(name))
        let remote = Location(site: SFTPQueueTests.site, path: Path(components: [name]))
        return JobRequest(
            operation: operation, source: up ? local : remote,
            entry: Entry(name: name, kind: .file, size: UInt64(size)),
            target: up ? remote : local, root: up ? .root : here, policy: policy)
    }

    private func check(_ jobs: [Job], count: Int) {
        #expect(jobs.count == count)
        for job in jobs { #expect(job.isDone, "\(job.source.path): \(job.state) \(job.story)") }
    }

    private static let refusing: [(String, ScriptedSFTPBehaviour)] = {
        var three = ScriptedSFTPBehaviour.bare
        three.limits.handles = 3
        return [
            ("OpenSSH", .init()), ("bare", .bare), ("three", three), ("Sterling", .sterling),
            ("MinIO", .minIO), ("Azure", .azure), ("AWS", .awsTransfer), ("Momentum", .momentum),
            ("ProFTPD", .proftpdWithoutModes), ("timeless", .timeless),
        ]
    }()

    @Test("Twenty files both ways", arguments: refusing.map(\.0))
    func both(name: String) throws {
        let behaviour = try #require(SFTPQueueTests.refusing.first { $0.0 == name }).1
        let server = server(behaviour)
        let sizes = (0..<20).map { $0 * 9_001 }
        for (number, size) in sizes.enumerated() {
            try folder.write(Array(SFTPQueueTests.large[..<size]), to: "here/up \(number)")
            try folder.write(Array(SFTPQueueTests.large[..<size]), to: "served/down \(number)")
        }
        var requests: [JobRequest] = []
        for (number, size) in sizes.enumerated() {
            requests.append(try request("up \(number)", up: true, size: size))
            requests.append(try request("down \(number)", up: false, size: size))
        }
        check(try queue(server).run(requests), count: 40)
        for (number, size) in sizes.enumerated() {
            let wanted = Array(SFTPQueueTests.large[..<size])
            #expect(folder.read("served/up \(number)") == wanted, "\(number)")
            #expect(folder.read("here/down \(number)") == wanted, "\(number)")
        }
        server.end()
    }

    @Test("A download that broke off goes on where it was, once its end was compared")
    func resumedDownload() throws {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.endsAfter = 2_000_000
        let server = server(behaviour)
        try folder.write(SFTPQueueTests.large, to: "served/file")
        let jobs = try queue(server, lanes: 1).run([
            try request("file", up: false, size: 3_000_000)
        ])
        check(jobs, count: 1)
        #expect(folder.read("here/file") == SFTPQueueTests.large)
        #expect(jobs[0].story.contains { $0.contains("Resumed at") }, "\(jobs[0].story)")
        server.end()
    }

    @Test("An upload that broke off goes on where it was, once its end was compared")
    func resumedUpload() throws {
        let server = server(
            ScriptedSFTPBehaviour().with(
                ScriptedSFTPRule(.write, times: 1, where: { $0.offset > 2_000_000 }, answer: .end)))
        try folder.write(SFTPQueueTests.large, to: "here/file")
        let jobs = try queue(server, lanes: 1).run([try request("file", up: true, size: 3_000_000)])
        check(jobs, count: 1)
        #expect(folder.read("served/file") == SFTPQueueTests.large)
        #expect(jobs[0].story.contains { $0.contains("Resumed at") }, "\(jobs[0].story)")
        server.end()
    }

    @Test(
        "Where a file is emptied when it is opened, what broke off begins again in the same job",
        arguments: [true, false])
    func emptied(tellsOpenSizes: Bool) throws {
        var behaviour = ScriptedSFTPBehaviour.rclone.with(
            ScriptedSFTPRule(.write, times: 1, where: { $0.offset > 2_000_000 }, answer: .end))
        if !tellsOpenSizes {
            behaviour = behaviour.with(ScriptedSFTPRule(.fstat, answer: .status(.unsupported)))
        }
        let server = server(behaviour)
        try folder.write(SFTPQueueTests.large, to: "here/file")
        let memory = TransientRefusals()
        let jobs = try queue(server, lanes: 1, memory).run([
            try request("file", up: true, size: 3_000_000)
        ])
        check(jobs, count: 1)
        #expect(folder.read("served/file") == SFTPQueueTests.large)
        #expect(
            jobs[0].story.contains { $0.contains("box empties files when a transfer is resumed") },
            "\(jobs[0].story)")
        #expect(memory.refusals(of: SFTPQueueTests.site).contains("resume"))
        #expect(try names() == ["file"])
        // Known by now: nothing is opened to go on with it.
        server.change {
            $0 = $0.with(
                ScriptedSFTPRule(.write, times: 1, where: { $0.offset > 2_000_000 }, answer: .end))
        }
        try folder.write(SFTPQueueTests.large, to: "here/second")
        let again = try queue(server, lanes: 1, memory).run([
            try request("second", up: true, size: 3_000_000)
        ])
        check(again, count: 1)
        #expect(folder.read("served/second") == SFTPQueueTests.large)
        #expect(!again[0].story.contains { $0.contains("empties") }, "\(again[0].story)")
        server.end()
    }

    @Test("A server that refuses to write nothing is gone on with all the same")
    func emptyWrites() throws {
        let server = server(
            ScriptedSFTPBehaviour().with(
                ScriptedSFTPRule(.write, times: 1, where: { $0.offset > 2_000_000 }, answer: .end),
                ScriptedSFTPRule(
                    .write, where: { $0.length == 0 }, answer: .status(.failure))))
        try folder.write(SFTPQueueTests.large, to: "here/file")
        let memory = TransientRefusals()
        let jobs = try queue(server, lanes: 1, memory).run([
            try request("file", up: true, size: 3_000_000)
        ])
        check(jobs, count: 1)
        #expect(folder.read("served/file") == SFTPQueueTests.large)
        #expect(jobs[0].story.contains { $0.contains("Resumed at") }, "\(jobs[0].story)")
        #expect(!jobs[0].story.contains { $0.contains("Starting again") }, "\(jobs[0].story)")
        #expect(memory.refusals(of: SFTPQueueTests.site).isEmpty)
        server.end()
    }

    @Test("Going on in a file of the same name where that empties it sends it whole")
    func emptiedExisting() throws {
        let server = server(.rclone)
        try folder.write(SFTPQueueTests.large, to: "here/file")
        try folder.write(Array(SFTPQueueTests.large.prefix(1_000_000)), to: "served/file")
        let jobs = try queue(server, lanes: 1).run([
            try request("file", up: true, size: 3_000_000, policy: .resume)
        ])
        check(jobs, count: 1)
        #expect(folder.read("served/file") == SFTPQueueTests.large)
        #expect(try names() == ["file"])
        server.end()
    }

    @Test("A part that somebody has cut meanwhile is begun again, and the server is not blamed")
    func cutMeanwhile() throws {
        let path = folder.path("served")
        let server = server(
            ScriptedSFTPBehaviour().with(
                ScriptedSFTPRule(.write, times: 1, where: { $0.offset > 2_000_000 }, answer: .end),
                ScriptedSFTPRule(
                    .open, times: 1,
                    where: {
                        $0.flags.contains(.write) && !$0.flags.contains(.create)
                    }
                ) { request in
                    truncate(path + request.pathText, 1_000)
                    return .usual
                }))
        try folder.write(SFTPQueueTests.large, to: "here/file")
        let memory = TransientRefusals()
        let jobs = try queue(server, lanes: 1, memory).run([
            try request("file", up: true, size: 3_000_000)
        ])
        check(jobs, count: 1)
        #expect(folder.read("served/file") == SFTPQueueTests.large)
        #expect(jobs[0].story.contains { $0.contains("1000 bytes on the server") })
        #expect(!memory.refusals(of: SFTPQueueTests.site).contains("resume"))
        #expect(try names() == ["file"])
        server.end()
    }

    /// What the server's folder holds.
    private func names() throws -> [String] {
        try LocalFileSystem().list(Path(folder.path("served"))).entries.map(\.name.text).sorted()
    }

    @Test("A file that is paused has no name yet, and goes on", arguments: [true, false])
    func paused(up: Bool) throws {
        let (reached, goOn) = (Signal(), Signal())
        let server = server(
            ScriptedSFTPBehaviour().with(
                ScriptedSFTPRule(
                    up ? .write : .read, times: 1, where: { $0.offset > 500_000 }
                ) { _ in
                    reached.send()
                    goOn.wait()
                    return .usual
                }))
        try folder.write(SFTPQueueTests.large, to: up ? "here/file" : "served/file")
        let target = up ? "served/file" : "here/file"
        let queue = try queue(server, lanes: 1)
        queue.queue.submit([try request("file", up: up, size: 3_000_000)])
        reached.wait()
        let id = try #require(queue.jobs.first).id
        queue.queue.send(.pause(id))
        // What was sent before is done before the next answer.
        _ = queue.jobs
        goOn.send()
        #expect(queue.rest().first?.state == .paused)
        #expect(!folder.exists(target))
        queue.queue.send(.resume(id))
        check(queue.rest(), count: 1)
        #expect(folder.read(target) == SFTPQueueTests.large)
        queue.stop()
        server.end()
    }

    @Test("What is moved leaves its place only for a copy that is whole", arguments: [true, false])
    func moved(up: Bool) throws {
        let from = up ? "here" : "served"
        let target = up ? "served" : "here"
        let server = server(
            ScriptedSFTPBehaviour().with(
                ScriptedSFTPRule(
                    .open, where: { $0.pathText == "/bad" || $0.pathText.contains(".ferry") },
                    answers: { request in
                        request.pathText == "/bad" ? .status(.permissionDenied) : .usual
                    })))
        for name in ["good", "bad"] {
            try folder.write(SFTPQueueTests.large, to: "\(from)/\(name)")
        }
        // A part of its own name is refused its final one.
        if up {
            server.change {
                $0 = $0.with(
                    ScriptedSFTPRule(
                        extension: "posix-rename@openssh.com",
                        where: { $0.secondPath == Array("/bad".utf8) },
                        answer: .status(.permissionDenied)))
            }
        }
        let jobs = try queue(server).run([
            try request("good", up: up, .move, size: 3_000_000),
            try request("bad", up: up, .move, size: 3_000_000),
        ])
        #expect(jobs.map(\.isDone) == [true, false])
        #expect(jobs[1].failure?.kind == .denied, "\(jobs[1].state)")
        #expect(folder.read("\(target)/good") == SFTPQueueTests.large)
        #expect(!folder.exists("\(from)/good"))
        #expect(folder.read("\(from)/bad") == SFTPQueueTests.large)
        #expect(!folder.exists("\(target)/bad"))
        server.end()
    }
}
