import FTP
import Files
import Support
import Synchronization
import Testing

@Suite("Logging in over TLS")
struct EncryptedLoginTests {
    private let certificate: TestCertificate

    init() throws {
        certificate = try .shared()
    }

    @Test(
        "AUTH comes first, the certificate's fingerprint is enough, and FEAT is asked over TLS",
        arguments: [ScriptedConversation.Version.tls12, .tls13])
    func explicit(version: ScriptedConversation.Version) throws {
        let seen = Mutex<ScriptedConversation.Handshake?>(nil)
        let peer = try ScriptedPeer { [certificate] peer in
            try peer.reply("220 ready")
            try peer.expect("AUTH TLS", "234 go on")
            let handshake = try peer.encrypt(certificate, version)
            seen.withLock { $0 = handshake }
            try peer.expect("USER anonymous", "331 password?")
            try peer.expect("PASS anonymous@", "230 in")
            try peer.setUpEncrypted()
            try peer.expectGoodbye()
        }
        let client = try SecureClient(peer, host: "localhost", pinned: certificate)
        _ = try client.files.home()
        guard case .tls(let state) = client.files.security else {
            Issue.record("not encrypted")
            return
        }
        #expect(state.version == (version == .tls12 ? "TLS 1.2" : "TLS 1.3"))
        #expect(state.voucher == .user)
        #expect(state.certificate.subject == "CN=localhost")
        #expect(state.certificate.names == ["localhost", "127.0.0.1", "0:0:0:0:0:0:0:1"])
        client.files.close()
        #expect(client.files.security == nil)
        try peer.verify()
        #expect(seen.withLock { $0 }?.name == "localhost")
        #expect(seen.withLock { $0 }?.application == "ftp")
        #expect(client.memory.record(of: client.site).hasHadTLS)
    }

    @Test("Implicit TLS begins with the handshake, and protects the data connections as well")
    func implicit() throws {
        let peer = try ScriptedPeer { [certificate] peer in
            try peer.encrypt(certificate)
            try peer.reply("230 in already")
            try peer.setUpEncrypted()
            try peer.expectGoodbye()
        }
        let client = try SecureClient(peer, .ftps, pinned: certificate)
        _ = try client.files.home()
        client.files.close()
        try peer.verify()
    }

    @Test("A greeting that says we are logged in does not keep TLS out")
    func preauthenticated() throws {
        let peer = try ScriptedPeer { [certificate] peer in
            try peer.reply("230 welcome back")
            try peer.expect("AUTH TLS", "234 go on")
            try peer.encrypt(certificate)
            try peer.expect("USER anonymous", "230 in")
            try peer.setUpEncrypted()
            try peer.expectGoodbye()
        }
        let client = try SecureClient(peer, pinned: certificate)
        _ = try client.files.home()
        client.files.close()
        try peer.verify()
    }

    @Test(
        "Where TLS is demanded, nothing is sent without it",
        arguments: ["220 ready", "230 welcome back"], ["500 what?", "534 no", "431 not now"])
    func stripped(greeting: String, refusal: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply(greeting)
            try peer.expect("AUTH TLS", refusal)
            try peer.expectEnd()
        }
        let client = try SecureClient(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.kind == .security)
        #expect(error?.message.contains(refusal) == true)
        try peer.verify()
    }

    @Test(
        "Where TLS is only wanted, it goes on in clear and says so, and the refusal is no news",
        arguments: ["500 what?", "530 Please login with USER and PASS."])
    func clear(refusal: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 ready")
            try peer.expect("AUTH TLS", refusal)
            try peer.expect("USER anonymous", "230 in")
            try peer.setUp()
            try peer.expectGoodbye()
        }
        let client = try SecureClient(peer, .ftp)
        _ = try client.files.home()
        #expect(client.files.security == .clear)
        #expect(client.log.texts(.remark).contains { $0.contains("does not offer TLS") })
        let refused = client.log.all.first { $0.text == refusal }
        #expect(refused?.isExpected == true)
        #expect(refused?.explanation == "The server does not offer TLS.")
        #expect(!client.memory.record(of: client.site).hasHadTLS)
        client.files.close()
        try peer.verify()
    }

    @Test(
        "A site that had TLS before, or whose certificate was trusted, does not lose it",
        arguments: [true, false])
    func downgrade(hadTLS: Bool) throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 ready")
            try peer.expect("AUTH TLS", "500 what?")
            try peer.expectEnd()
        }
        let client = try SecureClient(peer, .ftp)
        client.memory.update(client.site) { record in
            if hadTLS {
                record.hasHadTLS = true
            } else {
                record.trusted = [UInt8](repeating: 7, count: 32)
            }
        }
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.kind == .security)
        try peer.verify()
    }

    @Test(
        "What is injected behind the 234 ends the connection",
        arguments: ["331 send it\r\n", "331 sen", "234-and\r\n"])
    func injection(bytes: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 ready")
            try peer.expect("AUTH TLS")
            try peer.send("234 go on\r\n" + bytes)
            try peer.expectEnd()
        }
        let client = try SecureClient(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.kind == .security)
        #expect(error?.detail.contains("injecting") == true)
        try peer.verify()
    }

    @Test("A server that does not protect its data connections gets none")
    func unprotected() throws {
        let peer = try ScriptedPeer { [certificate] peer in
            try peer.reply("220 ready")
            try peer.expect("AUTH TLS", "234 go on")
            try peer.encrypt(certificate)
            try peer.expect("USER anonymous", "230 in")
            try peer.expect("FEAT", "211-Features:", " UTF8", "211 End")
            try peer.expect("PBSZ 0", "200 ok")
            try peer.expect("PROT P", "534 no")
            while (try? peer.line()) != nil {}
        }
        let client = try SecureClient(peer, pinned: certificate)
        let error = client.failure { () throws(FileSystemError) in
            _ = try client.files.list(.root)
        }
        #expect(error?.kind == .security)
        #expect(error?.message.contains("534 no") == true)
        try peer.verify()
    }

    @Test("A server that speaks no TLS after its 234 is told apart")
    func nonsense() throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 ready")
            try peer.expect("AUTH TLS", "234 go on")
            _ = try peer.someBytes()
            try peer.reply("500 what?")
            try peer.expectEndOfBytes()
        }
        let client = try SecureClient(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.kind == .security)
        #expect(error?.detail.contains("does not speak TLS") == true)
        try peer.verify()
    }

    @Test("A handshake that never comes ends with the timeout")
    func silence() throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 ready")
            try peer.expect("AUTH TLS", "234 go on")
            try peer.expectEndOfBytes()
        }
        let client = try SecureClient(peer, timeout: 1)
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.kind == .timeout)
        try peer.verify()
    }

    // MARK: Certificates

    /// What becomes of a login at a server with this certificate, to which nothing may be said.
    private func refusal(
        of certificate: TestCertificate, _ prepare: (SecureClient) -> Void = { _ in }
    ) throws -> (error: FileSystemError?, log: [String]) {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 ready")
            try peer.expect("AUTH TLS", "234 go on")
            try peer.encrypt(certificate)
            try peer.expectEnd()
        }
        let client = try SecureClient(peer)
        prepare(client)
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        try peer.verify()
        #expect(error?.kind == .security)
        #expect(!client.memory.record(of: client.site).hasHadTLS)
        return (error, client.log.all.map(\.text))
    }

    @Test("An unknown certificate is shown, and nothing is said to its owner")
    func untrusted() throws {
        let error = try refusal(of: certificate).error
        guard case .certificate(.untrusted(let shown, let reason)) = error?.question else {
            Issue.record("no question: \(String(describing: error))")
            return
        }
        #expect(try shown.fingerprint == certificate.fingerprint)
        #expect(shown.issuer == "CN=localhost")
        #expect(shown.validFrom < shown.validUntil)
        #expect(reason.contains("self-signed"))
        #expect(!reason.contains("another host"))
    }

    @Test("Another host's certificate is told apart, and an expired one")
    func faults() throws {
        let other = try refusal(of: TestCertificate(names: "DNS:other.example")).error
        #expect(other?.detail.contains("another host") == true)
        let old = try refusal(of: TestCertificate(days: -1)).error
        #expect(old?.detail.contains("expired") == true)
    }

    @Test("A certificate that replaces the trusted one is an alarm")
    func changed() throws {
        let known = [UInt8](repeating: 7, count: 32)
        let error = try refusal(of: certificate) { client in
            client.memory.update(client.site) { $0.trusted = known }
        }.error
        guard case .certificate(.changed(let shown, known, _)) = error?.question else {
            Issue.record("no alarm: \(String(describing: error))")
            return
        }
        #expect(try shown.fingerprint == certificate.fingerprint)
    }

    @Test("Texts of a certificate reach neither log nor error raw")
    func sanitised() throws {
        let hostile = try TestCertificate(subject: "a\u{1B}[2Jb\u{202E}c\r\nd")
        let (error, log) = try refusal(of: hostile)
        let texts = log + [error?.message ?? ""]
        #expect(texts.contains { $0.contains("\\x1b") })
        for text in texts {
            #expect(text.unicodeScalars.allSatisfy { VisibleText.isSafe($0) })
        }
    }

    @Test("An authority of the user's vouches; without judging anything goes")
    func accepted() throws {
        let folder = try TemporaryFolder()
        try folder.write(certificate.certificate, to: "authority.pem")
        for (policy, voucher) in [
            (
                TrustPolicy(authorities: folder.path("authority.pem"), memory: TransientTrust()),
                TLSState.Voucher.authority
            ),
            (TrustPolicy(isInsecure: true, memory: TransientTrust()), .nobody),
        ] {
            let peer = try ScriptedPeer { [certificate] peer in
                try peer.logInEncrypted(certificate)
                try peer.expectGoodbye()
            }
            let client = try SecureClient(peer, policy: policy)
            _ = try client.files.home()
            guard case .tls(let state) = client.files.security else {
                Issue.record("not encrypted")
                continue
            }
            #expect(state.voucher == voucher)
            client.files.close()
            try peer.verify()
        }
    }

    @Test("Authorities that cannot be read are named")
    func authorities() throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 ready")
            try peer.expect("AUTH TLS", "234 go on")
            try peer.expectEnd()
        }
        let client = try SecureClient(
            peer,
            policy: TrustPolicy(authorities: "/nowhere/ca.pem", memory: TransientTrust()))
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.detail.contains("/nowhere/ca.pem") == true)
        try peer.verify()
    }
}
