import Files
import Support
import Testing

@testable import FTP

@Suite("Giving names")
struct RenamerTests {
    private let id = PartID(token: "aaaaaaaa", number: 1)
    private static let aside = ".ferry-aaaaaaaa-1-3"

    /// The two commands and their replies.
    private static func rename(
        _ peer: ScriptedConversation, _ source: String, _ target: String, _ reply: String
    ) throws {
        try peer.expect("RNFR \(source)", "350 to?")
        try peer.expect("RNTO \(target)", reply)
    }

    /// What asks whether there is something of that name.
    private static func lookUp(
        _ peer: ScriptedConversation, _ name: String, isThere: Bool = true
    ) throws {
        try peer.expect("MLST \(name)")
        if isThere {
            try peer.reply("250-here", " type=file;size=5; \(name)", "250 end")
        } else {
            try peer.reply("550 no such file")
        }
    }

    @Test("A name that is taken is not given, unless something is to be replaced")
    func taken() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["MLST type*;size*;"])
            try RenamerTests.lookUp(peer, "b")
            try peer.expectGoodbye()
        }
        let bench = Bench(peer)
        let connection = bench.connection()
        let failure = bench.failure { () throws(FileSystemError) in
            try Renamer(connection: connection).rename(Path("/a"), to: Path("/b"), nil)
        }
        #expect(failure?.kind == .exists)
        connection.close()
        try peer.verify()
    }

    @Test("Where RNTO does not replace, the old file goes aside, which is written down first")
    func aside() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["MLST type*;size*;"])
            try RenamerTests.rename(peer, "a", "b", "553 exists")
            for name in ["b", "a", "b"] { try RenamerTests.lookUp(peer, name) }
            try RenamerTests.rename(peer, "b", RenamerTests.aside, "250 ok")
            try RenamerTests.rename(peer, "a", "b", "250 ok")
            try peer.expect("DELE \(RenamerTests.aside)", "250 ok")
            try peer.expectGoodbye()
        }
        let bench = Bench(peer)
        let connection = bench.connection()
        var notes: [Part] = []
        try Renamer(connection: connection).replace(Path("/b"), with: Path("/a"), as: id) {
            notes.append($0)
        }
        #expect(notes.map(\.aside) == [id.name(inRole: 3)])
        #expect(!bench.memory.renameReplaces)
        connection.close()
        try peer.verify()
    }

    @Test("What cannot be put back is said by both of its names")
    func stuck() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["MLST type*;size*;"])
            try RenamerTests.lookUp(peer, "b")
            try RenamerTests.rename(peer, "b", RenamerTests.aside, "250 ok")
            try RenamerTests.rename(peer, "a", "b", "550 no")
            try RenamerTests.lookUp(peer, "b", isThere: false)
            try RenamerTests.rename(peer, RenamerTests.aside, "b", "550 no")
            try peer.expectGoodbye()
        }
        let bench = Bench(peer)
        bench.memory.renameReplaces = false
        let connection = bench.connection()
        let failure = bench.failure { () throws(FileSystemError) in
            try Renamer(connection: connection).replace(Path("/b"), with: Path("/a"), as: id) {
                _ in
            }
        }
        #expect(
            failure?.detail.hasPrefix("/b was set aside as /\(RenamerTests.aside) and ") == true)
        #expect(failure?.isTransient == true)
        connection.close()
        try peer.verify()
    }

    @Test("A name that was given although its answer was lost is not taken back")
    func lostWhileAside() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["MLST type*;size*;"])
            try RenamerTests.lookUp(peer, "b")
            try RenamerTests.rename(peer, "b", RenamerTests.aside, "250 ok")
            try peer.expect("RNFR a", "350 to?")
            try peer.expect("RNTO b")
            peer.close()
            try peer.accept()
            try peer.logIn(asksFeatures: false)
            try RenamerTests.lookUp(peer, "b")
            try RenamerTests.lookUp(peer, "a", isThere: false)
            try peer.expect("DELE \(RenamerTests.aside)", "250 ok")
            try peer.expectGoodbye()
        }
        let bench = Bench(peer)
        bench.memory.renameReplaces = false
        let connection = bench.connection()
        try Renamer(connection: connection).replace(Path("/b"), with: Path("/a"), as: id) { _ in }
        connection.close()
        try peer.verify()
    }

    @Test("Parts get their names in one window, and those that cannot have theirs are told")
    func parts() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("RNFR .ferry-aaaaaaaa-1", "350 to?")
            try peer.expect("RNTO a", "250 ok")
            try peer.expect("RNFR .ferry-aaaaaaaa-2", "350 to?")
            try peer.expect("RNTO b", "552 full")
            try peer.expectGoodbye()
        }
        let connection = Bench(peer).connection()
        let names: [(UInt64, String)] = [(1, "/a"), (2, "/b")]
        let parts = names.map { number, file in
            let id = PartID(token: "aaaaaaaa", number: number)
            return PendingCommit(
                part: Part(id: id, file: Path(file), place: .beside(id.name)),
                creation: Creation(), size: 5)
        }
        let failures = PartNamer(connection: connection).give(parts) { _ in }
        #expect(failures.count == 1)
        #expect(failures[parts[1].part.id]?.kind == .full)
        connection.close()
        try peer.verify()
    }

    @Test(
        "A part whose first answer was lost has its name where it is gone, and its size is there",
        arguments: [true, false])
    func lost(isGone: Bool) throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("RNFR .ferry-aaaaaaaa-1", "350 to?")
            try peer.expect("RNTO a")
            peer.close()
            try peer.accept()
            try peer.logIn(asksFeatures: false)
            try peer.expect("RNFR .ferry-aaaaaaaa-1", "550 used by another process")
            try peer.expect("RNTO a", "503 RNFR first")
            try peer.expect("SIZE .ferry-aaaaaaaa-1", isGone ? "550 no such file" : "213 5")
            try peer.expect("MDTM .ferry-aaaaaaaa-1", "550 no")
            try peer.expect("SIZE a", "213 5")
            try peer.expect("MDTM a", "550 no")
            try peer.expectGoodbye()
        }
        let connection = Bench(peer).connection()
        let pending = PendingCommit(
            part: Part(id: id, file: Path("/a"), place: .beside(id.name)), creation: Creation(),
            size: 5)
        let failures = PartNamer(connection: connection).give([pending]) { _ in }
        #expect(failures.isEmpty == isGone)
        connection.close()
        try peer.verify()
    }
}
