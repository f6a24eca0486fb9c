import FTP
import Files
import Support
import Synchronization
import Testing

// One at a time: each keeps a processor busy.
@Suite("Preliminary replies without an end are no answer", .serialized)
struct EndlessReplyTests {
    /// Says 1xx again as soon as the client has heard the last one, for as long as it listens.
    private final class Stall: Sendable {
        /// Far more than the client's patience lasts for.
        private static let limit = 5_000_000

        let log = ExchangeRecorder()
        private let isOver = Mutex(false)

        func run(_ peer: ScriptedConversation, _ code: Int) throws {
            for _ in 0..<Stall.limit {
                guard !isOver.withLock({ $0 }),
                    (try? peer.reply("\(code) a moment yet")) != nil
                else { return }
                log.waitForLine()
            }
            throw ScriptedPeer.Mismatch("the client listens without an end")
        }

        /// The same after all bytes of `/a`; then a new connection is told its size.
        func run(afterAllOn peer: ScriptedConversation, _ code: Int) throws {
            try run(peer, code)
            try peer.accept()
            try peer.logIn(asksFeatures: false)
            try peer.expect("SIZE a", "213 5")
            try peer.expect("MDTM a", "550 no")
            try peer.expectGoodbye()
        }

        /// Runs `body` with a client of `peer`; its error.
        func failure(
            of peer: ScriptedPeer, isActive: Bool = false,
            _ body: (Client) throws(FileSystemError) -> Void
        ) throws -> FileSystemError? {
            let client = Client(peer, isActive: isActive, log: log)
            client.files.timeouts.idle = 0.4
            client.files.timeouts.quit = 0.1
            let error = client.failure { () throws(FileSystemError) in try body(client) }
            isOver.withLock { $0 = true }
            client.files.close()
            log.add(Exchange.end)
            try peer.verify()
            return error
        }
    }

    /// Where a transfer stands when nothing but 1xx comes any more.
    enum Moment: CaseIterable {
        case begun, underWay, over
    }

    @Test("Before the greeting")
    func greeting() throws {
        let stall = Stall()
        let peer = try ScriptedPeer { peer in try stall.run(peer, 120) }
        let error = try stall.failure(of: peer) { client throws(FileSystemError) in
            _ = try client.files.home()
        }
        #expect(error?.kind == .timeout)
    }

    @Test("To a command alone, and in a window", arguments: [true, false])
    func command(isAlone: Bool) throws {
        let stall = Stall()
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            _ = try peer.line()
            try stall.run(peer, 110)
        }
        let error = try stall.failure(of: peer) { client throws(FileSystemError) in
            if isAlone {
                try client.files.makeDirectory(Path("/d"), root: nil)
            } else {
                try client.files.removeFiles([Path("/e")])[0].get()
            }
        }
        #expect(error?.kind == .timeout)
    }

    @Test("To a download", arguments: Moment.allCases)
    func download(moment: Moment) throws {
        let stall = Stall()
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 5")
            try peer.expectPassive()
            try peer.expect("RETR a")
            try peer.acceptData()
            if moment != .begun { try peer.sendData("he") }
            if moment == .over {
                try peer.sendData("llo")
                peer.closeData()
                return try stall.run(afterAllOn: peer, 150)
            }
            try stall.run(peer, 150)
        }
        let error = try stall.failure(of: peer) { client throws(FileSystemError) in
            _ = try client.read("/a")
        }
        #expect(error?.kind == (moment == .over ? nil : .timeout))
    }

    @Test("To a listing", arguments: Moment.allCases)
    func listing(moment: Moment) throws {
        let stall = Stall()
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["MLSD"])
            try peer.expectPassive()
            try peer.expect("MLSD")
            try peer.acceptData()
            if moment != .begun { try peer.sendData("type=file; a\r\n") }
            if moment == .over { peer.closeData() }
            try stall.run(peer, 150)
        }
        let error = try stall.failure(of: peer) { client throws(FileSystemError) in
            _ = try client.names("/")
        }
        #expect(error?.kind == .timeout)
    }

    @Test("To an upload", arguments: [Moment.underWay, .over])
    func upload(moment: Moment) throws {
        let stall = Stall()
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expectPassive()
            try peer.expect("STOR a")
            try peer.acceptData()
            try peer.reply("150 send")
            if moment == .over {
                _ = try peer.receiveData()
                return try stall.run(afterAllOn: peer, 150)
            }
            try stall.run(peer, 150)
        }
        // More than the buffers on the way hold, unless all of it is taken.
        let text = String(repeating: "x", count: moment == .over ? 5 : 32 << 20)
        let error = try stall.failure(of: peer) { client throws(FileSystemError) in
            try client.write("/a", text)
        }
        #expect(error?.kind == (moment == .over ? nil : .timeout))
    }

    @Test("Instead of a data connection from the server")
    func active() throws {
        let stall = Stall()
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["MLSD"])
            _ = try peer.line()
            try peer.reply("200 ok")
            try peer.expect("MLSD")
            try stall.run(peer, 150)
        }
        let error = try stall.failure(of: peer, isActive: true) { client throws(FileSystemError) in
            _ = try client.names("/")
        }
        #expect(error?.kind == .timeout)
    }
}

extension Exchange {
    /// Wakes whoever waits for a line.
    fileprivate static let end = Exchange(
        time: 0, connection: 0, direction: .remark, text: "", code: nil, elapsed: nil,
        explanation: nil, isExpected: false)
}
