import Files
import Support
import Testing

@testable import Share

/// What real programs send when they save a file, in their order.
@Suite("Programs that keep files on a share save them as they do elsewhere")
struct ClientSessionTests {
    private let bench: FolderBench

    init() throws {
        bench = try FolderBench()
        try bench.disk.makeFolder("docs")
    }

    private func ask(
        _ method: Method, _ path: String, _ headers: [(String, String)] = [], _ body: String = ""
    ) -> FolderBench.Answer {
        bench.ask(method, path, headers: headers, body: Array(body.utf8))
    }

    private func token(_ answer: FolderBench.Answer) throws -> String {
        let field = try #require(answer.headers["Lock-Token"])
        // Some programs take it from the body instead.
        #expect(answer.text.contains(field.dropFirst().dropLast()))
        return field
    }

    private static let lock = """
        <?xml version="1.0" encoding="utf-8" ?>\
        <D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope>\
        <D:locktype><D:write/></D:locktype>\
        <D:owner><D:href>PC\\me</D:href></D:owner></D:lockinfo>
        """

    private static func times(_ time: String) -> String {
        let properties = ["Win32CreationTime", "Win32LastAccessTime", "Win32LastModifiedTime"]
            .map { "<Z:\($0)>\(time)</Z:\($0)>" }.joined()
        return """
            <?xml version="1.0" encoding="utf-8" ?>\
            <D:propertyupdate xmlns:D="DAV:" xmlns:Z="urn:schemas-microsoft-com:"><D:set><D:prop>\
            \(properties)<Z:Win32FileAttributes>00000020</Z:Win32FileAttributes>\
            </D:prop></D:set></D:propertyupdate>
            """
    }

    @Test("Windows Explorer copies a file to it") func explorer() throws {
        let usual = [("Translate", "f"), ("User-Agent", "Microsoft-WebDAV-MiniRedir/10.0.19045")]
        let options = ask(.options, "/", usual)
        #expect(options.status < 300)
        #expect(options.headers.list("DAV").contains("2"))
        for method in ["PROPFIND", "PUT", "LOCK", "UNLOCK", "PROPPATCH"] {
            #expect(options.headers.list("Allow").contains(method))
        }
        #expect(ask(.propfind, "/docs", usual + [("Depth", "0")]).status == 207)
        #expect(ask(.propfind, "/docs/a.txt", usual + [("Depth", "0")]).status == 404)
        // First an empty file, then its lock, which has no Depth.
        #expect(ask(.put, "/docs/a.txt", usual).status == 201)
        let lock = ask(
            .lock, "/docs/a.txt", usual + [("Timeout", "Second-3600")], ClientSessionTests.lock)
        #expect(lock.status == 200)
        let held = usual + [("If", "(\(try token(lock)))")]
        let time = "Sun, 06 Nov 1994 08:49:37 GMT"
        let first = ask(.proppatch, "/docs/a.txt", held, ClientSessionTests.times(time))
        #expect(first.status == 207)
        #expect(!first.text.contains("403"))
        #expect(ask(.head, "/docs/a.txt", usual).status != 423)
        #expect(ask(.put, "/docs/a.txt", held, "text").status == 204)
        let last = ask(.proppatch, "/docs/a.txt", held, ClientSessionTests.times(time))
        #expect(last.status == 207)
        let unlock = ask(.unlock, "/docs/a.txt", usual + [("Lock-Token", try token(lock))])
        #expect(unlock.status == 204)
        #expect(bench.text("docs/a.txt") == "text")
        #expect(try bench.folder.status(of: Path("/docs/a.txt")).modified == 784_111_777)
        #expect(bench.names("docs") == ["a.txt"])
    }

    @Test("LibreOffice opens, saves and closes a document") func office() throws {
        #expect(ask(.put, "/docs/a.odt", [], "old").status == 201)
        let infinite = [("Depth", "0"), ("Timeout", "Second-180")]
        let lock = ask(.lock, "/docs/a.odt", infinite, ClientSessionTests.lock)
        #expect(lock.status == 200)
        let held = [("If", "(\(try token(lock)))")]
        // The lock lasts as long as the document is open.
        #expect(ask(.lock, "/docs/a.odt", held + infinite).status == 200)
        #expect(ask(.put, "/docs/a.odt", held, "new").status == 204)
        #expect(ask(.unlock, "/docs/a.odt", [("Lock-Token", try token(lock))]).status == 204)
        #expect(bench.text("docs/a.odt") == "new")
    }

    @Test("Office saves under another name, and gives it the document's") func temporary() throws {
        #expect(ask(.put, "/docs/a.docx", [], "old").status == 201)
        let lock = ask(.lock, "/docs/a.docx", [("Depth", "0")], ClientSessionTests.lock)
        let token = try token(lock)
        #expect(ask(.put, "/docs/B1C2.tmp", [], "new").status == 201)
        let move = [("Destination", "/docs/a.docx"), ("Overwrite", "T")]
        // The destination is locked: its token is named with its URL.
        #expect(ask(.move, "/docs/B1C2.tmp", move).status == 423)
        let tagged = [("If", "<http://share.example:8080/docs/a.docx> (\(token))")]
        #expect(ask(.move, "/docs/B1C2.tmp", move + tagged).status == 204)
        #expect(bench.text("docs/a.docx") == "new")
        // It is still locked, and can be saved once more.
        #expect(ask(.put, "/docs/a.docx", [], "x").status == 423)
        #expect(ask(.put, "/docs/a.docx", [("If", "(\(token))")], "newer").status == 204)
        #expect(ask(.unlock, "/docs/a.docx", [("Lock-Token", token)]).status == 204)
        #expect(bench.names("docs") == ["a.docx"])
    }

    @Test("GNOME copies, renames and saves by the tag that it knows") func gvfs() throws {
        let usual = [("User-Agent", "gvfs/1.57.2"), ("Accept-Language", "en-us, en;q=0.9")]
        #expect(ask(.options, "/", usual).headers.list("DAV").contains("1"))
        let facts = """
            <?xml version="1.0" encoding="utf-8" ?><D:propfind xmlns:D="DAV:"><D:prop>\
            <D:resourcetype/><D:getcontentlength/><D:getlastmodified/><D:getetag/>\
            <D:creationdate/><D:getcontenttype/><D:displayname/><D:quota-available-bytes/>\
            </D:prop></D:propfind>
            """
        let depth = usual + [("Depth", "0"), ("Content-Type", "application/xml")]
        #expect(ask(.propfind, "/docs", depth, facts).text.contains("quota-available-bytes>"))
        #expect(ask(.propfind, "/docs/a", depth, facts).status == 404)
        #expect(ask(.put, "/docs/a", usual + [("If-None-Match", "*")], "old").status == 201)
        #expect(ask(.put, "/docs/a", usual + [("If-None-Match", "*")], "x").status == 412)
        let found = ask(.propfind, "/docs/a", depth, facts).text
        let start = try #require(found.firstRange(of: "getetag>"))
        let tag = String(found[start.upperBound...].prefix { $0 != "<" })
            .replacing("&quot;", with: "\"")
        // Somebody else has it locked, then changed it meanwhile.
        let lock = ask(.lock, "/docs/a", [("Depth", "0")], ClientSessionTests.lock)
        #expect(ask(.put, "/docs/a", usual + [("If-Match", tag)], "x").status == 423)
        #expect(ask(.unlock, "/docs/a", [("Lock-Token", try token(lock))]).status == 204)
        #expect(ask(.put, "/docs/a", usual + [("If-Match", tag)], "newer").status == 204)
        #expect(ask(.put, "/docs/a", usual + [("If-Match", tag)], "x").status == 412)
        let move = [
            ("Destination", "http://share.example:8080/docs/b%20c"), ("Overwrite", "F"),
        ]
        #expect(ask(.move, "/docs/a", usual + move).status == 201)
        #expect(ask(.copy, "/docs/b%20c", usual + [("Destination", "/docs/d")]).status == 201)
        #expect(ask(.delete, "/docs/d", usual).status == 204)
        #expect(bench.text("docs/b c") == "newer")
        #expect(bench.names("docs") == ["b c"])
    }

    @Test("davfs2 locks a name before there is a file, and uploads when it is closed")
    func davfs() throws {
        let lock = ask(
            .lock, "/docs/new", [("Depth", "0"), ("Timeout", "Second-300")],
            ClientSessionTests.lock)
        #expect(lock.status == 201)
        let held = [("If", "(\(try token(lock)))")]
        #expect(ask(.head, "/docs/new").status != 404)
        #expect(ask(.put, "/docs/new", held, "text").status == 204)
        #expect(ask(.unlock, "/docs/new", [("Lock-Token", try token(lock))]).status == 204)
        // Who gives up removes what only held the name.
        let other = ask(.lock, "/docs/other", [("Depth", "0")], ClientSessionTests.lock)
        #expect(
            ask(.delete, "/docs/other", [("If", "(\(try token(other)))")]).status == 204)
        #expect(bench.names("docs") == ["new"])
    }
}
