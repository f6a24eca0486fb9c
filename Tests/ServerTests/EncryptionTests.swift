import FTP
import Files
import Support
import Synchronization
import Testing

@Suite("FTP over TLS with real servers")
struct EncryptionTests {
    /// A server, its newest version of TLS, and whether it gives sessions to resume.
    struct Case: Sendable, CustomTestStringConvertible {
        let kind: RealServer.Kind
        let newest: String
        let resumes: Bool

        var testDescription: String { "\(kind), \(newest)" }

        /// pure-ftpd gives no sessions in TLS 1.3; pyftpdlib gives none that it takes back.
        static let all = RealServer.Kind.allCases.flatMap { kind in
            ["TLSv1.2", "TLSv1.3"].map { newest in
                Case(
                    kind: kind, newest: newest,
                    resumes: kind == .vsftpd || kind == .proftpd)
            }
        }
    }

    @Test(
        "Listings, downloads and uploads in a row each resume the session, as the server demands",
        arguments: Case.all)
    func resumption(of one: Case) throws {
        var tls = ServerTLS(try .shared())
        tls.newest = one.newest
        let server = try startedServer(one.kind, tls: tls)
        let client = SecureClient(server)
        for round in 0..<6 {
            let name = "file\(round)"
            try client.put(Bank.noise(10_000 * round), at: name)
            #expect(try client.get(name) == Bank.noise(10_000 * round))
            #expect(try client.files.list(client.files.home()).count == round + 1)
        }
        let remarks = client.log.remarks.filter { $0.hasPrefix("The data connection uses ") }
        #expect(remarks.count >= 18)
        if one.resumes {
            #expect(remarks.allSatisfy { $0.hasSuffix("and resumed the session.") })
        }
        guard case .tls(let state) = client.files.security else {
            Issue.record("not encrypted")
            return
        }
        #expect(state.version == "TLS " + one.newest.dropFirst(4))
        #expect(state.voucher == .authority)
        #expect(client.memory.record(of: server.site).hasHadTLS)
        #expect(client.memory.record(of: server.site).hasResumed == (state.isResumed ?? false))
        client.files.close()
    }

    @Test("Implicit TLS works alike", arguments: [RealServer.Kind.vsftpd, .proftpd])
    func implicit(kind: RealServer.Kind) throws {
        var tls = ServerTLS(try .shared())
        tls.isImplicit = true
        let server = try startedServer(kind, tls: tls)
        let client = SecureClient(server)
        try client.put(Bank.noise(70_000), at: "file")
        #expect(try client.get("file") == Bank.noise(70_000))
        #expect(try client.files.list(client.files.home()).count == 1)
        client.files.close()
    }
}

/// A file system on a real server that speaks TLS, its log, and what it remembers.
struct SecureClient {
    final class Log: Sendable {
        private let lines = Mutex<[Exchange]>([])

        func add(_ exchange: Exchange) { lines.withLock { $0.append(exchange) } }

        var remarks: [String] {
            lines.withLock { $0 }.filter { $0.direction == .remark }.map(\.text)
        }
    }

    let files: FTPFileSystem
    let log = Log()
    let memory = TransientTrust()

    init(_ server: RealServer) {
        let log = log
        files = FTPFileSystem(
            site: server.site, connection: 1,
            trust: TrustPolicy(authorities: server.authorities, memory: memory),
            log: { log.add($0) }, password: { _ in Secret(RealServer.user) })
    }

    private func path(_ name: String) throws -> Path {
        try files.home().appending(#require(Name(name)))
    }

    func put(_ bytes: [UInt8], at name: String) throws {
        let sink = try files.create(path(name), .inPlace(size: UInt64(bytes.count)))
        try Bank.write(bytes[...], to: sink)
        try sink.finish()
    }

    func get(_ name: String) throws -> [UInt8] {
        let source = try files.open(path(name), from: 0)
        let bytes = try Bank.read(source)
        try source.finish()
        return bytes
    }
}
