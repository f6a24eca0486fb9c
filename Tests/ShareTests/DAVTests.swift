import Files
import Glibc
import Support
import Testing

@testable import Share

@Suite("WebDAV") struct DAVTests {
    private func bench() throws -> FolderBench {
        let bench = try FolderBench()
        try bench.disk.makeFolder("in")
        try bench.disk.makeFolder("in/deep")
        try bench.disk.write("one", to: "in/a & b.txt")
        try bench.disk.write("two", to: "in/deep/c")
        try bench.disk.write("old", to: "file")
        symlink("/etc", bench.disk.path("link"))
        return bench
    }

    private func body(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("PROPFIND tells of a folder and what is in it") func folder() throws {
        let answer = try bench().ask(.propfind, "/in/", headers: [("Depth", "1")])
        #expect(answer.status == 207)
        let text = answer.text
        #expect(text.contains("<D:href>/in/</D:href>"))
        #expect(text.contains("<D:href>/in/deep/</D:href>"))
        #expect(text.contains("<D:href>/in/a%20%26%20b.txt</D:href>"))
        #expect(text.contains("<D:displayname>a &amp; b.txt</D:displayname>"))
        #expect(text.contains("<D:getcontentlength>3</D:getcontentlength>"))
        #expect(text.contains("<D:resourcetype><D:collection/></D:resourcetype>"))
        #expect(XMLEvents.read(answer.body) != nil)
        #expect(!text.contains("quota"))
    }

    @Test("Depth 0 is the thing itself; all below at once is refused") func depth() throws {
        let bench = try bench()
        let answer = bench.ask(.propfind, "/in", headers: [("Depth", "0")])
        #expect(answer.text.contains("<D:href>/in/</D:href>"))
        #expect(!answer.text.contains("/in/deep"))
        for headers in [[("Depth", "infinity")], []] {
            let answer = bench.ask(.propfind, "/in/", headers: headers)
            #expect(answer.status == 403)
            #expect(answer.text.contains("<D:propfind-finite-depth/>"))
        }
        #expect(bench.ask(.propfind, "/", headers: [("Depth", "2")]).status == 400)
        #expect(bench.ask(.propfind, "/no", headers: [("Depth", "0")]).status == 404)
        // What comes behind a # is for the client alone: more would go than is meant.
        #expect(bench.ask(.delete, "/in/#deep").status == 400)
        #expect(bench.ask(.propfind, "/link/", headers: [("Depth", "1")]).status == 404)
    }

    @Test("What is asked for by name is found or not") func byName() throws {
        let query = """
            <a:propfind xmlns:a="DAV:"><a:prop><a:getetag/><a:quota-used-bytes/>
            <x xmlns="urn:&lt;z&quot;"/></a:prop></a:propfind>
            """
        let answer = try bench().ask(
            .propfind, "/", headers: [("Depth", "0")], body: body(query), piece: 7)
        let halves = answer.text.split(separator: "HTTP/1.1 200 OK")
        #expect(halves.first?.contains("<D:getetag>&quot;") == true)
        #expect(halves.first?.contains("<D:quota-used-bytes>") == true)
        #expect(halves.last?.contains("<X:x xmlns:X=\"urn:&lt;z&quot;\"/>") == true)
        #expect(halves.last?.contains("HTTP/1.1 404 Not Found") == true)
        #expect(XMLEvents.read(answer.body) != nil)
    }

    @Test("Names alone have no values") func names() throws {
        let query = "<propfind xmlns=\"DAV:\"><propname/></propfind>"
        let answer = try bench().ask(
            .propfind, "/file", headers: [("Depth", "0")], body: body(query))
        #expect(answer.text.contains("<D:getcontentlength/>"))
        #expect(!answer.text.contains("quota"))
    }

    @Test(
        "Documents that are unsound, too deep, or have a DTD are refused",
        arguments: [
            "<propfind xmlns='DAV:'>", "no", "<propfind/>", "<propfind xmlns='DAV:'/>",
            "<!DOCTYPE a [<!ENTITY b 'c'>]><propfind xmlns='DAV:'><allprop/></propfind>",
            "<propfind xmlns='DAV:'>" + String(repeating: "<a>", count: 20)
                + String(repeating: "</a>", count: 20) + "<allprop/></propfind>",
            "<propfind xmlns='DAV:'><prop>" + (0...200).map { "<a\($0)/>" }.joined()
                + "</prop></propfind>",
            "<propfind xmlns='DAV:'><allprop/>" + String(repeating: " ", count: 70_000)
                + "</propfind>",
        ])
    func unsound(query: String) throws {
        let answer = try bench().ask(
            .propfind, "/", headers: [("Depth", "0")], body: body(query))
        #expect(answer.status == 400)
    }

    @Test("PROPPATCH sets the time, and nothing where something else is asked for") func patch()
        throws
    {
        let bench = try bench()
        let time = "<getlastmodified>Sun, 06 Nov 1994 08:49:37 GMT</getlastmodified>"
        func patch(_ rest: String) -> FolderBench.Answer {
            bench.ask(
                .proppatch, "/file",
                body: body(
                    "<propertyupdate xmlns='DAV:'><set><prop>\(time)</prop></set>\(rest)"
                        + "</propertyupdate>"))
        }
        let before = try bench.folder.status(of: Path("/file")).modified
        let refused = patch("<remove><prop><getetag/></prop></remove>")
        #expect(refused.status == 207)
        #expect(refused.text.contains("424 Failed Dependency"))
        #expect(refused.text.contains("403 Forbidden"))
        #expect(try bench.folder.status(of: Path("/file")).modified == before)
        #expect(patch("").text.contains("200 OK"))
        #expect(try bench.folder.status(of: Path("/file")).modified == 784_111_777)
    }

    @Test("Folders are made where nothing is and something is to be in") func makes() throws {
        let bench = try bench()
        #expect(bench.ask(.mkcol, "/new/").status == 201)
        #expect(bench.ask(.mkcol, "/new").status == 405)
        #expect(bench.ask(.mkcol, "/file").status == 405)
        #expect(bench.ask(.mkcol, "/link").status == 405)
        #expect(bench.ask(.mkcol, "/no/new").status == 409)
        #expect(bench.ask(.mkcol, "/link/new").status == 409)
        #expect(bench.ask(.mkcol, "/").status == 405)
        #expect(bench.ask(.mkcol, "/.new").status == 404)
        #expect(bench.ask(.mkcol, "/other", body: [1]).status == 415)
    }

    @Test("A folder goes with all that is in it, and nothing that its links lead to")
    func deletes() throws {
        let bench = try bench()
        let outside = try TemporaryFolder()
        try outside.write("kept", to: "file")
        symlink(outside.path, bench.disk.path("in/deep/out"))
        mkfifo(bench.disk.path("in/deep/pipe"), 0o600)
        #expect(bench.ask(.delete, "/in/").status == 204)
        #expect(bench.names() == ["file", "link"])
        #expect(outside.exists("file"))
        #expect(bench.ask(.delete, "/file").status == 204)
        #expect(bench.ask(.delete, "/file").status == 404)
        #expect(bench.ask(.delete, "/link").status == 404)
        #expect(bench.ask(.delete, "/").status == 403)
        #expect(bench.names() == ["link"])
    }

    @Test("What a visitor cannot see is not removed with a folder") func hidden() throws {
        let bench = try bench()
        try bench.disk.write("x", to: "in/deep/.git")
        #expect(bench.ask(.delete, "/in").status == 403)
        #expect(bench.names("in") == ["a & b.txt", "deep"])
        #expect(
            bench.ask(.move, "/file", headers: [("Destination", "/in")]).status == 403)
        #expect(bench.text("file") == "old")
    }

    @Test(
        "A folder that cannot be looked through stays as it is",
        .enabled(if: geteuid() != 0, "root may read everything"))
    func closed() throws {
        let bench = try bench()
        chmod(bench.disk.path("in/deep"), 0)
        defer { chmod(bench.disk.path("in/deep"), 0o700) }
        #expect(bench.ask(.delete, "/in").status == 403)
        #expect(bench.names("in") == ["a & b.txt", "deep"])
    }

    @Test("MOVE gives another name, over what is there unless told otherwise") func moves() throws {
        let bench = try bench()
        func move(_ path: String, _ target: String, _ more: (String, String)...) -> UInt16 {
            bench.ask(.move, path, headers: [("Destination", target)] + more).status
        }
        #expect(
            move("/file", "http://share.example:8080/in/a%20%26%20b.txt", ("Overwrite", "F")) == 412
        )
        #expect(move("/file", "/in/a%20%26%20b.txt") == 204)
        #expect(bench.text("in/a & b.txt") == "old")
        #expect(move("/in/a%20%26%20b.txt", "https://SHARE.example:8080/up") == 201)
        #expect(move("/up", "/in") == 204)
        #expect(bench.text("in") == "old")
        #expect(bench.names() == ["in", "link"])
    }

    @Test("MOVE from one hard link of a file to another leaves the other")
    func hardLinks() throws {
        let bench = try bench()
        for name in ["second", "in/third"] {
            #expect(link(bench.disk.path("file"), bench.disk.path(name)) == 0)
        }
        func move(_ path: String, _ target: String, _ more: (String, String)...) -> UInt16 {
            bench.ask(.move, path, headers: [("Destination", target)] + more).status
        }
        #expect(move("/file", "/second", ("Overwrite", "F")) == 412)
        #expect(move("/file", "/second") == 204)
        #expect(bench.names() == ["in", "link", "second"])
        #expect(move("/in/third", "/second") == 204)
        #expect(bench.names("in") == ["a & b.txt", "deep"])
        #expect(bench.text("second") == "old")
    }

    @Test("A Destination may name the user; another host it may not")
    func users() throws {
        let bench = try bench()
        func move(_ path: String, _ target: String) -> UInt16 {
            bench.ask(.move, path, headers: [("Destination", target)]).status
        }
        #expect(move("/file", "http://anna:x@share.example:8080/up") == 201)
        #expect(move("/up", "http://share.example:8080@other.example/down") == 502)
        #expect(bench.text("up") == "old")
    }

    @Test("All lines of If-Match count") func matches() throws {
        let bench = try bench()
        let tag = try bench.folder.status(of: Path("/file")).entityTag
        let lines = [("If-Match", "\"other\""), ("If-Match", tag)]
        #expect(bench.ask(.delete, "/file", headers: [lines[0]]).status == 412)
        #expect(bench.ask(.delete, "/file", headers: lines).status == 204)
    }

    @Test("COPY makes a second one, of a folder with all or nothing in it") func copies() throws {
        let bench = try bench()
        func copy(_ path: String, _ target: String, _ more: (String, String)...) -> UInt16 {
            bench.ask(.copy, path, headers: [("Destination", target)] + more).status
        }
        try bench.disk.write("x", to: "in/.hidden")
        #expect(copy("/in", "/two") == 201)
        #expect(bench.names("two") == ["a & b.txt", "deep"])
        #expect(bench.text("two/deep/c") == "two")
        #expect(copy("/in", "/bare", ("Depth", "0")) == 201)
        #expect(bench.names("bare").isEmpty)
        #expect(copy("/file", "/two") == 204)
        #expect(bench.text("two") == "old")
        #expect(copy("/in/deep", "/two") == 204)
        #expect(bench.names("two") == ["c"])
        #expect(copy("/in", "/link") == 409)
        #expect(copy("/in", "/other", ("Depth", "1")) == 400)
        #expect(bench.names() == ["bare", "file", "in", "link", "two"])
    }

    @Test(
        "A folder that cannot be read whole is not copied, and replaces nothing",
        .enabled(if: geteuid() != 0, "root may read everything"),
        arguments: ["in/deep/c", "in/deep"])
    func unreadable(name: String) throws {
        let bench = try bench()
        try bench.disk.makeFolder("old")
        try bench.disk.write("kept", to: "old/x")
        chmod(bench.disk.path(name), 0)
        defer { chmod(bench.disk.path(name), 0o700) }
        let answer = bench.ask(.copy, "/in", headers: [("Destination", "/old")])
        #expect(answer.status == 403)
        #expect(answer.text == "Some of that directory cannot be read; nothing was copied.")
        #expect(bench.names() == ["file", "in", "link", "old"])
        #expect(bench.text("old/x") == "kept")
    }

    @Test("A copy has the permissions of what it was made of") func permissions() throws {
        let bench = try bench()
        chmod(bench.disk.path("in/deep/c"), 0o4640)
        chmod(bench.disk.path("in/deep"), 0o750)
        #expect(bench.ask(.copy, "/in/deep", headers: [("Destination", "/two")]).status == 201)
        #expect(bench.permissions("two") == 0o750)
        #expect(bench.permissions("two/c") == 0o640)
        chmod(bench.disk.path("file"), 0o666)
        let answer = bench.ask(.copy, "/in/deep/c", headers: [("Destination", "/file")])
        #expect(answer.status == 204)
        #expect(bench.permissions("file") == 0o640)
    }

    @Test("Links and pipes are left out of a copy") func special() throws {
        let bench = try bench()
        symlink("/etc", bench.disk.path("in/link"))
        mkfifo(bench.disk.path("in/pipe"), 0o600)
        #expect(bench.ask(.copy, "/in", headers: [("Destination", "/two")]).status == 201)
        #expect(bench.names("two") == ["a & b.txt", "deep"])
    }

    @Test(
        "Destinations stay in the share",
        arguments: [
            ("http://other.example/x", 502), ("http://share.example:8081/x", 502),
            ("ftp://share.example:8080/x", 400), ("x", 400), ("/../x", 400), ("/%2e%2e/x", 400),
            ("/a%2Fb", 400), ("/in/%zz", 400), ("/no/x", 409), ("/link/x", 409), ("/.x", 404),
            ("/in", 403), ("/in/deep/x", 403), ("/", 403), ("http://share.example:8080", 403),
        ] as [(String, UInt16)])
    func destinations(target: String, expected: UInt16) throws {
        for method in [Method.move, .copy] {
            let bench = try bench()
            #expect(
                bench.ask(method, "/in", headers: [("Destination", target)]).status == expected)
            #expect(bench.names() == ["file", "in", "link"])
        }
        #expect(try bench().ask(.move, "/in").status == 400)
    }
}
