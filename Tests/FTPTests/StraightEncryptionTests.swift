import Files
import Support
import Testing

@testable import FTP

@Suite("TLS between two FTP servers")
struct StraightEncryptionTests {
    private static let id = PartID(token: "testtest", number: 1)
    private static let stor = "STOR .ferry-testtest-1"

    private let certificate: TestCertificate

    init() throws {
        certificate = try .shared()
    }

    /// Has what is missing of 5 bytes sent between two servers, which name these commands in FEAT.
    private func exchange(
        _ features: (source: [String], target: [String]), isTargetClear: Bool = false,
        source: @escaping StraightExchangeTests.Script,
        target: @escaping StraightExchangeTests.Script
    ) throws -> StraightProgress {
        let usual = ScriptedConversation.features
        let certificate = certificate
        let from = try ScriptedPeer { peer in
            try peer.logInEncrypted(certificate, features: usual + features.source)
            try source(peer)
            try peer.expectGoodbye()
        }
        let to = try ScriptedPeer { peer in
            if isTargetClear {
                try peer.logIn()
            } else {
                try peer.logInEncrypted(certificate, features: usual + features.target)
            }
            try target(peer)
            try peer.expectGoodbye()
        }
        let reader = try SecureClient(from, pinned: certificate).files
        let writer =
            try isTargetClear ? Client(to).files : SecureClient(to, pinned: certificate).files
        let id = StraightEncryptionTests.id
        let transfer = try #require(
            writer.take(
                Path("/file"), from: reader,
                into: Part(id: id, file: Path("/new"), place: .beside(id.name)),
                Creation(offset: 3, size: 5)))
        var last = try transfer.advance()
        while last == .begun || last == .underWay(nil) { last = try transfer.advance() }
        for files in [reader, writer] { files.close() }
        try from.verify()
        try to.verify()
        return last
    }

    private static func store(_ peer: ScriptedConversation) throws {
        try peer.expect("REST 3", "350 go on")
        try peer.expect(stor, "150 send", "226 stored")
        try peer.expect("SIZE .ferry-testtest-1", "213 5")
    }

    private static func retrieve(_ peer: ScriptedConversation) throws {
        try peer.expect("REST 3", "350 go on")
        try peer.expect("RETR file", "150 here", "226 sent")
    }

    @Test("Who listens is the client, by SSCN, which is taken back")
    func listenerBySSCN() throws {
        let last = try exchange((["SSCN"], ["SSCN"])) { peer in
            try peer.expect("SIZE file", "213 5")
            try peer.expect("PORT 127,0,0,1,200,1", "200 ok")
            try StraightEncryptionTests.retrieve(peer)
        } target: { peer in
            try peer.expect("SIZE .ferry-testtest-1", "213 3")
            try peer.expect("SSCN ON", "200 SSCN:CLIENT METHOD")
            try peer.expect("PASV", "227 here (127,0,0,1,200,1)")
            try StraightEncryptionTests.store(peer)
            try peer.expect("SSCN OFF", "200 SSCN:SERVER METHOD")
        }
        #expect(last == .whole)
    }

    @Test("Or who connects, where only that one knows how")
    func connecterBySSCN() throws {
        let last = try exchange((["SSCN"], [])) { peer in
            try peer.expect("SIZE file", "213 5")
            try peer.expect("SSCN ON", "200 SSCN:CLIENT METHOD")
            try peer.expect("PORT 127,0,0,1,200,1", "200 ok")
            try StraightEncryptionTests.retrieve(peer)
            try peer.expect("SSCN OFF", "200 SSCN:SERVER METHOD")
        } target: { peer in
            try peer.expect("SIZE .ferry-testtest-1", "213 3")
            try peer.expect("PASV", "227 here (127,0,0,1,200,1)")
            try StraightEncryptionTests.store(peer)
        }
        #expect(last == .whole)
    }

    @Test("CPSV is enough of itself")
    func byCPSV() throws {
        let last = try exchange(([], ["CPSV"])) { peer in
            try peer.expect("SIZE file", "213 5")
            try peer.expect("PORT 127,0,0,1,200,1", "200 ok")
            try StraightEncryptionTests.retrieve(peer)
        } target: { peer in
            try peer.expect("SIZE .ferry-testtest-1", "213 3")
            try peer.expect("CPSV", "227 here (127,0,0,1,200,1)")
            try StraightEncryptionTests.store(peer)
        }
        #expect(last == .whole)
    }

    @Test("Where neither knows how, nothing goes in clear")
    func neither() throws {
        let last = try exchange(([], [])) { peer in
            try peer.expect("SIZE file", "213 5")
        } target: { peer in
            try peer.expect("SIZE .ferry-testtest-1", "213 3")
        }
        #expect(
            last
                == .refused(
                    "Neither 127.0.0.1 nor 127.0.0.1 can be the TLS client of the other (SSCN, "
                        + "CPSV)."))
    }

    @Test("Nor where only one encrypts")
    func oneInClear() throws {
        let last = try exchange((["SSCN"], []), isTargetClear: true) { _ in
        } target: { _ in
        }
        #expect(
            last
                == .refused(
                    "127.0.0.1 encrypts its data connections, but 127.0.0.1 does not."))
    }
}
