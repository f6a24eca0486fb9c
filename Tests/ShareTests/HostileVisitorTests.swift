import Dispatch
import Files
import Glibc
import Jobs
import Support
import Testing

@testable import Share

/// Visitors that are slow, silent, greedy, or want to be misunderstood.
@Suite struct HostileVisitorTests {
    /// A share with one small file, and limits that a test can wait for.
    private func share(_ change: (inout Limits) -> Void = { _ in }) throws -> TestShare {
        let folder = try TemporaryFolder(isInMemory: true)
        try folder.write("fine", to: "a.txt")
        try folder.write([UInt8](repeating: 1, count: 32 << 20), to: "large")
        var limits = Limits()
        change(&limits)
        return try TestShare(folder, limits: limits, request: { $0.isWritable = true })
    }

    @Test(
        "A request that can be read in two ways is refused, and nothing behind it is read",
        arguments: [
            "POST /a.txt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n",
            "POST /a.txt HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n",
            "POST /a.txt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nContent-Length: 5\r\n",
            "POST /a.txt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nContent-Length: 4\r\n",
            "POST /a.txt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4, 4\r\n",
            "POST /a.txt HTTP/1.1\r\nHost: localhost\r\nContent-Length: +4\r\n",
            "POST /a.txt HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n",
            "POST /a.txt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0x4\r\n",
            "POST /a.txt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999999\r\n",
            "POST /a.txt HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n",
            "POST /a.txt HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked, identity\r\n",
            "POST /a.txt HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\n",
            "POST /a.txt HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
                + "Transfer-Encoding: identity\r\n",
            "POST /a.txt HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n",
            "GET /a.txt HTTP/1.1\r\nHost : localhost\r\n",
            "GET /a.txt HTTP/1.1\r\nHost: localhost\r\n folded: x\r\n",
            "GET /a.txt HTTP/1.1\r\nHost: localhost\r\nBad Name: x\r\n",
            "GET /a.txt HTTP/1.1\r\nHost: localhost\r\nX: a\u{0}b\r\n",
            "GET /a.txt HTTP/1.1\r\nHost: localhost\r\n: x\r\n",
            "GET /a.txt HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n",
            "GET /a.txt HTTP/1.1\r\n",
            "GET /a.txt HTTP/1.1\r\nHost: local host\r\n",
            "GET /a.txt HTTP/1.1\r\nHost: localhost:port\r\n",
            "GET /a.txt HTTP/1.1\r\nHost: localhost/a\r\n",
            "GET /a.txt HTTP/1.1\r\nHost: \r\n",
            "GET /a.txt HTTP/1.1\r\nHost: [::1\r\n",
            "GET /a.txt HTTP/3.9\r\nHost: localhost\r\n",
            "GET a.txt HTTP/1.1\r\nHost: localhost\r\n",
            "GET ftp://localhost/a.txt HTTP/1.1\r\nHost: localhost\r\n",
            "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n",
            "get /a.txt HTTP/1.1\r\nHost: localhost\r\n",
            "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\r\n",
        ])
    func refused(_ head: String) throws {
        let share = try share()
        let client = try share.client()
        client.send(head + "\r\n0\r\n\r\nGET /a.txt HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let reply = try client.reply()
        #expect([400, 501, 505].contains(reply.status))
        #expect(reply.headers["Connection"] == "close")
        #expect(!String(decoding: client.rest(), as: UTF8.self).contains("fine"))
        #expect(try share.ask("/a.txt").text == "fine")
    }

    @Test(
        "On loopback, a share answers to no foreign name",
        arguments: ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "192.168.1.7"])
    func rebinding(_ host: String) throws {
        let share = try share()
        let client = try share.client()
        client.send("GET /a.txt HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(try client.reply().status == 400)
    }

    @Test(
        "Open to the network without a login, a share answers to no name of the Internet",
        arguments: [
            "evil.example", "evil.example.", "EVIL.example:80", "192.168.1.7.evil.example",
            "local.evil.example", "evillan.example", "1.2.3", "notfritz.box",
        ])
    func rebindingInTheNetwork(_ host: String) throws {
        let share = try open(.everyone)
        let reply = try ask(share, host)
        #expect(reply.status == 421)
        #expect(reply.text.contains("; use its address."))
        #expect(!reply.text.contains("fine"))
        // Where a login keeps foreign pages out, its owner may have given it any name.
        let door = try open(.user("anna", Secret("password")))
        #expect(try ask(door, host).status == 401)
    }

    @Test(
        "There it answers to addresses and to names of the network",
        arguments: [
            "192.168.1.7:8080", "[2001:db8::1]:8080", "localhost", "tower", "tower.local",
            "Tower.LAN:80", "tower.fritz.box", "tower.home.arpa.", "a.b.internal",
        ])
    func namesOfTheNetwork(_ host: String) throws {
        #expect(try ask(try open(.everyone), host).text == "fine")
    }

    @Test("There it answers to this machine's own name, whatever it is") func ownName() throws {
        let request = ShareRequest(folder: Path("/"), address: "0.0.0.0")
        let hosts = AnsweredHosts(request, names: ["Tower.example.org"])
        try hosts.check("tower.Example.org")
        #expect(throws: Refusal.self) { try hosts.check("x.tower.example.org") }
    }

    private func open(_ access: ShareRequest.Access) throws -> TestShare {
        let folder = try TemporaryFolder(isInMemory: true)
        try folder.write("fine", to: "a.txt")
        return try TestShare(
            folder,
            request: {
                $0.address = "0.0.0.0"
                $0.access = access
            })
    }

    private func ask(_ share: TestShare, _ host: String) throws -> RawClient.Reply {
        let client = try share.client()
        client.send("GET /a.txt HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        return try client.reply()
    }

    @Test(
        "It answers to its own names",
        arguments: ["localhost", "LOCALHOST:8080", "127.0.0.1", "127.0.0.2:1", "[::1]:8080"])
    func ownNames(_ host: String) throws {
        let share = try share()
        let client = try share.client()
        client.send("GET /a.txt HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(try client.reply().text == "fine")
        client.send("GET http://\(host)/a.txt HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try client.reply().text == "fine")
    }

    @Test("A page of another site can change nothing") func crossSite() throws {
        let share = try share()
        for headers in [
            [("Origin", "http://evil.example")], [("Origin", "null")],
            [("Origin", "https://localhost")], [("Origin", "http://localhost:1")],
            [("Sec-Fetch-Site", "cross-site")], [("Sec-Fetch-Site", "same-site")],
        ] {
            #expect(try share.ask("DELETE", "/a.txt", headers).status == 403)
        }
        #expect(try share.ask("/a.txt", [("Origin", "http://evil.example")]).status == 200)
        #expect(try share.ask("/a.txt").text == "fine")
    }

    @Test("A head without an end, a long line and many fields are answered and ended")
    func heads() throws {
        let share = try share()
        let line = try share.client()
        line.send(
            "GET /" + String(repeating: "a", count: 9_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try line.reply().status == 414)
        let endless = try share.client()
        endless.send("GET /" + String(repeating: "a", count: 60_000))
        #expect(try endless.reply().status == 414)
        let value = try share.client()
        value.send(
            "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + String(repeating: "a", count: 60_000))
        #expect(try value.reply().status == 431)
        let fields = try share.client()
        fields.send(
            "GET / HTTP/1.1\r\nHost: localhost\r\n"
                + (0..<2_000).map { "X\($0): y\r\n" }.joined() + "\r\n")
        #expect(try fields.reply().status == 431)
        #expect(try share.ask("/a.txt").text == "fine")
    }

    @Test("What comes behind something that is no HTTP is thrown away, so that the answer arrives")
    func linger() throws {
        let share = try share { $0.lingerTime = 60 }
        let client = try share.client()
        client.send("NONSENSE\r\n\r\n")
        #expect([400, 501].contains(try client.reply().status))
        // More than lies in buffers.
        let piece = String(repeating: "x", count: 1 << 18)
        for _ in 0..<64 { #expect(client.send(piece)) }
    }

    @Test("A head that comes byte by byte is not waited for") func slowHead() throws {
        let share = try share { $0.headTime = 1 }
        let client = try share.client()
        client.send("GET /a.txt HTTP/1.1\r\nHos")
        #expect(try client.reply().status == 408)
        let impatient = try self.share { $0.idleTime = 1 }
        #expect(try impatient.client().isClosed())
    }

    @Test("A kept connection is closed when nothing more comes") func idle() throws {
        let share = try share { $0.idleTime = 1 }
        let client = try share.client()
        #expect(try client.ask("/a.txt").text == "fine")
        #expect(client.isClosed())
    }

    @Test("A visitor who takes nothing is given up") func takesNothing() throws {
        let share = try share { $0.sendTime = 1 }
        let client = try share.client()
        client.setReceiveBuffer(1 << 16)
        client.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(share.waits { $0.visits.first.map { $0.state != .running } ?? false })
        #expect(try share.ask("/a.txt").text == "fine")
    }

    @Test("A file that becomes shorter while the visitor takes nothing is given up") func shrunk()
        throws
    {
        let share = try share { $0.sendTime = 1_000 }
        let client = try share.client()
        client.setReceiveBuffer(1 << 16)
        client.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try client.bytes(1)
        #expect(truncate(share.folder.path("large"), 1) == 0)
        #expect(
            share.waits {
                $0.visits.first?.state
                    == .failed("The file shrank while it was being sent.")
            })
        #expect(try share.ask("/a.txt").text == "fine")
    }

    @Test("A body that nobody asked for is read over, or ends the connection") func bodies() throws
    {
        let share = try share()
        let client = try share.client()
        client.send("GET /a.txt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello")
        #expect(try client.reply().text == "fine")
        client.send(
            "GET /a.txt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n\r\n")
        let reply = try client.reply()
        #expect(reply.text == "fine")
        #expect(reply.headers["Connection"] == "close")
    }

    @Test("A share that stops waits for no further request of one whose body is read over")
    func stopWhileSkipping() throws {
        let share = try share()
        let client = try share.client()
        client.send("GET /a.txt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhe")
        #expect(try client.reply().text == "fine")
        let idle = try share.client()
        #expect(try idle.ask("/a.txt").text == "fine")
        let port = share.port
        share.server.stop(atOnce: false)
        // Visitors are told to go once nobody new is taken.
        #expect(idle.isClosed())
        #expect((try? RawClient(port: port)) == nil)
        client.send("llo")
        #expect(client.isClosed())
        #expect(share.waits { $0.state == .ended })
    }

    @Test("Connections beyond the limit are turned away at once, and the others served")
    func tooMany() throws {
        let share = try share {
            $0.connections = 20
            $0.connectionsPerAddress = 10
        }
        let first = try (0..<10).map { _ in try share.client(from: "127.0.0.2") }
        for client in first { #expect(try client.ask("/a.txt").text == "fine") }
        #expect(try share.client(from: "127.0.0.2").reply().status == 503)
        let second = try (0..<10).map { _ in try share.client(from: "127.0.0.3") }
        for client in second { #expect(try client.ask("/a.txt").text == "fine") }
        #expect(try share.client(from: "127.0.0.4").reply().status == 503)
        for client in first + second { #expect(try client.ask("/a.txt").text == "fine") }
    }

    /// Answers COPY once the gate opens.
    private struct SlowCopy: Responder {
        let priority = 1_000
        let gate = DispatchSemaphore(value: 0)
        let begun = DispatchSemaphore(value: 0)

        func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
            request.method == .copy
        }

        func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
            begun.signal()
            let isOpen = gate.wait(timeout: .now() + 60) == .success
            return Response(isOpen ? .noContent : .serverError)
        }
    }

    @Test("However many folders are copied at once, files still come") func manyCopies() throws {
        let slow = SlowCopy()
        let folder = try TemporaryFolder(isInMemory: true)
        try folder.write("fine", to: "a.txt")
        let share = try TestShare(folder, responders: Responders([slow, FileResponder()]))
        let clients = try (0..<20).map { _ in try share.client() }
        for client in clients { client.send("COPY / HTTP/1.1\r\nHost: localhost\r\n\r\n") }
        for _ in 0..<3 { #expect(slow.begun.wait(timeout: .now() + 60) == .success) }
        #expect(try share.ask("/a.txt").text == "fine")
        for _ in clients { slow.gate.signal() }
        for client in clients { #expect(try client.reply().status == 204) }
    }

    @Test("Requests that are all refused, sent by the thousand at once, are all answered")
    func manyRefusals() throws {
        let share = try share()
        let client = try share.client()
        let count = 3_000
        let one = "GET /.x HTTP/1.1\r\nHost: localhost\r\n\r\n"
        // Less than what the kernel holds for both ends, so that nobody waits for the other.
        for _ in 0..<10 {
            client.send(String(repeating: one, count: count / 10))
            for _ in 0..<count / 10 { #expect(try client.reply().status == 404) }
        }
    }
}
