import Files
import HTTP
import Support
import Testing

@Suite("Reading from WebDAV servers")
struct DAVReadingTests {
    @Test("A directory is listed by one PROPFIND, with exact sizes and times")
    func list() throws {
        let peer = try ScriptedPeer { peer in
            try peer.answerPropfind(
                "/a%20b/", depth: 1,
                DAVReply.folder("/a%20b/")
                    + DAVReply.file(
                        "/a%20b/c%25", size: 12, time: "Thu, 04 Mar 2021 05:06:07 GMT")
                    + DAVReply.folder("/a%20b/d/"))
        }
        let client = WebClient(peer, .dav)
        let entries = try client.files.list(Path("/a b")).entries
        #expect(entries.map(shown) == ["c% 12 2021-03-04T05:06:07", "d/"])
        #expect(client.files.capabilities.contains([.write, .exactTimes]))
        try peer.verify()
    }

    @Test("A redirection to another path is followed, and is what names are seen from")
    func redirected() throws {
        let peer = try ScriptedPeer { peer in
            let request = try peer.expectRequest("PROPFIND /old/")
            _ = try peer.bytes(Int(request["Content-Length"] ?? "") ?? 0)
            try peer.answer("301 Moved", ["Location: /new/"])
            try peer.answerPropfind(
                "/new/", depth: 1, DAVReply.folder("/new/") + DAVReply.file("/new/a", size: 1))
        }
        let client = WebClient(peer, .dav)
        #expect(try client.files.list(Path("/old")).entries.map(shown) == ["a 1"])
        try peer.verify()
    }

    @Test("What is no directory, is missing, or is no WebDAV is said to be so")
    func unlisted() throws {
        let peer = try ScriptedPeer { peer in
            try peer.answerPropfind("/f/", depth: 1, DAVReply.file("/f", size: 1))
            try peer.answerPropfind("/n/", depth: 1, nil)
            for (status, body) in [
                ("405 Method Not Allowed", ""), ("200 OK", "<html></html>"), ("423 Locked", ""),
                ("207 Multi-Status", "<html>"), ("207 Multi-Status", DAVReply.multistatus()),
                ("207 Multi-Status", DAVReply.multistatus(DAVReply.file("/other/a/b", size: 1))),
            ] {
                let request = try peer.expectRequest("PROPFIND /x/")
                _ = try peer.bytes(Int(request["Content-Length"] ?? "") ?? 0)
                try peer.answer(status, body: body)
            }
        }
        let client = WebClient(peer, .dav)
        func failure(_ path: String) -> FileSystemError? {
            client.failure { () throws(FileSystemError) in _ = try client.files.list(Path(path)) }
        }
        #expect(failure("/f")?.kind == .notDirectory)
        #expect(failure("/n")?.kind == .notFound)
        let plain = failure("/x")
        #expect(plain?.kind == .unsupported)
        #expect(plain?.detail.contains("try http:// instead of dav://") == true)
        #expect(failure("/x")?.kind == .unsupported)
        #expect(failure("/x")?.kind == .denied)
        #expect(failure("/x")?.kind == .protocolViolation)
        #expect(failure("/x")?.kind == .protocolViolation)
        #expect(failure("/x") != nil)
        try peer.verify()
    }

    @Test("Details of many files of a directory are one question, of few one each")
    func details() throws {
        let peer = try ScriptedPeer { peer in
            try peer.answerPropfind("/a", DAVReply.file("/a", size: 1))
            try peer.answerPropfind("/b", nil)
            let files = (0..<20).map { DAVReply.file("/d/\($0)", size: $0) }.joined()
            try peer.answerPropfind("/d/", depth: 1, DAVReply.folder("/d/") + files)
        }
        let client = WebClient(peer, .dav)
        #expect(
            try client.files.details(of: [Path("/a"), Path("/b")]).map { $0?.size } == [1, nil])
        let paths = (0..<30).map { Path("/d/\($0)") }
        let found = try client.files.details(of: paths)
        #expect(found.map { $0?.size } == (0..<30).map { $0 < 20 ? UInt64($0) : nil })
        try peer.verify()
    }

    @Test("Space is told where the server tells it")
    func space() throws {
        let peer = try ScriptedPeer { peer in
            try peer.answerPropfind(
                "/",
                DAVReply.found(
                    "/",
                    "<D:quota-available-bytes>100</D:quota-available-bytes>"
                        + "<D:quota-used-bytes>50</D:quota-used-bytes>"))
            try peer.answerPropfind(
                "/", DAVReply.found("/", "<D:quota-available-bytes>-3</D:quota-available-bytes>"))
        }
        let client = WebClient(peer, .dav)
        let files = try #require(client.files as? any TellingSpace)
        let space = try files.space(at: .root)
        #expect(space?.free == 100 && space?.total == 150)
        #expect(try files.space(at: .root) == nil)
        try peer.verify()
    }
}
