import NIOCore
import NIOHTTP1
import Testing

@testable import Share

@Suite struct ReceivedPartsTests {
    private let head = HTTPRequestHead(version: .http1_1, method: .PUT, uri: "/x")

    private func body(_ count: Int) -> HTTPServerRequestPart {
        .body(ByteBuffer(repeating: 7, count: count))
    }

    @Test("What is left of a request is passed over for the next head") func heads() {
        var received = ReceivedParts()
        received.append(body(3))
        received.append(.end(nil))
        received.append(.head(head))
        received.append(.end(nil))
        #expect(received.nextHead()?.uri == "/x")
        #expect(!received.isEmpty)
        #expect(received.nextHead() == nil)
        #expect(received.isEmpty)
    }

    @Test("Pieces of a body make one block, which ends with the body or is full") func blocks() {
        var received = ReceivedParts()
        for count in [10, 20, ReceivedParts.blockSize - 29, 5] { received.append(body(count)) }
        received.append(.end(nil))
        for expected in [30, ReceivedParts.blockSize - 24] {
            guard case .body(let first)? = received.next() else {
                Issue.record("no piece")
                return
            }
            #expect(received.block(startingWith: first).count == expected)
        }
        guard case .end? = received.next() else {
            Issue.record("no end")
            return
        }
    }

    @Test("The first fault stays, and the end beside it") func faults() {
        var received = ReceivedParts()
        #expect(received.fault == nil && !received.hasEnded)
        received.fail(Refusal(.badRequest, "One."))
        received.fail(Refusal(.uriTooLong, "Two."))
        received.end()
        #expect(received.fault?.sentence == "One.")
        #expect(received.hasEnded)
    }

    @Test("Chunks that hold next to nothing are a fault, once the allowance is used up")
    func overhead() {
        var limits = Limits()
        limits.chunkAllowance = 100
        limits.chunkOverhead = 2
        var received = ReceivedParts()
        received.append(.head(head))
        received.arrived(ByteBuffer(repeating: 7, count: 130))
        received.append(body(10))
        #expect(received.bodyFault(limits) == nil)
        received.arrived(ByteBuffer(repeating: 7, count: 1))
        #expect(received.bodyFault(limits)?.status == .badRequest)
    }
}
