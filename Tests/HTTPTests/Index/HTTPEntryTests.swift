import Files
import HTTP
import Support
import Testing

@Suite("Looking things up over HTTP")
struct HTTPEntryTests {
    @Test("A file has its size and time; what is not there is nothing")
    func found() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("HEAD /a")
            try peer.answerHead(
                "200 OK",
                ["Content-Length: 9000000000", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"])
            try peer.expectRequest("HEAD /b")
            try peer.answerHead("404 Not Found", ["Content-Length: 100"])
            try peer.expectRequest("HEAD /b/")
            try peer.answerHead("404 Not Found")
            try peer.expectRequest("HEAD /c")
            try peer.answerHead("403 Forbidden")
        }
        let client = WebClient(peer)
        let entry = try #require(try client.files.entry(at: Path("/a")))
        #expect(
            entry
                == Entry(
                    name: try #require(Name("a")), kind: .file, size: 9_000_000_000,
                    modified: Timestamp(seconds: 784_111_777)))
        #expect(try client.files.entry(at: Path("/b")) == nil)
        let error = client.failure { () throws(FileSystemError) in
            _ = try client.files.entry(at: Path("/c"))
        }
        #expect(error?.kind == .denied)
        try peer.verify()
    }

    @Test("What HEAD does not tell the length of is asked for by its first byte")
    func withoutLength() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("HEAD /empty")
            try peer.answerHead("200 OK")
            #expect(try peer.expectRequest("GET /empty")["Range"] == "bytes=0-0")
            try peer.answer("200 OK")
            try peer.expectRequest("HEAD /made")
            try peer.answerHead("200 OK", ["Transfer-Encoding: chunked"])
        }
        let entries = try WebClient(peer).files.details(of: [Path("/empty"), Path("/made")])
        #expect(entries.map { $0?.size } == [0, nil])
        try peer.verify()
    }

    @Test("A directory that is known by its slash only is found")
    func slashOnly() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("HEAD /dir")
            try peer.answerHead("404 Not Found")
            try peer.expectRequest("HEAD /dir/")
            try peer.answerHead("200 OK")
        }
        #expect(try WebClient(peer).files.entry(at: Path("/dir"))?.kind == .directory)
        try peer.verify()
    }

    @Test("Where HEAD is refused a first byte is asked for, from then on")
    func withoutHead() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("HEAD /a")
            try peer.answerHead("405 No", ["Content-Length: 0"])
            #expect(try peer.expectRequest("GET /a")["Range"] == "bytes=0-0")
            try peer.answer("206 Partial Content", ["Content-Range: bytes 0-0/77"], body: "x")
            try peer.expectRequest("GET /b")
            try peer.answer("416 No", ["Content-Range: bytes */0"])
            try peer.expectRequest("GET /c")
            try peer.answer("200 OK", body: "whole")
        }
        let client = WebClient(peer)
        let entries = try client.files.details(of: ["/a", "/b", "/c"].map { Path($0) })
        #expect(entries.map { $0?.size } == [77, 0, 5])
        try peer.verify()
    }

    @Test(
        "A name that the server gives is taken where the URL is no name",
        arguments: [
            ("attachment; filename=\"report.pdf\"", "report.pdf"),
            ("attachment; filename=\"../../etc/passwd\"", "download"),
            ("attachment; filename*=UTF-8''caf%C3%A9.txt; filename=cafe.txt", "café.txt"),
            ("attachment; filename=\"..\"", "download"),
            ("inline", "download"),
        ])
    func givenNames(_ field: String, _ name: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("HEAD /download?id=5")
            try peer.answerHead(
                "200 OK", ["Content-Disposition: \(field)", "Content-Length: 1"])
        }
        let client = WebClient(peer) { $0[SiteURL.query] = "id=5" }
        let entry = try client.files.entry(at: Path("/download"))
        #expect(entry?.name.text == name)
        try peer.verify()
    }

    @Test("A name that the server gives is not taken where the URL has one")
    func ownName() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("HEAD /a.txt")
            let given = ["Content-Disposition: attachment; filename=b.txt", "Content-Length: 5"]
            try peer.answerHead("200 OK", given)
            try peer.expectRequest("HEAD /")
            try peer.answerHead("200 OK", given)
            try peer.expectRequest("HEAD /")
            try peer.answerHead("200 OK")
        }
        let client = WebClient(peer)
        #expect(try client.files.entry(at: Path("/a.txt"))?.name.text == "a.txt")
        #expect(try client.files.entry(at: .root)?.name.text == "b.txt")
        #expect(try client.files.entry(at: .root) == nil)
        try peer.verify()
    }

    @Test("A query goes out with each request, and what is secret in it stays out of the log")
    func query() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /a?list=a%20b&sig=abc%2B&x")
            try peer.answer("302 Found", ["Location: /c?token=abcdef&y=1"])
            try peer.expectRequest("GET /c?token=abcdef&y=1")
            try peer.answer("200 OK", body: "x")
        }
        let client = WebClient(peer) { $0[SiteURL.query] = "list=a b&sig=abc%2B&x" }
        #expect(try client.read("/a") == "x")
        #expect(client.log.whole.contains("/a?list=a%20b&sig=•••&x"))
        #expect(client.log.whole.contains("/c?token=•••&y=1"))
        #expect(!client.log.whole.contains("abc"))
        try peer.verify()
    }
}
