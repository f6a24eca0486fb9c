import Files
import Support
import Testing

@testable import FTP

@Suite("What is sent ahead for the next file")
struct LookaheadTests {
    private func upcoming(_ name: String) -> Upcoming {
        Upcoming(path: Path(name), direction: .read)
    }

    private func session(_ bench: Bench) throws -> Session {
        bench.memory.note(.windows)
        return try bench.session()
    }

    @Test("The next file's request is there when it is asked for, and is used once")
    func used() throws {
        let peer = try ScriptedPeer { peer in
            for _ in 0..<2 {
                try peer.expect("SIZE a", "213 5")
                try peer.expect("EPSV", "229 ok (|||1|)")
            }
            try peer.expectEnd()
        }
        let bench = Bench(peer)
        let session = try session(bench)
        let lookahead = Lookahead()
        lookahead.prepare([upcoming("/a"), upcoming("/b")])
        lookahead.sendAhead(.write, on: session)
        #expect(bench.sent.isEmpty)
        lookahead.sendAhead(.read, on: session)
        #expect(bench.sent == ["SIZE a", "EPSV"])
        // Never two transfers deep.
        lookahead.sendAhead(.read, on: session)
        #expect(bench.sent.count == 2)
        _ = try lookahead.request(upcoming("/a"), asksSize: true, on: session)
        #expect(bench.sent.count == 2)
        #expect(bench.memory.hearsAhead == true)
        let again = try lookahead.request(upcoming("/a"), asksSize: true, on: session)
        #expect(bench.sent.count == 4)
        for ticket in again.tickets { _ = try session.control.final(for: ticket) }
        session.control.close()
        try peer.verify()
    }

    @Test("What was sent on one connection is nothing on another")
    func otherSession() throws {
        let peers = try [2, 4].map { count in
            try ScriptedPeer { peer in
                for _ in 0..<count { try peer.expect("NOOP") }
                try peer.expect("SIZE a")
                try peer.expect("EPSV")
                try peer.expectEnd()
            }
        }
        let lookahead = Lookahead()
        lookahead.prepare([upcoming("/a")])
        let first = try session(Bench(peers[0]))
        let others = [try Command("NOOP"), try Command("NOOP")]
        _ = try first.control.send(others)
        lookahead.sendAhead(.read, on: first)
        first.control.close()
        let bench = Bench(peers[1])
        let second = try session(bench)
        // As many are under way there.
        _ = try second.control.send(others + others)
        let request = try lookahead.request(upcoming("/a"), asksSize: true, on: second)
        #expect(request.session === second)
        #expect(bench.sent.suffix(2) == ["SIZE a", "EPSV"])
        second.control.close()
        for peer in peers { try peer.verify() }
    }

    @Test("A server that loses it shows that the first time, and is not asked ahead again")
    func lost() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("SIZE a")
            try peer.expect("EPSV")
            try peer.expectEnd()
        }
        var bench = Bench(peer)
        bench.timeouts.missing = 0.1
        let session = try session(bench)
        let lookahead = Lookahead()
        lookahead.prepare([upcoming("/a"), upcoming("/b")])
        lookahead.sendAhead(.read, on: session)
        let failure = bench.failure { () throws(FileSystemError) in
            _ = try lookahead.request(upcoming("/a"), asksSize: true, on: session)
        }
        #expect(failure?.kind == .connection)
        #expect(bench.memory.hearsAhead == false)
        #expect(!session.isUsable)
        try peer.verify()
    }

    @Test("Where commands go singly, nothing goes ahead")
    func single() throws {
        let peer = try ScriptedPeer { peer in try peer.expectEnd() }
        let bench = Bench(peer)
        bench.memory.note(.single)
        let session = try bench.session()
        let lookahead = Lookahead()
        lookahead.prepare([upcoming("/a")])
        lookahead.sendAhead(.read, on: session)
        #expect(bench.sent.isEmpty)
        session.control.close()
        try peer.verify()
    }
}
