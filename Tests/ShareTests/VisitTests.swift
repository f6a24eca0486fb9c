import Files
import Jobs
import Support
import Testing

@testable import Share

@Suite struct VisitTests {
    private func largeShare(
        changed: @escaping @Sendable (ShareStatus) -> Void = { _ in }
    ) throws -> TestShare {
        let folder = try TemporaryFolder(isInMemory: true)
        try folder.write([UInt8](repeating: 1, count: 32 << 20), to: "large")
        try folder.write("fine", to: "a.txt")
        return try TestShare(folder, changed: changed)
    }

    @Test("A download is a row with its visitor, size and end") func download() throws {
        let share = try largeShare()
        #expect(try share.ask("/large").body.count == 32 << 20)
        #expect(try share.ask("/large", [("Range", "bytes=0-99")]).body.count == 100)
        #expect(try share.ask("HEAD", "/large").status == 200)
        #expect(share.waits { $0.visits.allSatisfy { $0.state == .done } })
        let visits = share.server.status.visits
        #expect(visits.map(\.path.text) == ["/large", "/large"])
        #expect(visits.map(\.size) == [32 << 20, 100])
        #expect(visits.map(\.done) == [32 << 20, 100])
        #expect(visits.allSatisfy { $0.direction == .download && $0.visitor == "127.0.0.1" })
    }

    @Test("A visit that is kicked ends, and its connection; the others go on") func kick() throws {
        let share = try largeShare()
        let clients = try (0..<2).map { _ in try share.client() }
        for client in clients {
            client.setReceiveBuffer(1 << 16)
            client.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = try client.bytes(1_000)
        }
        let rows = share.server.status.visits
        #expect(rows.count == 2)
        let victim = try #require(rows.first)
        share.server.kick(victim.id)
        #expect(clients[0].rest().count < 32 << 20)
        #expect(clients[1].rest().count > 31 << 20)
        #expect(share.server.status.visits.first?.state == .kicked)
        #expect(share.waits { $0.visits.last?.state == .done })
    }

    @Test(
        "A visitor's lock is told of, ends where it is released, and its end by itself is told too")
    func locks() throws {
        let share = try TestShare(request: { $0.isWritable = true })
        try share.folder.write("fine", to: "a.txt")
        let body =
            "<lockinfo xmlns='DAV:'><lockscope><exclusive/></lockscope>"
            + "<locktype><write/></locktype></lockinfo>"
        func lock(_ timeout: String) throws -> Int {
            let client = try share.client()
            client.send(
                "LOCK /a.txt HTTP/1.1\r\nHost: localhost\r\nTimeout: \(timeout)\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return try client.reply().status
        }
        #expect(try lock("Second-3600") == 200)
        #expect(share.waits { $0.locks.map(\.path) == [Path("/a.txt")] })
        let row = try #require(share.server.status.locks.first)
        #expect(row.visitor == "127.0.0.1")
        #expect(row.until - row.since == 3_600)
        #expect(try share.ask("DELETE", "/a.txt").status == 423)
        share.server.release(row.id)
        #expect(share.waits { $0.locks.isEmpty })
        let told = Watched<[Int]>([])
        let other = try TestShare(changed: { status in
            told.update { $0.append(status.locks.count) }
        }) { $0.isWritable = true }
        let client = try other.client()
        client.send(
            "LOCK /new HTTP/1.1\r\nHost: localhost\r\nTimeout: Second-1\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(try client.reply().status == 201)
        #expect(told.waits { $0.contains(1) && $0.last == 0 })
    }

    @Test("The last hundred that ended are kept") func kept() throws {
        let visits = Visits()
        let request = Request(method: .get, path: .root)
        for index in 0..<150 {
            visits.begin(.upload, Path("/\(index)"), size: nil, for: request).end(.done)
        }
        let running = visits.begin(.upload, Path("/last"), size: nil, for: request)
        #expect(visits.rows.count == 101)
        #expect(visits.rows.first?.path.text == "/50")
        #expect(visits.rows.last?.state == .running)
        running.end(.done)
        running.end(.failed("too late"))
        #expect(visits.rows.last?.state == .done)
    }

    @Test("However much happens, the status is told seldom, and the last word is told") func told()
        throws
    {
        let told = Watched<[ShareStatus]>([])
        let share = try largeShare { status in told.update { $0.append(status) } }
        let client = try share.client()
        for _ in 0..<500 { #expect(try client.ask("/a.txt").text == "fine") }
        #expect(
            told.waits {
                $0.last?.visits.count == 100 && $0.last?.visits.last?.state == .done
            })
        #expect(told.now.count < 250)
    }

    @Test("Stopping finishes those that are served, and takes nobody new") func ends() throws {
        let share = try largeShare()
        let idle = try share.client()
        #expect(try idle.ask("/a.txt").text == "fine")
        let client = try share.client()
        client.setReceiveBuffer(1 << 16)
        client.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try client.bytes(1_000)
        let port = share.port
        share.server.stop(atOnce: false)
        #expect(idle.isClosed())
        #expect(share.server.status.state == .ending)
        #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
        #expect(client.rest().count > 32 << 20 - 1_000)
        #expect(share.waits { $0.state == .ended })
        #expect(share.server.status.visits.last?.state == .done)
    }

    @Test("Stopping at once breaks everything off, also when it was to finish first") func atOnce()
        throws
    {
        let share = try largeShare()
        let client = try share.client()
        client.setReceiveBuffer(1 << 16)
        client.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try client.bytes(1_000)
        share.server.stop(atOnce: false)
        share.server.stop(atOnce: true)
        #expect(share.waits { $0.state == .ended })
        #expect(client.rest().count < 32 << 20)
        guard case .failed = share.server.status.visits.last?.state else {
            Issue.record("it did not fail")
            return
        }
    }
}
