import Files
import Support
import Testing

@testable import FTP

@Suite("Ways to a data connection")
struct DataConnectorTests {
    private func purpose() throws -> DataConnector.Purpose {
        DataConnector.Purpose(try Command("RETR", "a"), path: Path("/a"))
    }

    @Test("EPSV before PASV before active mode, which comes first where the site wants it")
    func modes() throws {
        let peer = try ScriptedPeer { _ in }
        let bench = Bench(peer)
        let data = try bench.session().data
        #expect(data.modes == [.extended, .passive, .active])
        bench.memory.refuse(.extendedPassive)
        #expect(data.modes == [.passive, .active])
        bench.memory.refuse(.active)
        #expect(data.modes == [.passive])
        try peer.verify()
        let other = try ScriptedPeer { _ in }
        let active = try Bench(other) { $0[FTPOptions.isActive] = true }.session().data
        #expect(active.modes == [.active, .extended, .passive])
        #expect(try active.passiveCommands(for: purpose()).commands.isEmpty)
        try other.verify()
    }

    @Test("PRET announces what comes, where FEAT asks for it")
    func announced() throws {
        let peer = try ScriptedPeer { _ in }
        let bench = Bench(peer)
        let data = try bench.session().data
        let purpose = try purpose()
        #expect(try data.passiveCommands(for: purpose).commands.map(\.text) == ["EPSV"])
        bench.memory.features = Features(
            Reply(code: 211, lines: ["211-F", " PRET", "211 End"].map { Array($0.utf8) }))
        #expect(
            try data.passiveCommands(for: purpose).commands.map(\.text) == ["PRET RETR a", "EPSV"])
        try peer.verify()
    }

    @Test("What was asked ahead is used, and what is refused is not asked again")
    func fallsBack() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("EPSV", "500 what?")
            try peer.expect("PASV")
            let port = try peer.listen()
            try peer.reply("227 ok (127,0,0,1,\(port >> 8),\(port & 0xFF))")
            try peer.acceptData()
            try peer.sendData("x")
            peer.closeData()
        }
        let bench = Bench(peer)
        let session = try bench.session()
        let purpose = try purpose()
        let first = try session.data.passiveCommands(for: purpose)
        let asked = DataConnector.PassiveRequest(
            mode: first.mode, tickets: try session.control.send(first.commands))
        let data = try session.data.open(for: purpose, asked: asked)
        #expect(data.isReady)
        #expect(session.data.modes == [.passive, .active])
        data.close()
        try peer.verify()
    }

    @Test("Where nothing works, all is tried again the next time")
    func nothingWorks() throws {
        let peer = try ScriptedPeer { peer in
            for _ in 0..<2 {
                try peer.expect("EPSV", "500 no")
                try peer.expect("PASV", "500 no")
                for verb in ["EPRT", "PORT"] {
                    let line = try peer.line()
                    #expect(line.hasPrefix(verb))
                    try peer.reply("500 no")
                }
            }
        }
        let bench = Bench(peer)
        let session = try bench.session()
        for _ in 0..<2 {
            let failure = bench.failure { () throws(FileSystemError) in
                _ = try session.data.open(
                    for: DataConnector.Purpose(Command("NLST"), path: .root), asked: nil)
            }
            #expect(failure?.kind == .connection)
            #expect(session.isUsable)
        }
        try peer.verify()
    }
}
