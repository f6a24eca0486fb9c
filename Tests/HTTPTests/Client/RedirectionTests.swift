import Files
import HTTP
import Support
import Testing

@Suite("Redirections")
struct RedirectionTests {
    @Test(
        "A redirection is followed, relative or not",
        arguments: ["/other/b", "b", "../b?x=1", "//127.0.0.1:PORT/b", "http://127.0.0.1:PORT/b#x"])
    func followed(_ location: String) throws {
        let expected =
            [
                "/other/b": "/other/b", "b": "/dir/b", "../b?x=1": "/b?x=1",
            ][location] ?? "/b"
        let peer = try ScriptedPeer { peer in
            let asked = try peer.expectRequest("GET /dir/a")
            let place = location.replacing("127.0.0.1:PORT", with: asked["Host"] ?? "")
            try peer.answer("302 Found", ["Location: \(place)"], body: "moved")
            try peer.expectRequest("GET \(expected)")
            try peer.answer("200 OK", body: "here")
        }
        #expect(try WebClient(peer).read("/dir/a") == "here")
        try peer.verify()
    }

    @Test("A login and its cookies stay with their own server")
    func credentials() throws {
        let other = try ScriptedPeer { peer in
            let request = try peer.expectRequest("GET /b")
            #expect(request["Authorization"] == nil)
            #expect(request["Cookie"] == nil)
            try peer.answer("200 OK", body: "elsewhere")
        }
        let peer = try ScriptedPeer { peer in
            let request = try peer.expectRequest("GET /a")
            #expect(request["Authorization"] == "Basic dXNlcjpzZWNyZXQ=")
            try peer.answer(
                "302 Found",
                [
                    "Set-Cookie: session=1; Domain=127.0.0.1",
                    "Location: http://name:word@127.0.0.1:\(other.port)/b",
                ])
        }
        let client = WebClient(peer, user: "user", password: "secret") {
            $0[HTTPOptions.authentication] = .basic
        }
        #expect(try client.read("/a") == "elsewhere")
        try peer.verify()
        try other.verify()
        for word in ["secret", "dXNlcjpz", "session=1", "name:word"] {
            #expect(!client.log.whole.contains(word))
        }
    }

    @Test("Another server's wish for a login is not answered")
    func strangeLogin() throws {
        let other = try ScriptedPeer { peer in
            try peer.expectRequest("GET /b")
            try peer.answer("401 Who?", ["WWW-Authenticate: Basic realm=x"])
            try peer.expectEnd()
        }
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /a")
            try peer.answer("307 There", ["Location: http://127.0.0.1:\(other.port)/b"])
        }
        let client = WebClient(peer, user: "user", password: "secret")
        let error = client.failureToRead("/a")
        #expect(error?.kind == .login)
        #expect(error?.detail.contains("127.0.0.1:\(other.port)") == true)
        client.files.close()
        try peer.verify()
        try other.verify()
    }

    @Test(
        "What leads nowhere is told",
        arguments: [
            ("ftp://127.0.0.1/a", FileSystemError.Kind.unsupported, "ftp:"),
            ("file:///etc/passwd", .unsupported, "file:"),
            ("javascript:alert(1)", .unsupported, "javascript:"),
            ("http://[bad/", .protocolViolation, "cannot be read"),
            ("http://127.0.0.1:99999/", .protocolViolation, "cannot be read"),
            ("/a", .other, "loop"),
        ])
    func refused(_ location: String, _ kind: FileSystemError.Kind, _ words: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /a")
            try peer.answer("301 Moved", ["Location: \(location)"])
        }
        let error = try #require(WebClient(peer).failureToRead("/a"))
        #expect(error.kind == kind)
        #expect(error.detail.contains(words))
        #expect(error.isTransient == false)
        try peer.verify()
    }

    @Test("Ten redirections are followed, and no more")
    func endless() throws {
        let peer = try ScriptedPeer { peer in
            for number in 0...10 {
                try peer.expectRequest("GET /\(number)")
                try peer.answer("302 Found", ["Location: /\(number + 1)"])
            }
            try peer.expectEnd()
        }
        let client = WebClient(peer)
        let error = client.failureToRead("/0")
        #expect(error?.detail.contains("10 redirects") == true)
        client.files.close()
        try peer.verify()
    }

    @Test("From TLS nothing leads back to clear")
    func downgrade() throws {
        let certificate = try TestCertificate.shared()
        let peer = try ScriptedPeer { peer in
            try peer.encrypt(certificate)
            try peer.expectRequest("GET /a")
            try peer.answer("302 Found", ["Location: http://127.0.0.1:1/b"])
        }
        let client = WebClient(
            peer, .https, trust: TrustPolicy(isInsecure: true, memory: TransientTrust()))
        let error = client.failureToRead("/a")
        #expect(error?.kind == .security)
        client.files.close()
        try peer.verify()
    }

    @Test("A directory is told from a file by the slash that its URL gets")
    func directories() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("HEAD /dir")
            try peer.answerHead("301 Moved", ["Location: /dir/", "Content-Length: 5"])
            try peer.expectRequest("HEAD /dir/")
            try peer.answerHead("200 OK", ["Content-Length: 1000"])
        }
        let entry = try #require(try WebClient(peer).files.entry(at: Path("/dir")))
        #expect(entry.kind == .directory)
        #expect(entry.name.text == "dir")
        #expect(entry.size == nil)
        try peer.verify()
    }
}
