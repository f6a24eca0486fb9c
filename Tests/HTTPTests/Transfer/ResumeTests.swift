import Files
import HTTP
import Support
import Testing

@Suite("Resuming over HTTP")
struct HTTPResumeTests {
    private static let modified = "Wed, 18 Nov 2026 10:00:00 GMT"
    private static let later = "Wed, 18 Nov 2026 10:05:00 GMT"

    @Test("The rest of the same version is read", arguments: ["\"v1\"", modified])
    func resumed(_ version: String) throws {
        let field = version.hasPrefix("\"") ? "ETag" : "Last-Modified"
        let peer = try ScriptedPeer { peer in
            let request = try peer.expectRequest("GET /a")
            #expect(request["Range"] == "bytes=4-")
            #expect(request["If-Range"] == version)
            try peer.answer(
                "206 Partial Content",
                ["Content-Range: bytes 4-9/10", "\(field): \(version)", "Date: \(Self.later)"],
                body: "456789")
        }
        let client = WebClient(peer)
        let source = try client.files.open(Path("/a"), from: 4, version: version)
        #expect(source.size == 10)
        #expect(source.version == version)
        #expect(try client.drain(source) == Array("456789".utf8))
        try source.finish()
        try peer.verify()
    }

    @Test("What is sure to tell versions apart is a version, and nothing else")
    func versions() throws {
        let answers: [([String], String?)] = [
            (["ETag: \"a-b\""], "\"a-b\""),
            (["ETag: W/\"a\""], nil),
            (["ETag: bare"], nil),
            (["ETag: \"a\"b\""], nil),
            (["Last-Modified: \(Self.modified)", "Date: \(Self.later)"], Self.modified),
            (["Last-Modified: \(Self.modified)", "Date: \(Self.modified)"], nil),
            (["Last-Modified: \(Self.modified)"], nil),
            (
                ["ETag: W/\"a\"", "Last-Modified: \(Self.modified)", "Date: \(Self.later)"],
                Self.modified
            ),
        ]
        let peer = try ScriptedPeer { peer in
            for (fields, _) in answers {
                _ = try peer.request()
                try peer.answer("200 OK", fields, body: "x")
            }
        }
        let client = WebClient(peer)
        for (_, version) in answers {
            let source = try client.files.open(Path("/a"), from: 0)
            #expect(source.version == version)
            _ = try client.drain(source)
            try source.finish()
        }
        try peer.verify()
    }

    @Test(
        "Another version is never mixed with the one that was begun",
        arguments: [
            ("200 OK", ["ETag: \"v2\""]),
            ("200 OK", []),
            ("206 Partial Content", ["ETag: \"v2\"", "Content-Range: bytes 4-9/10"]),
            ("416 Range Not Satisfiable", ["Content-Range: bytes */3"]),
        ])
    func changed(_ status: String, _ fields: [String]) throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /a")
            try peer.answer(status, fields, body: "456789")
        }
        let error = WebClient(peer).failureToRead("/a", from: 4, version: "\"v1\"")
        #expect(error?.kind == .changed)
        #expect(error?.isTransient == false)
        try peer.verify()
    }

    @Test("A file that is all there already has no rest")
    func complete() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /a")
            try peer.answer("416 Range Not Satisfiable", ["Content-Range: bytes */4"])
        }
        #expect(try WebClient(peer).read("/a", from: 4, version: "\"v1\"") == "")
        try peer.verify()
    }

    @Test("Where a refused part does not tell the length, it is asked for")
    func completeWithoutLength() throws {
        let peer = try ScriptedPeer { peer in
            for head in [
                ["ETag: \"v1\"", "Content-Length: 4"], ["ETag: \"v2\"", "Content-Length: 4"],
            ] {
                try peer.expectRequest("GET /a")
                try peer.answer("416 Range Not Satisfiable", body: "no")
                try peer.expectRequest("HEAD /a")
                try peer.answerHead("200 OK", head)
            }
        }
        let client = WebClient(peer)
        #expect(try client.read("/a", from: 4, version: "\"v1\"") == "")
        #expect(client.failureToRead("/a", from: 4, version: "\"v1\"")?.kind == .changed)
        try peer.verify()
    }

    @Test("Of a server that knows no ranges the same version is read from where it was left")
    func withoutRanges() throws {
        let peer = try ScriptedPeer { peer in
            for _ in 0..<2 {
                try peer.expectRequest("GET /a")
                try peer.answer("200 OK", ["ETag: \"v1\""], body: "0123456789")
            }
            try peer.expectRequest("GET /a")
            try peer.answer("200 OK", body: "012")
        }
        let client = WebClient(peer)
        #expect(try client.read("/a", from: 4, version: "\"v1\"") == "456789")
        #expect(try client.read("/a", from: 4) == "456789")
        #expect(client.failureToRead("/a", from: 4)?.kind == .changed)
        try peer.verify()
    }

    @Test(
        "A part that was not asked for is refused",
        arguments: [
            "bytes 0-9/10", "bytes 5-9/10", "bytes 4-3/10", "bytes 4-10/10", "items 4-9/10",
            "bytes 4-99999999999999999999/10", "bytes */10", "", "bytes 4-8/10",
        ])
    func wrongPart(_ range: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /a")
            try peer.answer(
                "206 Partial Content", range.isEmpty ? [] : ["Content-Range: \(range)"],
                body: "456789")
        }
        let error = WebClient(peer).failureToRead("/a", from: 4)
        #expect(error?.kind == .protocolViolation)
        try peer.verify()
    }

    @Test("A part that ends before the file does is truncated")
    func shortPart() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectRequest("GET /a")
            try peer.answer(
                "206 Partial Content", ["Content-Range: bytes 4-6/10"], body: "456")
        }
        let error = WebClient(peer).failureToRead("/a", from: 4)
        #expect(error?.kind == .truncated)
        try peer.verify()
    }
}
