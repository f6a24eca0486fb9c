import Files
import Terminal
import Testing

@testable import UI

@Suite("The screen of raw exchanges")
struct RawScreenTests {
    private static let site = Site(scheme: .http, host: "web01", port: 8080)

    /// An HTTP pane on the right, focused, and the screen opened from it.
    private func requests(_ width: Int = 80, _ height: Int = 24) -> FullScreen {
        var screen = FullScreen(width: width, height: height)
        screen.model.right = Pane(site: RawScreenTests.site, path: Path("/docs/a b"))
        screen.model.left = Pane(site: .local, path: Path("/home/me"))
        screen.model.focus = .right
        screen.press("g r")
        return screen
    }

    private func commands() -> FullScreen {
        var screen = FullScreen(width: 80, height: 16)
        screen.model.focus = .right
        screen.press("g r")
        return screen
    }

    private func request(_ effects: [Effect]) throws -> (RequestID, Site, String) {
        for effect in effects {
            if case .exchangeRaw(let id, let site, let bytes) = effect {
                return (id, site, String(decoding: bytes, as: UTF8.self))
            }
        }
        throw NotSent()
    }

    private struct NotSent: Error {}

    private func body(_ text: String?, size: Int, name: String = "list.json") throws -> RawBody {
        RawBody(
            number: 0, name: try #require(Name(name)), size: UInt64(size),
            mediaType: text == nil ? "image/png" : "application/json",
            text: text.map { Array($0.utf8) })
    }

    @Test("A ready request for the pane's path; F5 sends it, and the reply stands below")
    func literal() throws {
        var screen = requests()
        #expect(
            screen.text
                == """
                 Raw exchange
                 URL http://web01:8080/docs/a b/
                ─ > Request ────────────────────────────────────────────────────────────────────
                 GET /docs/a%20b/ HTTP/1.1
                 Host: web01:8080
                 User-Agent: Ferry
                 Accept: */*
                 Connection: close

                 
                ─ Reply ────────────────────────────────────────────────────────────────────────
                  The reply appears here as it was received.











                 F5 send  Tab next  F4 prepared request  F6 save body  Esc back  F1 keys
                """.replacing(" \n", with: "\n"))
        let (id, site, text) = try request(screen.press("f5"))
        #expect(site == RawScreenTests.site)
        #expect(text == screen.model.raw?.ready)
        #expect(screen.press("f5").isEmpty)
        for reply in [
            RawReply.head(["HTTP/1.1 404 Not Found", "X: \u{1B}[2J"], code: 404),
            .body(try body("{\n\t\"a\": 1\n}\n", size: 12)), .ended(.success(())),
        ] {
            _ = screen.model.update(.raw(id, reply))
        }
        #expect(
            screen.lines[0] == " Raw exchange" + String(repeating: " ", count: 57) + "404, 12 B")
        #expect(
            Array(screen.lines[11...17]) == [
                " HTTP/1.1 404 Not Found", " X: \\x1b[2J", "", " {", "     \"a\": 1", " }", "",
            ])
        #expect(screen.role(of: "HTTP/1.1 404") == .reply4)
        #expect(screen.statusLine == " The reply has arrived.")
    }

    @Test("Letters are text in the request, and keys in the reply")
    func areas() throws {
        var screen = requests()
        screen.press("ctrl-end q s")
        #expect(screen.model.screen == .raw)
        #expect(screen.model.raw?.request.text.hasSuffix("\nqs") == true)
        screen.press("tab q")
        #expect(screen.model.screen == .main)
        // What was typed is still there.
        screen.press("g r")
        #expect(screen.model.raw?.request.text.hasSuffix("\nqs") == true)
    }

    @Test("A new address brings its ready request, unless the old one was changed")
    func address() throws {
        var screen = requests()
        screen.press("tab tab ctrl-u")
        screen.type("https://other.example/x")
        screen.press("enter")
        #expect(
            screen.model.raw?.request.lines.prefix(2) == ["GET /x HTTP/1.1", "Host: other.example"])
        screen.type("# ")
        screen.press("tab tab ctrl-u")
        screen.type("http://third.example/")
        screen.press("enter")
        #expect(screen.model.raw?.request.lines.first == "# GET /x HTTP/1.1")
        screen.press("f4")
        #expect(screen.model.raw?.request.lines.first == "GET / HTTP/1.1")
        let (_, site, _) = try request(screen.press("alt-enter"))
        #expect(site.host == "third.example")
    }

    @Test("What is no URL of a web server is refused in words", arguments: ["", "ftp://h/", "x y"])
    func refused(text: String) {
        var screen = requests()
        screen.press("tab tab ctrl-u")
        screen.type(text)
        #expect(screen.press("f5").isEmpty)
        #expect(screen.model.raw?.area == .address)
        #expect(!screen.statusLine.isEmpty)
    }

    @Test("Esc gives a waiting exchange up, and then leaves")
    func cancel() throws {
        var screen = requests()
        let (id, _, _) = try request(screen.press("f5"))
        #expect(screen.lines[0].hasSuffix("waiting"))
        #expect(screen.press("escape") == [.stop(id)])
        _ = screen.model.update(.raw(id, .head(["HTTP/1.1 200 OK"], code: 200)))
        #expect(!screen.text.contains("200 OK"))
        screen.press("escape")
        #expect(screen.model.screen == .main)
    }

    @Test("A body that is no text is kept under a fitting name, and saved where the user says")
    func save() throws {
        var screen = requests()
        let (id, _, _) = try request(screen.press("f5"))
        _ = screen.model.update(.raw(id, .progress(4_000)))
        #expect(screen.lines[0].hasSuffix("3.9K so far"))
        _ = screen.model.update(.raw(id, .head(["HTTP/1.1 200 OK"], code: 200)))
        _ = screen.model.update(.raw(id, .body(try body(nil, size: 5_000, name: "a.png"))))
        _ = screen.model.update(.raw(id, .ended(.success(()))))
        #expect(screen.text.contains("The body is 4.9K of image/png, saved as a.png."))
        screen.press("f6")
        #expect(screen.text.contains("/home/me/a.png"))
        #expect(screen.press("enter") == [.saveRaw(id, body: 0, Path("/home/me/a.png"))])
        let effects = screen.model.update(.raw(id, .saved(Path("/home/me/a.png"))))
        #expect(screen.statusLine == " The body was saved to /home/me/a.png.")
        // What shows the directory is read again.
        guard case .list(_, .left, .local, Path("/home/me"), _) = effects.first else {
            Issue.record("\(effects)")
            return
        }
    }

    @Test("A server that nobody vouches for is asked about, and the exchange waits")
    func trust() throws {
        var screen = requests()
        let (id, site, _) = try request(screen.press("f5"))
        let certificate = Certificate(
            subject: "CN=web01", issuer: "CN=web01", names: [], validFrom: 0, validUntil: 1,
            fingerprint: [UInt8](repeating: 1, count: 32))
        let question = TrustQuestion.certificate(
            .untrusted(certificate, reason: "It is its own."))
        _ = screen.model.update(.trustNeeded(id, site, question))
        #expect(screen.press("o") == [.trust(id, site, question, .once)])
    }

    @Test("Long lines are broken, and the reply scrolls without end on neither side")
    func scrolling() throws {
        var screen = requests(60, 16)
        let (id, _, _) = try request(screen.press("f5"))
        let text = (1...40).map { "\($0)" + String(repeating: "x", count: 100) }
            .joined(separator: "\n")
        _ = screen.model.update(.raw(id, .body(try body(text, size: text.utf8.count))))
        screen.press("end")
        let last = screen.text
        screen.press("down pagedown end")
        #expect(screen.text == last)
        screen.press("home up")
        #expect(screen.model.raw?.top == 0)
        screen.resize(120, 30)
        #expect(screen.text.contains("1" + String(repeating: "x", count: 100)))
    }

    @Test("On an FTP pane, a history of commands and whole replies")
    func dialogue() {
        var screen = commands()
        screen.type("FEAT")
        let effects = screen.press("enter")
        guard case .sendRaw(let id, .right, webServer, "FEAT") = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(screen.press("enter").isEmpty)
        _ = screen.model.update(.replied(id, .success(["211-Features:", " SIZE", "211 End"])))
        screen.type("PASS hunter2")
        screen.press("enter")
        #expect(
            screen.text == """
                 Commands to ftp://deploy@web01                                         waiting
                 → FEAT
                 ← 211-Features:
                 ←  SIZE
                 ← 211 End
                 → PASS •••







                 >

                 Enter send  Up earlier  PgUp scroll  Tab requests  Esc back  F1 keys
                """)
        #expect(!screen.text.contains("hunter2"))
        #expect(screen.role(of: "← 211 End") == .reply2)
        screen.press("up")
        #expect(screen.model.raw?.command.text == "FEAT")
    }

    @Test("A command that fails says why, and one for another place is not sent")
    func failures() {
        var screen = commands()
        screen.type("NOOP")
        let effects = screen.press("enter")
        guard case .sendRaw(let id, _, _, _) = effects.first else {
            Issue.record("\(effects)")
            return
        }
        let error = FileSystemError(.connection, detail: "web01 closed the connection.")
        _ = screen.model.update(.replied(id, .failure(error)))
        #expect(screen.text.contains("! web01 closed the connection."))
        screen.model.right = Pane(site: .local, path: .root)
        screen.type("NOOP")
        #expect(screen.press("enter").isEmpty)
        #expect(screen.statusLine.contains("another site"))
    }

    @Test("Every size that is drawn shows the cursor inside", arguments: [(60, 16), (300, 100)])
    func sizes(width: Int, height: Int) throws {
        var screen = requests(width, height)
        screen.press("ctrl-end")
        screen.type(String(repeating: "漢", count: 400))
        let cursor = try #require(screen.model.view().cursor)
        #expect((0..<width).contains(cursor.x) && (0..<height).contains(cursor.y))
        screen = commands()
        screen.resize(width, height)
        #expect(screen.model.view().cursor != nil)
    }
}

extension FullScreen {
    fileprivate var statusLine: String { lines.count > 1 ? lines[lines.count - 2] : "" }
}
