import Files
import Support
import Testing

@testable import FTP

@Suite("Making parts final")
struct CommitterTests {
    private func pending(
        _ name: String, number: UInt64 = 1, size: UInt64 = 5, _ creation: Creation = Creation()
    ) -> PendingCommit {
        let id = PartID(token: "aaaaaaaa", number: number)
        return PendingCommit(
            part: Part(id: id, file: Path(name), place: .beside(id.name)), creation: creation,
            size: size)
    }

    @Test("Sizes first, then the names of those that are whole")
    func committed() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE .ferry-aaaaaaaa-1", "213 5")
            try peer.expect("SIZE .ferry-aaaaaaaa-2", "213 4")
            try peer.expect("RNFR .ferry-aaaaaaaa-1", "350 to?")
            try peer.expect("RNTO a", "250 ok")
            try peer.expectGoodbye()
        }
        let connection = Bench(peer).connection()
        let parts = [pending("/a"), pending("/b", number: 2)]
        let results = Committer(connection: connection).commit(parts) { _ in }
        #expect(try results[parts[0].part.id]?.get().proof == .sizeConfirmed)
        guard case .failure(let error) = results[parts[1].part.id] else {
            Issue.record("committed")
            return
        }
        #expect(error.kind == .truncated)
        connection.close()
        try peer.verify()
    }

    @Test("A name that must be free, and is not, is not given")
    func taken() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE .ferry-aaaaaaaa-1", "213 5")
            try peer.expect("SIZE a", "213 1")
            try peer.expectGoodbye()
        }
        let connection = Bench(peer).connection()
        let part = pending("/a", Creation(replaces: false))
        let results = Committer(connection: connection).commit([part]) { _ in }
        guard case .failure(let error) = results[part.part.id] else {
            Issue.record("committed")
            return
        }
        #expect(error.kind == .exists)
        connection.close()
        try peer.verify()
    }

    @Test("Time and mode go out with the size, where it is known how")
    func times() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["MFMT"])
            try peer.expect("SIZE .ferry-aaaaaaaa-1", "213 5")
            try peer.expect("MFMT 20200102030405 .ferry-aaaaaaaa-1", "213 ok")
            try peer.expect("SITE CHMOD 640 .ferry-aaaaaaaa-1", "502 what?")
            try peer.expect("RNFR .ferry-aaaaaaaa-1", "350 to?")
            try peer.expect("RNTO a", "250 ok")
            try peer.expectGoodbye()
        }
        let bench = Bench(peer)
        let connection = bench.connection()
        _ = try connection.ready()
        let part = pending(
            "/a", Creation(modified: Timestamp(seconds: 1_577_934_245), mode: 0o640))
        let results = Committer(connection: connection).commit([part]) { _ in }
        #expect(try results[part.part.id]?.get() != nil)
        connection.close()
        try peer.verify()
    }
}
