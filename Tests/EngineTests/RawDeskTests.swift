import Engine
import Files
import Support
import Testing
import UI

@Suite("Raw exchanges of the screen")
struct RawDeskTests {
    private func site(_ peer: ScriptedPeer, _ scheme: Site.Scheme = .http) -> Site {
        Site(scheme: scheme, host: "127.0.0.1", port: peer.port)
    }

    /// Reads up to the empty line that ends a request.
    private static func takeHead(_ peer: ScriptedConversation) throws {
        while try peer.line() != "" {}
    }

    private func reply<Value>(
        _ bench: Bench, to id: RequestID, _ pick: (RawReply) -> Value?
    ) throws -> Value {
        try bench.wait { message in
            if case .raw(id, let reply) = message { return pick(reply) }
            return nil
        }
    }

    @Test("The head, a text and its name come; the body can be saved, but not over a file")
    func text() throws {
        let peer = try ScriptedPeer { peer in
            try RawDeskTests.takeHead(peer)
            try peer.send(
                "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-8859-1\r\n"
                    + "Content-Length: 4\r\n\r\n")
            try peer.send([0x6C, 0xFC, 0x67, 0x65])
            try peer.expectGone()
        }
        let bench = try Bench()
        let id = bench.request()
        _ = bench.engine.run(
            .exchangeRaw(id, site(peer), Array("GET /dir/page HTTP/1.1\nHost: x\n\n".utf8)))
        let code = try reply(bench, to: id) { reply in
            if case .head(let lines, let code) = reply { return lines.count == 3 ? code : 0 }
            return nil
        }
        #expect(code == 200)
        let body = try reply(bench, to: id) { reply in
            if case .body(let body) = reply { return body }
            return nil
        }
        #expect(body.name.text == "page.html")
        #expect(body.size == 4)
        #expect(body.text == Array("lüge".utf8))
        try reply(bench, to: id) { if case .ended(.success) = $0 { () } else { nil } }
        let path = Path(bench.folder.path("saved.html"))
        _ = bench.engine.run(.saveRaw(id, body: body.number, path))
        try reply(bench, to: id) { if case .saved(path) = $0 { () } else { nil } }
        #expect(bench.folder.read("saved.html") == [0x6C, 0xFC, 0x67, 0x65])
        _ = bench.engine.run(.saveRaw(id, body: body.number, path))
        try bench.wait { message in
            if case .notice(let text, true) = message, text.contains("already exists") {
                ()
            } else {
                nil
            }
        }
        _ = bench.engine.run(.stop(id))
        _ = bench.engine.run(.saveRaw(id, body: body.number, path))
        try bench.wait { message in
            if case .notice(let text, true) = message, text.contains("no longer") {
                ()
            } else {
                nil
            }
        }
        try peer.verify()
    }

    @Test("A picture comes without a text, and what is odd with a remark")
    func picture() throws {
        let peer = try ScriptedPeer { peer in
            try RawDeskTests.takeHead(peer)
            try peer.send(
                "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 9\r\n\r\npng")
            peer.close()
        }
        let bench = try Bench()
        let id = bench.request()
        _ = bench.engine.run(.exchangeRaw(id, site(peer), Array("GET /a HTTP/1.1\n\n".utf8)))
        let body = try reply(bench, to: id) { reply in
            if case .body(let body) = reply { return body }
            return nil
        }
        #expect(body.text == nil)
        #expect(body.name.text == "a.png")
        try reply(bench, to: id) { reply in
            if case .remark(let words) = reply, words.contains("ended") { () } else { nil }
        }
        try peer.verify()
    }

    @Test("A stop ends a silent exchange at once, and nothing comes of it")
    func stop() throws {
        let reached = Signal()
        let peer = try ScriptedPeer { peer in
            try RawDeskTests.takeHead(peer)
            reached.send()
            try peer.expectGone()
        }
        let bench = try Bench()
        let id = bench.request()
        _ = bench.engine.run(.exchangeRaw(id, site(peer), Array("GET / HTTP/1.1\n\n".utf8)))
        reached.wait()
        _ = bench.engine.run(.stop(id))
        // The script only ends once the connection does.
        try peer.verify()
    }

    @Test("An unknown certificate is asked about, and the exchange goes on after the answer")
    func trust() throws {
        let certificate = try TestCertificate.shared()
        let peer = try ScriptedPeer { peer in
            try peer.encrypt(certificate)
            try peer.expectEndOfBytes()
            try peer.accept()
            try peer.encrypt(certificate)
            try RawDeskTests.takeHead(peer)
            try peer.send("HTTP/1.1 204 Done\r\n\r\n")
            try peer.expectGone()
        }
        let bench = try Bench()
        let id = bench.request()
        let place = site(peer, .https)
        _ = bench.engine.run(.exchangeRaw(id, place, Array("GET / HTTP/1.1\n\n".utf8)))
        let question = try bench.wait { message -> TrustQuestion? in
            if case .trustNeeded(id, _, let question) = message { return question }
            return nil
        }
        _ = bench.engine.run(.trust(id, place, question, .once))
        try reply(bench, to: id) { if case .head(_, 204) = $0 { () } else { nil } }
        try peer.verify()
    }

    @Test("A declined certificate ends it with the reason")
    func declined() throws {
        let certificate = try TestCertificate.shared()
        let peer = try ScriptedPeer { peer in
            try peer.encrypt(certificate)
            try peer.expectEndOfBytes()
        }
        let bench = try Bench()
        let id = bench.request()
        let place = site(peer, .https)
        _ = bench.engine.run(.exchangeRaw(id, place, Array("GET / HTTP/1.1\n\n".utf8)))
        let question = try bench.wait { message -> TrustQuestion? in
            if case .trustNeeded(id, _, let question) = message { return question }
            return nil
        }
        _ = bench.engine.run(.trust(id, place, question, .declined))
        try reply(bench, to: id) { if case .ended(.failure) = $0 { () } else { nil } }
        try peer.verify()
    }
}
