import Files
import NIOHTTP1
import Testing

@testable import Share

@Suite struct ResponseHeadTests {
    private struct Empty: BlockSource {
        func next() throws(Refusal) -> [UInt8]? { nil }
    }

    private var unknownLength: Response.Body { .blocks(Blocks(Empty()), length: nil) }

    private func exchange(
        _ method: HTTPMethod = .GET, minor: Int = 1, bodyLength: UInt64? = 0,
        headers: HTTPHeaders = [:]
    ) -> ServedExchange {
        let exchange = ServedExchange(
            HTTPRequestHead(
                version: minor == 0 ? .http1_0 : .http1_1, method: method, uri: "/",
                headers: headers),
            startedAt: 0)
        exchange.request = Request(
            method: .get, path: .root, headers: Headers(headers.map { ($0.name, $0.value) }),
            minorVersion: minor, bodyLength: bodyLength)
        return exchange
    }

    private func head(_ response: Response, to exchange: ServedExchange) -> ResponseHead {
        ResponseHead(response, to: exchange, unreadBody: 100, date: 784_111_777)
    }

    @Test("Every response says what all of them say") func fields() {
        let head = head(Response(.ok, body: .bytes([1, 2])), to: exchange()).head
        #expect(head.version == .http1_1)
        #expect(head.status.code == 200 && head.status.reasonPhrase == "OK")
        #expect(head.headers["Date"] == ["Sun, 06 Nov 1994 08:49:37 GMT"])
        #expect(head.headers["Server"] == ["Ferry"])
        #expect(head.headers["X-Content-Type-Options"] == ["nosniff"])
        #expect(head.headers["Content-Length"] == ["2"])
        #expect(!head.headers.contains(name: "Connection"))
    }

    @Test("A responder's value cannot bring a field of its own") func injection() {
        let response = Response(.ok, headers: ["Location": "/a\r\nSet-Cookie: x=1\u{7F}"])
        let head = head(response, to: exchange()).head
        #expect(head.headers["Location"] == ["/a  Set-Cookie: x=1 "])
        #expect(!head.headers.contains(name: "Set-Cookie"))
    }

    @Test("A body of unknown length comes in chunks, or ends with the connection of HTTP/1.0")
    func unknown() {
        let response = Response(.ok, body: unknownLength)
        let chunked = head(response, to: exchange())
        #expect(chunked.head.headers["Transfer-Encoding"] == ["chunked"])
        #expect(!chunked.closes)
        let old = head(response, to: exchange(minor: 0, headers: ["Connection": "keep-alive"]))
        #expect(old.head.version == .http1_0)
        #expect(!old.head.headers.contains(name: "Transfer-Encoding"))
        #expect(old.head.headers["Connection"] == ["close"])
        #expect(old.closes)
        let asked = head(response, to: exchange(.HEAD))
        #expect(!asked.head.headers.contains(name: "Transfer-Encoding"))
    }

    @Test("What has no body by its status says nothing of one", arguments: [204, 304])
    func bodiless(_ code: UInt16) {
        let head = head(Response(Status(code, "Words")), to: exchange()).head
        #expect(!head.headers.contains(name: "Content-Length"))
    }

    @Test("HTTP/1.0 is told that its connection stays") func kept() {
        let head = head(
            Response(.ok), to: exchange(minor: 0, headers: ["Connection": "keep-alive"]))
        #expect(head.head.headers["Connection"] == ["keep-alive"])
        #expect(!head.closes)
    }

    @Test("The connection ends where more of the request is left than is read over")
    func longRequest() {
        #expect(!head(Response(.ok), to: exchange(.PUT, bodyLength: 100)).closes)
        #expect(head(Response(.ok), to: exchange(.PUT, bodyLength: 101)).closes)
        #expect(head(Response(.ok), to: exchange(.PUT, bodyLength: nil)).closes)
        let waiting = exchange(.PUT, bodyLength: 1, headers: ["Expect": "100-continue"])
        #expect(head(Response(.ok), to: waiting).closes)
        let whole = exchange(.PUT, bodyLength: 101)
        whole.hasBodyEnded = true
        #expect(!head(Response(.ok), to: whole).closes)
        #expect(head(Response(.badRequest), to: ServedExchange(nil, startedAt: 0)).closes)
    }
}
