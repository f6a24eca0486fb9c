import Files
import Support
import Testing

@testable import FTP

@Suite("The first commands show how many a server takes at a time")
struct FirstCommandsTests {
    private func first(_ bench: Bench) throws -> FirstCommands {
        let control = try bench.control()
        return FirstCommands(
            control: control, protection: Protection(control, bench.encryption, nil),
            interrupter: bench.interrupter, log: bench.log)
    }

    private func commands() throws -> [FTP.Command] {
        [try Command("SYST"), try Command("TYPE", "I"), try Command("PWD")]
    }

    @Test("A reply to each allows windows")
    func windows() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("SYST", "215 x")
            try peer.expect("TYPE I", "200 ok")
            try peer.expect("PWD", "257 \"/\"")
        }
        let bench = Bench(peer)
        #expect(try first(bench).replies(to: commands()).map(\.code) == [215, 200, 257])
        #expect(bench.memory.pace == .windows)
        try peer.verify()
    }

    @Test("What is lost is asked again, one at a time")
    func lost() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expectPacket("SYST", "215 x")
            try peer.expect("PWD", "257 \"/\"")
            try peer.expectAlone("SYST", "215 x")
            try peer.expectAlone("TYPE I", "200 ok")
            try peer.expectAlone("PWD", "257 \"/\"")
        }
        var bench = Bench(peer)
        bench.timeouts.missing = 0.1
        #expect(try first(bench).replies(to: commands()).map(\.code) == [215, 200, 257])
        #expect(bench.memory.pace == .single)
        try peer.verify()
    }

    @Test("A connection that ends with them is suspected, unless the server says why")
    func ended() throws {
        for (farewell, pace) in [
            ("", ServerMemory.Pace.suspected(isAnswered: true)), ("421 bye", .promised),
        ] {
            let peer = try ScriptedPeer { peer in
                try peer.expect("SYST", "215 x")
                if !farewell.isEmpty { try peer.reply(farewell) }
                peer.close()
            }
            let bench = Bench(peer)
            let first = try first(bench)
            let failure = bench.failure { () throws(FileSystemError) in
                _ = try first.replies(to: [Command("SYST"), Command("PWD")])
            }
            #expect(failure?.kind == .connection)
            #expect(bench.memory.pace == pace)
            try peer.verify()
        }
    }
}
