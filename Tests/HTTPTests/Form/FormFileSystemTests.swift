import Files
import HTTP
import Support
import Testing

@Suite("An upload form as a file system")
struct FormFileSystemTests {
    @Test("A form is a directory that shows nothing, and nothing is in the way in it")
    func forms() throws {
        let page = ["Content-Type: text/html; charset=utf-8", "Content-Length: 100"]
        let peer = try ScriptedPeer { peer in
            for target in ["/up.php", "/up.php/a.txt", "/up.php"] {
                try peer.expectRequest("HEAD \(target)")
                try peer.answerHead("200 OK", page)
            }
            try peer.expectRequest("GET /up.php/")
            try peer.answer("200 OK", body: "<form>")
            try peer.expectRequest("GET /up.php/")
            try peer.answer("403 Forbidden")
        }
        let client = WebClient(peer) { $0[HTTPOptions.formField] = "file" }
        #expect(client.files.capabilities.contains(.write))
        #expect(try client.files.entry(at: Path("/up.php"))?.kind == .directory)
        #expect(try client.files.entry(at: Path("/up.php/a.txt")) == nil)
        #expect(try client.files.list(Path("/up.php")).isEmpty)
        let error = client.failure { () throws(FileSystemError) in
            _ = try client.files.list(Path("/up.php"))
        }
        #expect(error?.kind == .denied)
        let proof = try client.commit("/up.php/a.txt", Creation(), size: 1).proof
        guard case .none = proof else {
            Issue.record("a form tells nothing of what it keeps")
            return
        }
        try peer.verify()
    }

    @Test("A site that is an upload form takes a file from the panes as a form of one part")
    func site() throws {
        let peer = try ScriptedPeer { peer in
            let request = try peer.expectRequest("POST /up.php")
            let length = Int(request["Content-Length"] ?? "") ?? 0
            let text = String(decoding: try peer.bytes(length), as: UTF8.self)
            #expect(
                text.contains("name=\"doc\"; filename=\"b.html\"\r\nContent-Type: text/html\r\n"))
            #expect(text.contains("\r\n\r\nhello\r\n--"))
            try peer.answer("303 See it", ["Location: /list"])
        }
        let client = WebClient(peer) { $0[HTTPOptions.formField] = "doc" }
        try client.write("/up.php/b.html", "hello", Creation(size: 5))
        let error = client.failure { () throws(FileSystemError) in
            try client.write("/up.php/b.html", "hello!", Creation(size: 5))
        }
        #expect(error?.kind == .changed)
        client.files.close()
        try peer.verify()
    }
}
