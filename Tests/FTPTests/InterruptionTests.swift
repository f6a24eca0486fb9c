import FTP
import Files
import Support
import Synchronization
import Testing

@Suite("Interrupting")
struct InterruptionTests {
    /// Runs `body`, and interrupts it once the script says so.
    private func interrupted(
        timeout: Int = 60, isActive: Bool = false,
        script:
            @escaping @Sendable (ScriptedConversation, _ reached: @Sendable () -> Void) throws
            -> Void,
        _ body: (Client) throws(FileSystemError) -> Void
    ) throws -> FileSystemError? {
        let reached = Signal()
        let peer = try ScriptedPeer { peer in try script(peer) { reached.send() } }
        let client = Client(peer, timeout: timeout, isActive: isActive)
        let interrupt = client.files.interrupt
        Background.run {
            reached.wait()
            interrupt()
        }
        let error = client.failure { () throws(FileSystemError) in try body(client) }
        #expect(!client.files.isConnected)
        client.files.close()
        try peer.verify()
        return error
    }

    @Test("A server that never greets")
    func greeting() throws {
        let error = try interrupted { peer, reached in
            reached()
            try peer.expectEnd()
        } _: { client throws(FileSystemError) in
            _ = try client.files.home()
        }
        #expect(error?.kind == .cancelled)
    }

    @Test("A listing that stands still")
    func listing() throws {
        let error = try interrupted { peer, reached in
            try peer.logIn(features: ["MLSD"])
            try peer.expectPassive()
            try peer.expect("MLSD")
            try peer.acceptData()
            try peer.reply("150 go")
            reached()
            try peer.expectEnd()
        } _: { client throws(FileSystemError) in
            _ = try client.names("/")
        }
        #expect(error?.kind == .cancelled)
    }

    @Test("A server that never connects in active mode")
    func active() throws {
        let error = try interrupted(isActive: true) { peer, reached in
            try peer.logIn(features: ["MLSD"])
            _ = try peer.line()
            try peer.reply("200 will connect")
            try peer.expect("MLSD", "150 connecting")
            reached()
            try peer.expectEnd()
        } _: { client throws(FileSystemError) in
            _ = try client.names("/")
        }
        #expect(error?.kind == .cancelled)
    }

    @Test("A proxy that never answers")
    func proxy() throws {
        let reached = Signal()
        let peer = try ScriptedPeer { peer in
            while try peer.line() != "" {}
            reached.send()
            try peer.expectEnd()
        }
        var site = Site(scheme: .ftp, host: "server")
        site.proxy = Proxy(kind: .http, host: "127.0.0.1", port: peer.port)
        site.timeout = 60
        let client = Client(site)
        let interrupt = client.files.interrupt
        Background.run {
            reached.wait()
            interrupt()
        }
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.kind == .cancelled)
        try peer.verify()
    }

    @Test("A download that stands still")
    func download() throws {
        let error = try interrupted { peer, reached in
            try peer.logIn()
            try peer.expect("SIZE a", "213 5")
            try peer.expectPassive()
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.sendData("hel")
            reached()
            try peer.expectEnd()
        } _: { client throws(FileSystemError) in
            _ = try client.read("/a")
        }
        #expect(error?.kind == .cancelled)
    }

    @Test("An upload that nobody reads")
    func upload() throws {
        let error = try interrupted { peer, reached in
            try peer.logIn()
            try peer.expectPassive()
            try peer.expect("STOR a")
            try peer.acceptData()
            try peer.reply("150 go")
            reached()
            try peer.expectEnd()
        } _: { client throws(FileSystemError) in
            let sink = try client.files.create(Path("/a"), .inPlace())
            let block = String(repeating: "x", count: 1 << 20)
            for _ in 0..<100 { try client.send(block, to: sink) }
            try sink.finish()
        }
        #expect(error?.kind == .cancelled)
    }

    @Test("The next operation makes a new connection")
    func afterwards() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expectEnd()
            try peer.accept()
            try peer.logIn(asksFeatures: false)
            try peer.expect("NOOP", "200 here")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        _ = try client.files.home()
        client.files.interrupt()
        #expect(!client.files.isConnected)
        _ = try client.files.home()
        _ = try client.files.raw("NOOP")
        client.files.close()
        try peer.verify()
    }

    @Test("A descriptor that was closed and given out again is left alone")
    func reuse() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        _ = try client.files.home()
        let interrupt = client.files.interrupt
        client.files.close()
        try peer.verify()
        // Whatever takes the numbers now must not be shut down.
        let other = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("NOOP", "200 here")
            try peer.expectGoodbye()
        }
        let second = Client(other)
        _ = try second.files.home()
        interrupt()
        _ = try second.files.raw("NOOP")
        second.files.close()
        try other.verify()
    }
}
