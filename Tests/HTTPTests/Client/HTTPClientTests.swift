import Files
import Support
import Testing

@testable import HTTP

@Suite("The HTTP client")
struct HTTPClientTests {
    private func client(
        _ peer: ScriptedPeer, log: ExchangeRecorder = ExchangeRecorder(), user: String? = nil,
        obstacle: FileSystemError? = nil, notes: any ServerNotes = NoNotes(),
        change: (inout Site) -> Void = { _ in }
    ) -> HTTPClient {
        var site = Site(scheme: .http, host: "127.0.0.1", port: peer.port, user: user)
        site.timeout = 10
        change(&site)
        return HTTPClient(
            site: site, connection: 7, trust: TrustPolicy(memory: TransientTrust()),
            notes: notes, log: { log.add($0) }, password: { _ in Secret("secret") },
            proxyPassword: { _ in nil },
            obstacle: obstacle)
    }

    /// The error that `body` throws; nil where it does not.
    private func failure(_ body: () throws(FileSystemError) -> Void) -> FileSystemError? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test("What the server calls itself is written down, and why it could not be reached")
    func notes() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("OPTIONS /")
            try peer.answer("200 OK", ["Server: nginx/1.22.1", "DAV: 1, 2", "DAV: <x>"])
            peer.close()
        }
        let notes = RecordedNotes()
        let client = client(peer, notes: notes)
        _ = try client.send(Request("OPTIONS", .root)).bytes(limit: 9)
        #expect(notes.card.software == "nginx/1.22.1")
        #expect(notes.card.features == ["DAV 1", "DAV 2", "DAV <x>"])
        #expect(notes.failures.isEmpty)
        try peer.verify()
        let error = failure { () throws(FileSystemError) in
            _ = try client.send(Request("OPTIONS", .root))
        }
        #expect(notes.failures == [error])
    }

    @Test(
        "A request has its method, target, fields and body, and the answer is given of any status")
    func whole() throws {
        let peer = try ScriptedPeer { peer in
            let request = try peer.expectRequest("REPORT /a%20b/?site=1&own=2")
            #expect(request["X-Own"] == "value")
            #expect(request["User-Agent"] == "Ferry")
            #expect(request["Accept-Encoding"] == "identity")
            #expect(request["Authorization"] == nil)
            #expect(try peer.bytes(5) == Array("hello".utf8))
            try peer.answer("404 Not Found", ["X-Other: told"], body: "nothing")
        }
        let log = ExchangeRecorder()
        let client = client(peer, log: log) { $0[SiteURL.query] = "site=1" }
        #expect(!client.isConnected)
        var request = Request(
            "REPORT", Path("/a b"), isDirectory: true, fields: [RequestField("X-Own", "value")],
            body: .bytes(Array("hello".utf8)))
        request.query = "own=2"
        let response = try client.send(request)
        #expect(response.head.status == 404)
        #expect(response.head.value("x-other") == "told")
        #expect(try response.bytes(limit: 7) == Array("nothing".utf8))
        #expect(client.isConnected)
        #expect(log.texts(.sent).count == 1)
        #expect(log.texts(.received).first?.hasPrefix("HTTP/1.1 404 Not Found") == true)
        try peer.verify()
    }

    @Test("A body at hand goes out again with the login that is asked for")
    func login() throws {
        let peer = try ScriptedPeer { peer in
            for login in [nil, "Basic YW5uOnNlY3JldA=="] {
                let request = try peer.expectRequest("PROPFIND /a")
                #expect(request["Authorization"] == login)
                #expect(try peer.bytes(4) == Array("what".utf8))
                if login == nil {
                    try peer.answer("401 Who?", ["WWW-Authenticate: Basic realm=x"])
                } else {
                    try peer.answer("207 Multi-Status")
                }
            }
        }
        let request = Request("PROPFIND", Path("/a"), body: .bytes(Array("what".utf8)))
        #expect(try client(peer, user: "ann").send(request).head.status == 207)
        try peer.verify()
    }

    @Test("A redirection is the answer where the request says so")
    func given() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /a")
            try peer.answer("302 Found", ["Location: /b"])
        }
        let response = try client(peer).send(Request("GET", Path("/a"), redirection: .give))
        #expect(response.head.status == 302)
        #expect(response.destination.target == "/a")
        try peer.verify()
    }

    @Test("An answer says where it came from, and only safe methods are sent on after 301 and 302")
    func followed() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("HEAD /a")
            try peer.answerHead("301 Moved", ["Location: /b/"])
            try peer.expectRequest("HEAD /b/")
            try peer.answerHead("200 OK")
            // Behind HEAD nothing is sent that may not be sent twice.
            try peer.accept()
            try peer.expectRequest("DELETE /a")
            try peer.answer("301 Moved", ["Location: /b/"])
        }
        let client = client(peer)
        #expect(try client.send(Request("HEAD", Path("/a"))).destination.target == "/b/")
        let error = failure { () throws(FileSystemError) in
            _ = try client.send(Request("DELETE", Path("/a")))
        }
        #expect(error?.kind == .unsupported)
        #expect(error?.detail.contains("does not repeat DELETE there") == true)
        try peer.verify()
    }

    @Test("A streamed body is offered until the server has had enough")
    func upload() throws {
        let peer = try ScriptedPeer { peer in
            let request = try peer.expectRequest("POST /a")
            #expect(request["Content-Length"] == "10")
            #expect(try peer.bytes(5) == Array("hello".utf8))
            #expect(try peer.bytes(5) == Array("world".utf8))
            try peer.answer("202 Accepted")
            let large = try peer.expectRequest("POST /a")
            #expect(large["Expect"] == "100-continue")
            try peer.answer("413 Too large")
        }
        let client = client(peer)
        let request = { (length: UInt64) in
            Request("POST", Path("/a"), body: .stream(length: length), redirection: .give)
        }
        let upload = try client.upload(request(10))
        for text in ["hello", "world"] {
            let early = try Array(text.utf8).withUnsafeBytes { bytes in
                Result { () throws(FileSystemError) in try upload.offer(bytes) }
            }.get()
            #expect(early == nil)
        }
        #expect(upload.count == 10)
        #expect(try upload.finish().head.status == 202)
        let large = try client.upload(request(2 << 20))
        let early = try [UInt8](repeating: 0, count: 2 << 20).withUnsafeBytes { bytes in
            Result { () throws(FileSystemError) in try large.offer(bytes) }
        }.get()
        #expect(early?.head.status == 413)
        #expect(large.count == 0)
        try peer.verify()
    }

    @Test("What must not connect says why, and sends nothing")
    func obstacle() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /only")
            try peer.answer("200 OK")
        }
        let obstacle = FileSystemError(.unsupported, detail: "The proxy cannot be read.")
        let blocked = client(peer, obstacle: obstacle)
        for method in ["GET", "PUT"] {
            let error = failure { () throws(FileSystemError) in
                _ =
                    method == "GET"
                    ? try blocked.send(Request(method, Path("/a"))).head.status
                    : try blocked.upload(
                        Request(method, Path("/a"), body: .stream(length: 1))
                    ).finish().head.status
            }
            #expect(error?.detail == "The proxy cannot be read.")
        }
        #expect(!blocked.isConnected)
        _ = try client(peer).send(Request("GET", Path("/only")))
        try peer.verify()
    }

    @Test("A field that would end its own line is never sent")
    func fields() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /only")
            try peer.answer("200 OK")
        }
        let client = client(peer)
        let error = failure { () throws(FileSystemError) in
            _ = try client.send(
                Request("GET", Path("/a"), fields: [RequestField("If-Range", "a\r\nX: y")]))
        }
        #expect(error?.kind == .badName)
        _ = try client.send(Request("GET", Path("/only")))
        try peer.verify()
    }
}
