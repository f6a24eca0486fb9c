import Files
import Support
import Testing

@testable import Share

@Suite("Folders' pages") struct IndexPageTests {
    @Test("Names are escaped as text and as links, whatever is in them") func escaping() throws {
        let bench = try FolderBench()
        try bench.disk.write("", to: "<script>&\"'.txt")
        try bench.disk.write("", to: "a:b?c#d%41.txt")
        try bench.disk.write("", to: "x\u{1B}[31m\u{202E}gnp")
        let page = bench.ask(.get, "/").text
        #expect(page.contains(">&lt;script&gt;&amp;&quot;&#39;.txt</a>"))
        #expect(page.contains("href=\"%3Cscript%3E%26%22%27.txt\""))
        #expect(page.contains("href=\"a%3Ab%3Fc%23d%2541.txt\""))
        #expect(page.contains(">x\\x1b[31m‹202E›gnp</a>"))
        #expect(!page.contains("<script>&"))
    }

    @Test("A name that is no UTF-8 has its own bytes in the link") func latin() throws {
        let entry = SharedEntry(
            name: try #require(Name([0x61, 0xFF, 0x62])), status: status(size: 1))
        var page = page([entry])
        let text = try all(&page)
        #expect(text.contains("href=\"a%FFb\""))
        #expect(text.contains(">aÿb</a>"))
    }

    @Test("Sizes and times are there for people and for programs") func facts() throws {
        let entry = SharedEntry(
            name: try #require(Name("film.mkv")),
            status: status(size: 1_600_000, modified: 1_700_000_000))
        var page = page([entry])
        let text = try all(&page)
        #expect(text.contains("<data value=\"1600000\">1.5 MiB</data>"))
        #expect(text.contains("<time datetime=\"2023-11-14T22:13:20Z\">2023-11-14 22:13</time>"))
        #expect(text.contains("1 file, 1.5 MiB"))
    }

    @Test("The page goes up and down") func ways() throws {
        let bench = try FolderBench()
        try bench.disk.makeFolder("a b")
        try bench.disk.makeFolder("a b/c")
        try bench.disk.makeFolder("a b/c/d")
        #expect(!bench.ask(.get, "/").text.contains("href=\"../\""))
        let page = bench.ask(.get, "/a%20b/c/").text
        #expect(page.contains("<a href=\"../\">..</a>"))
        #expect(page.contains("<a href=\"/\">"))
        #expect(page.contains("<a href=\"/a%20b/\">a b</a>"))
        #expect(page.contains("<span aria-current=\"page\">c</span>"))
        #expect(page.contains("<a href=\"d/\">d</a>"))
        #expect(page.contains("<button name=\"archive\" value=\"zip\">"))
    }

    @Test("The form is only where files may come in") func form() throws {
        #expect(
            try FolderBench(isWritable: false).ask(.get, "/").text.contains(
                "<form class=\"upload\"") == false)
        #expect(try FolderBench(isWritable: false).ask(.get, "/").text.contains("<script") == false)
        let page = try FolderBench().ask(.get, "/").text
        #expect(page.contains("enctype=\"multipart/form-data\""))
        #expect(page.contains("type=\"file\" name=\"file\" multiple"))
    }

    @Test("Heads of columns lead to the other order, and say which is the one now")
    func columns() throws {
        let bench = try FolderBench()
        let page = bench.ask(.get, "/?sort=size&order=desc").text
        #expect(page.contains("aria-sort=\"descending\"><a href=\"?sort=size&amp;order=asc\">"))
        #expect(page.contains("<a href=\"?sort=name&amp;order=asc\">Name</a>"))
        #expect(bench.ask(.get, "/?sort=%00&order=x").status == 200)
    }

    @Test(
        "Folders come first, numbers count, and each order can be turned round",
        arguments: [
            (PageOrder(.name), "dir2,dir10,a9,a10,B"),
            (PageOrder(.name, isDescending: true), "dir10,dir2,B,a10,a9"),
            (PageOrder(.size), "dir2,dir10,a10,B,a9"),
            (PageOrder(.size, isDescending: true), "dir2,dir10,a9,a10,B"),
            (PageOrder(.time), "dir10,dir2,a9,a10,B"),
            (PageOrder(.time, isDescending: true), "dir2,dir10,B,a9,a10"),
        ])
    func orders(order: PageOrder, expected: String) throws {
        let entries = [
            SharedEntry(name: try #require(Name("B")), status: status(size: 5, modified: 9)),
            SharedEntry(name: try #require(Name("a10")), status: status(size: 5, modified: 3)),
            SharedEntry(
                name: try #require(Name("dir10")), status: status(directory: true, modified: 1)),
            SharedEntry(name: try #require(Name("a9")), status: status(size: 7, modified: 3)),
            SharedEntry(
                name: try #require(Name("dir2")), status: status(directory: true, modified: 2)),
        ]
        #expect(order.sorted(entries).map(\.name.text).joined(separator: ",") == expected)
    }

    @Test("Many thousands of entries come in blocks of bounded size") func many() throws {
        let one = status(size: 7)
        let entries = try (0..<20_000).map { index in
            SharedEntry(name: try #require(Name("file \(index)")), status: one)
        }
        var page = page(entries)
        var rows = 0
        while let block = try page.next() {
            #expect(block.count < 1 << 20)
            rows += block.split(separator: 0x0A).count { $0.starts(with: "<tr><td>".utf8) }
        }
        #expect(rows == entries.count)
    }

    @Test("The policy names the style and the script that are in the page, and nothing else")
    func policy() throws {
        let answer = try FolderBench().ask(.get, "/")
        let policy = try #require(answer.headers["Content-Security-Policy"])
        #expect(policy.contains("default-src 'none'"))
        #expect(policy.components(of: "'sha256-") == 2)
        #expect(!policy.contains("unsafe"))
        #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
        #expect(answer.text.contains("<style>\(PageStyle.text)</style>"))
        #expect(answer.text.contains("<script>\(PageScript.text)</script>"))
    }

    @Test("What browsers ask for on their own is there, until the folder has it") func icons()
        throws
    {
        let bench = try FolderBench()
        #expect(bench.ask(.get, "/favicon.ico").headers["Content-Type"] == "image/svg+xml")
        #expect(bench.ask(.get, "/robots.txt").text.contains("Disallow: /"))
        try bench.disk.write("own", to: "robots.txt")
        let request = Request(method: .get, path: Path("/robots.txt"))
        #expect(!IconResponder().canRespond(to: request, in: bench.folder))
    }

    @Test("Browsers get errors as pages, tools as a sentence") func errors() throws {
        let refusal = Refusal(.notFound, "There is no <such> file.", headers: [("X-A", "b")])
        let plain = Request(method: .get, path: .root, headers: ["Accept": "*/*"])
        let tool = StatusPage.response(for: refusal, to: plain, share: "s")
        #expect(tool.headers["Content-Type"] == "text/plain; charset=utf-8")
        let browser = Request(
            method: .get, path: .root, headers: ["Accept": "text/html;q=0.9, */*"])
        let page = StatusPage.response(for: refusal, to: browser, share: "a<b")
        #expect(page.headers["Content-Type"] == "text/html; charset=utf-8")
        #expect(page.headers["X-A"] == "b")
        #expect(page.status.code == 404)
        guard case .bytes(let bytes) = page.body else {
            Issue.record("an error page is not made at once")
            return
        }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("<h1>404 Not Found</h1>"))
        #expect(text.contains("There is no &lt;such&gt; file."))
        #expect(text.contains("a&lt;b"))
    }

    @Test(
        "Sizes are short",
        arguments: [
            (0, "0 B"), (999, "999 B"), (1_000, "1.0 KiB"), (1_023, "1.0 KiB"), (1_536, "1.5 KiB"),
            (10_188, "9.9 KiB"), (10_239, "10 KiB"), (1_023_999, "1000 KiB"),
            (1_024_000, "1.0 MiB"),
            (UInt64.max, "16 EiB"),
        ] as [(UInt64, String)])
    func sizes(size: UInt64, expected: String) {
        #expect(PageWords.size(size) == expected)
    }

    private func page(_ entries: [SharedEntry]) -> IndexPage {
        IndexPage(
            entries, order: PageOrder(), share: "files", path: .root, isWritable: false)
    }

    private func all(_ page: inout IndexPage) throws -> String {
        var bytes: [UInt8] = []
        while let block = try page.next() { bytes += block }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func status(
        size: UInt64 = 0, directory: Bool = false, modified: Int64 = 0
    ) -> FileStatus {
        FileStatus.made(kind: directory ? .directory : .file, size: size, modified: modified)
    }
}

extension String {
    fileprivate func components(of text: String) -> Int {
        var count = 0
        var rest = self[...]
        while !rest.isEmpty {
            if rest.hasPrefix(text) { count += 1 }
            rest = rest.dropFirst()
        }
        return count
    }
}
