import Files
import Support
import Testing

@testable import FTP

@Suite("The server connects to this machine")
struct ActiveOpenerTests {
    /// The port that EPRT's or PORT's line names.
    private static func port(_ line: String) throws -> UInt16 {
        let numbers = line.split { !$0.isNumber }.compactMap { UInt16($0) }
        if line.hasPrefix("EPRT") { return try #require(numbers.last) }
        return numbers[numbers.count - 2] << 8 | numbers[numbers.count - 1]
    }

    @Test("EPRT, and from then on PORT where the server does not know that")
    func opens() throws {
        let peer = try ScriptedPeer { peer in
            let extended = try peer.line()
            #expect(extended.hasPrefix("EPRT |1|127.0.0.1|"))
            try peer.reply("500 what?")
            for _ in 0..<2 {
                let line = try peer.line()
                #expect(line.hasPrefix("PORT 127,0,0,1,"))
                try peer.connectData(port: ActiveOpenerTests.port(line))
                try peer.reply("200 ok")
            }
        }
        let bench = Bench(peer)
        let session = try bench.session()
        for _ in 0..<2 {
            let data = try session.data.active.open()
            #expect(data.isActive)
            #expect(data.isListening)
            try data.acceptAvailable()
            #expect(data.isReady)
            data.close()
        }
        #expect(!bench.memory.knows(.extendedActive))
        try peer.verify()
    }

    @Test("A refusal of both is remembered, one for now is not", arguments: ["500 no", "450 no"])
    func refused(text: String) throws {
        let peer = try ScriptedPeer { peer in
            for _ in 0..<2 {
                _ = try peer.line()
                try peer.reply(text)
            }
        }
        let bench = Bench(peer)
        let session = try bench.session()
        let failure = bench.failure { () throws(FileSystemError) in
            _ = try session.data.active.open()
        }
        #expect(failure?.kind == .connection)
        #expect(failure?.isTransient == text.hasPrefix("4"))
        #expect(bench.memory.knows(.active) == text.hasPrefix("4"))
        try peer.verify()
    }
}
