import FTP
import Files
import Support
import Testing

@Suite("Odd ways to answer")
struct OddReplyTests {
    enum Manner: CaseIterable {
        case lineFeedOnly, bytewise, carriageReturnNul, telnet, doubledReturn, multiline

        /// The pieces in which `bytes`, whole replies, are sent.
        func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
            switch self {
            case .lineFeedOnly: [bytes.filter { $0 != 0x0D }]
            case .bytewise: bytes.map { [$0] }
            case .carriageReturnNul: [bytes.flatMap { $0 == 0x0A ? [0, 0x0D, 0x0A] : [$0] }]
            // IAC NOP, IAC DO ECHO, IAC WILL SGA, before each line and within.
            case .telnet:
                [
                    bytes.flatMap {
                        $0 == 0x20
                            ? [0xFF, 0xFD, 0x01, 0x20, 0xFF, 0xF1]
                            : $0 == 0x0A ? [0x0A, 0xFF, 0xFB, 0x03] : [$0]
                    }
                ]
            case .doubledReturn: [bytes.flatMap { $0 == 0x0D ? [0x0D, 0x0D] : [$0] }]
            case .multiline: [Manner.lengthened(bytes)]
            }
        }

        /// Each reply of one line becomes one of many, with other codes in it.
        private static func lengthened(_ bytes: [UInt8]) -> [UInt8] {
            guard bytes.count > 4, bytes[3] == 0x20,
                bytes.count(where: { $0 == 0x0A }) == 1
            else { return bytes }
            let code = String(decoding: bytes.prefix(3), as: UTF8.self)
            let other = code == "226" ? "550" : "226"
            return Array(
                "\(code)-first\r\n\(other) other\r\n\r\n \(code) blank\r\n\(code)x\r\n\(other)-y\r\n"
                    .utf8) + bytes
        }
    }

    @Test(
        "However the bytes of the replies come, all goes well",
        arguments: Manner.allCases)
    func manners(manner: Manner) throws {
        let peer = try ScriptedPeer { peer in
            peer.manner = manner.pieces
            try peer.logIn(features: ["MLSD", "SIZE"])
            try peer.expectPassive()
            try peer.sendFile("MLSD", "type=file;size=5; a\r\n")
            try peer.expect("SIZE a", "213 5")
            try peer.expectPassive()
            try peer.sendFile("RETR a", "hello")
            try peer.expectPassive()
            guard try peer.receiveFile("STOR b") == Array("up".utf8) else {
                throw ScriptedPeer.Mismatch("other bytes")
            }
            try peer.expect("DELE c", "550 No such file")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.names("/") == ["a"])
        #expect(try client.read("/a") == "hello")
        try client.write("/b", "up")
        let error = client.failure { () throws(FileSystemError) in
            try client.files.removeFiles([Path("/c")])[0].get()
        }
        #expect(error?.kind == .notFound)
        client.files.close()
        try peer.verify()
    }

    @Test(
        "A reply that wants more than a transfer's command is a refusal, and comes at once",
        arguments: ["RETR", "STOR", "MLSD"])
    func intermediate(verb: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["MLSD"])
            if verb == "RETR" { try peer.expect("SIZE a", "213 5") }
            try peer.expectPassive()
            try peer.expect(verb == "MLSD" ? verb : verb + " a")
            try peer.acceptData()
            try peer.reply("350 and now?")
            guard try peer.receiveData().isEmpty else {
                throw ScriptedPeer.Mismatch("it was sent all the same")
            }
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in
            switch verb {
            case "RETR": _ = try client.read("/a")
            case "STOR": try client.write("/a", "up")
            default: _ = try client.names("/")
            }
        }
        #expect(error?.reply == "350 and now?")
        #expect(error?.detail.contains("could not be") == true)
        client.files.close()
        try peer.verify()
    }

    @Test(
        "0xFF in a name is doubled where the server takes it for Telnet's, and single in a listing",
        arguments: ["200 ok", "504 what?"])
    func telnetInNames(answer: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["MLSD"])
            try peer.expectPassive()
            try peer.expect("MLSD")
            try peer.acceptData()
            try peer.reply("150 here")
            try peer.sendData(Array("type=file; a".utf8) + [0xFF, 0x0D, 0x0A])
            peer.closeData()
            try peer.reply("226 done")
            guard try peer.bytes() == Array("TYPE ".utf8) + [0xFF, 0xF2] + Array("I\r".utf8) else {
                throw ScriptedPeer.Mismatch("nothing was asked first")
            }
            try peer.reply(answer)
            let byte: [UInt8] = answer.hasPrefix("2") ? [0xFF, 0xFF] : [0xFF]
            for _ in 0..<2 {
                guard try peer.bytes() == Array("DELE a".utf8) + byte + [0x0D] else {
                    throw ScriptedPeer.Mismatch("another name")
                }
                try peer.reply("250 gone")
            }
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let name = try #require(try client.files.list(.root).entries.first?.name)
        #expect(name.bytes == [0x61, 0xFF])
        let path = Path(components: [name])
        for result in client.files.removeFiles([path, path]) { try result.get() }
        client.files.close()
        try peer.verify()
    }

    @Test(
        "A reply too many is passed over, and answers no later command",
        arguments: ["226 again", "250 again", "200 again", "550 again", "331 again", "150 again"])
    func extra(text: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["MLSD"])
            try peer.expectPassive()
            try peer.expect("MLSD")
            try peer.acceptData()
            try peer.reply("150 here")
            peer.closeData()
            // One with the final reply, one before the next command.
            try peer.reply("226 done", text)
            try peer.expect("NOOP")
            try peer.reply("200 here", text)
            try peer.expect("DELE a", "550 No such file")
            try peer.expect("MKD d", "257 made")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.names("/") == [])
        _ = try client.files.raw("NOOP")
        let error = client.failure { () throws(FileSystemError) in
            try client.files.removeFiles([Path("/a")])[0].get()
        }
        #expect(error?.kind == .notFound)
        try client.files.makeDirectory(Path("/d"), root: nil)
        client.files.close()
        try peer.verify()
    }

    @Test(
        "2xx of any kind takes TYPE, CWD, MKD and DELE",
        arguments: ["200 ok", "226 ok", "250 ok", "257 ok", "202 ok"])
    func successes(text: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 ready")
            try peer.expect("USER anonymous", "230 in")
            try peer.expect("FEAT", "500 no")
            try peer.expect("SYST", text)
            try peer.expect("OPTS UTF8 ON", text)
            try peer.expect("TYPE I", text)
            try peer.expect("PWD", "257 \"/\"")
            try peer.expect("MKD d", "257 made")
            for name in ["a", "b", "c"] { try peer.expectAlone("DELE \(name)", "250 gone") }
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        try client.files.makeDirectory(Path("/d"), root: nil)
        let results = client.files.removeFiles(["/a", "/b", "/c"].map { Path($0) })
        #expect(results.allSatisfy { (try? $0.get()) != nil })
        client.files.close()
        try peer.verify()
    }

    @Test(
        "Silence, and replies without an end, are given up wherever they come",
        arguments: ["SIZE a", "EPSV", "RETR a"], ["", "213-", "lines", "dripping"])
    func endless(command: String, what: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            for expected in ["SIZE a", "EPSV", "RETR a"] {
                try peer.expect(expected)
                guard expected == command else {
                    try peer.reply(
                        expected == "SIZE a" ? "213 5" : "229 ok (|||\(try peer.listen())|)")
                    continue
                }
                switch what {
                case "": break
                case "lines":
                    try? peer.send(String(repeating: "213-more\r\n", count: 60_000))
                case "dripping": try? peer.send("213-more")
                default: try? peer.send("213-" + String(repeating: "x", count: 100_000))
                }
                break
            }
            try peer.expectGone()
        }
        let client = Client(peer)
        client.files.timeouts.idle = 0.2
        let error = client.failure { () throws(FileSystemError) in _ = try client.read("/a") }
        let isEndless = what == "lines" || what == "213-"
        #expect(error?.kind == (isEndless ? .protocolViolation : .timeout))
        #expect(error?.detail.contains("127.0.0.1") == true)
        #expect(client.log.all.count < 400)
        #expect(!client.files.isConnected)
        try peer.verify()
    }

    @Test("QUIT that hangs holds nobody up")
    func quit() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("QUIT")
            try peer.expectEnd()
        }
        let client = Client(peer, timeout: 60)
        client.files.timeouts.quit = 0.1
        _ = try client.files.home()
        client.files.close()
        #expect(!client.files.isConnected)
        try peer.verify()
    }
}
