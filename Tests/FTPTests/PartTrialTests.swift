import Files
import Support
import Testing

@testable import FTP

@Suite("Whether a server can have parts")
struct PartTrialTests {
    private let id = PartID(token: "aaaaaaaa", number: 1)
    private static let first = ".ferry-aaaaaaaa-1-1"
    private static let second = ".ferry-aaaaaaaa-1-2"

    private func reason(_ bench: Bench) throws -> String? {
        let session = try bench.session()
        defer { session.control.close() }
        return try PartTrial(session: session).reasonAgainstParts(of: Path("/a"), id)
    }

    @Test("An empty part that is made, renamed and removed shows that it can")
    func can() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("RNFR \(PartTrialTests.first)", "550 no such file")
            try peer.expect("DELE \(PartTrialTests.first)", "550 no such file")
            try peer.expectPassive()
            #expect(try peer.receiveFile("STOR \(PartTrialTests.first)").isEmpty)
            try peer.expect("RNFR \(PartTrialTests.first)", "350 to?")
            try peer.expect("RNTO \(PartTrialTests.second)", "250 ok")
            try peer.expect("DELE \(PartTrialTests.second)", "250 ok")
            try peer.expectEnd()
        }
        #expect(try reason(Bench(peer)) == nil)
        try peer.verify()
    }

    @Test(
        "What may not be done with a name that is not there is not tried with one",
        arguments: [
            ("502 what?", "550 no such file", "The server cannot rename files."),
            ("550 no such file", "550 Permission denied", "The server cannot delete files."),
        ])
    func forbidden(rename: String, delete: String, reason: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("RNFR \(PartTrialTests.first)", rename)
            try peer.expect("DELE \(PartTrialTests.first)", delete)
            try peer.expectEnd()
        }
        #expect(try self.reason(Bench(peer)) == reason)
        try peer.verify()
    }

    @Test("A part that cannot be renamed is removed again")
    func stuck() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("RNFR \(PartTrialTests.first)", "550 no such file")
            try peer.expect("DELE \(PartTrialTests.first)", "550 no such file")
            try peer.expectPassive()
            _ = try peer.receiveFile("STOR \(PartTrialTests.first)")
            try peer.expect("RNFR \(PartTrialTests.first)", "350 to?")
            try peer.expect("RNTO \(PartTrialTests.second)", "550 no")
            try peer.expect("DELE \(PartTrialTests.second)", "550 no such file")
            try peer.expect("DELE \(PartTrialTests.first)", "250 ok")
            try peer.expectEnd()
        }
        #expect(try reason(Bench(peer)) == "The server cannot rename files.")
        try peer.verify()
    }

    @Test("Names with rules of their own are not tried")
    func rules() throws {
        let peer = try ScriptedPeer { peer in try peer.expectEnd() }
        let bench = Bench(peer)
        let session = try bench.session()
        bench.memory.style = .mvs
        #expect(
            try PartTrial(session: session).reasonAgainstParts(of: Path("/A/B"), id)
                == "The server has its own rules for names.")
        session.control.close()
        try peer.verify()
    }
}
