import Dispatch
import Files
import Glibc
@testable import Settings
import Support
import Synchronization
import Testing

@Suite("What is known of servers")
struct KnownServersTests {
    private let folder: TemporaryFolder
    private let site = Site(scheme: .ftp, host: "Example.org")
    private let fingerprint = (0..<32).map { UInt8($0 * 7 & 0xFF) }

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.path("state/known_servers") }

    private func servers(_ trouble: @escaping @Sendable (String) -> Void = { _ in }) -> KnownServers
    {
        KnownServers(path: path, trouble: trouble)
    }

    @Test("What a server refuses is kept for a month, and forgotten then")
    func refusals() throws {
        var known = KnownServer()
        known.noteRefusal("posix-rename", now: 1_000)
        known.noteRefusal("not a name", now: 1_000)
        let line = known.line(of: ServerPlace(host: "example.org", port: 22))
        #expect(line == "example.org 22 refuses=posix-rename@1000")
        let (_, read) = try #require(KnownServer.read(line[...]))
        #expect(read == known)
        #expect(read.refusals(now: 1_000 + 29 * 86_400) == ["posix-rename"])
        #expect(read.refusals(now: 1_000 + 30 * 86_400) == [])
        #expect(KnownServer.read("example.org 22 refuses=@1") == nil)
        #expect(KnownServer.read("example.org 22 refuses=rename@soon") == nil)
        known.noteRefusal("sync", now: 1_000 + 31 * 86_400)
        #expect(known.refusals.keys.sorted() == ["sync"])
    }

    @Test("How many connections a server bears, and since when")
    func connections() throws {
        var known = KnownServer()
        known.connections = KnownServer.Connections(most: 4, time: 1_000)
        let line = known.line(of: ServerPlace(host: "example.org", port: 21))
        #expect(line == "example.org 21 connections=4@1000")
        #expect(try #require(KnownServer.read(line[...])).1 == known)
        for wrong in ["0@1", "17@1", "4", "4@", "@4", "4@-1", "4@now", "99999999999999999999@1"] {
            #expect(KnownServer.read("example.org 21 connections=\(wrong)") == nil, "\(wrong)")
        }
        #expect(servers().connectionLimit(of: site) == nil)
        servers().noteConnectionLimit(3, of: site)
        let again = try #require(servers().connectionLimit(of: site))
        #expect(again.most == 3 && again.age < 60)
    }

    @Test("What was learnt is there again in the next process; case and scheme do not matter")
    func kept() {
        let first = servers()
        #expect(first.record(of: site) == TrustRecord())
        first.update(site) { record in
            record.hasHadTLS = true
            record.hasResumed = true
            record.trusted = fingerprint
        }
        first.noteCommandPace(.single, of: site)
        let again = servers().record(of: Site(scheme: .ftpes, host: "example.ORG"))
        #expect(again.hasHadTLS && again.hasResumed && !again.mayBeClear)
        #expect(again.trusted == fingerprint)
        let same = Site(scheme: .ftpes, host: "example.ORG")
        #expect(servers().commandPace(of: same) == .single)
        for pace in [CommandPace.windows, nil, .single] {
            first.noteCommandPace(pace, of: site)
            #expect(servers().commandPace(of: same) == pace)
        }
        #expect(servers().record(of: Site(scheme: .ftps, host: "example.org")) == TrustRecord())
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test("A file of an earlier version says the same of TLS and of commands")
    func earlierFile() throws {
        try folder.makeFolder("state")
        let hex = fingerprint.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let text = """
            # What Ferry knows about servers: host, port, and what it found there.
            example.org 21 tls resumed single trusted=\(hex)
            other 2121 clear single

            """
        try folder.write(text, to: "state/known_servers")
        let servers = servers { Issue.record("\($0)") }
        let other = Site(scheme: .ftp, host: "other", port: 2121)
        var record = TrustRecord()
        record.hasHadTLS = true
        record.hasResumed = true
        record.trusted = fingerprint
        #expect(servers.record(of: site) == record)
        #expect(servers.commandPace(of: site) == .single)
        #expect(servers.commandPace(of: other) == .single)
        #expect(servers.record(of: other).mayBeClear)
        // Each is written without losing the other, as it stood.
        servers.update(other) { $0.mayBeClear = false }
        servers.update(other) { $0.mayBeClear = true }
        #expect(folder.read("state/known_servers") == Array(text.utf8))
    }

    @Test("What is trusted once is not written down, and does not slip in with other changes")
    func once() {
        let first = servers()
        let certificate = Certificate(
            subject: "CN=h", issuer: "CN=h", names: [], validFrom: 0, validUntil: 1,
            fingerprint: fingerprint)
        first.allow(.untrusted(certificate, reason: ""), for: site)
        first.update(site) { $0.hasHadTLS = true }
        #expect(first.record(of: site).trusted == fingerprint)
        #expect(first.record(of: site).hasHadTLS)
        #expect(servers().record(of: site).trusted == nil)
        #expect(servers().record(of: site).hasHadTLS)
        first.keep(.changed(certificate, known: [], reason: ""), for: site)
        #expect(servers().record(of: site).trusted == fingerprint)
        first.allow(.clear(reason: ""), for: site)
        #expect(first.record(of: site).mayBeClear && !servers().record(of: site).mayBeClear)
    }

    @Test("Two processes change the file without losing each other's words")
    func several() throws {
        let (one, two) = (servers(), servers())
        _ = (one.record(of: site), two.record(of: site))
        one.update(site) { $0.hasHadTLS = true }
        two.update(Site(scheme: .ftp, host: "other")) { $0.mayBeClear = true }
        #expect(one.record(of: Site(scheme: .ftp, host: "other")).mayBeClear)
        #expect(servers().record(of: site).hasHadTLS)
    }

    @Test("A damaged line is left out with a notice; the others hold")
    func damaged() throws {
        try folder.makeFolder("state")
        try folder.write(
            "# head\ngood 21 tls\n\u{1B}[2J\nbad 0 tls\nshort 21 trusted=ab\nlast 2121 clear\n",
            to: "state/known_servers")
        let notices = Mutex<[String]>([])
        let servers = servers { notice in notices.withLock { $0.append(notice) } }
        #expect(servers.record(of: Site(scheme: .ftp, host: "good")).hasHadTLS)
        #expect(servers.record(of: Site(scheme: .ftp, host: "last", port: 2121)).mayBeClear)
        let said = notices.withLock { $0 }
        #expect(said.count == 3)
        #expect(said.allSatisfy { !$0.contains("\u{1B}") && $0.contains("known_servers, line ") })
    }

    @Test("A file that cannot be written is told of once; this process still knows")
    func unwritable() throws {
        try folder.write("", to: "state")
        let notices = Mutex<[String]>([])
        let servers = servers { notice in notices.withLock { $0.append(notice) } }
        servers.update(site) { $0.mayBeClear = true }
        servers.update(site) { $0.hasHadTLS = true }
        #expect(notices.withLock { $0.count } == 1)
    }

    @Test("A file that cannot be read is told of once, and not replaced")
    func unreadable() throws {
        try folder.makeFolder("state")
        let bytes = Array("example.org 21 tls\n".utf8) + [0xFF, 0x0A]
        try folder.write(bytes, to: "state/known_servers")
        let notices = Mutex<[String]>([])
        let servers = servers { notice in notices.withLock { $0.append(notice) } }
        servers.update(Site(scheme: .ftp, host: "other")) { $0.hasHadTLS = true }
        #expect(servers.record(of: Site(scheme: .ftp, host: "other")).hasHadTLS)
        #expect(notices.withLock { $0.count } == 1)
        #expect(folder.read("state/known_servers") == bytes)
        try folder.write(Array(bytes.dropLast(2)), to: "state/known_servers")
        servers.update(site) { $0.hasResumed = true }
        #expect(self.servers().record(of: site).hasHadTLS)
    }

    @Test("Without a file everything is in memory")
    func memory() {
        let servers = KnownServers(path: nil) { Issue.record("\($0)") }
        servers.update(site) { $0.mayBeClear = true }
        #expect(servers.record(of: site).mayBeClear)
    }

    @Test("Many threads change it at the same time")
    func threads() {
        let servers = servers()
        let group = DispatchGroup()
        for number in 0..<4 {
            DispatchQueue(label: "test.known.\(number)").async(group: group) {
                for turn in 0..<20 {
                    let site = Site(scheme: .ftp, host: "host\(number)-\(turn)")
                    servers.update(site) { $0.hasHadTLS = true }
                }
            }
        }
        #expect(group.wait(timeout: .now() + 30) == .success)
        let again = self.servers()
        for number in 0..<4 {
            for turn in 0..<20 {
                #expect(
                    again.record(of: Site(scheme: .ftp, host: "host\(number)-\(turn)")).hasHadTLS)
            }
        }
    }
}
