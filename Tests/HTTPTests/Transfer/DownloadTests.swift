import Files
import HTTP
import Support
import Testing

@Suite("Downloading over HTTP")
struct HTTPDownloadTests {
    @Test("A file is read, its size and version are known, and both heads are in the log")
    func whole() throws {
        let peer = try ScriptedPeer { peer in
            let request = try peer.expectRequest("GET /dir%20one/caf%C3%A9.txt")
            #expect(request["Accept-Encoding"] == "identity")
            #expect(request["Range"] == nil)
            try peer.answer("200 OK", ["ETag: \"v1\""], body: "hello")
        }
        let client = WebClient(peer)
        let source = try client.files.open(Path("/dir one/café.txt"), from: 0)
        #expect(source.size == 5)
        #expect(source.version == "\"v1\"")
        #expect(try client.drain(source) == Array("hello".utf8))
        try source.finish()
        try peer.verify()
        let sent = try #require(client.log.texts(.sent).first)
        #expect(sent == "GET http://127.0.0.1:\(peer.port)/dir%20one/caf%C3%A9.txt")
        let reply = try #require(client.log.all.first { $0.direction == .received })
        #expect(reply.text == "HTTP/1.1 200 OK · etag: \"v1\" · content-length: 5")
        #expect(reply.code == 200)
        #expect(reply.explanation == "Done.")
    }

    @Test("Names are sent as the bytes that they are, and what means something in a URL is encoded")
    func names() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /%E9%23%3F%25%3B%2B%20a:b@c")
            try peer.answer("200 OK")
        }
        let client = WebClient(peer)
        let name = try #require(Name([0xE9] + Array("#?%;+ a:b@c".utf8)))
        let source = try client.files.open(Path(components: [name]), from: 0)
        #expect(try client.drain(source).isEmpty)
        try source.finish()
        try peer.verify()
    }

    @Test("An address of IPv6 is written in brackets")
    func newerAddress() throws {
        let peer = try ScriptedPeer(at: "::1") { peer in
            let request = try peer.expectRequest("GET /a")
            #expect(request["Host"]?.hasPrefix("[::1]:") == true)
            try peer.answer("200 OK", body: "six")
        }
        #expect(try WebClient(peer, host: "::1").read("/a") == "six")
        try peer.verify()
    }

    @Test("A connection that the server ends after its answer is not missed")
    func closing() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /a")
            try peer.answer("200 OK", ["Connection: close"], body: "bye")
            peer.close()
        }
        let client = WebClient(peer)
        #expect(!client.files.isConnected)
        #expect(client.files.security == nil)
        #expect(try client.read("/a") == "bye")
        try peer.verify()
        #expect(client.files.isConnected)
        #expect(client.files.security == .clear)
        #expect(client.failureToRead("/a")?.kind == .connection)
        #expect(!client.files.isConnected)
    }

    @Test("One connection serves many files")
    func keptAlive() throws {
        let peer = try ScriptedPeer { peer in
            for number in 0..<3 {
                try peer.expectRequest("GET /\(number)")
                try peer.answer("200 OK", body: "file \(number)")
            }
        }
        let client = WebClient(peer)
        for number in 0..<3 { #expect(try client.read("/\(number)") == "file \(number)") }
        try peer.verify()
    }

    @Test("A file that is left in the middle makes way for the next one")
    func leftInTheMiddle() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /a")
            try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
            try peer.expectEnd()
            try peer.accept()
            try peer.expectRequest("GET /b")
            try peer.answer("200 OK", body: "other")
        }
        let client = WebClient(peer)
        let left = try client.files.open(Path("/a"), from: 0)
        #expect(try client.read("/b") == "other")
        let error = client.failure { () throws(FileSystemError) in _ = try client.drain(left) }
        #expect(error?.kind == .truncated)
        try peer.verify()
    }

    @Test("The head of a large file alone does not cost the connection")
    func largeHead() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("HEAD /a")
            try peer.answerHead("200 OK", ["Content-Length: 9000000000"])
            try peer.expectRequest("GET /b")
            try peer.answer("200 OK", body: "same connection")
        }
        let client = WebClient(peer)
        #expect(try client.files.entry(at: Path("/a"))?.size == 9_000_000_000)
        #expect(try client.read("/b") == "same connection")
        try peer.verify()
    }

    @Test("A chunked file that comes in pieces of any size is read whole")
    func chunked() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /a")
            peer.manner = { $0.map { [$0] } }
            try peer.answerHead("200 OK", ["Transfer-Encoding: chunked"])
            try peer.send("3\r\nabc\r\n4;x=y\r\ndefg\r\n0\r\nTrailer: x\r\n\r\n")
        }
        let client = WebClient(peer)
        #expect(try client.read("/a") == "abcdefg")
        try peer.verify()
    }

    @Test("A compressed file is kept as it is stored")
    func compressed() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /a")
            try peer.answer("200 OK", ["Content-Encoding: gzip"], body: "not gzip at all")
        }
        let client = WebClient(peer)
        #expect(try client.read("/a") == "not gzip at all")
        try peer.verify()
    }

    @Test("A body shorter than its length is truncated, and so is a chunked one without its end")
    func truncated() throws {
        for (field, body) in [
            ("Content-Length: 10", "half"), ("Transfer-Encoding: chunked", "4\r\nhalf\r\n"),
        ] {
            let peer = try ScriptedPeer { peer in
                try peer.expectRequest("GET /a")
                try peer.answerHead("200 OK", [field])
                try peer.send(body)
                peer.close()
            }
            let client = WebClient(peer)
            let error = client.failureToRead("/a")
            #expect(error?.kind == .truncated)
            #expect(error?.isTransient == true)
            try peer.verify()
        }
    }

    @Test("A body that ends with the connection is read whole")
    func closeDelimited() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /a")
            try peer.send("HTTP/1.0 200 OK\r\n\r\nall of it")
            peer.close()
        }
        let client = WebClient(peer)
        #expect(try client.read("/a") == "all of it")
        try peer.verify()
    }

    @Test(
        "Refusals are told plainly",
        arguments: [
            ("404 Not Found", FileSystemError.Kind.notFound, false),
            ("410 Gone", .notFound, false), ("403 Forbidden", .denied, false),
            ("500 Oops", .other, true), ("400 Bad", .other, false),
        ])
    func refusals(_ status: String, _ kind: FileSystemError.Kind, _ isTransient: Bool) throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /a")
            try peer.answer(status, body: "<h1>no</h1>")
            try peer.expectRequest("GET /b")
            try peer.answer("200 OK", body: "yes")
        }
        let client = WebClient(peer)
        let error = try #require(client.failureToRead("/a"))
        #expect(error.kind == kind)
        #expect(error.isTransient == isTransient)
        #expect(error.reply == status)
        #expect(error.detail.contains("/a"))
        #expect(try client.read("/b") == "yes")
        try peer.verify()
    }

    @Test(
        "A server that is overloaded says how long to wait, and is asked by fewer connections",
        arguments: ["503 Busy", "429 Too Many Requests", "429 "])
    func overloaded(_ status: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /a")
            try peer.answer(status, ["Retry-After: 120"])
        }
        let error = try #require(WebClient(peer).failureToRead("/a"))
        #expect(error.isTransient)
        #expect(error.kind == .connection)
        #expect(error.detail.contains("retry in 120 seconds"))
        #expect(CrowdedReply.matches(error.reply ?? "") == status.hasPrefix("429"))
        try peer.verify()
    }

    @Test("A wait that is given as a date is counted by the server's own clock")
    func overloadedUntil() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /a")
            try peer.answer(
                "503 Busy",
                [
                    "Date: Sun, 06 Nov 1994 08:49:37 GMT",
                    "Retry-After: Sun, 06 Nov 1994 08:50:37 GMT",
                ])
        }
        let error = try #require(WebClient(peer).failureToRead("/a"))
        #expect(error.detail.contains("retry in 60 seconds"))
        try peer.verify()
    }
}
