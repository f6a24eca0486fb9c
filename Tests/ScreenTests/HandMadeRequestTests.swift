import Support
import Testing

@Suite("Requests by hand and forms, on the command line")
struct HandMadeRequestTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
    }

    private func run(_ arguments: [String], input: String = "") throws -> Outcome {
        try Outcome(arguments, input: input, in: folder)
    }

    private static func takeHead(_ peer: ScriptedConversation) throws -> [String] {
        var lines: [String] = []
        while true {
            let line = try peer.line()
            if line.isEmpty { return lines }
            lines.append(line)
        }
    }

    @Test("A ready request can be edited and sent; head and text are on stdout")
    func template() throws {
        let peer = try ScriptedPeer { peer in
            let head = try HandMadeRequestTests.takeHead(peer)
            #expect(head.first == "GET /a%20b HTTP/1.1")
            try peer.send("HTTP/1.1 404 Nothing\r\nContent-Type: text/plain\r\n\r\nno\n")
            peer.close()
        }
        let url = "http://127.0.0.1:\(peer.port)/a%20b"
        let ready = try run(["raw", "--template", url])
        #expect(ready.code == 0)
        let outcome = try run(["raw", url], input: ready.output)
        #expect(outcome.code == 0)
        #expect(
            outcome.output == "HTTP/1.1 404 Nothing\nContent-Type: text/plain\n\nno\n")
        #expect(outcome.errors.isEmpty)
        try peer.verify()
    }

    @Test("A body that is no text is told of, kept where asked, and never over another")
    func keep() throws {
        try folder.write("mine", to: "here/pic.png")
        let peer = try ScriptedPeer { peer in
            for number in 0..<3 {
                if number > 0 { try peer.accept() }
                _ = try HandMadeRequestTests.takeHead(peer)
                try peer.send("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n\u{1}png")
                peer.close()
            }
        }
        let url = "http://127.0.0.1:\(peer.port)/"
        let request = "GET /pic HTTP/1.1\n\n"
        let shown = try run(["raw", url], input: request)
        #expect(shown.output == "HTTP/1.1 200 OK\nContent-Type: image/png\n\n")
        #expect(shown.errors.contains("4 B of image/png, was not shown; use --keep"))
        let kept = try run(["raw", "--keep", url], input: request)
        #expect(kept.errors.contains("Saved as pic (2).png (4 B)."))
        #expect(folder.read("here/pic (2).png") == Array("\u{1}png".utf8))
        #expect(folder.read("here/pic.png") == Array("mine".utf8))
        let bare = try run(["raw", "-o", "-", url], input: request)
        #expect(bare.output == "\u{1}png")
        #expect(bare.errors.hasPrefix("HTTP/1.1 200 OK\n"))
        try peer.verify()
    }

    @Test("What went wrong is a sentence and an exit code")
    func failures() throws {
        #expect(try run(["raw", "http://127.0.0.1:1/"], input: "\n").code == 2)
        #expect(try run(["raw", "."], input: "GET /").code == 2)
        #expect(try run(["raw", "--keep", "-o", "x", "http://127.0.0.1:1/"]).code == 2)
        #expect(try run(["raw", "--template", "ftp://127.0.0.1:1/"]).code == 2)
        let refused = try run(["raw", "http://127.0.0.1:1/"], input: "GET / HTTP/1.1\n\n")
        #expect(refused.code == 1)
        #expect(refused.errors.contains("cannot be reached at port 1"))
        let peer = try ScriptedPeer { peer in
            _ = try HandMadeRequestTests.takeHead(peer)
            try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
            peer.close()
        }
        let cut = try run(
            ["raw", "http://127.0.0.1:\(peer.port)/"], input: "GET / HTTP/1.1\n\n")
        #expect(cut.code == 1)
        #expect(cut.output.hasSuffix("half"))
        #expect(cut.errors.contains("The reply ended 5 bytes before the end of the body."))
        try peer.verify()
    }

    @Test("A form carries fields and files, and its answer is printed")
    func post() throws {
        try folder.write("hello", to: "here/a.txt")
        let peer = try ScriptedPeer { peer in
            let head = try HandMadeRequestTests.takeHead(peer)
            guard head.first == "POST /up HTTP/1.1",
                let length = head.first(where: { $0.hasPrefix("Content-Length: ") })
                    .flatMap({ Int($0.dropFirst(16)) })
            else { throw ScriptedPeer.Mismatch("\(head)") }
            let body = String(decoding: try peer.bytes(length), as: UTF8.self)
            #expect(body.contains("name=\"x\"\r\n\r\ny=z\r\n"))
            #expect(body.contains("name=\"doc\"; filename=\"a.txt\"\r\n"))
            try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nthanks\n")
            try peer.expectGone()
        }
        let url = "http://127.0.0.1:\(peer.port)/up"
        let outcome = try run(["post", "--field", "doc", "--data", "x=y=z", "a.txt", url])
        #expect(outcome.code == 0)
        #expect(outcome.output == "thanks\n")
        try peer.verify()
        #expect(try run(["post", url]).code == 2)
        #expect(try run(["post", "a.txt", "ftp://127.0.0.1/"]).code == 2)
        let missing = try run(["post", "none", url])
        #expect(missing.code == 1)
        #expect(missing.errors.contains("here/none cannot be read (No such file"))
    }

    @Test("A form that is refused says so, and what the server has to say is printed")
    func refused() throws {
        try folder.write("hello", to: "here/a.txt")
        let peer = try ScriptedPeer { peer in
            let head = try HandMadeRequestTests.takeHead(peer)
            let length = head.first { $0.hasPrefix("Content-Length: ") }
                .flatMap { Int($0.dropFirst(16)) }
            _ = try peer.bytes(length ?? 0)
            try peer.send("HTTP/1.1 403 Never\r\nContent-Length: 4\r\n\r\nwhy\n")
            try peer.expectGone()
        }
        let outcome = try run(["post", "a.txt", "http://127.0.0.1:\(peer.port)/"])
        #expect(outcome.code == 1)
        #expect(outcome.output == "why\n")
        #expect(outcome.errors.contains("answered 403 Never."))
        try peer.verify()
    }
}
