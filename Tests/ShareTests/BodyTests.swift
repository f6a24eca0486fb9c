import Files
import Glibc
import Jobs
import Support
import Testing

@testable import Share

/// Bodies both ways, with responders of the tests' own.
@Suite struct BodyTests {
    /// What a sink was told.
    private struct Record {
        var bytes: [UInt8] = []
        var largest = 0
        var finished = 0
        var abandoned = 0
    }

    private struct Sink: BodySink {
        let record: Watched<Record>
        var refuseAfter: Int?

        func write(_ bytes: [UInt8]) throws(Refusal) {
            let count = record.update { state in
                state.bytes += bytes
                state.largest = max(state.largest, bytes.count)
                return state.bytes.count
            }
            if let refuseAfter, count > refuseAfter {
                throw Refusal(.insufficientStorage, "No room.")
            }
        }

        func finish() throws(Refusal) -> Response {
            record.update { $0.finished += 1 }
            return Response(.created, body: .bytes(Array("kept".utf8)))
        }

        func abandon() {
            record.update { $0.abandoned += 1 }
        }
    }

    private struct Upload: Responder {
        let record: Watched<Record>
        var limit = UInt64.max
        var refuseAfter: Int?
        var priority: Int { 500 }

        func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
            request.method == .put
        }

        func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
            if request.path.name?.text == "no" { throw Refusal(.conflict, "Not that.") }
            return .receiving(
                BodyReceiver(limit: limit, Sink(record: record, refuseAfter: refuseAfter)))
        }
    }

    /// A body of so many blocks.
    private struct Counting: BlockSource {
        var left: Int
        let fails: Bool

        mutating func next() throws(Refusal) -> [UInt8]? {
            guard left > 0 else {
                if fails { throw Refusal(.serverError, "The disk broke.") }
                return nil
            }
            left -= 1
            return [UInt8](repeating: UInt8(truncatingIfNeeded: left), count: 100_000)
        }
    }

    private struct Stream: Responder {
        var length: UInt64?
        var fails = false
        var priority: Int { 500 }

        func canRespond(to request: Request, in folder: SharedFolder) -> Bool {
            request.path.name?.text == "stream"
        }

        func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
            Response(
                .ok, body: .blocks(Blocks(Counting(left: 50, fails: fails)), length: length),
                download: request.path)
        }
    }

    private func share(
        _ limits: Limits = Limits(), _ responders: any Responder...
    ) throws -> TestShare {
        let folder = try TemporaryFolder(isInMemory: true)
        try folder.write("fine", to: "a.txt")
        return try TestShare(
            folder, limits: limits, responders: Responders(responders + [FileResponder()]))
    }

    private let body = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 13 &+ $0 >> 9) }

    @Test("A body goes into its sink whole, in blocks, and the connection goes on") func whole()
        throws
    {
        let record = Watched(Record())
        let share = try share(Limits(), Upload(record: record))
        let client = try share.client()
        client.send(
            "PUT /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.count)\r\n\r\n")
        #expect(client.send(body))
        #expect(try client.reply().status == 201)
        #expect(isSame(record.now.bytes, body))
        #expect(record.now.largest <= 1 << 18)
        #expect(record.now.finished == 1)
        #expect(record.now.abandoned == 0)
        #expect(try client.ask("/a.txt").text == "fine")
        client.send("PUT /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
        #expect(try client.reply().status == 201)
        #expect(record.now.finished == 2)
    }

    @Test("Chunks of any size are put together") func chunks() throws {
        let record = Watched(Record())
        let share = try share(Limits(), Upload(record: record))
        let client = try share.client()
        client.send("PUT /x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        var position = 0
        for size in [1, 2, 65_536, 7, 300_000, 1, 1] {
            client.send(String(size, radix: 16) + ";name=value\r\n")
            client.send(Array(body[position..<position + size]))
            client.send("\r\n")
            position += size
        }
        client.send("0\r\nTrailer: x\r\n\r\n")
        #expect(try client.reply().status == 201)
        #expect(isSame(record.now.bytes, Array(body[..<position])))
        #expect(try client.ask("/a.txt").text == "fine")
    }

    @Test("100 Continue comes before the body, and only where the body is wanted")
    func expectation() throws {
        let record = Watched(Record())
        let share = try share(Limits(), Upload(record: record))
        let client = try share.client()
        let fields = "Host: localhost\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
        client.send("PUT /x HTTP/1.1\r\n" + fields)
        #expect(try client.anyReply().status == 100)
        client.send("hello")
        #expect(try client.anyReply().status == 201)
        client.send("PUT /no HTTP/1.1\r\n" + fields)
        let refused = try client.anyReply()
        #expect(refused.status == 409)
        #expect(refused.headers["Connection"] == "close")
        let odd = try share.client()
        odd.send("PUT /x HTTP/1.1\r\nHost: localhost\r\nExpect: miracles\r\n\r\n")
        #expect(try odd.reply().status == 417)
    }

    @Test("A body that breaks off leaves nothing behind") func brokenOff() throws {
        let record = Watched(Record())
        let share = try share(Limits(), Upload(record: record))
        var client: RawClient? = try share.client()
        client?.send("PUT /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhello")
        #expect(record.waits { $0.bytes.count == 5 })
        client = nil
        #expect(record.waits { $0.abandoned == 1 })
        #expect(record.now.finished == 0)
        // Half closed: it can still be told.
        let half = try share.client()
        half.send("PUT /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhello")
        half.finish()
        #expect(try half.reply().status == 400)
        #expect(record.waits { $0.abandoned == 2 })
    }

    @Test("A sink may refuse in the middle, and a body may be too large") func refused() throws {
        let full = Watched(Record())
        let first = try share(Limits(), Upload(record: full, refuseAfter: 100_000))
        let client = try first.client()
        client.send(
            "PUT /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.count)\r\n\r\n")
        client.send(body)
        let reply = try client.reply()
        #expect(reply.status == 507)
        #expect(reply.text == "No room.\n")
        #expect(full.waits { $0.abandoned == 1 })
        let small = Watched(Record())
        let second = try share(Limits(), Upload(record: small, limit: 1_000))
        let declared = try second.client()
        declared.send("PUT /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1001\r\n\r\n")
        #expect(try declared.reply().status == 413)
        let hidden = try second.client()
        hidden.send("PUT /x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        hidden.send("3e9\r\n" + String(repeating: "a", count: 1_001) + "\r\n0\r\n\r\n")
        #expect(try hidden.reply().status == 413)
        #expect(small.waits { $0.abandoned == 2 })
        #expect(small.now.finished == 0)
    }

    @Test("A body that comes too slowly, or in chunks of nothing, is given up") func slow() throws {
        let record = Watched(Record())
        var limits = Limits()
        limits.bodyTime = 1
        let share = try share(limits, Upload(record: record))
        let silent = try share.client()
        silent.send("PUT /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhello")
        #expect(try silent.reply().status == 408)
        let endless = try share.client()
        endless.send("PUT /x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1;")
        for _ in 0..<200 where endless.send(String(repeating: "a", count: 10_000)) {}
        #expect(endless.rest().starts(with: Array("HTTP/1.1 400".utf8)))
        #expect(record.waits { $0.abandoned == 2 })
    }

    @Test("A body made on the way comes in chunks, or with the length that was promised")
    func blocks() throws {
        let expected = (0..<50).reversed().flatMap { [UInt8](repeating: UInt8($0), count: 100_000) }
        let open = try share(Limits(), Stream())
        let client = try open.client()
        let reply = try client.ask("/stream")
        #expect(reply.headers["Transfer-Encoding"] == "chunked")
        #expect(isSame(reply.body, expected))
        #expect(try client.ask("/a.txt").text == "fine")
        #expect(try client.ask("HEAD", "/stream").headers["Transfer-Encoding"] == nil)
        #expect(try client.ask("/a.txt").text == "fine")
        client.send("GET /stream HTTP/1.0\r\n\r\n")
        let plain = try client.reply()
        #expect(plain.headers["Transfer-Encoding"] == nil)
        #expect(isSame(plain.body, expected))
        let promised = try share(Limits(), Stream(length: 5_000_000)).ask("/stream")
        #expect(promised.headers["Content-Length"] == "5000000")
        #expect(isSame(promised.body, expected))
    }

    @Test("A body that breaks on the way is seen to be broken") func brokenBlocks() throws {
        for responder in [
            Stream(fails: true), Stream(length: 6_000_000), Stream(length: 4_000_000),
        ] {
            let share = try share(Limits(), responder)
            let client = try share.client()
            #expect(throws: RawClient.Failure.self) {
                let reply = try client.ask("/stream")
                // More than was promised is cut, and the connection is of no more use.
                if reply.headers["Content-Length"] == "4000000" { _ = try client.ask("/a.txt") }
            }
            #expect(share.waits { $0.visits.last?.state != .running })
            guard case .failed = share.server.status.visits.last?.state else {
                Issue.record("the visit did not fail")
                return
            }
        }
    }
}
