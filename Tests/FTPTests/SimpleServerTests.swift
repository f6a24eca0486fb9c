import FTP
import Files
import Support
import Testing

@Suite("Only servers that say they are modern are sent more than one command at a time")
struct SimpleServerTests {
    private static let features = "211-Features:\r\n UTF8\r\n MDTM\r\n SIZE\r\n211 End"
    private static let window = ["SYST", "OPTS UTF8 ON", "TYPE I", "PWD"]

    private let commands = TransientCommands()

    private func client(_ peer: ScriptedPeer) -> Client {
        var site = Site(scheme: .ftp, host: "127.0.0.1", port: peer.port)
        site[TLSOptions.isWanted] = false
        site.timeout = 10
        let client = Client(site, commands: commands)
        client.files.timeouts.missing = 0.2
        return client
    }

    /// Connects, and goes again.
    private func visit(_ peer: ScriptedPeer) throws {
        let client = client(peer)
        #expect(try client.files.home() == .root)
        client.files.close()
    }

    private static func logIn(_ peer: ScriptedConversation) throws {
        try peer.reply("220 ready")
        try peer.expect("USER anonymous", "331 password?")
        try peer.expect("PASS anonymous@", "230 in")
    }

    private static func expectSingly(_ peer: ScriptedConversation) throws {
        try peer.expectAlone("SYST", "215 UNIX")
        try peer.expectAlone("OPTS UTF8 ON", "500 what?")
        try peer.expectAlone("TYPE I", "200 ok")
        try peer.expectAlone("PWD", "257 \"/\" is here")
    }

    /// Takes exactly these lines in one packet.
    private static func expectTogether(_ peer: ScriptedConversation, _ lines: [String]) throws {
        let others = try peer.expectPacket(lines[0])
        guard others == Array(lines.dropFirst()) else {
            throw ScriptedPeer.Mismatch("came with \(lines[0]): \(others)")
        }
    }

    private static func answerWindow(_ peer: ScriptedConversation) throws {
        try peer.reply("215 UNIX", "200 ok", "200 ok", "257 \"/\" is here")
    }

    @Test(
        "What FEAT does not call modern gets every command after the reply to the one before",
        arguments: [
            "500 what?", "502 no", "530 no", "211 none", "211 UTF8", "211-Features:\r\n211 End",
            "211-Features:\r\n SIZE\r\n211 End", "200-Features:\r\n UTF8\r\n200 End",
        ])
    func simple(features: String) throws {
        let peer = try ScriptedPeer { peer in
            for isFirst in [true, false] {
                if !isFirst { try peer.accept() }
                try SimpleServerTests.logIn(peer)
                try peer.expectAlone("FEAT", features)
                try SimpleServerTests.expectSingly(peer)
                for name in ["a", "b"] { try peer.expectAlone("DELE \(name)", "250 gone") }
                try peer.expectAlone("RMD d", "250 gone")
                try peer.expectAlone("RMD e", "250 gone")
                try peer.expectGoodbye()
            }
        }
        for _ in 0..<2 {
            let client = client(peer)
            for result in client.files.removeFiles([Path("/a"), Path("/b")]) { try result.get() }
            for result in client.files.removeDirectories([Path("/d"), Path("/e")]) {
                try result.get()
            }
            client.files.close()
            #expect(client.log.texts(.remark).contains { $0.contains("lists no newer features") })
        }
        try peer.verify()
    }

    @Test("A modern server costs a round trip more on the first contact, and none later")
    func modern() throws {
        let peer = try ScriptedPeer { peer in
            try SimpleServerTests.logIn(peer)
            try peer.expectAlone("FEAT", SimpleServerTests.features)
            try SimpleServerTests.expectTogether(peer, SimpleServerTests.window)
            try SimpleServerTests.answerWindow(peer)
            try SimpleServerTests.expectTogether(peer, ["DELE a", "DELE b"])
            try peer.reply("250 gone", "250 gone")
            try peer.expectGoodbye()
            try peer.accept()
            try SimpleServerTests.logIn(peer)
            try SimpleServerTests.expectTogether(peer, ["FEAT"] + SimpleServerTests.window)
            try peer.reply(SimpleServerTests.features)
            try SimpleServerTests.answerWindow(peer)
            try peer.expectGoodbye()
        }
        let client = client(peer)
        for result in client.files.removeFiles([Path("/a"), Path("/b")]) { try result.get() }
        client.files.close()
        try visit(peer)
        try peer.verify()
    }

    /// What a server may do with a window that it took before.
    enum Change: CaseIterable { case mute, closed, last, first }

    @Test(
        "One that took windows before and does not now is spoken to singly",
        arguments: Change.allCases)
    func changed(change: Change) throws {
        let site = { (peer: ScriptedPeer) in
            Site(scheme: .ftp, host: "127.0.0.1", port: peer.port)
        }
        let peer = try ScriptedPeer { peer in
            try SimpleServerTests.logIn(peer)
            try SimpleServerTests.expectTogether(peer, ["FEAT"] + SimpleServerTests.window)
            switch change {
            case .mute:
                try peer.reply("500 what?")
                try peer.expectGone()
            case .closed: peer.close()
            case .last:
                try peer.reply("257 \"/\" is here")
                try peer.expectAlone("PWD", "257 \"/\" is here")
                try peer.expectAlone("FEAT", "500 what?")
            case .first:
                try peer.reply("500 what?")
                try peer.expectAlone("PWD", "257 \"/\" is here")
                try peer.expectAlone("FEAT", "500 what?")
            }
            if [.mute, .closed].contains(change) {
                try peer.accept()
                try SimpleServerTests.logIn(peer)
                try peer.expectAlone("FEAT", "500 what?")
            }
            try SimpleServerTests.expectSingly(peer)
            try peer.expectGoodbye()
            try peer.accept()
            try SimpleServerTests.logIn(peer)
            try peer.expectAlone("FEAT", "500 what?")
            try SimpleServerTests.expectSingly(peer)
            try peer.expectGoodbye()
        }
        commands.noteCommandPace(.windows, of: site(peer))
        try visit(peer)
        #expect(commands.commandPace(of: site(peer)) == (change == .closed ? nil : .single))
        try visit(peer)
        try peer.verify()
    }

    @Test("A modern one that closes over its first window is spoken to singly, for good")
    func closed() throws {
        let peer = try ScriptedPeer { peer in
            try SimpleServerTests.logIn(peer)
            try peer.expectAlone("FEAT", SimpleServerTests.features)
            try SimpleServerTests.expectTogether(peer, SimpleServerTests.window)
            peer.close()
            try peer.accept()
            try SimpleServerTests.logIn(peer)
            try SimpleServerTests.expectSingly(peer)
            try peer.expectGoodbye()
            try peer.accept()
            try SimpleServerTests.logIn(peer)
            try peer.expectAlone("FEAT", SimpleServerTests.features)
            try SimpleServerTests.expectSingly(peer)
            try peer.expectGoodbye()
        }
        for _ in 0..<2 { try visit(peer) }
        try peer.verify()
    }

    @Test("Where FEAT, SYST and OPTS are passed over without a word, the rest still works")
    func wordless() throws {
        let peer = try ScriptedPeer { peer in
            try SimpleServerTests.logIn(peer)
            for command in ["FEAT", "SYST", "OPTS UTF8 ON"] {
                try peer.expectAlone(command)
                try peer.expectAlone("PWD", "257 \"/\" is here")
            }
            try peer.expectAlone("TYPE I", "200 ok")
            try peer.expectAlone("PWD", "257 \"/\" is here")
            try peer.expectGoodbye()
        }
        try visit(peer)
        try peer.verify()
    }

    @Test("An answer to FEAT that is only late is one", arguments: [true, false])
    func late(isModern: Bool) throws {
        let peer = try ScriptedPeer { peer in
            try SimpleServerTests.logIn(peer)
            try peer.expectAlone("FEAT")
            try peer.expectAlone("PWD")
            try peer.reply(isModern ? SimpleServerTests.features : "500 what?")
            try peer.reply("257 \"/\" is here")
            if isModern {
                try SimpleServerTests.expectTogether(peer, SimpleServerTests.window)
                try SimpleServerTests.answerWindow(peer)
            } else {
                try SimpleServerTests.expectSingly(peer)
            }
            try peer.expectGoodbye()
        }
        try visit(peer)
        try peer.verify()
    }

    @Test("A server that FEAT silences or ends is spoken to without it", arguments: [true, false])
    func dead(isClosed: Bool) throws {
        let peer = try ScriptedPeer { peer in
            try SimpleServerTests.logIn(peer)
            try peer.expectAlone("FEAT")
            if isClosed { peer.close() } else { try peer.expectGone() }
            try peer.accept()
            try SimpleServerTests.logIn(peer)
            try SimpleServerTests.expectSingly(peer)
            try peer.expectGoodbye()
        }
        try visit(peer)
        try peer.verify()
    }
}
