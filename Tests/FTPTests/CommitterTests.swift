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

    private func commitOne(
        _ number: UInt64, mode: UInt16, over connection: Connection
    ) throws -> String? {
        let part = pending("/f\(number)", number: number, Creation(mode: mode))
        let results = Committer(connection: connection).commit([part]) { _ in }
        return try #require(results[part.part.id]).get().remark
    }

    @Test("A server that sets no modes in a directory is soon asked for private files only")
    func refusedModes() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            for number in 1...6 {
                try peer.expect("SIZE .ferry-aaaaaaaa-\(number)", "213 5")
                if number < 4 {
                    try peer.expect("SITE CHMOD 644 .ferry-aaaaaaaa-\(number)", "550 Not here")
                } else if number == 5 {
                    try peer.expect("SITE CHMOD 600 .ferry-aaaaaaaa-5", "550 Not here")
                }
                try peer.expect("RNFR .ferry-aaaaaaaa-\(number)", "350 to?")
                try peer.expect("RNTO f\(number)", "250 ok")
            }
            try peer.expectGoodbye()
        }
        let connection = Bench(peer).connection()
        for number: UInt64 in 1...6 {
            let remark = try commitOne(
                number, mode: number == 5 ? 0o600 : 0o644, over: connection)
            #expect(
                remark
                    == (number == 4 || number == 6
                        ? "The server sets no permissions in this directory."
                        : "Its permissions could not be set (550 Not here)."))
        }
        connection.close()
        try peer.verify()
    }

    @Test("A server that has set one is asked for each file, whatever it refuses")
    func otherModes() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            for number in 1...6 {
                try peer.expect("SIZE .ferry-aaaaaaaa-\(number)", "213 5")
                try peer.expect(
                    "SITE CHMOD 644 .ferry-aaaaaaaa-\(number)",
                    number == 1 ? "200 ok" : "550 Not here")
                try peer.expect("RNFR .ferry-aaaaaaaa-\(number)", "350 to?")
                try peer.expect("RNTO f\(number)", "250 ok")
            }
            try peer.expectGoodbye()
        }
        let connection = Bench(peer).connection()
        for number: UInt64 in 1...6 {
            let remark = try commitOne(number, mode: 0o644, over: connection)
            #expect((remark == nil) == (number == 1))
        }
        connection.close()
        try peer.verify()
    }

    @Test(
        "What is refused in one directory says nothing of another, and nothing once one was taken")
    func otherDirectories() {
        var refusals = ModeRefusals()
        for _ in 0..<3 { refusals.noteRefused(in: Path("/incoming")) }
        #expect(refusals.isCertain(in: Path("/incoming")))
        #expect(!refusals.isCertain(in: Path("/bin")))
        refusals.noteTaken(in: Path("/incoming"))
        for _ in 0..<3 { refusals.noteRefused(in: Path("/incoming")) }
        #expect(!refusals.isCertain(in: Path("/incoming")))
    }

    @Test("Refused files that were there before do not count: they may be somebody else's")
    func othersFiles() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            for number in 1...5 {
                try peer.expect("SIZE f\(number)", "213 5")
                try peer.expect("SITE CHMOD 644 f\(number)", "550 Not yours")
            }
            try peer.expectGoodbye()
        }
        let connection = Bench(peer).connection()
        for number in 1...5 {
            let id = PartID(token: "aaaaaaaa", number: UInt64(number))
            let part = PendingCommit(
                part: Part(id: id, file: Path("/f\(number)"), place: .inPlace),
                creation: Creation(mode: 0o644), size: 5)
            let results = Committer(connection: connection).commit([part]) { _ in }
            #expect(
                try results[id]?.get().remark == "Its permissions could not be set (550 Not yours)."
            )
        }
        connection.close()
        try peer.verify()
    }
}
