import NIOCore
import Testing

@testable import Share

@Suite struct OutgoingBodyTests {
    private struct Empty: BlockSource {
        func next() throws(Refusal) -> [UInt8]? { nil }
    }

    private func bytes(_ part: OutgoingBody.Part?) -> [UInt8]? {
        guard case .bytes(let bytes)? = part else { return nil }
        return Array(bytes.readableBytesView)
    }

    @Test("Bytes in memory leave in parts of the limit, pieces one after the other") func parts() {
        var body = OutgoingBody(
            .pieces([.bytes([1, 2, 3, 4, 5]), .bytes([]), .bytes([6])]), isHead: false)
        #expect(bytes(body.next(limit: 3)) == [1, 2, 3])
        #expect(bytes(body.next(limit: 3)) == [4, 5])
        #expect(!body.isAtEnd)
        #expect(bytes(body.next(limit: 3)) == [6])
        #expect(body.isAtEnd)
        #expect(body.next(limit: 3) == nil)
    }

    @Test("A body of nothing, and every body for HEAD, is at its end from the start") func nothing()
    {
        for var body in [
            OutgoingBody(.none, isHead: false), OutgoingBody(.bytes([]), isHead: false),
            OutgoingBody(.bytes([1]), isHead: true),
            OutgoingBody(.blocks(Blocks(Empty()), length: nil), isHead: true),
        ] {
            #expect(body.isAtEnd)
            #expect(body.next(limit: 3) == nil)
        }
    }

    @Test("Blocks must be as many bytes as were promised") func promised() throws {
        var body = OutgoingBody(.blocks(Blocks(Empty()), length: 10), isHead: false)
        guard case .pull? = body.next(limit: 1) else {
            Issue.record("nothing to pull")
            return
        }
        try body.took(4)
        var short = body
        #expect(throws: OutgoingBody.WrongLength.shorter) { try short.took(nil) }
        var long = body
        #expect(throws: OutgoingBody.WrongLength.longer) { try long.took(7) }
        try body.took(6)
        #expect(!body.isAtEnd)
        try body.took(nil)
        #expect(body.isAtEnd)
        #expect(body.next(limit: 1) == nil)
    }

    @Test("Blocks of which nothing was promised may end anywhere") func unpromised() throws {
        var body = OutgoingBody(.blocks(Blocks(Empty()), length: nil), isHead: false)
        try body.took(1 << 20)
        try body.took(nil)
        #expect(body.isAtEnd)
    }

    @Test("Steps grow while the visitor is quick, and shrink where one takes long") func pace() {
        var pace = SendPace()
        let first = pace.step
        pace.took(0.2)
        #expect(pace.step == first)
        for _ in 0..<5 { pace.took(0.01) }
        #expect(pace.step == 1 << 19)
        for _ in 0..<5 { pace.took(1) }
        #expect(pace.step == 1 << 16)
    }
}
