import Files
import Support
import Testing

@testable import FTP

@Suite("Files that go straight from one FTP server to another")
struct StraightExchangeTests {
    typealias Script = @Sendable (ScriptedConversation) throws -> Void

    private static let part = Part(
        id: PartID(token: "testtest", number: 1), file: Path("/t/new"),
        place: .beside(PartID(token: "testtest", number: 1).name))
    private static let listening = "227 here (127,0,0,1,200,1)"
    private static let port = "PORT 127,0,0,1,200,1"
    private static let stor = "STOR .ferry-testtest-1"

    /// What came of it, and what was said last.
    private struct Outcome {
        var progress: StraightProgress?
        var failure: FileSystemError?
        var hasBegun = false
        var remarks: [String] = []
    }

    /// Has the 5 bytes of `/file` sent into a part of `/t/new`, as the scripts go on after the logins.
    private func exchange(
        offset: UInt64 = 0, there: UInt64? = nil, host: String = "127.0.0.1", timeout: Int = 10,
        stopsOnceBegun: Bool = false, begun: Signal? = nil, source: @escaping Script,
        target: @escaping Script
    ) throws -> Outcome {
        let from = try ScriptedPeer(at: host) { peer in
            try peer.logIn()
            try peer.expect("SIZE file", "213 5")
            try source(peer)
            try peer.expectGoodbye()
        }
        let to = try ScriptedPeer(at: host) { peer in
            try peer.logIn()
            try StraightExchangeTests.findPlace(peer, offset: there ?? offset)
            try target(peer)
            try peer.expectGoodbye()
        }
        let clients = (
            Client(from, host: host, timeout: timeout), Client(to, host: host, timeout: timeout)
        )
        let transfer = try #require(
            clients.1.files.take(
                Path("/file"), from: clients.0.files, into: StraightExchangeTests.part,
                Creation(offset: offset, size: 5)))
        var outcome = StraightExchangeTests.outcome(
            of: transfer, stopsOnceBegun: stopsOnceBegun, begun)
        outcome.remarks = clients.1.log.texts(.remark) + clients.0.log.texts(.remark)
        for client in [clients.0, clients.1] { client.files.close() }
        try from.verify()
        try to.verify()
        return outcome
    }

    private static func outcome(
        of transfer: any StraightTransfer, stopsOnceBegun: Bool, _ begun: Signal?
    ) -> Outcome {
        var outcome = Outcome()
        while true {
            do throws(FileSystemError) {
                switch try transfer.advance() {
                case .begun:
                    outcome.hasBegun = true
                    begun?.send()
                    guard stopsOnceBegun else { continue }
                    transfer.cancel()
                    return outcome
                case .underWay: continue
                case let last:
                    outcome.progress = last
                    return outcome
                }
            } catch {
                outcome.failure = error
                return outcome
            }
        }
    }

    /// Whether there can be parts is found out first; one that is gone on with is there.
    private static func findPlace(_ peer: ScriptedConversation, offset: UInt64) throws {
        try peer.expect("CWD /t", "250 ok")
        guard offset == 0 else {
            return try peer.expect("SIZE .ferry-testtest-1", "213 \(offset)")
        }
        let (first, second) = (".ferry-testtest-1-1", ".ferry-testtest-1-2")
        try peer.expect("RNFR \(first)", "550 no such file")
        try peer.expect("DELE \(first)", "550 no such file")
        try peer.expectPassive()
        #expect(try peer.receiveFile("STOR \(first)").isEmpty)
        try peer.expect("RNFR \(first)", "350 to?")
        try peer.expect("RNTO \(second)", "250 ok")
        try peer.expect("DELE \(second)", "250 ok")
    }

    private static func takeAbort(_ peer: ScriptedConversation, home: String = "/") throws {
        try peer.expect("ABOR", "426 broken off", "226 so it is")
        try peer.expect("PWD", "257 \"\(home)\" is here")
    }

    // MARK: Both ways

    @Test("The target listens, the source connects to it, and the size is compared")
    func targetListens() throws {
        let outcome = try exchange { peer in
            try peer.expect(StraightExchangeTests.port, "200 ok")
            try peer.expect("RETR file", "150 here", "226 sent")
        } target: { peer in
            try peer.expect("PASV", StraightExchangeTests.listening)
            try peer.expect(StraightExchangeTests.stor, "150 send", "226 stored")
            try peer.expect("SIZE .ferry-testtest-1", "213 5")
        }
        #expect(outcome.progress == .whole && outcome.hasBegun)
    }

    @Test(
        "Where the source may not connect, it listens",
        arguments: [
            "500 Illegal PORT command.", "501 Rejected data connection to foreign address",
            "504 no", "530 not you", "550 Denied",
        ])
    func sourceListens(refusal: String) throws {
        let outcome = try exchange { peer in
            try peer.expect(StraightExchangeTests.port, refusal)
            try peer.expect("PASV", "227 here (127,0,0,1,201,2)")
            try peer.expect("RETR file", "150 here", "226 sent")
        } target: { peer in
            try peer.expect("PASV", StraightExchangeTests.listening)
            try peer.expect("PORT 127,0,0,1,201,2", "200 ok")
            try peer.expect(StraightExchangeTests.stor, "150 send", "226 stored")
            try peer.expect("SIZE .ferry-testtest-1", "213 5")
        }
        #expect(outcome.progress == .whole)
    }

    @Test(
        "So it does where the target's data connection does not come about, before 150 or after it")
    func noConnection() throws {
        for hasBegun in [false, true] {
            let begun = Signal()
            let outcome = try exchange(begun: begun) { peer in
                try peer.expect(StraightExchangeTests.port, "200 ok")
                try peer.expect("RETR file", "150 here")
                try StraightExchangeTests.takeAbort(peer)
                if hasBegun { try peer.expect("SIZE file", "213 5") }
                try peer.expect("PASV", "227 here (127,0,0,1,201,2)")
                try peer.expect("RETR file", "150 here", "226 sent")
            } target: { peer in
                try peer.expect("PASV", StraightExchangeTests.listening)
                try peer.expect(StraightExchangeTests.stor)
                if hasBegun {
                    try peer.reply("150 wait")
                    begun.wait()
                }
                try peer.reply("425 Security: Bad IP connecting.")
                try peer.expect("PORT 127,0,0,1,201,2", "200 ok")
                try peer.expect(StraightExchangeTests.stor, "150 send", "226 stored")
                try peer.expect("SIZE .ferry-testtest-1", "213 5")
            }
            #expect(outcome.progress == .whole)
        }
    }

    @Test("Over IPv6 it is EPSV and EPRT")
    func longAddresses() throws {
        let outcome = try exchange(host: "::1") { peer in
            try peer.expect("EPRT |2|::1|51201|", "200 ok")
            try peer.expect("RETR file", "150 here", "226 sent")
        } target: { peer in
            try peer.expect("EPSV", "229 here (|||51201|)")
            try peer.expect(StraightExchangeTests.stor, "150 send", "226 stored")
            try peer.expect("SIZE .ferry-testtest-1", "213 5")
        }
        #expect(outcome.progress == .whole)
    }

    @Test("Where neither connects to the other, it is refused, and why")
    func refused() throws {
        let outcome = try exchange { peer in
            try peer.expect(StraightExchangeTests.port, "500 Illegal PORT command.")
            try peer.expect("PASV", "502 what?")
        } target: { peer in
            try peer.expect("PASV", StraightExchangeTests.listening)
        }
        #expect(
            outcome.progress
                == .refused(
                    "127.0.0.1 does not connect to other servers (500 Illegal PORT command.). "
                        + "127.0.0.1 does not listen for other servers (502 what?)."))
    }

    @Test("Where the one is gone on with, both begin there")
    func restarted() throws {
        let outcome = try exchange(offset: 3) { peer in
            try peer.expect(StraightExchangeTests.port, "200 ok")
            try peer.expect("REST 3", "350 go on")
            try peer.expect("RETR file", "150 here", "226 sent")
        } target: { peer in
            try peer.expect("PASV", StraightExchangeTests.listening)
            try peer.expect("REST 3", "350 go on")
            try peer.expect(StraightExchangeTests.stor, "150 send", "226 stored")
            try peer.expect("SIZE .ferry-testtest-1", "213 5")
        }
        #expect(outcome.progress == .whole)
    }

    @Test("A part that has grown since it was looked at is not gone on with where it ended")
    func grown() throws {
        let outcome = try exchange(offset: 3, there: 4) { _ in
        } target: { _ in
        }
        #expect(outcome.progress == .unfit)
    }

    // MARK: What goes wrong

    @Test("A file that is refused comes through here, where the reason shows")
    func unfit() throws {
        let outcome = try exchange { peer in
            try peer.expect(StraightExchangeTests.port, "200 ok")
            try peer.expect("RETR file", "550 Permission denied")
        } target: { peer in
            try peer.expect("PASV", StraightExchangeTests.listening)
            try peer.expect(StraightExchangeTests.stor)
            try StraightExchangeTests.takeAbort(peer, home: "/t")
        }
        #expect(outcome.progress == .unfit && !outcome.hasBegun)
    }

    @Test("A transfer that breaks off on one side is ended on the other")
    func broken() throws {
        let begun = Signal()
        let outcome = try exchange(begun: begun) { peer in
            try peer.expect(StraightExchangeTests.port, "200 ok")
            try peer.expect("RETR file", "150 here")
            begun.wait()
            try peer.reply("426 the network is gone")
        } target: { peer in
            try peer.expect("PASV", StraightExchangeTests.listening)
            try peer.expect(StraightExchangeTests.stor, "150 send")
            try StraightExchangeTests.takeAbort(peer, home: "/t")
        }
        #expect(outcome.failure?.isTransient == true)
        #expect(outcome.failure?.message.contains("426 the network is gone") == true)
    }

    @Test(
        "A server that dies ends the other one's half, under way or before",
        arguments: [true, false])
    func dies(isUnderWay: Bool) throws {
        let begun = Signal()
        let outcome = try exchange(begun: begun) { peer in
            try peer.expect(StraightExchangeTests.port, "200 ok")
            try peer.expect("RETR file")
            if isUnderWay { try peer.reply("150 here") }
            try StraightExchangeTests.takeAbort(peer)
        } target: { peer in
            try peer.expect("PASV", StraightExchangeTests.listening)
            try peer.expect(StraightExchangeTests.stor, "150 send")
            if isUnderWay { begun.wait() }
            peer.close()
        }
        #expect(outcome.failure?.kind == (isUnderWay ? .connection : nil))
        #expect(
            outcome.progress
                == (isUnderWay ? nil : .refused("127.0.0.1 closed the connection.")))
    }

    @Test("Another size at the end is a failure", arguments: ["213 4", "500 what?"])
    func otherSize(answer: String) throws {
        let outcome = try exchange { peer in
            try peer.expect(StraightExchangeTests.port, "200 ok")
            try peer.expect("RETR file", "150 here", "226 sent")
        } target: { peer in
            try peer.expect("PASV", StraightExchangeTests.listening)
            try peer.expect(StraightExchangeTests.stor, "150 send", "226 stored")
            try peer.expect("SIZE .ferry-testtest-1", answer)
        }
        #expect(outcome.failure?.kind == .truncated)
        #expect(outcome.failure?.detail.contains("/t/new") == true)
    }

    @Test("Who never begins is waited for no longer than for any data connection")
    func silent() throws {
        let outcome = try exchange(timeout: 1) { peer in
            for port in ["200,1", "200,2"] {
                if port == "200,1" {
                    try peer.expect(StraightExchangeTests.port, "200 ok")
                } else {
                    try peer.expect("PASV", "227 here (127,0,0,1,200,2)")
                }
                try peer.expect("RETR file")
                try StraightExchangeTests.takeAbort(peer)
            }
        } target: { peer in
            for port in ["200,1", "200,2"] {
                if port == "200,1" {
                    try peer.expect("PASV", StraightExchangeTests.listening)
                } else {
                    try peer.expect("PORT 127,0,0,1,200,2", "200 ok")
                }
                try peer.expect(StraightExchangeTests.stor)
                try StraightExchangeTests.takeAbort(peer, home: "/t")
            }
        }
        #expect(
            outcome.progress
                == .refused("127.0.0.1 and 127.0.0.1 could not connect within 1 s."))
    }

    @Test("Who does not confirm what the other one does is waited for as long as for any reply")
    func unconfirmed() throws {
        let outcome = try exchange(timeout: 1) { peer in
            try peer.expect(StraightExchangeTests.port, "200 ok")
            try peer.expect("RETR file", "150 here", "226 sent")
        } target: { peer in
            try peer.expect("PASV", StraightExchangeTests.listening)
            try peer.expect(StraightExchangeTests.stor, "150 send")
            try StraightExchangeTests.takeAbort(peer, home: "/t")
        }
        #expect(outcome.failure?.kind == .timeout)
        #expect(outcome.failure?.isTransient == true)
    }

    @Test("What is stopped is stopped on both, and both connections stay of use")
    func stopped() throws {
        let outcome = try exchange(stopsOnceBegun: true) { peer in
            try peer.expect(StraightExchangeTests.port, "200 ok")
            try peer.expect("RETR file", "150 here")
            try StraightExchangeTests.takeAbort(peer)
        } target: { peer in
            try peer.expect("PASV", StraightExchangeTests.listening)
            try peer.expect(StraightExchangeTests.stor, "150 send")
            try StraightExchangeTests.takeAbort(peer, home: "/t")
        }
        #expect(outcome.hasBegun && outcome.failure == nil)
    }

    // MARK: Hostile servers

    @Test("Nobody is sent to another address than the one where the server answers")
    func foreignAddress() throws {
        let outcome = try exchange { peer in
            try peer.expect(StraightExchangeTests.port, "200 ok")
            try peer.expect("RETR file", "150 here", "226 sent")
        } target: { peer in
            try peer.expect("PASV", "227 here (203,0,113,9,200,1)")
            try peer.expect(StraightExchangeTests.stor, "150 send", "226 stored")
            try peer.expect("SIZE .ferry-testtest-1", "213 5")
        }
        #expect(outcome.progress == .whole)
        #expect(outcome.remarks.contains { $0.contains("says that it listens at 203.0.113.9") })
    }

    @Test("Nor to a port of another service")
    func servicePort() throws {
        let outcome = try exchange { peer in
            try peer.expect("PASV", "227 here (127,0,0,1,0,25)")
        } target: { peer in
            try peer.expect("PASV", "227 here (127,0,0,1,0,22)")
        }
        #expect(
            outcome.progress
                == .refused(
                    "127.0.0.1 listens at port 22, which belongs to another service. "
                        + "127.0.0.1 listens at port 25, which belongs to another service."))
    }

    @Test(
        "Addresses that the other one cannot find are not given to it",
        arguments: [
            ([203, 0, 113, 1], [127, 0, 0, 1], false), ([203, 0, 113, 1], [10, 1, 1, 1], false),
            ([192, 168, 1, 1], [127, 0, 0, 1], false), ([192, 168, 1, 1], [172, 16, 0, 1], true),
            ([127, 0, 0, 1], [10, 0, 0, 1], true), ([10, 0, 0, 1], [203, 0, 113, 1], true),
            ([172, 32, 0, 1], [169, 254, 0, 1], false), ([172, 32, 0, 1], [11, 0, 0, 1], true),
        ] as [([UInt8], [UInt8], Bool)])
    func reach(from: [UInt8], to: [UInt8], isFound: Bool) {
        #expect(AddressReach(from).finds(AddressReach(to)) == isFound)
    }

    @Test("IPv6 has the same reaches")
    func longReach() {
        let loopback = [UInt8](repeating: 0, count: 15) + [1]
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 10, 0, 0, 1]
        let rest = [UInt8](repeating: 7, count: 14)
        #expect(AddressReach(loopback) == .machine)
        #expect(AddressReach(mapped) == .network)
        #expect(AddressReach([0xFD, 0] + rest) == .network)
        #expect(AddressReach([0xFE, 0x80] + rest) == .network)
        #expect(AddressReach([0x20, 0x01] + rest) == .world)
    }
}
