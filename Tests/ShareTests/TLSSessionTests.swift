import COpenSSL
import Jobs
import NIOCore
import Testing

@testable import Share

/// The share's end of TLS, spoken to by OpenSSL's client in memory.
@Suite("One connection's TLS")
struct TLSSessionTests {
    private static let allocator = ByteBufferAllocator()

    /// What the share's end has told.
    private struct Heard {
        var text: [UInt8] = []
        var hasEnded = false
        var isBroken = false
    }

    private func session() throws -> TLSSession {
        let tls = try #require(try ShareTLS.make(.made, names: ["localhost"]))
        return try #require(tls.makeSession())
    }

    private func advance(_ session: TLSSession, _ heard: inout Heard) {
        while true {
            switch session.advance(TLSSessionTests.allocator) {
            case .text(let text): heard.text += text.readableBytesView
            case .needsMore: return
            case .ended:
                heard.hasEnded = true
                return
            case .broken:
                heard.isBroken = true
                return
            }
        }
    }

    /// Carries bytes between the two, in pieces, until neither has more to say.
    private func settle(
        _ visitor: TLSVisitor, _ session: TLSSession, pieces: Int = .max
    ) -> Heard {
        var heard = Heard()
        visitor.advance()
        while true {
            let sent = visitor.output
            for start in stride(from: 0, to: sent.count, by: min(pieces, max(1, sent.count))) {
                let end = start + min(pieces, sent.count - start)
                session.receive(ByteBuffer(bytes: sent[start..<end]))
                advance(session, &heard)
            }
            guard let answer = session.takeOutput(TLSSessionTests.allocator) else {
                if sent.isEmpty { return heard }
                continue
            }
            visitor.take(answer)
        }
    }

    @Test("What comes in pieces of any size is understood", arguments: [1, 7, 1_000, .max])
    func pieces(size: Int) throws {
        let (visitor, session) = (try TLSVisitor(), try session())
        #expect(settle(visitor, session, pieces: size).text.isEmpty)
        #expect(session.isOpen)
        let question = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        visitor.say(question)
        visitor.end()
        let heard = settle(visitor, session, pieces: size)
        #expect(heard.text == question)
        #expect(heard.hasEnded && !heard.isBroken)
    }

    @Test("Texts of any length go out as they are, and their end is told", arguments: TLS.versions)
    func answers(version: CInt) throws {
        let (visitor, session) = (try TLSVisitor(newest: version), try session())
        _ = settle(visitor, session)
        var said: [UInt8] = []
        for length in [1, 16_384, 16_385, 262_144, 2_000_003, 3] {
            let text = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ length) }
            said += text
            let sent = session.encrypt(ByteBuffer(bytes: text), TLSSessionTests.allocator)
            visitor.take(try #require(sent))
        }
        #expect(visitor.text == said)
        #expect(!visitor.hasEnded)
        session.end()
        visitor.take(try #require(session.takeOutput(TLSSessionTests.allocator)))
        #expect(visitor.hasEnded && !visitor.isRefused)
        session.end()
        #expect(session.takeOutput(TLSSessionTests.allocator) == nil)
    }

    @Test("Text that is still being sent is not written over")
    func held() throws {
        let (visitor, session) = (try TLSVisitor(), try session())
        _ = settle(visitor, session)
        let first = session.encrypt(
            ByteBuffer(repeating: 1, count: 100_000), TLSSessionTests.allocator)
        let second = session.encrypt(
            ByteBuffer(repeating: 2, count: 100_000), TLSSessionTests.allocator)
        visitor.take(try #require(first))
        visitor.take(try #require(second))
        #expect(
            visitor.text
                == [UInt8](repeating: 1, count: 100_000) + [UInt8](repeating: 2, count: 100_000))
    }

    @Test("A visitor who wants to speak something else than HTTP/1 is refused")
    func protocols() throws {
        for (offered, isTaken) in [
            ([], true), (["http/1.1"], true), (["h2", "http/1.1"], true), (["http/1.0"], true),
            (["h2"], false), (["ftp"], false),
        ] {
            let (visitor, session) = (try TLSVisitor(offered), try session())
            let heard = settle(visitor, session)
            #expect(session.isOpen == isTaken, "\(offered)")
            #expect(heard.isBroken == !isTaken, "\(offered)")
            #expect(visitor.isRefused == !isTaken, "\(offered)")
        }
    }

    @Test("What is no TLS, or breaks off, is told apart from an end")
    func broken() throws {
        let session = try session()
        var heard = Heard()
        session.receive(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
        advance(session, &heard)
        #expect(heard.isBroken)
        #expect(session.advance(TLSSessionTests.allocator).isBroken)

        let (visitor, other) = (try TLSVisitor(), try self.session())
        _ = settle(visitor, other)
        visitor.say(Array("hello".utf8))
        var sent = visitor.output
        sent[sent.count - 1] ^= 1
        heard = Heard()
        other.receive(ByteBuffer(bytes: sent))
        advance(other, &heard)
        #expect(heard.isBroken && heard.text.isEmpty && !heard.hasEnded)
    }

    @Test("Versions before 1.2 are refused")
    func old() throws {
        let (visitor, session) = (try TLSVisitor(newest: TLS1_1_VERSION), try session())
        _ = settle(visitor, session)
        #expect(!session.isOpen)
    }
}

private enum TLS {
    static let versions = [TLS1_2_VERSION, TLS1_3_VERSION]
}

extension TLSSession.Step {
    fileprivate var isBroken: Bool {
        if case .broken = self { true } else { false }
    }
}
