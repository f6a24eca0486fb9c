import FTP
import Files
import Support
import Testing

@Suite("Servers that lose what comes together get one command at a time")
struct SingleCommandTests {
    private static let words = "loses commands sent together"
    private static let window = ["OPTS UTF8 ON", "TYPE I", "PWD"]

    private let commands = TransientCommands()

    private func client(_ peer: ScriptedPeer) -> Client {
        var site = Site(scheme: .ftp, host: "127.0.0.1", port: peer.port)
        site[TLSOptions.isWanted] = false
        site.timeout = 10
        let client = Client(site, commands: commands)
        client.files.timeouts.missing = 0.2
        return client
    }

    private static func logIn(_ peer: ScriptedConversation) throws {
        try peer.reply("220 ready")
        try peer.expect("USER anonymous", "331 password?")
        try peer.expect("PASS anonymous@", "230 in")
    }

    private static func expectLost(
        _ peer: ScriptedConversation, _ replies: String...
    ) throws {
        try expectFeatures(peer)
        let lost = try peer.expectPacket("SYST")
        guard lost == window else { throw ScriptedPeer.Mismatch("came with SYST: \(lost)") }
        try peer.send(replies.map { $0 + "\r\n" }.joined())
    }

    private static func expectFeatures(_ peer: ScriptedConversation) throws {
        try peer.expectAlone("FEAT", "211-Features:", " MDTM", " REST STREAM", " SIZE", "211 End")
    }

    /// The commands after the login, each alone.
    private static func expectSingly(
        _ peer: ScriptedConversation, asksFeatures: Bool = false
    ) throws {
        if asksFeatures { try expectFeatures(peer) }
        try peer.expectAlone("SYST", "215 UNIX")
        try peer.expectAlone("OPTS UTF8 ON", "500 what?")
        try peer.expectAlone("TYPE I", "200 ok")
        try peer.expectAlone("PWD", "257 \"/\" is here")
    }

    @Test(
        "What was lost is asked again singly, on the same connection; the next one knows",
        arguments: ["215 UNIX", "500 SYST OPTS TYPE PWD: what?", ""])
    func lost(first: String) throws {
        let peer = try ScriptedPeer { peer in
            try SingleCommandTests.logIn(peer)
            try SingleCommandTests.expectLost(peer)
            if !first.isEmpty { try peer.reply(first) }
            try peer.expectAlone("PWD", "257 \"/\" is here")
            try SingleCommandTests.expectSingly(peer)
            try peer.expectAlone("DELE a", "250 gone")
            try peer.expectAlone("DELE b", "250 gone")
            try peer.expectGoodbye()
            try peer.accept()
            try SingleCommandTests.logIn(peer)
            try SingleCommandTests.expectSingly(peer, asksFeatures: true)
            try peer.expectGoodbye()
        }
        let client = client(peer)
        for result in client.files.removeFiles([Path("/a"), Path("/b")]) { try result.get() }
        client.files.close()
        #expect(client.log.texts(.remark).count { $0.contains(SingleCommandTests.words) } == 1)
        let other = self.client(peer)
        _ = try other.files.home()
        other.files.close()
        try peer.verify()
        #expect(other.log.texts(.remark).count { $0.contains(SingleCommandTests.words) } == 1)
    }

    @Test("Listing, fetching, removing and renaming go one by one, and nothing is sent ahead")
    func work() throws {
        let peer = try ScriptedPeer { peer in
            try SingleCommandTests.logIn(peer)
            try SingleCommandTests.expectLost(peer, "215 UNIX")
            try peer.expectAlone("PWD", "257 \"/\" is here")
            try SingleCommandTests.expectSingly(peer)
            for name in ["a", "b"] {
                if name == "a" { try peer.expectAlone("CWD /d", "250 there") }
                try peer.expectAlone("SIZE \(name)", "213 5")
                try peer.expectAlone("EPSV")
                try peer.reply("229 here (|||\(try peer.listen())|)")
                try peer.expectAlone("RETR \(name)")
                try peer.acceptData()
                try peer.reply("150 here it comes")
                try peer.sendData("hello")
                peer.closeData()
                try peer.reply("226 done")
            }
            try peer.expectAlone("SIZE new", "550 No such file")
            try peer.expectAlone("MDTM new", "550 No such file")
            try peer.expectAlone("CWD /d/new", "550 No such directory")
            try peer.expectAlone("RNFR a", "350 to?")
            try peer.expectAlone("RNTO new", "250 moved")
            try peer.expectAlone("QUIT", "221 Bye")
        }
        let client = client(peer)
        client.files.prepare(["/d/a", "/d/b"].map { Upcoming(path: Path($0), direction: .read) })
        #expect(try client.read("/d/a") == "hello")
        #expect(try client.read("/d/b") == "hello")
        try client.files.rename(Path("/d/a"), to: Path("/d/new"))
        client.files.close()
        try peer.verify()
    }

    @Test("ABOR does not wait, and is alone")
    func abort() throws {
        let peer = try ScriptedPeer { peer in
            try SingleCommandTests.logIn(peer)
            try SingleCommandTests.expectLost(peer, "215 UNIX")
            try peer.expectAlone("PWD", "257 \"/\" is here")
            try SingleCommandTests.expectSingly(peer)
            try peer.expectAlone("SIZE a", "213 5")
            try peer.expectAlone("EPSV")
            try peer.reply("229 here (|||\(try peer.listen())|)")
            try peer.expectAlone("RETR a")
            try peer.acceptData()
            try peer.reply("150 here it comes")
            try peer.expectAlone("ABOR", "426 broken off", "226 done")
            try peer.expectAlone("PWD", "257 \"/\" is here")
            try peer.expectAlone("NOOP", "200 here")
            try peer.expectGoodbye()
        }
        let client = client(peer)
        try client.files.open(Path("/a"), from: 0).cancel()
        _ = try client.files.raw("NOOP")
        client.files.close()
        try peer.verify()
    }

    @Test("Replies that were only late answer what they were asked for, and nothing is slowed")
    func late() throws {
        let peer = try ScriptedPeer { peer in
            try SingleCommandTests.logIn(peer)
            try SingleCommandTests.expectFeatures(peer)
            for line in ["SYST"] + SingleCommandTests.window { try peer.expect(line) }
            // Ferry has lost patience.
            try peer.expect("PWD")
            try peer.reply(
                "215 UNIX", "500 what?", "200 ok",
                "257 \"/home\" is here", "257 \"/home\" is here")
            try peer.expect("DELE /a")
            try peer.expect("DELE /b")
            try peer.reply("250 gone", "550 No such file")
            try peer.expectGoodbye()
        }
        let client = client(peer)
        #expect(try client.files.home() == Path("/home"))
        let removed = client.files.removeFiles([Path("/a"), Path("/b")])
        #expect(throws: Never.self) { try removed[0].get() }
        #expect(throws: FileSystemError.self) { try removed[1].get() }
        client.files.close()
        try peer.verify()
        #expect(!client.log.texts(.remark).contains { $0.contains(SingleCommandTests.words) })
        let site = Site(scheme: .ftp, host: "127.0.0.1", port: peer.port)
        #expect(commands.commandPace(of: site) == .windows)
    }

    @Test("The first PWD's reply that comes after the second's is passed over")
    func lateDirectory() throws {
        let peer = try ScriptedPeer { peer in
            try SingleCommandTests.logIn(peer)
            try SingleCommandTests.expectLost(peer, "215 UNIX")
            try peer.expectAlone("PWD", "257 \"/\" is here")
            try peer.expect("SYST", "257 \"/\" is here", "215 UNIX")
            try peer.expectAlone("OPTS UTF8 ON", "500 what?")
            try peer.expectAlone("TYPE I", "200 ok")
            try peer.expectAlone("PWD", "257 \"/\" is here")
            try peer.expectAlone("MKD d", "257 made")
            try peer.expectAlone("MKD e", "550 no")
            try peer.expectAlone("CWD /e", "550 no")
            try peer.expectGoodbye()
        }
        let client = client(peer)
        try client.files.makeDirectory(Path("/d"), root: nil)
        #expect(throws: FileSystemError.self) {
            try client.files.makeDirectory(Path("/e"), root: nil)
        }
        client.files.close()
        try peer.verify()
    }

    @Test(
        "A server that the first window silences or ends is tried once more, singly",
        arguments: [true, false])
    func dead(isClosed: Bool) throws {
        let peer = try ScriptedPeer { peer in
            try SingleCommandTests.logIn(peer)
            try SingleCommandTests.expectLost(peer, "500 SYST OPTS TYPE PWD: what?")
            if isClosed { peer.close() } else { try peer.expectGone() }
            for isNew in [false, true] {
                try peer.accept()
                try SingleCommandTests.logIn(peer)
                try SingleCommandTests.expectSingly(peer, asksFeatures: isNew)
                try peer.expectGoodbye()
            }
        }
        for _ in 0..<2 {
            let client = client(peer)
            #expect(try client.files.home() == .root)
            client.files.close()
        }
        try peer.verify()
    }

    @Test("A server that always closes after the login is no such server")
    func closed() throws {
        let peer = try ScriptedPeer { peer in
            for command in ["FEAT", "SYST"] {
                try SingleCommandTests.logIn(peer)
                try peer.expectAlone(command)
                peer.close()
                try peer.accept()
            }
            try peer.logIn()
            try peer.expectGoodbye()
        }
        let client = client(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.kind == .connection)
        #expect(try client.files.home() == .root)
        client.files.close()
        try peer.verify()
    }

    @Test("What a server loses during a transfer is asked anew, and never ahead again")
    func lostAhead() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 5")
            try peer.expectPassive()
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 here it comes")
            try peer.sendData("hello")
            peer.closeData()
            try peer.expectPacket("SIZE b")
            try peer.reply("226 done")
            try peer.expectGone()
            try peer.accept()
            try peer.logIn(asksFeatures: false)
            for name in ["b", "c"] {
                try peer.expect("SIZE \(name)", "213 5")
                try peer.expectPassive()
                try peer.expect("RETR \(name)")
                try peer.acceptData()
                try peer.reply("150 here it comes")
                try peer.sendData("hello")
                peer.closeData()
                try peer.reply("226 done")
            }
            try peer.expectGoodbye()
        }
        let client = client(peer)
        client.files.prepare(
            ["/a", "/b", "/c"].map { Upcoming(path: Path($0), direction: .read) })
        for name in ["/a", "/b", "/c"] { #expect(try client.read(name) == "hello") }
        client.files.close()
        try peer.verify()
    }

    /// Takes EPSV and a RETR, each alone, and sends `hello`.
    private static func sendFile(_ peer: ScriptedConversation, _ name: String) throws {
        try peer.expectAlone("EPSV")
        try peer.reply("229 here (|||\(try peer.listen())|)")
        try peer.expectAlone("RETR \(name)")
        try peer.acceptData()
        try peer.reply("150 here it comes")
        try peer.sendData("hello")
        peer.closeData()
        try peer.reply("226 done")
    }

    @Test("A question that is passed over without a word holds nothing up, and is never put again")
    func unanswered() throws {
        let peer = try ScriptedPeer { peer in
            try SingleCommandTests.logIn(peer)
            try SingleCommandTests.expectLost(peer, "215 UNIX")
            try peer.expectAlone("PWD", "257 \"/\" is here")
            try SingleCommandTests.expectSingly(peer)
            try peer.expectAlone("SIZE a")
            try peer.expectAlone("PWD", "257 \"/\" is here")
            try SingleCommandTests.sendFile(peer, "a")
            try SingleCommandTests.sendFile(peer, "b")
            try peer.expectAlone("QUIT", "221 Bye")
        }
        let client = client(peer)
        #expect(try client.read("/a") == "hello")
        #expect(try client.read("/b") == "hello")
        client.files.close()
        try peer.verify()
    }

    @Test("An answer that is only late is one, and PWD's after it is passed over")
    func lateAnswer() throws {
        let peer = try ScriptedPeer { peer in
            try SingleCommandTests.logIn(peer)
            try SingleCommandTests.expectLost(peer, "215 UNIX")
            try peer.expectAlone("PWD", "257 \"/\" is here")
            try SingleCommandTests.expectSingly(peer)
            try peer.expectAlone("SIZE a")
            try peer.expectAlone("PWD", "213 6", "257 \"/\" is here")
            try SingleCommandTests.sendFile(peer, "a")
            try peer.expectAlone("SIZE b", "213 5")
            try SingleCommandTests.sendFile(peer, "b")
            try peer.expectAlone("QUIT", "221 Bye")
        }
        let client = client(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.read("/a") }
        #expect(error?.kind == .truncated)
        #expect(try client.read("/b") == "hello")
        client.files.close()
        try peer.verify()
    }
}
