import Files
import Support
import Testing

@testable import FTP

@Suite("What a session knows of its connection")
struct SessionTests {
    @Test("The type is asked for until it is known, and again after it may have changed")
    func type() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("TYPE I", "504 no")
            try peer.expect("TYPE I", "200 ok")
            try peer.expectEnd()
        }
        let session = try Bench(peer).session()
        session.type = .unknown
        for isTaken in [false, true] {
            let approach = try session.approach(nil, binary: true)
            #expect(approach.commands.map(\.text) == ["TYPE I"])
            let tickets = try session.control.send(approach.commands)
            #expect(try session.complete(approach, tickets[...]) == nil)
            #expect(session.type.isBinary == isTaken)
            #expect(session.type.refusal?.code == (isTaken ? nil : 504))
        }
        #expect(try session.approach(nil, binary: true).commands.isEmpty)
        session.type = .unknown
        #expect(try session.approach(nil, binary: true).commands.count == 1)
        #expect(try session.approach(nil, binary: false).commands.isEmpty)
        session.control.close()
        try peer.verify()
    }

    @Test("Type and directory go out together, and the refusal is the directory's")
    func approach() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("TYPE I")
            try peer.expect("CWD /d")
            try peer.reply("200 ok", "550 no")
            try peer.expectEnd()
        }
        let session = try Bench(peer).session()
        session.type = .unknown
        let approach = try session.approach(Path("/d"), binary: true)
        let tickets = try session.control.send(approach.commands)
        #expect(try session.complete(approach, tickets[...])?.code == 550)
        #expect(session.type.isBinary)
        #expect(session.directory.path == .root)
        session.control.close()
        try peer.verify()
    }

    @Test("A good-bye takes precedence over what it seems to refuse")
    func refusal() throws {
        let peer = try ScriptedPeer { peer in try peer.expect("NOOP", "421 Timeout.") }
        let session = try Bench(peer).session()
        let refused = session.refusal(Bench.reply("550 No such file"), .read, Path("/a"))
        #expect(refused.kind == .notFound)
        let reply = try session.control.exchange(Command("NOOP"))
        let loss = session.refusal(reply, .read, Path("/a"))
        #expect(loss.kind == .connection)
        #expect(loss.detail.hasSuffix("closed the connection."))
        #expect(!session.isUsable)
        try peer.verify()
    }

    @Test("QUIT waits for its answer no longer than it has to")
    func quit() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("QUIT")
            try peer.expectEnd()
        }
        var bench = Bench(peer)
        bench.timeouts.quit = 0.1
        let session = try bench.session()
        session.quit()
        #expect(!session.isUsable)
        try peer.verify()
    }

    @Test("Late replies to a transfer are passed over, up to the answer to PWD")
    func resynchronise() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("PWD", "426 aborted", "226 done", "257 \"/\" is here")
            try peer.expect("NOOP", "200 ok")
        }
        let session = try Bench(peer).session()
        try session.resynchronise(session.control.waitLimit)
        #expect(try session.control.exchange(Command("NOOP")).code == 200)
        try peer.verify()
    }
}
