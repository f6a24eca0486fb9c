import Files
import HTTP
import Support
import Testing

@Suite("Raw exchanges")
struct RawExchangeTests {
    /// What an exchange gave.
    struct Outcome {
        var heads: [[String]] = []
        var body: [UInt8] = []
        var ends: [RawReplyParser.End] = []
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    private func site(
        _ peer: ScriptedPeer, _ scheme: Site.Scheme = .http, timeout: Int = 10
    ) -> Site {
        var site = Site(scheme: scheme, host: "127.0.0.1", port: peer.port)
        site.timeout = timeout
        return site
    }

    private func run(
        _ text: String, _ site: Site, trust: TrustPolicy = TrustPolicy(memory: TransientTrust()),
        log: ExchangeRecorder = ExchangeRecorder(), interrupted: (RawExchange) -> Void = { _ in }
    ) throws -> Outcome {
        let exchange = RawExchange(site: site, connection: 7, trust: trust, log: { log.add($0) })
        interrupted(exchange)
        let request = try #require(RawRequest(typed: Array(text.utf8)))
        var outcome = Outcome()
        try exchange.run(request) { event throws(FileSystemError) in
            switch event {
            case .head(let head): outcome.heads.append(head.text)
            case .body(let bytes): outcome.body += bytes
            case .end(let end): outcome.ends.append(end)
            case .headless, .remark, .trailer: break
            }
        }
        return outcome
    }

    private func failure(_ body: () throws -> Outcome) throws -> FileSystemError? {
        do {
            _ = try body()
            return nil
        } catch let error as FileSystemError {
            return error
        }
    }

    /// Reads up to the empty line that ends a request.
    private static func takeHead(_ peer: ScriptedConversation) throws -> [String] {
        var lines: [String] = []
        while true {
            let line = String(decoding: try peer.bytes(), as: UTF8.self)
            if line == "\r" { return lines }
            lines.append(line)
        }
    }

    @Test("The request goes out as it was typed, and the reply comes as it is")
    func plain() throws {
        let peer = try ScriptedPeer { peer in
            let head = try RawExchangeTests.takeHead(peer)
            guard head == ["gEt /x  HTTP/1.1\r", "hOST:a\r", " folded\r"] else {
                throw ScriptedPeer.Mismatch("\(head)")
            }
            try peer.send("HTTP/1.1 200 Fine\r\nX-Odd:  \u{1B}[2J\r\nContent-Length: 2\r\n\r\nok")
            try peer.expectGone()
        }
        let log = ExchangeRecorder()
        let outcome = try run("gEt /x  HTTP/1.1\nhOST:a\n folded\n\n", site(peer), log: log)
        #expect(outcome.heads == [["HTTP/1.1 200 Fine", "X-Odd:  \\x1b[2J", "Content-Length: 2"]])
        #expect(outcome.text == "ok")
        #expect(outcome.ends == [.whole])
        #expect(log.all.contains { $0.direction == .received && $0.code == 200 })
        try peer.verify()
    }

    @Test("Secrets of both heads stay out of the log")
    func secrets() throws {
        let peer = try ScriptedPeer { peer in
            _ = try RawExchangeTests.takeHead(peer)
            try peer.send("HTTP/1.1 204 Gone well\r\nSet-Cookie: id=hunter2\r\n\r\n")
            try peer.expectGone()
        }
        let log = ExchangeRecorder()
        let outcome = try run(
            "GET / HTTP/1.1\nAuthorization: Basic aHVudGVyMg==\n\n", site(peer), log: log)
        #expect(outcome.heads.first?.last == "Set-Cookie: id=hunter2")
        #expect(!log.all.contains { $0.text.contains("hunter2") || $0.text.contains("aHVud") })
        try peer.verify()
    }

    @Test("Over TLS as http/1.1, with a certificate that the user trusts")
    func encrypted() throws {
        let certificate = try TestCertificate.shared()
        let peer = try ScriptedPeer { peer in
            let handshake = try peer.encrypt(certificate)
            guard handshake.application == "http/1.1" else {
                throw ScriptedPeer.Mismatch("ALPN is \(handshake.application)")
            }
            _ = try RawExchangeTests.takeHead(peer)
            try peer.send("HTTP/1.0 200 OK\r\n\r\nsecret")
            peer.close()
        }
        let memory = TransientTrust()
        let place = site(peer, .https)
        let fingerprint = try certificate.fingerprint
        memory.update(place) { $0.trusted = fingerprint }
        let outcome = try run(
            "GET / HTTP/1.0\n\n", place, trust: TrustPolicy(memory: memory))
        #expect(outcome.text == "secret")
        #expect(outcome.ends == [.closed])
        try peer.verify()
    }

    @Test("Nothing is sent to who shows a certificate that nobody vouches for")
    func untrusted() throws {
        let certificate = try TestCertificate.shared()
        let peer = try ScriptedPeer { peer in
            try peer.encrypt(certificate)
            try peer.expectEndOfBytes()
        }
        let error = try failure { try run("GET / HTTP/1.1\n\n", site(peer, .https)) }
        #expect(error?.kind == .security)
        guard case .certificate(.untrusted) = error?.question else {
            Issue.record("nobody is asked: \(String(describing: error))")
            return
        }
        try peer.verify()
    }

    @Test("A changed certificate is an alarm")
    func changed() throws {
        let certificate = try TestCertificate.shared()
        let peer = try ScriptedPeer { peer in
            try peer.encrypt(certificate)
            try peer.expectEndOfBytes()
        }
        let memory = TransientTrust()
        let place = site(peer, .https)
        memory.update(place) { $0.trusted = [UInt8](repeating: 7, count: 32) }
        let error = try failure {
            try run("GET / HTTP/1.1\n\n", place, trust: TrustPolicy(memory: memory))
        }
        guard case .certificate(.changed) = error?.question else {
            Issue.record("nobody is asked: \(String(describing: error))")
            return
        }
        try peer.verify()
    }

    @Test("A client certificate that cannot be read is said before anything goes out")
    func clientCertificate() throws {
        let certificate = try TestCertificate.shared()
        let folder = try TemporaryFolder()
        let pem = certificate.certificate + certificate.key
        try folder.write(String(decoding: pem, as: UTF8.self), to: "own.pem")
        let peer = try ScriptedPeer { peer in
            try peer.encrypt(certificate)
            _ = try RawExchangeTests.takeHead(peer)
            try peer.send("HTTP/1.1 204 Fine\r\n\r\n")
            try peer.expectGone()
        }
        var place = site(peer, .https)
        let memory = TransientTrust()
        let fingerprint = try certificate.fingerprint
        memory.update(place) { $0.trusted = fingerprint }
        place[HTTPOptions.clientCertificate] = folder.path("own.pem")
        let outcome = try run("GET / HTTP/1.1\n\n", place, trust: TrustPolicy(memory: memory))
        #expect(outcome.ends == [.whole])
        try peer.verify()
        let silent = try ScriptedPeer { peer in try peer.expectEndOfBytes() }
        var other = site(silent, .https)
        other[HTTPOptions.clientCertificate] = folder.path("none.pem")
        let error = try failure { try run("GET / HTTP/1.1\n\n", other) }
        #expect(error?.kind == .security)
        #expect(error?.detail.contains("none.pem") == true)
        try silent.verify()
    }

    @Test("Pipelined requests get their replies in order, over one connection")
    func pipelined() throws {
        let peer = try ScriptedPeer { peer in
            _ = try RawExchangeTests.takeHead(peer)
            _ = try RawExchangeTests.takeHead(peer)
            try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n")
            try peer.send("HTTP/1.1 404 No\r\nContent-Length: 3\r\n\r\ntwo")
            try peer.expectGone()
        }
        let outcome = try run("HEAD /a HTTP/1.1\n\nGET /b HTTP/1.1\n\n", site(peer))
        #expect(outcome.heads.map { $0[0] } == ["HTTP/1.1 200 OK", "HTTP/1.1 404 No"])
        #expect(outcome.text == "two")
        try peer.verify()
    }

    @Test("A server that answers before it takes the whole request is heard")
    func early() throws {
        let peer = try ScriptedPeer { peer in
            _ = try RawExchangeTests.takeHead(peer)
            // More than the sockets hold, so that neither side can finish without the other.
            let body = [UInt8](repeating: 0x61, count: 8 << 20)
            try peer.send("HTTP/1.1 413 Too much\r\nContent-Length: \(body.count)\r\n\r\n")
            try peer.send(body)
            try peer.expectEndOfBytes()
        }
        let body = String(repeating: "x", count: 16 << 20)
        let outcome = try run(
            "PUT / HTTP/1.1\nContent-Length: \(body.utf8.count)\n\n\(body)", site(peer))
        #expect(outcome.heads.first?.first == "HTTP/1.1 413 Too much")
        #expect(outcome.body.count == 8 << 20)
        try peer.verify()
    }

    @Test("A server that closes without a word, and one that says nothing")
    func silence() throws {
        let closing = try ScriptedPeer { peer in
            _ = try RawExchangeTests.takeHead(peer)
            peer.close()
        }
        let closed = try failure { try run("GET / HTTP/1.1\n\n", site(closing)) }
        #expect(closed?.kind == .connection)
        try closing.verify()
        let silent = try ScriptedPeer { peer in
            _ = try RawExchangeTests.takeHead(peer)
            try peer.expectGone()
        }
        let timeout = try failure { try run("GET / HTTP/1.1\n\n", site(silent, timeout: 1)) }
        #expect(timeout?.kind == .timeout)
        try silent.verify()
    }

    @Test("A reply that stops in the middle keeps what came")
    func broken() throws {
        let peer = try ScriptedPeer { peer in
            _ = try RawExchangeTests.takeHead(peer)
            try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
            try peer.expectGone()
        }
        let outcome = try run("GET / HTTP/1.1\n\n", site(peer, timeout: 1))
        #expect(outcome.text == "half")
        guard case .cut = outcome.ends.last else {
            Issue.record("\(outcome.ends)")
            return
        }
        try peer.verify()
    }

    @Test("An interrupt ends the wait for an answer at once")
    func interrupted() throws {
        let reached = Signal()
        let peer = try ScriptedPeer { peer in
            _ = try RawExchangeTests.takeHead(peer)
            reached.send()
            try peer.expectGone()
        }
        let error = try failure {
            try run("GET / HTTP/1.1\n\n", site(peer, timeout: 60)) { exchange in
                let interrupt = exchange.interrupt
                Background.run {
                    reached.wait()
                    interrupt()
                }
            }
        }
        #expect(error?.kind == .cancelled)
        try peer.verify()
    }
}
