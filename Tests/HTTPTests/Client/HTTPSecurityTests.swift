import Files
import HTTP
import Support
import Testing

@Suite("HTTP over TLS")
struct HTTPSecurityTests {
    private func peer(
        _ certificate: TestCertificate, _ version: ScriptedConversation.Version = .tls13
    ) throws -> ScriptedPeer {
        try ScriptedPeer { peer in
            let handshake = try peer.encrypt(certificate, version)
            #expect(handshake.application == "http/1.1")
            try peer.expectRequest("GET /a")
            try peer.answer("200 OK", body: "safe")
            try peer.expectEnd()
        }
    }

    private func refusingPeer(_ certificate: TestCertificate) throws -> ScriptedPeer {
        try ScriptedPeer { peer in
            // The client ends the handshake, or says nothing after it.
            guard (try? peer.encrypt(certificate)) != nil else { return }
            try peer.expectEnd()
        }
    }

    /// A file with the certificate, as an authority.
    private func authorities(_ certificate: TestCertificate) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(certificate.certificate, to: "ca.pem")
        return folder
    }

    @Test(
        "A certificate that an authority vouches for is taken",
        arguments: [ScriptedConversation.Version.tls12, .tls13])
    func authority(_ version: ScriptedConversation.Version) throws {
        let certificate = try TestCertificate.shared()
        let folder = try authorities(certificate)
        let peer = try peer(certificate, version)
        let client = WebClient(
            peer, .https,
            trust: TrustPolicy(
                authorities: folder.path("ca.pem"), memory: TransientTrust()))
        #expect(try client.read("/a") == "safe")
        guard case .tls(let state) = client.files.security else {
            Issue.record("no TLS: \(String(describing: client.files.security))")
            return
        }
        #expect(state.version == (version == .tls12 ? "TLS 1.2" : "TLS 1.3"))
        #expect(!state.cipher.isEmpty)
        #expect(state.voucher == .authority)
        #expect(state.certificate.fingerprint == (try certificate.fingerprint))
        #expect(client.log.texts(.remark).contains { $0.contains("certificate of CN=localhost") })
        client.files.close()
        try peer.verify()
    }

    @Test("A certificate that nobody vouches for is a question, and nothing is sent before")
    func untrusted() throws {
        let certificate = try TestCertificate.shared()
        let peer = try refusingPeer(certificate)
        let client = WebClient(peer, .https, user: "user", password: "secret") {
            $0[HTTPOptions.authentication] = .basic
        }
        let error = try #require(client.failureToRead("/a"))
        #expect(error.kind == .security)
        guard case .certificate(.untrusted(let shown, let reason)) = error.question else {
            Issue.record("no question: \(error)")
            return
        }
        #expect(shown.fingerprint == (try certificate.fingerprint))
        #expect(reason.contains("self-signed"))
        #expect(client.files.security == nil)
        try peer.verify()
    }

    @Test("A certificate that the user trusts is taken, whatever name is in it")
    func trusted() throws {
        let certificate = try TestCertificate(subject: "other", names: "DNS:other.example")
        let peer = try peer(certificate)
        let memory = TransientTrust()
        let fingerprint = try certificate.fingerprint
        let client = WebClient(peer, .https, trust: TrustPolicy(memory: memory))
        memory.update(client.files.site) { $0.trusted = fingerprint }
        #expect(try client.read("/a") == "safe")
        guard case .tls(let state) = client.files.security else {
            Issue.record("no TLS")
            return
        }
        #expect(state.voucher == .user)
        client.files.close()
        try peer.verify()
    }

    @Test("Another certificate than the trusted one is an alarm")
    func changed() throws {
        let peer = try refusingPeer(TestCertificate.shared())
        let memory = TransientTrust()
        let client = WebClient(peer, .https, trust: TrustPolicy(memory: memory))
        let known = [UInt8](repeating: 7, count: 32)
        memory.update(client.files.site) { $0.trusted = known }
        let error = client.failureToRead("/a")
        guard case .certificate(.changed(_, let old, _)) = error?.question else {
            Issue.record("no question: \(String(describing: error))")
            return
        }
        #expect(old == known)
        try peer.verify()
    }

    @Test("An authority does not vouch for another host's name, nor for what has expired")
    func doubts() throws {
        for (certificate, words) in [
            (try TestCertificate(subject: "other", names: "DNS:other.example"), "another host"),
            (try TestCertificate(days: -1), "expired"),
        ] {
            let folder = try authorities(certificate)
            let peer = try refusingPeer(certificate)
            let client = WebClient(
                peer, .https,
                trust: TrustPolicy(
                    authorities: folder.path("ca.pem"), memory: TransientTrust()))
            let error = client.failureToRead("/a")
            #expect(error?.kind == .security)
            #expect(error?.detail.contains(words) == true, "\(String(describing: error))")
            try peer.verify()
        }
    }

    @Test("Where certificates are not checked, any will do, and the log says so")
    func insecure() throws {
        let peer = try peer(TestCertificate.shared())
        let client = WebClient(
            peer, .https, trust: TrustPolicy(isInsecure: true, memory: TransientTrust()))
        #expect(try client.read("/a") == "safe")
        #expect(client.log.texts(.remark).contains { $0.contains("are not checked") })
        client.files.close()
        try peer.verify()
    }

    @Test("Authorities that cannot be read are named")
    func missingAuthorities() throws {
        let peer = try refusingPeer(TestCertificate.shared())
        let client = WebClient(
            peer, .https,
            trust: TrustPolicy(authorities: "/nowhere/ca.pem", memory: TransientTrust()))
        let error = client.failureToRead("/a")
        #expect(error?.kind == .security)
        #expect(error?.detail.contains("/nowhere/ca.pem") == true)
        try peer.verify()
    }

    @Test("A server that speaks no TLS is told so")
    func clear() throws {
        let peer = try ScriptedPeer { peer in
            _ = try peer.someBytes()
            try peer.send("HTTP/1.1 400 Bad Request\r\n\r\n")
        }
        let error = WebClient(peer, .https).failureToRead("/a")
        #expect(error?.kind == .security)
        #expect(error?.question == nil)
        try peer.verify()
    }

    @Test("A body that ends without TLS's own end is cut off")
    func cut() throws {
        let certificate = try TestCertificate.shared()
        let peer = try ScriptedPeer { peer in
            try peer.encrypt(certificate)
            try peer.expectRequest("GET /a")
            try peer.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhalf")
            peer.reset()
        }
        let client = WebClient(
            peer, .https, trust: TrustPolicy(isInsecure: true, memory: TransientTrust()))
        #expect(client.failureToRead("/a") != nil)
        try peer.verify()
    }

    @Test("A redirection to another server asks no question of this site")
    func elsewhere() throws {
        let other = try refusingPeer(TestCertificate.shared())
        let peer = try ScriptedPeer { peer in
            _ = try peer.request()
            try peer.answer("302 Found", ["Location: https://127.0.0.1:\(other.port)/b"])
        }
        let error = WebClient(peer).failureToRead("/a")
        #expect(error?.kind == .security)
        #expect(error?.question == nil)
        #expect(error?.detail.contains("https://127.0.0.1:\(other.port)") == true)
        try peer.verify()
        try other.verify()
    }
}
