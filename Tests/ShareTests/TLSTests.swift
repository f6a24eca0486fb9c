import Files
import Glibc
import Jobs
import NIOCore
import Support
import Testing

@testable import Share

/// Over TLS, by curl.
@Suite(.enabled(if: access("/usr/bin/curl", X_OK) == 0, "curl is not there"))
struct TLSTests {
    private let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 7) }

    private func share(_ encryption: ShareRequest.Encryption) throws -> TestShare {
        let folder = try TemporaryFolder(isInMemory: true)
        try folder.write(content, to: "data.bin")
        return try TestShare(folder, request: { $0.encryption = encryption })
    }

    /// curl's exit status for a file and, on the same connection, a part of it.
    private func fetch(_ share: TestShare, _ trust: [String]) -> Int {
        let url = "https://localhost:\(share.port)/data.bin"
        let common = ["-qsSf", "--max-time", "60"] + trust
        return Command.run(
            ["curl"] + common + ["-o", share.folder.path("whole"), url, "--next"] + common
                + ["-r", "1000000-2999998", "-o", share.folder.path("part"), url])
    }

    @Test("A file comes whole and in parts with a certificate that was given") func given() throws {
        let certificate = try TestCertificate.shared()
        let folder = try TemporaryFolder()
        try folder.write(certificate.certificate, to: "c.pem")
        try folder.write(certificate.key, to: "k.pem")
        let share = try share(
            .given(certificate: folder.path("c.pem"), key: folder.path("k.pem")))
        #expect(share.server.status.urls == ["https://127.0.0.1:\(share.port)/"])
        #expect(fetch(share, ["--cacert", folder.path("c.pem")]) == 0)
        #expect(isSame(share.folder.read("whole"), content))
        #expect(isSame(share.folder.read("part"), Array(content[1_000_000..<2_999_999])))
        #expect(share.server.status.fingerprint?.count == 32)
    }

    @Test("A certificate made on the spot is good for the share's names, once it is trusted")
    func made() throws {
        let share = try share(.made)
        // Nobody vouches for it.
        #expect(fetch(share, []) == 60)
        #expect(fetch(share, ["--insecure"]) == 0)
        #expect(isSame(share.folder.read("whole"), content))
        #expect(share.server.status.fingerprint?.count == 32)
    }

    /// Answers with a text that breaks off, or ends well, without a length.
    private struct BreakingOff: Responder {
        private struct Source: BlockSource {
            let breaksOff: Bool
            var count = 0

            mutating func next() throws(Refusal) -> [UInt8]? {
                count += 1
                if count < 3 { return Array("half".utf8) }
                if breaksOff { throw Refusal(.serverError, "The disk is on fire.") }
                return nil
            }
        }

        var priority: Int { 1_000 }

        func canRespond(to request: Request, in folder: SharedFolder) -> Bool { true }

        func respond(to request: Request, in folder: SharedFolder) throws(Refusal) -> Response {
            let breaksOff = request.path.components.last == Name("broken")
            return Response(.ok, body: .blocks(Blocks(Source(breaksOff: breaksOff)), length: nil))
        }
    }

    @Test("An answer without a length that breaks off is not taken for a whole one")
    func brokenOff() throws {
        let folder = try TemporaryFolder(isInMemory: true)
        let share = try TestShare(
            folder, responders: Responders([BreakingOff()]), request: { $0.encryption = .made })
        for (name, isWhole) in [("whole", true), ("broken", false)] {
            let (visitor, client) = (try TLSVisitor(), try share.client())
            visitor.advance()
            repeat { client.send(visitor.output) } while try !visitor.takeNext(from: client)
            // HTTP/1.0 knows no chunks, whose last one would tell.
            visitor.say(Array("GET /\(name) HTTP/1.0\r\nHost: localhost\r\n\r\n".utf8))
            client.send(visitor.output)
            while let bytes = client.some() { visitor.take(ByteBuffer(bytes: bytes)) }
            #expect(String(decoding: visitor.text, as: UTF8.self).hasSuffix("\r\n\r\nhalfhalf"))
            #expect(visitor.hasEnded == isWhole, "\(name)")
        }
    }

    @Test("What is made names its addresses and hosts, and no two are alike") func certificates()
        throws
    {
        let first = try MadeCertificate(names: ["192.168.1.7", "localhost", "::1", "bad,name"])
        let second = try MadeCertificate(names: ["localhost"])
        #expect(first.chain.fingerprint?.count == 32)
        #expect(first.chain.fingerprint != second.chain.fingerprint)
        #expect(first.chain.isMatching && second.chain.isMatching)
    }

    @Test("One who speaks no TLS is hung up on, and the others served") func plain() throws {
        let share = try share(.made)
        let client = try share.client()
        client.send("GET /data.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(!String(decoding: client.rest(), as: UTF8.self).contains("HTTP/1.1 200"))
        #expect(fetch(share, ["--insecure"]) == 0)
    }
}
