import Files
import Glibc
import Jobs
import Support
import Synchronization
import Testing

@testable import Share

@Suite("Locks of WebDAV") struct LockTests {
    /// A share with a clock of its own, and what visitors do there.
    fileprivate struct Desk {
        /// Seconds.
        final class Clock: Sendable {
            let seconds = Mutex(1_000.0)
        }

        let clock = Clock()
        let bench: FolderBench

        init(
            isWritable: Bool = true, limits: LockTable.Limits = .init(),
            changed: @escaping @Sendable () -> Void = {}
        ) throws {
            let clock = clock
            bench = try FolderBench(
                isWritable: isWritable,
                locks: LockTable(
                    limits, now: { clock.seconds.withLock { $0 } }, changed: changed))
            try bench.disk.makeFolder("d")
            try bench.disk.makeFolder("d/e")
            try bench.disk.write("old", to: "d/f")
            try bench.disk.write("old", to: "g")
        }

        func pass(seconds: Double) { clock.seconds.withLock { $0 += seconds } }

        func lock(
            _ path: String, _ scope: String = "exclusive", depth: String? = nil,
            timeout: String? = nil, owner: String = "<owner>me</owner>",
            _ more: [(String, String)] = [], from visitor: String = "127.0.0.1",
            user: String? = nil
        ) -> FolderBench.Answer {
            var headers = more
            if let depth { headers.append(("Depth", depth)) }
            if let timeout { headers.append(("Timeout", timeout)) }
            return bench.ask(
                .lock, path, headers: headers,
                body: Array(
                    ("<lockinfo xmlns='DAV:'><lockscope><\(scope)/></lockscope>"
                        + "<locktype><write/></locktype>\(owner)</lockinfo>").utf8),
                from: visitor, user: user)
        }

        /// The token of a lock that is given.
        func token(
            _ path: String, _ scope: String = "exclusive", depth: String? = nil,
            from visitor: String = "127.0.0.1"
        ) throws -> String {
            let answer = lock(path, scope, depth: depth, from: visitor)
            #expect(answer.status == 200 || answer.status == 201)
            let field = try #require(answer.headers["Lock-Token"])
            return String(field.dropFirst().dropLast())
        }

        func ask(
            _ method: Method, _ path: String, _ headers: [(String, String)] = [],
            body: String = "", from visitor: String = "127.0.0.1"
        ) -> UInt16 {
            bench.ask(
                method, path, headers: headers, body: Array(body.utf8), from: visitor
            ).status
        }

        func find(_ path: String, depth: String = "0") -> String {
            bench.ask(.propfind, path, headers: [("Depth", depth)]).text
        }
    }

    private func held(_ token: String) -> [(String, String)] { [("If", "(<\(token)>)")] }

    private static let patch =
        "<propertyupdate xmlns='DAV:'><set><prop><getlastmodified>"
        + "Sun, 06 Nov 1994 08:49:37 GMT</getlastmodified></prop></set></propertyupdate>"

    @Test("A share that can be written to has locks, another none") func options() throws {
        let desk = try Desk()
        let answer = desk.bench.ask(.options, "/")
        #expect(answer.headers["DAV"] == "1, 2")
        #expect(answer.headers["MS-Author-Via"] == "DAV")
        #expect(answer.headers.list("Allow").contains("LOCK"))
        #expect(answer.headers.list("Allow").contains("UNLOCK"))
        let fixed = try Desk(isWritable: false)
        #expect(fixed.bench.ask(.options, "/").headers["DAV"] == "1")
        #expect(fixed.lock("/g").status == 405)
        #expect(!fixed.find("/g").contains("lockentry"))
    }

    @Test("A lock is told of, with all that is known of it") func discovery() throws {
        let desk = try Desk()
        let answer = desk.lock(
            "/d", depth: "infinity", timeout: "Second-300, Infinite",
            owner: "<owner><href>mailto:a&amp;b</href><x xmlns='urn:z'>&lt;</x></owner>")
        #expect(answer.status == 200)
        #expect(XMLEvents.read(answer.body) != nil)
        let token = try #require(answer.headers["Lock-Token"])
        #expect(token.hasPrefix("<urn:uuid:") && token.utf8.count == 47)
        desk.pass(seconds: 100)
        for path in ["/d", "/d/f", "/d/e"] {
            let text = desk.find(path)
            #expect(text.contains("<D:locktoken><D:href>\(token.dropFirst().dropLast())</D:href>"))
            #expect(text.contains("<D:lockroot><D:href>/d/</D:href></D:lockroot>"))
            #expect(text.contains("<D:depth>infinity</D:depth>"))
            #expect(text.contains("<D:timeout>Second-200</D:timeout>"))
            #expect(
                text.contains(
                    "<D:owner><D:href>mailto:a&amp;b</D:href>"
                        + "<X:x xmlns:X=\"urn:z\">&lt;</X:x></D:owner>"))
            #expect(text.contains("<D:lockentry><D:lockscope><D:shared/></D:lockscope>"))
        }
        #expect(!desk.find("/g").contains("activelock"))
        #expect(desk.find("/", depth: "1").components(of: "activelock>") == 2)
        #expect(desk.find("/d", depth: "1").components(of: "activelock>") == 6)
    }

    @Test("Nobody changes what is locked without its token, in any way") func writes() throws {
        let desk = try Desk()
        let token = try desk.token("/d/f")
        let ways: [(Method, String, [(String, String)], String)] = [
            (.put, "/d/f", [], "new"), (.delete, "/d/f", [], ""),
            (.proppatch, "/d/f", [], LockTests.patch),
            (.move, "/d/f", [("Destination", "/d/h")], ""),
            (.move, "/g", [("Destination", "/d/f")], ""),
            (.copy, "/g", [("Destination", "/d/f")], ""),
            (.copy, "/d/e", [("Destination", "/d/f")], ""),
        ]
        for (method, path, headers, body) in ways {
            let answer = desk.bench.ask(method, path, headers: headers, body: Array(body.utf8))
            #expect(answer.status == 423, "\(method.text) \(path)")
            #expect(
                answer.text.contains(
                    "<D:lock-token-submitted><D:href>/d/f</D:href></D:lock-token-submitted>"))
        }
        #expect(desk.bench.text("d/f") == "old")
        // Reading it is nobody's business, nor is what lies beside it.
        #expect(desk.ask(.copy, "/d/f", [("Destination", "/d/copy")]) == 201)
        #expect(desk.ask(.put, "/d/new", body: "x") == 201)
        #expect(desk.ask(.put, "/d/f", held(token), body: "new") == 204)
        #expect(desk.ask(.proppatch, "/d/f", held(token), body: LockTests.patch) == 207)
        #expect(desk.bench.text("d/f") == "new")
        // Somebody else has no use for it.
        #expect(desk.ask(.put, "/d/f", held(token), body: "x", from: "10.0.0.9") == 423)
        // It goes with the file.
        #expect(desk.ask(.move, "/d/f", held(token) + [("Destination", "/d/h")]) == 201)
        #expect(!desk.find("/d/h").contains("activelock"))
        #expect(desk.ask(.put, "/d/f", body: "x") == 201)
    }

    @Test("What is locked below a directory is named to who would change all of it, and nothing is")
    func lockedBelow() throws {
        let desk = try Desk()
        try desk.bench.disk.makeFolder("n")
        let file = try desk.token("/d/f")
        let inner = try desk.token("/d/e", from: "10.0.0.2")
        let ways: [(Method, String, [(String, String)])] = [
            (.delete, "/d", []), (.move, "/d", [("Destination", "/h")]),
            (.copy, "/n", [("Destination", "/d")]), (.move, "/n", [("Destination", "/d")]),
            (.move, "/g", [("Destination", "/d")]),
        ]
        func named(_ path: String) -> String {
            "<D:response><D:href>\(path)</D:href><D:status>HTTP/1.1 423 Locked</D:status>"
                + "<D:error><D:lock-token-submitted><D:href>\(path)</D:href>"
                + "</D:lock-token-submitted></D:error></D:response>"
        }
        for (method, path, headers) in ways {
            let answer = desk.bench.ask(method, path, headers: headers)
            // As Apache answers: no program takes it for a success, as some do with a 207.
            #expect(answer.status == 424, "\(method.text) \(path)")
            #expect(answer.headers["Content-Type"] == "application/xml; charset=utf-8")
            #expect(XMLEvents.read(answer.body) != nil)
            #expect(answer.text.contains("<D:multistatus"))
            #expect(answer.text.contains(named("/d/f")))
            #expect(answer.text.contains(named("/d/e/")))
            #expect(answer.text.components(of: "<D:response>") == 2)
            // Only what is still in the way.
            let own = [("If", "</d/f> (<\(file)>)")]
            let rest = desk.bench.ask(method, path, headers: headers + own)
            #expect(rest.status == 424, "\(method.text) \(path)")
            #expect(!rest.text.contains(named("/d/f")))
            #expect(rest.text.contains(named("/d/e/")))
        }
        #expect(desk.bench.names() == ["d", "g", "n"])
        #expect(desk.bench.names("d") == ["e", "f"])
        #expect(desk.ask(.unlock, "/d/e", [("Lock-Token", "<\(inner)>")], from: "10.0.0.2") == 204)
        #expect(desk.ask(.delete, "/d", [("If", "</d/f> (<\(file)>)")]) == 204)
    }

    @Test("However much is locked below a directory, the answer stays short")
    func muchLockedBelow() throws {
        let desk = try Desk()
        for number in 0..<150 { #expect(desk.lock("/d/\(number)").status == 201) }
        let answer = desk.bench.ask(.delete, "/d")
        #expect(answer.status == 424)
        #expect(answer.text.components(of: "<D:response>") == 100)
    }

    @Test("A directory's lock keeps its names, and with depth infinity all that is below")
    func directories() throws {
        let desk = try Desk()
        let flat = try desk.token("/d", depth: "0")
        #expect(desk.ask(.put, "/d/new", body: "x") == 423)
        #expect(desk.ask(.mkcol, "/d/new") == 423)
        #expect(desk.ask(.delete, "/d/f") == 423)
        #expect(desk.ask(.move, "/g", [("Destination", "/d/g")]) == 423)
        #expect(desk.lock("/d/new").status == 423)
        #expect(desk.ask(.put, "/d/f", body: "x") == 204)
        #expect(desk.ask(.put, "/d/e/new", body: "x") == 201)
        let tagged = [("If", "<http://share.example:8080/d/> (<\(flat)>)")]
        #expect(desk.ask(.put, "/d/new", tagged, body: "x") == 201)
        #expect(desk.ask(.unlock, "/d", [("Lock-Token", "<\(flat)>")]) == 204)
        let deep = try desk.token("/d")
        #expect(desk.ask(.put, "/d/f", body: "y") == 423)
        #expect(desk.ask(.put, "/d/e/new", body: "y") == 423)
        #expect(desk.lock("/d/e").status == 423)
        #expect(desk.ask(.put, "/d/e/new", held(deep), body: "y") == 204)
        #expect(desk.ask(.put, "/g", body: "y") == 204)
    }

    @Test(
        "Where another thing comes in a directory's place, the locks in it end with what was there")
    func replacedDirectories() throws {
        let desk = try Desk()
        let own = try desk.token("/d", depth: "0")
        let inner = try desk.token("/d/f")
        try desk.bench.disk.makeFolder("n")
        try desk.bench.disk.write("n", to: "n/f")
        let headers = [("Destination", "/d"), ("If", "</d> (<\(own)>) </d/f> (<\(inner)>)")]
        #expect(desk.ask(.copy, "/n", headers) == 204)
        #expect(desk.find("/d").contains(own))
        #expect(!desk.find("/d/f").contains(inner))
        #expect(desk.ask(.put, "/d/f", body: "x") == 204)
    }

    @Test("Shared locks go together, and no exclusive one with any") func scopes() throws {
        let desk = try Desk()
        let one = try desk.token("/g", "shared")
        let two = try desk.token("/g", "shared", from: "10.0.0.2")
        #expect(one != two)
        let answer = desk.lock("/g")
        #expect(answer.status == 423)
        #expect(answer.text.contains("<D:no-conflicting-lock><D:href>/g</D:href>"))
        #expect(desk.lock("/", from: "10.0.0.2").status == 403)
        #expect(desk.lock("/", depth: "0", from: "10.0.0.2").status == 200)
        #expect(desk.ask(.put, "/g", body: "x") == 423)
        #expect(desk.ask(.put, "/g", held(one), body: "x") == 204)
        #expect(desk.ask(.put, "/g", held(two), body: "x") == 423)
        #expect(desk.ask(.put, "/g", held(two), body: "x", from: "10.0.0.2") == 204)
        #expect(desk.ask(.unlock, "/g", [("Lock-Token", "<\(two)>")]) == 409)
        #expect(desk.ask(.unlock, "/g", [("Lock-Token", "<\(one)>")]) == 204)
        #expect(
            desk.ask(.unlock, "/g", [("Lock-Token", "<\(two)>")], from: "10.0.0.2") == 204)
        #expect(desk.lock("/g").status == 200)
        #expect(desk.lock("/g", "shared").status == 423)
    }

    @Test("Where nothing is an empty file is made, which holds the name") func newNames() throws {
        let desk = try Desk()
        let answer = desk.lock("/d/new")
        #expect(answer.status == 201)
        let token = String(try #require(answer.headers["Lock-Token"]).dropFirst().dropLast())
        #expect(desk.bench.text("d/new") == "")
        #expect(desk.ask(.mkcol, "/d/new") == 423)
        #expect(desk.ask(.put, "/d/new", held(token), body: "text") == 204)
        #expect(desk.bench.text("d/new") == "text")
        #expect(desk.lock("/no/new").status == 409)
        #expect(desk.lock("/.hidden").status == 404)
        #expect(desk.lock("/d/dir/").status == 409)
        #expect(desk.lock("/g", "exclusive", [("If-Match", "\"x\"")]).status == 412)
        // Where there is no directory there is no lock either.
        #expect(desk.ask(.mkcol, "/no") == 201)
        #expect(desk.ask(.put, "/no/new", body: "x") == 201)
    }

    @Test("A lock ends by itself, unless it is asked for again") func timeouts() throws {
        let desk = try Desk()
        let answer = desk.lock("/g", timeout: "Second-30")
        let token = String(try #require(answer.headers["Lock-Token"]).dropFirst().dropLast())
        func refresh(_ path: String, _ headers: [(String, String)]) -> FolderBench.Answer {
            desk.bench.ask(.lock, path, headers: headers)
        }
        desk.pass(seconds: 29)
        let more = refresh("/g", held(token) + [("Timeout", "Second-60")])
        #expect(more.status == 200)
        #expect(more.headers["Lock-Token"] == nil)
        #expect(more.text.contains("<D:timeout>Second-60</D:timeout>"))
        #expect(refresh("/d/f", held(token)).status == 412)
        #expect(refresh("/g", []).status == 400)
        desk.pass(seconds: 59)
        #expect(desk.ask(.put, "/g", body: "x") == 423)
        desk.pass(seconds: 1)
        #expect(refresh("/g", held(token)).status == 412)
        #expect(desk.ask(.put, "/g", held(token), body: "x") == 412)
        #expect(desk.ask(.put, "/g", body: "x") == 204)
        // No lock is for ever.
        for timeout in [
            "Infinite", "Second-4100000000", "Second-99999999999999999999999, Second-9999",
        ] {
            let text = desk.lock("/g", "shared", timeout: timeout).text
            #expect(text.contains("<D:timeout>Second-3600</D:timeout>"), "\(timeout)")
        }
    }

    @Test("However often a lock is asked for again, it ends a day after it was given")
    func lifetime() throws {
        let desk = try Desk()
        let answer = desk.lock("/g", timeout: "Second-3600")
        let token = String(try #require(answer.headers["Lock-Token"]).dropFirst().dropLast())
        func refresh() -> FolderBench.Answer {
            desk.bench.ask(.lock, "/g", headers: held(token) + [("Timeout", "Infinite")])
        }
        for _ in 0..<24 {
            desk.pass(seconds: 3_590)
            #expect(refresh().status == 200)
        }
        #expect(refresh().text.contains("<D:timeout>Second-240</D:timeout>"))
        #expect(desk.find("/g").contains("<D:timeout>Second-240</D:timeout>"))
        let response = try desk.bench.begin(.put, "/g", headers: held(token), length: 3)
        guard case .receive(let receiver) = response.body else {
            Issue.record("no body is taken")
            return
        }
        desk.pass(seconds: 239)
        #expect(refresh().text.contains("<D:timeout>Second-1</D:timeout>"))
        desk.pass(seconds: 1)
        // Also while it lasts on for an upload.
        let late = refresh()
        #expect(late.status == 412)
        #expect(late.text.contains("<D:lock-token-matches-request-uri/>"))
        try receiver.write(Array("new".utf8))
        #expect(try receiver.finish().status.code == 204)
        #expect(refresh().status == 412)
        #expect(desk.ask(.put, "/g", body: "x", from: "10.0.0.2") == 204)
        #expect(desk.lock("/g", from: "10.0.0.2").status == 200)
    }

    @Test("Who shares sees the locks, and can take one away; no other is touched")
    func release() throws {
        let changes = Watched(0)
        let desk = try Desk(changed: { changes.update { $0 += 1 } })
        let table = desk.bench.folder.locks
        #expect(table.rows.isEmpty)
        #expect(table.nextEnd == nil)
        let token = try desk.token("/g", "shared", from: "10.0.0.2")
        let other = try desk.token("/g", "shared")
        desk.pass(seconds: 60)
        let deep = desk.lock("/d", timeout: "Second-120", user: "anna")
        #expect(deep.status == 200)
        #expect(changes.now == 3)
        #expect(table.rows.map(\.path) == [Path("/g"), Path("/g"), Path("/d")])
        #expect(table.rows.map(\.visitor) == ["10.0.0.2", "127.0.0.1", "127.0.0.1 (anna)"])
        #expect(table.rows.map(\.isDirectory) == [false, false, true])
        #expect(table.rows.map { $0.until - $0.since } == [600, 600, 120])
        #expect(table.nextEnd == 120)
        let first = try #require(table.rows.first)
        table.release(first.id)
        #expect(changes.now == 4)
        #expect(table.rows.count == 2)
        #expect(desk.ask(.put, "/g", held(token), body: "x", from: "10.0.0.2") == 412)
        #expect(desk.ask(.put, "/g", held(other), body: "x") == 204)
        #expect(desk.bench.ask(.lock, "/g", headers: held(token), from: "10.0.0.2").status == 412)
        // It is gone already.
        let count = changes.now
        table.release(first.id)
        #expect(changes.now == count)
        #expect(desk.ask(.unlock, "/g", [("Lock-Token", "<\(other)>")]) == 204)
        #expect(changes.now == count + 1)
        desk.pass(seconds: 120)
        #expect(table.rows.isEmpty)
        #expect(table.nextEnd == nil)
        #expect(desk.lock("/d/f").status == 200)
    }

    @Test("What an If header says must be so") func conditions() throws {
        let desk = try Desk()
        let token = try desk.token("/g")
        let tag = try #require(desk.bench.ask(.get, "/g").headers["ETag"] ?? desk.tag("/g"))
        let cases: [(String, UInt16)] = [
            ("(<\(token)>)", 204), ("(<\(token)> [TAG])", 204), ("(<\(token)> [\"x\"])", 412),
            ("(<\(token)>) ([\"x\"])", 204), ("(Not <\(token)>)", 412),
            ("(Not <DAV:no-lock>)", 423), ("(<DAV:no-lock>)", 412),
            ("(<\(token)> Not <DAV:no-lock>)", 204), ("(<\(token)> Not [\"x\"])", 204),
            ("(Not <DAV:no-lock> [TAG]) (<\(token)>)", 204),
            ("<http://share.example:8080/g> (<\(token)>)", 204),
            ("</g> ([TAG])  (<\(token)>)", 204), ("<http://other.example/g> (<\(token)>)", 412),
            ("</d> (<\(token)>)", 412), ("</.hidden> (Not [TAG])", 423),
            ("</../g> (<\(token)>)", 412),
            ("", 400), ("()", 400), ("(<>)", 400), ("(Not)", 400), ("(<\(token)>", 400),
            ("</g> ([TAG]) </g> (<a:b>)", 423), ("</g>", 400), ("<\(token)>", 400), ("(x)", 400),
            ("(Not Not <a:b>)", 400),
        ]
        for (text, status) in cases {
            let now = desk.tag("/g") ?? tag
            let field = text.replacing("TAG", with: now)
            #expect(desk.ask(.put, "/g", [("If", field)], body: "x") == status, "\(text)")
        }
        let many = String(repeating: "(<a:b>)", count: IfHeader.limit)
        #expect(desk.ask(.put, "/g", [("If", many)], body: "x") == 412)
        #expect(desk.ask(.put, "/g", [("If", many + "(<a:b>)")], body: "x") == 400)
        #expect(desk.ask(.get, "/d/", [("If", "(<\(token)>)")]) == 412)
    }

    @Test("What somebody is writing counts as locked until it is there, or given up")
    func writing() throws {
        let desk = try Desk()
        let other = "10.0.0.2"
        let response = try desk.bench.begin(.put, "/d/f", length: 3)
        guard case .receive(let receiver) = response.body else {
            Issue.record("no body is taken")
            return
        }
        try receiver.write(Array("ne".utf8))
        #expect(desk.lock("/d/f", from: other).status == 423)
        #expect(desk.lock("/d", from: other).status == 423)
        #expect(desk.ask(.put, "/d/f", body: "x", from: other) == 423)
        #expect(desk.ask(.delete, "/d", from: other) == 423)
        #expect(desk.ask(.move, "/d", [("Destination", "/h")], from: other) == 423)
        #expect(desk.ask(.put, "/d/other", body: "x", from: other) == 201)
        // Nor does the sender take the file's directory away meanwhile.
        #expect(desk.ask(.move, "/d", [("Destination", "/h")]) == 423)
        // Who has lost the connection sends it once more.
        #expect(desk.ask(.put, "/d/f", body: "again") == 204)
        try receiver.write(Array("w".utf8))
        #expect(try receiver.finish().status.code == 204)
        #expect(desk.bench.text("d/f") == "new")
        #expect(desk.lock("/d/f", from: other).status == 200)
        let cut = try desk.bench.begin(.put, "/g", length: 3)
        if case .receive(let receiver) = cut.body { receiver.abandon() }
        #expect(desk.lock("/g", from: other).status == 200)
    }

    @Test("An upload that takes longer than its lock is not lost") func longUploads() throws {
        let desk = try Desk()
        let token = try desk.token("/d/f")
        let response = try desk.bench.begin(.put, "/d/f", headers: held(token), length: 3)
        guard case .receive(let receiver) = response.body else {
            Issue.record("no body is taken")
            return
        }
        desk.pass(seconds: 2 * LockTable.longest)
        #expect(desk.find("/d/f").contains(token))
        try receiver.write(Array("new".utf8))
        #expect(try receiver.finish().status.code == 204)
        #expect(desk.bench.text("d/f") == "new")
        #expect(!desk.find("/d/f").contains(token))
    }

    @Test("While a form's files come, nobody takes their directory away") func openForms() throws {
        let desk = try Desk()
        let type = [("Content-Type", "multipart/form-data; boundary=b")]
        let response = try desk.bench.begin(.post, "/d/", headers: type, length: 100)
        guard case .receive(let receiver) = response.body else {
            Issue.record("no body is taken")
            return
        }
        for visitor in ["127.0.0.1", "10.0.0.2"] {
            let headers = [("Destination", "/h")]
            #expect(desk.ask(.move, "/d", headers, from: visitor) == 423)
            #expect(desk.ask(.delete, "/d", from: visitor) == 423)
        }
        receiver.abandon()
        #expect(desk.ask(.delete, "/d") == 204)
    }

    @Test(
        "A lock that makes its file asks for the directory's lock too, also when it is removed late"
    )
    func lateRemoval() throws {
        let desk = try Desk()
        let body =
            "<lockinfo xmlns='DAV:'><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>"
        let response = try desk.bench.begin(.lock, "/d/f", length: body.utf8.count)
        guard case .receive(let receiver) = response.body else {
            Issue.record("no body is taken")
            return
        }
        let token = try desk.token("/d", depth: "0", from: "10.0.0.2")
        #expect(desk.ask(.delete, "/d/f", [("If", "</d> (<\(token)>)")], from: "10.0.0.2") == 204)
        try receiver.write(Array(body.utf8))
        #expect(throws: Refusal.self) { try receiver.finish() }
        receiver.abandon()
        #expect(desk.bench.names("d") == ["e"])
    }

    @Test("Locks from the innermost directory outwards are bounded as well") func nested() throws {
        let desk = try Desk(limits: .init(all: 100, holder: 100, shared: 4))
        for _ in 0..<4 { #expect(desk.lock("/d/e", "shared").status == 200) }
        #expect(desk.lock("/d", "shared").status == 503)
        #expect(desk.lock("/d", "shared", depth: "0").status == 200)
    }

    @Test("A form replaces nothing that is locked") func forms() throws {
        let desk = try Desk()
        let token = try desk.token("/d/f")
        func form(
            _ path: String, _ more: [(String, String)] = []
        ) -> FolderBench.Answer {
            let body = """
                --b\r\nContent-Disposition: form-data; name="overwrite"\r\n\r\n1\r\n\
                --b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nx\r\n--b--\r\n
                """
            return desk.bench.ask(
                .post, path, headers: [("Content-Type", "multipart/form-data; boundary=b")] + more,
                body: Array(body.utf8))
        }
        #expect(form("/d/").text.contains("/d/f is locked"))
        #expect(desk.bench.text("d/f") == "old")
        #expect(form("/d/", [("If", "</d/f> (<\(token)>)")]).status < 400)
        #expect(desk.bench.text("d/f") == "x")
        #expect(form("/d/e/").status < 400)
        _ = try desk.token("/d/e", depth: "0")
        #expect(form("/d/e/").status == 423)
    }

    @Test("However many visitors take all the locks that they get, another one gets some")
    func fairness() throws {
        let limits = LockTable.Limits(all: 400, holder: 100, shared: 3)
        let desk = try Desk(limits: limits)
        for visitor in 1...50 {
            for number in 0..<20 {
                _ = desk.lock("/d/\(visitor)-\(number)", from: "10.0.0.\(visitor)")
            }
        }
        let given = (0..<limits.holder).count { desk.lock("/d/own\($0)").status == 201 }
        #expect((1..<20).contains(given))
    }

    @Test("Locks are bounded, and one visitor does not use up those of all") func bounds() throws {
        let limits = LockTable.Limits(all: 200, holder: 6, shared: 3)
        let desk = try Desk(limits: limits)
        for number in 0..<limits.holder {
            #expect(desk.lock("/d/own\(number)").status == 201)
        }
        #expect(desk.lock("/d/f").status == 503)
        var given = limits.holder
        for visitor in 1...limits.all {
            for number in 0..<limits.holder
            where desk.lock("/d/\(visitor)-\(number)", from: "10.0.0.\(visitor)").status == 201 {
                given += 1
            }
        }
        #expect(given == limits.all)
        desk.pass(seconds: LockTable.usual)
        // Who lists a directory does not wait for the locks of a thousand visitors.
        for number in 0..<limits.shared {
            #expect(desk.lock("/g", "shared", from: "10.0.0.\(number)").status == 200)
        }
        #expect(desk.lock("/g", "shared").status == 503)
    }

    @Test(
        "A body that asks for no such lock is refused",
        arguments: [
            ("", 400), ("<lockinfo xmlns='DAV:'/>", 422), ("<x/>", 400), ("no", 400),
            ("<lockinfo xmlns='DAV:'><lockscope><local/></lockscope></lockinfo>", 422),
            ("<lockinfo xmlns='DAV:'><lockscope><exclusive/></lockscope></lockinfo>", 422),
            (
                "<lockinfo xmlns='DAV:'><lockscope><exclusive/></lockscope><locktype><write/>"
                    + "</locktype><owner>" + String(repeating: "x", count: 5_000)
                    + "</owner></lockinfo>", 400
            ),
        ] as [(String, UInt16)])
    func unsound(body: String, status: UInt16) throws {
        let desk = try Desk()
        #expect(desk.ask(.lock, "/g", body: body) == status)
        #expect(!desk.find("/g").contains("activelock"))
        #expect(desk.lock("/g", depth: "1").status == 400)
        #expect(desk.ask(.unlock, "/g") == 400)
        #expect(desk.ask(.unlock, "/g", [("Lock-Token", "<urn:x>")]) == 409)
    }

    @Test("A lock is its user's, from wherever the user comes") func users() throws {
        let desk = try Desk()
        let answer = desk.lock("/g", user: "anna")
        let token = String(try #require(answer.headers["Lock-Token"]).dropFirst().dropLast())
        func put(_ user: String, from visitor: String, _ headers: [(String, String)]) -> UInt16 {
            desk.bench.ask(
                .put, "/g", headers: headers, body: [0x78], from: visitor, user: user
            ).status
        }
        #expect(put("anna", from: "10.0.0.7", held(token)) == 204)
        #expect(put("bert", from: "127.0.0.1", held(token)) == 423)
        // Its user has to send the token as well, wherever.
        #expect(put("anna", from: "10.0.0.7", []) == 423)
        #expect(put("anna", from: "127.0.0.1", []) == 423)
        func unlock(_ user: String) -> UInt16 {
            desk.bench.ask(
                .unlock, "/g", headers: [("Lock-Token", "<\(token)>")], from: "10.0.0.7",
                user: user
            ).status
        }
        #expect(unlock("bert") == 409)
        #expect(unlock("anna") == 204)
    }
}

extension LockTests.Desk {
    fileprivate func tag(_ path: String) -> String? {
        let text = find(path).replacing("&quot;", with: "\"")
        let rest = text.split(separator: "<D:getetag>").last
        return rest?.split(separator: "</D:getetag>").first.map(String.init)
    }
}

extension String {
    /// How often a text is in it.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
