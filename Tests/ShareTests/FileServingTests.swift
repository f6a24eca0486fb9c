import Files
import Glibc
import Jobs
import Support
import Testing

@testable import Share

@Suite struct FileServingTests {
    private let folder: TemporaryFolder
    private let share: TestShare
    private let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }

    init() throws {
        folder = try TemporaryFolder(isInMemory: true)
        try folder.write(content, to: "data.bin")
        try folder.write("<p>hi</p>", to: "page.html")
        try folder.write("caf\u{e9}", to: "é 1.txt")
        try folder.write("", to: "empty")
        mkdir(folder.path("sub"), 0o755)
        try folder.write("inner", to: "sub/inner.txt")
        share = try TestShare(folder)
    }

    @Test("A file comes whole, with its length, validators and a type") func whole() throws {
        let reply = try share.ask("/data.bin")
        #expect(reply.status == 200)
        #expect(isSame(reply.body, content))
        #expect(reply.headers["Content-Length"] == "100000")
        #expect(reply.headers["Accept-Ranges"] == "bytes")
        #expect(reply.headers["Content-Type"] == "application/octet-stream")
        #expect(reply.headers["X-Content-Type-Options"] == "nosniff")
        #expect(reply.headers["ETag"]?.hasPrefix("\"") == true)
        #expect(reply.headers["Last-Modified"]?.hasSuffix("GMT") == true)
        #expect(reply.headers["Server"] == "Ferry")
        #expect(try share.ask("/empty").body == [])
    }

    @Test("HEAD says the same without a body, and the connection goes on") func head() throws {
        let client = try share.client()
        let reply = try client.ask("HEAD", "/data.bin")
        #expect(reply.status == 200)
        #expect(reply.headers["Content-Length"] == "100000")
        #expect(try client.ask("GET", "/sub/inner.txt").text == "inner")
        #expect(try client.ask("HEAD", "/nothing").status == 404)
        #expect(try client.ask("GET", "/sub/inner.txt").text == "inner")
    }

    @Test("Names in UTF-8 are found, and offered for keeping by RFC 6266") func names() throws {
        let reply = try share.ask("/%C3%A9%201.txt?download")
        #expect(reply.status == 200)
        #expect(
            reply.headers["Content-Disposition"]
                == "attachment; filename=\"_ 1.txt\"; filename*=UTF-8''%C3%A9%201.txt")
        #expect(reply.headers["Content-Type"] == "text/plain; charset=utf-8")
    }

    @Test("A page that lies in the folder cannot act in the share's name") func sandbox() throws {
        let policy = try share.ask("/page.html").headers["Content-Security-Policy"] ?? ""
        #expect(policy.contains("sandbox"))
        #expect(!policy.contains("allow-scripts"))
        #expect(!policy.contains("allow-same-origin"))
        #expect(policy.contains("script-src 'none'"))
        #expect(try share.ask("/data.bin").headers["Content-Security-Policy"] == nil)
    }

    @Test("A folder without its slash is told where it is") func redirect() throws {
        let reply = try share.ask("/sub?a=b")
        #expect(reply.status == 301)
        #expect(reply.headers["Location"] == "/sub/?a=b")
    }

    @Test(
        "One range comes as 206",
        arguments: [
            ("0-9", 0..<10), ("99990-", 99_990..<100_000), ("-5", 99_995..<100_000),
            ("99999-200000", 99_999..<100_000), ("-200000", 0..<100_000),
            ("5-5,-0", 5..<6), ("0-99999999999999999999999", 0..<100_000),
            ("0-10,5-20", 0..<21),
        ])
    func oneRange(_ spec: String, _ expected: Range<Int>) throws {
        let reply = try share.ask("/data.bin", [("Range", "bytes=\(spec)")])
        #expect(reply.status == 206)
        #expect(isSame(reply.body, Array(content[expected])))
        #expect(
            reply.headers["Content-Range"]
                == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/100000")
    }

    @Test(
        "A range that is none is passed over",
        arguments: [
            "bytes=9-5", "bytes=a-b", "bytes=", "lines=1-2", "bytes", "bytes=1-2-3", "bytes=--5",
            "bytes=" + Array(repeating: "0-0", count: 2_000).joined(separator: ","),
        ])
    func noRange(_ header: String) throws {
        let reply = try share.ask("/data.bin", [("Range", header)])
        #expect(reply.status == 200)
        #expect(reply.body.count == 100_000)
    }

    @Test("Ranges of which nothing is there get 416 and the size", arguments: ["100000-", "-0"])
    func unsatisfiable(_ spec: String) throws {
        let reply = try share.ask("/data.bin", [("Range", "bytes=\(spec)")])
        #expect(reply.status == 416)
        #expect(reply.headers["Content-Range"] == "bytes */100000")
    }

    @Test("Several ranges come as one body of parts, in the order asked for") func multiple() throws
    {
        let reply = try share.ask("/data.bin", [("Range", "bytes=500-509, 0-4,-3")])
        #expect(reply.status == 206)
        let type = reply.headers["Content-Type"] ?? ""
        #expect(type.hasPrefix("multipart/byteranges; boundary="))
        let boundary = type.split(separator: "=").last.map(String.init) ?? ""
        var expected: [UInt8] = []
        for range in [500..<510, 0..<5, 99_997..<100_000] {
            expected += Array(
                ("\r\n--\(boundary)\r\nContent-Type: application/octet-stream\r\nContent-Range: "
                    + "bytes \(range.lowerBound)-\(range.upperBound - 1)/100000\r\n\r\n").utf8)
            expected += content[range]
        }
        expected += Array("\r\n--\(boundary)--\r\n".utf8)
        #expect(isSame(reply.body, expected))
    }

    @Test("Many overlapping ranges never bring more than the file") func overlapping() throws {
        let specs = Array(repeating: "0-", count: 50).joined(separator: ",")
        let reply = try share.ask("/data.bin", [("Range", "bytes=\(specs)")])
        #expect(reply.status == 206)
        #expect(isSame(reply.body, content))
    }

    @Test("Conditions are answered by 304 and 412") func conditions() throws {
        let first = try share.ask("/data.bin")
        let tag = try #require(first.headers["ETag"])
        let time = try #require(first.headers["Last-Modified"])
        let old = "Sun, 06 Nov 1994 08:49:37 GMT"
        func status(_ headers: (String, String)...) throws -> Int {
            try share.ask("/data.bin", headers).status
        }
        #expect(try status(("If-None-Match", tag)) == 304)
        #expect(try status(("If-None-Match", "\"a\", W/\(tag)")) == 304)
        #expect(try status(("If-None-Match", "*")) == 304)
        #expect(try status(("If-None-Match", "\"a\""), ("If-Modified-Since", time)) == 200)
        #expect(try status(("If-Modified-Since", time)) == 304)
        #expect(try status(("If-Modified-Since", old)) == 200)
        #expect(try status(("If-Modified-Since", "yesterday")) == 200)
        #expect(try status(("If-Match", tag)) == 200)
        #expect(try status(("If-Match", "W/\(tag)")) == 412)
        #expect(try status(("If-Match", "\"a\"")) == 412)
        #expect(try status(("If-Unmodified-Since", old)) == 412)
        #expect(try status(("If-Unmodified-Since", time)) == 200)
    }

    @Test("A part of another version is never sent") func ifRange() throws {
        let tag = try #require(try share.ask("/data.bin").headers["ETag"])
        let range = ("Range", "bytes=10-19")
        #expect(try share.ask("/data.bin", [range, ("If-Range", tag)]).status == 206)
        #expect(try share.ask("/data.bin", [range, ("If-Range", "\"other\"")]).status == 200)
        #expect(try share.ask("/data.bin", [range, ("If-Range", "W/\(tag)")]).status == 200)
        try folder.write(content + [1], to: "data.bin")
        #expect(try share.ask("/data.bin", [range, ("If-Range", tag)]).status == 200)
    }

    @Test("Requests sent all at once are answered in their order") func pipeline() throws {
        let client = try share.client()
        let one = "GET /sub/inner.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let two = "GET /data.bin HTTP/1.1\r\nHost: localhost\r\n\r\n"
        client.send(one + two + "HEAD /data.bin HTTP/1.1\r\nHost: localhost\r\n\r\n" + one)
        #expect(try client.reply().text == "inner")
        #expect(isSame(try client.reply().body, content))
        #expect(try client.reply(hasBody: false).status == 200)
        #expect(try client.reply().text == "inner")
    }

    @Test("HTTP/1.0 gets its file and the end of the connection, or keeps it when it asks")
    func oldVersion() throws {
        let plain = try share.client()
        plain.send("GET /sub/inner.txt HTTP/1.0\r\n\r\n")
        let answer = String(decoding: plain.rest(), as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.0 200 OK\r\n"))
        #expect(answer.hasSuffix("\r\n\r\ninner"))
        let keeping = try share.client()
        for _ in 0..<2 {
            keeping.send("GET /sub/inner.txt HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            let reply = try keeping.reply()
            #expect(reply.headers["Connection"] == "keep-alive")
            #expect(reply.text == "inner")
        }
    }

    @Test("A visitor that says it sends no more still gets its file") func halfClosed() throws {
        let client = try share.client()
        client.send("GET /data.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
        client.finish()
        #expect(isSame(try client.reply().body, content))
        #expect(client.isClosed())
    }

    @Test("Dot-files are not there unless they were asked for") func hidden() throws {
        try folder.write("secret", to: ".secret")
        mkdir(folder.path(".git"), 0o755)
        try folder.write("x", to: ".git/config")
        for target in ["/.secret", "/.git/config", "/%2Esecret", "/sub/.x"] {
            #expect(try share.ask(target).status == 404)
        }
        let open = try TestShare(folder, request: { $0.showsHidden = true })
        #expect(try open.ask("/.secret").text == "secret")
        #expect(try open.ask("/.git/config").text == "x")
    }

    @Test("Links and pipes are not there, and nothing waits for them") func links() throws {
        symlink("/etc/passwd", folder.path("out"))
        symlink("sub", folder.path("in"))
        symlink("..", folder.path("up"))
        mkfifo(folder.path("pipe"), 0o644)
        for target in ["/out", "/in/inner.txt", "/up/etc/passwd", "/pipe", "/in", "/up/"] {
            #expect(try share.ask(target).status == 404 || share.ask(target).status == 405)
        }
        let names = try SharedFolder(Path(folder.path)).entries(of: .root).map(\.name.text).sorted()
        #expect(names == ["data.bin", "empty", "page.html", "sub", "é 1.txt"])
    }

    @Test("A file that becomes shorter on the way breaks the connection off") func shorter() throws
    {
        let large = [UInt8](repeating: 7, count: 64 << 20)
        try folder.write(large, to: "large")
        let client = try share.client()
        client.setReceiveBuffer(1 << 16)
        client.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try client.bytes(1_000)
        truncate(folder.path("large"), 1_000)
        #expect(client.rest().count < large.count - 1_000)
    }
}
