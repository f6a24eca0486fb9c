import Files
import Support
import Testing

@testable import FTP

@Suite("The connection's keeper")
struct ConnectionTests {
    private func noop(_ session: Session) throws(FileSystemError) -> Int {
        try session.control.exchange(Command("NOOP")).code
    }

    @Test("It connects once, and says good-bye")
    func once() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("NOOP", "200 ok")
            try peer.expect("NOOP", "200 ok")
            try peer.expect("QUIT", "221 bye")
        }
        let connection = Bench(peer).connection()
        #expect(!connection.isOpen)
        #expect(connection.security == nil)
        for _ in 0..<2 { #expect(try connection.perform(.always, noop) == 200) }
        #expect(connection.isOpen)
        #expect(connection.security == .clear)
        connection.close()
        #expect(!connection.isOpen)
        try peer.verify()
    }

    @Test("What is lost before an answer is done again, once")
    func again() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("NOOP")
            peer.close()
            try peer.accept()
            try peer.logIn(asksFeatures: false)
            try peer.expect("NOOP", "200 ok")
            try peer.expectGoodbye()
        }
        let connection = Bench(peer).connection()
        #expect(try connection.perform(.unanswered, noop) == 200)
        connection.close()
        try peer.verify()
    }

    @Test("What the server may have done is not done again, unless twice is the same as once")
    func answered() throws {
        for (repetition, isRepeated) in [
            (Connection.Repetition.unanswered, false), (.always, true),
        ] {
            let peer = try ScriptedPeer { peer in
                try peer.logIn()
                try peer.expect("NOOP", "200 ok")
                try peer.expect("NOOP")
                peer.close()
                guard isRepeated else { return }
                try peer.accept()
                try peer.logIn(asksFeatures: false)
                try peer.expect("NOOP", "200 ok")
                try peer.expect("NOOP", "200 ok")
                try peer.expectGoodbye()
            }
            let bench = Bench(peer)
            let connection = bench.connection()
            let failure = bench.failure { () throws(FileSystemError) in
                try connection.perform(repetition) { session throws(FileSystemError) in
                    _ = try noop(session)
                    _ = try noop(session)
                }
            }
            #expect((failure == nil) == isRepeated)
            #expect((connection.session == nil) == !isRepeated)
            let again = "The connection to 127.0.0.1 was lost; reconnecting."
            #expect(bench.recorder.texts(.remark).contains(again) == isRepeated)
            connection.close()
            try peer.verify()
        }
    }

    @Test("A refusal is no loss: nothing is done again, and the connection stays")
    func refused() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("NOOP", "550 no")
            try peer.expectGoodbye()
        }
        let bench = Bench(peer)
        let connection = bench.connection()
        let failure = bench.failure { () throws(FileSystemError) in
            try connection.perform(.always) { session throws(FileSystemError) in
                let reply = try session.control.exchange(Command("NOOP"))
                throw session.refusal(reply, .read, Path("/a"))
            }
        }
        #expect(failure?.reply == "550 no")
        #expect(connection.isOpen)
        connection.close()
        try peer.verify()
    }

    @Test("An obstacle keeps it from connecting at all")
    func obstacle() throws {
        let peer = try ScriptedPeer { _ in }
        let bench = Bench(peer)
        let obstacle = FileSystemError(.unsupported, detail: "not that way")
        let connection = bench.connection(obstacle: obstacle)
        let failure = bench.failure { () throws(FileSystemError) in _ = try connection.ready() }
        #expect(failure?.detail == "not that way")
        // The peer waits for somebody.
        _ = try bench.control()
        try peer.verify()
    }

    @Test("A good-bye while idle is noticed, and the next operation connects again")
    func idle() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.reply("421 Timeout.")
            peer.close()
            try peer.accept()
            try peer.logIn(asksFeatures: false)
            try peer.expectGoodbye()
        }
        let connection = Bench(peer).connection()
        let first = try connection.ready()
        try #expect(first.control.hearsReply(within: 10))
        #expect(!connection.isOpen)
        #expect(try connection.ready() !== first)
        connection.close()
        try peer.verify()
    }
}
