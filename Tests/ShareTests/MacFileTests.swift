import Files
import Jobs
import Support
import Testing

@testable import Share

@Suite("What macOS adds to the files on a share litters nothing")
struct MacFileTests {
    private let share: TestShare
    private let client: RawClient

    init() throws {
        share = try TestShare(request: { $0.isWritable = true })
        try share.folder.makeFolder("docs")
        client = try share.client()
    }

    private static let lock = """
        <?xml version="1.0" encoding="utf-8"?><D:lockinfo xmlns:D="DAV:"><D:lockscope>\
        <D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner><D:href>\
        http://www.apple.com/webdav_fs/</D:href></D:owner></D:lockinfo>
        """

    @discardableResult
    private func ask(
        _ method: String, _ path: String, _ headers: [(String, String)] = [], body: String? = nil
    ) throws -> RawClient.Reply {
        guard let body else { return try client.ask(method, path, headers) }
        let fields = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
        client.send(
            "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(fields)"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return try client.reply()
    }

    /// As Finder sends what it copies: in chunks, with the length ahead.
    private func upload(
        _ path: String, _ text: String, token: String, length: Int? = nil
    ) throws -> RawClient.Reply {
        let size = String(text.utf8.count, radix: 16)
        client.send(
            "PUT \(path) HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
                + "X-Expected-Entity-Length: \(length ?? text.utf8.count)\r\n"
                + "If: (\(token))\r\n\r\n\(size)\r\n\(text)\r\n0\r\n\r\n")
        return try client.reply()
    }

    /// An empty file, and its lock: the token.
    private func begin(_ path: String) throws -> String {
        #expect(try ask("PROPFIND", path, [("Depth", "0")]).status == 404)
        #expect(try ask("PUT", path, body: "").status == 201)
        let lock = try ask(
            "LOCK", path, [("Depth", "0"), ("Timeout", "Second-600")], body: Self.lock)
        #expect(lock.status == 200)
        return try #require(lock.headers["Lock-Token"])
    }

    @Test("Finder copies a file with its other fork, renames it and removes it") func finder()
        throws
    {
        for name in ["/.DS_Store", "/._.", "/.hidden", "/docs/._a.txt"] {
            #expect(try ask("PROPFIND", name, [("Depth", "0")]).status == 404)
        }
        let token = try begin("/docs/a.txt")
        let other = try begin("/docs/._a.txt")
        #expect(try upload("/docs/._a.txt", "fork", token: other).status == 204)
        #expect(try ask("UNLOCK", "/docs/._a.txt", [("Lock-Token", other)]).status == 204)
        #expect(try upload("/docs/a.txt", "text", token: token).status == 204)
        #expect(try ask("UNLOCK", "/docs/a.txt", [("Lock-Token", token)]).status == 204)
        #expect(try ask("PUT", "/docs/.DS_Store", body: "window").status == 201)
        #expect(try ask("GET", "/docs/._a.txt").text == "fork")
        let facts = try ask("PROPFIND", "/docs/._a.txt", [("Depth", "0")])
        #expect(facts.status == 207)
        #expect(facts.text.contains("<D:getcontentlength>4<"))
        #expect(share.folder.names(in: "docs") == ["a.txt"])
        // Not in a listing, on the page, in an archive, and nothing to another visitor.
        #expect(!(try ask("PROPFIND", "/docs/", [("Depth", "1")]).text.contains("._a")))
        #expect(!(try ask("GET", "/docs/").text.contains("._a")))
        #expect(!(try ask("GET", "/docs/?archive=tar").text.contains("._a")))
        #expect(try share.client(from: "127.0.0.2").ask("GET", "/docs/._a.txt").status == 404)

        let move = [("Overwrite", "F")]
        #expect(
            try ask("MOVE", "/docs/a.txt", move + [("Destination", "/docs/b.txt")]).status == 201)
        #expect(
            try ask("MOVE", "/docs/._a.txt", move + [("Destination", "/docs/._b.txt")]).status
                == 201)
        #expect(try ask("GET", "/docs/._a.txt").status == 404)
        #expect(try ask("GET", "/docs/._b.txt").text == "fork")
        // They go along with their directory.
        #expect(try ask("MOVE", "/docs", [("Destination", "/papers")]).status == 201)
        #expect(try ask("GET", "/papers/._b.txt").text == "fork")
        #expect(try ask("DELETE", "/papers/._b.txt").status == 204)
        #expect(try ask("DELETE", "/papers/._b.txt").status == 404)
        #expect(try ask("DELETE", "/papers").status == 204)
        #expect(try ask("MKCOL", "/papers").status == 201)
        #expect(try ask("GET", "/papers/.DS_Store").status == 404)
    }

    @Test("Times, properties, parts and conditions work as for other files") func facts() throws {
        #expect(
            try ask("PUT", "/._a", [("X-OC-Mtime", "1000000000")], body: "0123456789").status == 201
        )
        let first = try ask("GET", "/._a")
        #expect(first.headers["Last-Modified"] == "Sun, 09 Sep 2001 01:46:40 GMT")
        let tag = try #require(first.headers["ETag"])
        let part = try ask("GET", "/._a", [("Range", "bytes=2-4")])
        #expect(part.status == 206)
        #expect(part.text == "234")
        #expect(part.headers["Content-Range"] == "bytes 2-4/10")
        #expect(try ask("GET", "/._a", [("Range", "bytes=10-")]).status == 416)
        #expect(try ask("GET", "/._a", [("If-None-Match", tag)]).status == 304)
        #expect(try ask("PUT", "/._a", [("If-None-Match", "*")], body: "x").status == 412)
        #expect(try ask("PUT", "/._a", [("If", "([\(tag)])")], body: "new").status == 204)
        #expect(try ask("PUT", "/._a", [("If", "([\(tag)])")], body: "x").status == 412)
        let properties = """
            <D:propertyupdate xmlns:D="DAV:" xmlns:Z="urn:schemas-microsoft-com:"><D:set><D:prop>\
            <Z:Win32LastModifiedTime>Sun, 06 Nov 1994 08:49:37 GMT</Z:Win32LastModifiedTime>\
            <Z:Win32FileAttributes>00000022</Z:Win32FileAttributes></D:prop></D:set>\
            </D:propertyupdate>
            """
        let change = try ask("PROPPATCH", "/._a", body: properties)
        #expect(change.status == 207)
        #expect(!change.text.contains("403"))
        let facts = try ask("PROPFIND", "/._a", [("Depth", "0")]).text
        #expect(facts.contains("Sun, 06 Nov 1994 08:49:37 GMT"))
        #expect(facts.contains("00000022"))
        #expect(try ask("HEAD", "/._a").status == 200)
        #expect(try ask("COPY", "/._a", [("Destination", "/._b")]).status == 201)
        #expect(try ask("GET", "/._b").text == "new")
        // Nothing gets from memory to the disk, nor the other way.
        #expect(try ask("COPY", "/._a", [("Destination", "/b")]).status == 403)
        #expect(try ask("PUT", "/c", body: "c").status == 201)
        #expect(try ask("MOVE", "/c", [("Destination", "/._c")]).status == 404)
        #expect(try ask("MKCOL", "/._c").status == 403)
        #expect(try ask("PUT", "/none/._c", body: "c").status == 409)
        #expect(try ask("PUT", "/.other", body: "c").status == 404)
        #expect(share.folder.names == ["c", "docs"])
    }

    @Test("A name is locked before there is a file, by whoever locks it") func locks() throws {
        let lock = try ask("LOCK", "/._a", [("Depth", "0")], body: Self.lock)
        #expect(lock.status == 201)
        let token = try #require(lock.headers["Lock-Token"])
        #expect(try ask("PUT", "/._a", body: "x").status == 423)
        #expect(try ask("PUT", "/._a", [("If", "(\(token))")], body: "x").status == 204)
        #expect(try ask("DELETE", "/._a", [("If", "(\(token))")]).status == 204)
        #expect(try ask("PUT", "/._a", body: "y").status == 201)
        #expect(share.folder.names == ["docs"])
    }

    @Test("An upload in chunks that ends before its length is not kept") func short() throws {
        let token = try begin("/docs/a.txt")
        let reply = try upload("/docs/a.txt", "te", token: token, length: 4)
        #expect(reply.status == 400)
        #expect(reply.text.contains("after 2 of 4 bytes"))
        let again = try share.client().ask("GET", "/docs/a.txt")
        #expect(again.text.isEmpty)
    }

    @Test("A share that refuses them says so, and has none") func refused() throws {
        let bench = try FolderBench(macFiles: MacFiles(.refuse))
        let answer = bench.ask(.put, "/._a", body: [0x61])
        #expect(answer.status == 403)
        #expect(answer.text.contains("macOS"))
        #expect(bench.ask(.propfind, "/._a", headers: [("Depth", "0")]).status == 404)
        #expect(bench.ask(.propfind, "/.DS_Store", headers: [("Depth", "0")]).status == 404)
        #expect(bench.names() == [])
    }

    @Test("Where they are wanted on the disk they are files like any other") func onDisk() throws {
        let bench = try FolderBench(macFiles: MacFiles(.disk))
        try bench.disk.makeFolder("docs")
        #expect(bench.ask(.put, "/docs/._a", body: [0x61]).status == 201)
        #expect(bench.text("docs/._a") == "a")
        #expect(bench.ask(.propfind, "/docs", headers: [("Depth", "1")]).text.contains("._a"))
        #expect(bench.ask(.put, "/docs/.other", body: [0x61]).status == 404)
        #expect(bench.ask(.copy, "/docs", headers: [("Destination", "/copy")]).status == 201)
        #expect(bench.names("copy") == ["._a"])
        #expect(bench.ask(.delete, "/docs").status == 204)
    }

    @Test("One that is on the disk and shown is read and written there") func shown() throws {
        let bench = try FolderBench(showsHidden: true)
        try bench.disk.write("old", to: "._a")
        #expect(bench.ask(.put, "/._a", body: Array("new".utf8)).status == 204)
        #expect(bench.text("._a") == "new")
        #expect(bench.ask(.put, "/._b", body: Array("b".utf8)).status == 201)
        // Nor by a form or another name.
        #expect(bench.ask(.put, "/c", body: Array("c".utf8)).status == 201)
        #expect(bench.ask(.move, "/c", headers: [("Destination", "/._c")]).status == 403)
        let body = """
            --x\r\nContent-Disposition: form-data; name="file"; filename="._d"\r\n\r\nd\r\n--x--\r\n
            """
        let type = [("Content-Type", "multipart/form-data; boundary=x")]
        _ = bench.ask(.post, "/", headers: type, body: Array(body.utf8))
        #expect(bench.names() == ["._a", "c"])
    }

    @Test("A share that is read-only has none") func readOnly() throws {
        let bench = try FolderBench(isWritable: false)
        #expect(bench.ask(.put, "/._a", body: [0x61]).status == 405)
        #expect(bench.ask(.propfind, "/._a", headers: [("Depth", "0")]).status == 404)
    }

    @Test("The oldest go where there are too many, a visitor's own first") func limits() throws {
        let files = MacFiles(
            .memory, MacFiles.Limits(file: 6, own: 10, ownCount: 3, all: 20, allCount: 4))
        func has(_ name: String, _ holder: String) -> Bool {
            files.file(Path("/._\(name)"), of: holder) != nil
        }
        func put(_ name: String, _ count: Int, _ holder: String) {
            _ = files.put(
                Array(repeating: 0, count: count), modified: 0, at: Path("/._\(name)"), of: holder)
        }
        for name in ["a", "b"] { put(name, 4, "one") }
        put("x", 4, "two")
        put("c", 6, "one")
        #expect(!has("a", "one"))
        #expect(has("b", "one") && has("c", "one") && has("x", "two"))
        put("d", 0, "one")
        put("e", 0, "one")
        #expect(!has("b", "one"))
        put("y", 6, "three")
        // The oldest of all.
        #expect(!has("x", "two"))
        #expect(has("y", "three"))

        let bench = try FolderBench(macFiles: files)
        guard case .receive(let receiver) = try bench.begin(.put, "/._big", length: 7).body else {
            Issue.record("no body is taken")
            return
        }
        #expect(receiver.limit == 6)
        let rooms = [files.room(), files.room()]
        try rooms[0].take(24)
        try rooms[1].take(16)
        #expect(throws: Refusal.self) { try rooms[1].take(1) }
    }

    @Test(
        "Nextcloud's uploads in pieces are refused in words",
        arguments: [
            ("PUT", "/a.txt-chunking-4711-2-0", [("OC-Chunked", "1")]),
            ("MKCOL", "/remote.php/dav/uploads/anna/4711", []),
            ("PUT", "/remote.php/dav/uploads/anna/4711/00001", []),
            ("MOVE", "/remote.php/dav/uploads/anna/4711/.file", [("Destination", "/a.txt")]),
        ])
    func nextcloud(method: String, path: String, headers: [(String, String)]) throws {
        let reply = try ask(method, path, headers, body: "")
        #expect(reply.status == 501)
        #expect(reply.text.contains("chunked"))
        #expect(share.folder.names == ["docs"])
    }
}
