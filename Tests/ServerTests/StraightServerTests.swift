import DemoServer
import FTP
import Files
import Jobs
import Support
import Synchronization
import Testing
import Transfers

/// Files through the queue, from one FTP server to another that is to take them straight.
@Suite("Files between two FTP servers that send them straight")
struct StraightServerTests {
    private static let bytes = Bank.noise(3_000_000)

    /// Commands that were sent.
    private final class Sent: Sendable {
        private let lines = Mutex<[String]>([])

        /// The first RETR.
        let retrieval = Signal()

        func add(_ exchange: Exchange) {
            guard exchange.direction == .sent else { return }
            let isFirst = lines.withLock { lines in
                lines.append(exchange.text)
                return exchange.text.hasPrefix("RETR")
                    && lines.count { $0.hasPrefix("RETR") } == 1
            }
            if isFirst { retrieval.send() }
        }

        func count(_ verb: String) -> Int {
            lines.withLock { $0.count { $0.hasPrefix(verb) } }
        }
    }

    private let sent = Sent()

    private func queue(idle: Double = 20) throws -> QueueRun {
        try QueueRun(lanes: 1) { [sent] site, lane in
            let files = FTPFileSystem(
                site: site, connection: lane, trust: TrustPolicy(memory: TransientTrust()),
                log: { sent.add($0) }, password: { _ in Secret(RealServer.user) })
            files.timeouts.idle = idle
            files.timeouts.abort = min(2, idle)
            return files
        }
    }

    /// From the one site to the other, which says whether it wants files straight.
    private func requests(
        _ files: [String], from source: Site, to target: Site, isWanted: Bool = true
    ) throws -> [JobRequest] {
        var target = target
        target[QueueOptions.isStraight] = isWanted
        return try files.map { text in
            let name = try #require(Name(text))
            let size = UInt64(StraightServerTests.bytes.count)
            return JobRequest(
                operation: .copy,
                source: Location(site: source, path: Path(components: [name])),
                entry: Entry(name: name, kind: .file, size: size),
                target: Location(site: target, path: Path(components: [name])), root: .root,
                policy: .overwrite)
        }
    }

    /// A folder with `files` in it.
    private func folder(_ files: [String] = []) throws -> TemporaryFolder {
        let folder = try TemporaryFolder(isInMemory: true)
        for name in files { try folder.write(StraightServerTests.bytes, to: name) }
        return folder
    }

    private func demo(
        _ folder: TemporaryFolder, _ faults: Behaviour = []
    ) throws -> (server: DemoServer, site: Site) {
        let server = try DemoServer(
            root: folder.path, options: .init(user: RealServer.user, password: RealServer.user),
            behaviour: faults)
        var site = Site(
            scheme: .ftp, host: "127.0.0.1", port: try server.start(), user: RealServer.user)
        site[TLSOptions.isWanted] = false
        return (server, site)
    }

    /// Copies `files` between demo servers with these faults; the jobs, all of them whole.
    private func copyBetweenDemos(
        _ files: [String] = ["file"], _ sourceFaults: Behaviour = [],
        _ targetFaults: Behaviour = [],
        isWanted: Bool = true, idle: Double = 20
    ) throws -> [Job] {
        let (there, here) = (try folder(files), try folder())
        let (source, target) = (try demo(there, sourceFaults), try demo(here, targetFaults))
        defer {
            source.server.stop()
            target.server.stop()
        }
        let jobs = try queue(idle: idle).run(
            requests(files, from: source.site, to: target.site, isWanted: isWanted))
        for job in jobs { #expect(job.isDone, "\(job.story)") }
        for name in files { #expect(here.read(name) == StraightServerTests.bytes) }
        #expect(here.names.sorted() == files.sorted())
        return jobs
    }

    @Test("The bytes go from the one to the other, and no data connection leads here")
    func straight() throws {
        let jobs = try copyBetweenDemos(["a", "b"])
        #expect(jobs.allSatisfy { $0.via == .fxp })
        // Only the target's trial of a part has one.
        #expect(sent.count("EPSV") == 1 && sent.count("PORT") == 2 && sent.count("RETR") == 2)
    }

    @Test("Nobody is asked for it where nobody wants it")
    func unwanted() throws {
        let jobs = try copyBetweenDemos(isWanted: false)
        #expect(jobs.allSatisfy { $0.via == .here })
        #expect(sent.count("PORT") == 0)
    }

    @Test(
        "The source listens where the target does not or where it may not connect, and at once then"
    )
    func otherWay() throws {
        let refused = "500 Illegal PORT command.\r\n"
        let pairs: [(Behaviour, Behaviour)] = [
            ([.always(.reply("PORT", refused))], []),
            ([], [.always(.reply("PASV", "502 No.\r\n"))]),
        ]
        for (source, target) in pairs {
            let jobs = try copyBetweenDemos(["a", "b"], source, target)
            #expect(jobs.allSatisfy { $0.via == .fxp })
        }
        // One of them in vain.
        #expect(sent.count("PORT") == 5)
    }

    @Test("Where they refuse, all files come through here, and they are asked once")
    func refused() throws {
        let refusal = Behaviour.Occurrence.always(.reply("PORT", "500 Illegal PORT command.\r\n"))
        let jobs = try copyBetweenDemos(["a", "b", "c"], [refusal], [refusal])
        #expect(jobs.allSatisfy { $0.via == .here })
        #expect(sent.count("PORT") == 2)
        let told = jobs.filter { job in
            job.story.contains { $0.contains("500 Illegal PORT command.") }
        }
        #expect(told.count == 1)
    }

    @Test(
        "What breaks between them is gone on with through here, in the same job",
        arguments: [
            Fault.resetData(at: "RETR", after: 1_000_000), .die(at: "RETR", after: 1_000_000),
            .truncate(at: "RETR", after: 1_000_000), .silentFinal(at: "RETR"),
        ])
    func broken(fault: Fault) throws {
        // Slow enough that both have begun by then.
        let pace = Fault.slow(bytesPerSecond: 3_000_000)
        let jobs = try copyBetweenDemos(["file"], [.once(fault), .always(pace)], idle: 2)
        #expect(jobs.allSatisfy { $0.via == .here })
    }

    @Test("A server that sends nothing more is not waited for without an end")
    func stalled() throws {
        let jobs = try copyBetweenDemos(
            ["file"], [.once(.stall(at: "RETR", after: 1_000_000))], idle: 2)
        #expect(jobs.allSatisfy { $0.via == .here })
    }

    @Test("What was paused under way goes on straight")
    func paused() throws {
        let (there, here) = (try folder(["file"]), try folder())
        let source = try demo(there, [.always(.slow(bytesPerSecond: 3_000_000))])
        let target = try demo(here)
        defer {
            source.server.stop()
            target.server.stop()
        }
        let run = try queue()
        run.queue.submit(try requests(["file"], from: source.site, to: target.site))
        sent.retrieval.wait()
        let id = try #require(run.jobs.first?.id)
        run.queue.send(.pause(id))
        #expect(run.rest().allSatisfy { $0.state == .paused })
        run.queue.send(.resume(id))
        let jobs = run.rest()
        run.stop()
        #expect(jobs.allSatisfy { $0.isDone && $0.via == .fxp }, "\(jobs.map(\.story))")
        #expect(here.read("file") == StraightServerTests.bytes)
    }

    @Test("What gets a limit under way goes on through here, and keeps it")
    func limited() throws {
        let (there, here) = (try folder(["file"]), try folder())
        let source = try demo(there, [.always(.slow(bytesPerSecond: 3_000_000))])
        let target = try demo(here)
        defer {
            source.server.stop()
            target.server.stop()
        }
        let run = try queue()
        run.queue.submit(try requests(["file"], from: source.site, to: target.site))
        sent.retrieval.wait()
        run.queue.send(.limitAll(8_000_000))
        let jobs = run.rest()
        run.stop()
        #expect(jobs.allSatisfy { $0.isDone && $0.via == .here }, "\(jobs.map(\.story))")
        #expect(here.read("file") == StraightServerTests.bytes)
        #expect(here.names == ["file"])
    }

    @Test(
        "Real servers that allow it",
        arguments: [
            (RealServer.Kind.proftpd, RealServer.Kind.proftpd), (.proftpd, .pureFTPd),
            (.pureFTPd, .pyftpdlib), (.vsftpd, .proftpd), (.pyftpdlib, .vsftpd),
        ])
    func real(source: RealServer.Kind, target: RealServer.Kind) throws {
        let servers = try [source, target].map { kind in
            try startedServer(kind, extra: StraightServerTests.permission(kind))
        }
        defer { for server in servers { server.stop() } }
        try servers[0].root.write(StraightServerTests.bytes, to: "file")
        try servers[0].own("file")
        let jobs = try queue().run(
            requests(["file"], from: servers[0].site, to: servers[1].site))
        #expect(jobs.allSatisfy { $0.isDone && $0.via == .fxp }, "\(jobs.map(\.story))")
        #expect(servers[1].root.read("file") == StraightServerTests.bytes)
    }

    /// What lets a server send to others than its client.
    private static func permission(_ kind: RealServer.Kind) -> [String] {
        switch kind {
        case .proftpd: ["AllowForeignAddress on"]
        case .vsftpd: ["pasv_promiscuous=YES", "port_promiscuous=YES"]
        case .pureFTPd: ["-w"]
        case .pyftpdlib: ["FTPHandler.permit_foreign_addresses = True"]
        }
    }
}
